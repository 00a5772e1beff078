/** What the agents and browsers of one play have: keys, sessions, tickets, an order that rests. */

import type { TradableMarket } from "../../../scenarios/deployment/market.ts";
import type { AgentClient, How } from "../../check/agent-client.ts";
import type { CheckContext } from "../../check/check-context.ts";
import type { HumanClient } from "../../check/human-client.ts";
import { bySession } from "../../check/sign-in-owner.ts";
import type { Credential } from "./credential.ts";

/** Who takes part, and where. */
export interface Parties {
  agent: AgentClient;
  other: AgentClient;
  human: HumanClient;
  market: TradableMarket;
  /** Whether sessions are made for this play, so that they may be ended. */
  ownSessions: boolean;
}

/** A ticket, and by what it was minted. Units: ms. */
export interface MintedTicket {
  text: string;
  by: Credential;
  used: boolean;
  mintedAt: number;
}

export class PlayHoldings {
  readonly t: CheckContext;
  readonly parties: Parties;
  /** The first one is never signed out of. */
  readonly sessions: Credential[];
  readonly keys: Credential[] = [];
  readonly tickets: MintedTicket[] = [];
  /** Whom orders are placed, read and cancelled by: all act for the same agent. */
  traders: "nobody" | "keys" | "keys and sessions" = "nobody";
  socketsClosed = 0;
  /** The id of an order that rests, and how much had ended when it was placed. */
  resting: { id: string; ended: number } | null = null;

  constructor(t: CheckContext, parties: Parties) {
    this.t = t;
    this.parties = parties;
    this.sessions = [sessionOf(parties.agent, bySession(parties.human.credentials))];
  }

  /** Keys that the play made: these it can end. */
  get made(): readonly Credential[] {
    return this.keys.filter(({ keyId }) => keyId !== undefined);
  }

  get all(): readonly Credential[] {
    return [...this.keys, ...this.sessions];
  }

  /** How many credentials and sockets have ended. */
  get ended(): number {
    return this.socketsClosed + this.all.filter(({ ended }) => ended).length;
  }
}

/** A session that is good. */
export function sessionOf(caller: AgentClient, how: How): Credential {
  return { is: "session", caller, how, may: "all", ended: false };
}

/** Those that have not ended. */
export function goodOnes(credentials: readonly Credential[]): readonly Credential[] {
  return credentials.filter(({ ended }) => !ended);
}

/** One of them, whatever the number. Errors: throws where there is none. */
export function picked<T>(all: readonly T[], index: number): T {
  const one = all[index % all.length];
  if (one === undefined) throw new Error("nothing to pick from");
  return one;
}
