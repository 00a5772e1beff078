/** Keeps the harness inside the documented rate limits, and its declines below any cooldown. */

import type { Claims } from "../profile/claims.ts";
import { type AgentCredentials, type Credentials, hasKey } from "../profile/credentials.ts";
import type { RequestClass } from "./exchange.ts";

/** The clock waiting is measured on; `now` is monotonic, `why` for who watches. Units: milliseconds. */
export interface PacingClock {
  now(): number;
  sleep(ms: number, why?: string): Promise<void>;
}

/** Documented limits per agent. Spec: Limits. */
export interface RateLimits {
  writesPerMinute: number;
  readsPerMinute: number;
}

/** Most declines of an agent on one market and side within a time. Units: milliseconds. */
export interface DeclinePace {
  most: number;
  withinMs: number;
}

const WINDOW_MS = 60_000;
/** A venue counts a request when it comes there, up to so much after it was sent. Units: ms. */
export const ON_THE_WAY_MS = 1_000;
/** The part of a documented limit that is used. */
export const SHARE_USED = 0.9;
/** Where nothing is known of a cooldown (H-03). */
const CAUTIOUS: DeclinePace = { most: 3, withinMs: 30_000 };

/** Half of the declines that start a claimed cooldown; no claim, no knowledge. */
export function declinePaceOf(cooldown: Claims["cooldown"]): DeclinePace {
  if (cooldown === undefined) return CAUTIOUS;
  const { rejects, within_ms: withinMs } = cooldown;
  return { most: Math.max(1, Math.floor(rejects / 2)), withinMs };
}

/**
 * Admits requests per agent and class. Keys of one agent share its budget (Spec: Limits), so credentials
 * with the same agent_id are one agent here.
 */
export class Pacer {
  readonly #allowed: Record<RequestClass, number>;
  readonly #clock: PacingClock;
  /**
   * @bound the limit of 60 s an agent: the next request waits;
   * scenarios/deployment/wire/pacing.test.ts
   */
  readonly #sent = new Map<string, number[]>();
  /** @bound the agents of a run: an answer adds none; scenarios/deployment/wire/pacing.test.ts */
  readonly #blockedUntil = new Map<string, number>();
  /**
   * @bound the declines of 30 s an agent, market and side: older ones go;
   * scenarios/deployment/wire/pacing.test.ts
   */
  readonly #declines = new Map<string, number[]>();
  /**
   * Every request by agent and class, paced or not.
   * @bound the requests of 61 s an agent: older ones go; scenarios/deployment/wire/pacing.test.ts
   */
  readonly #all = new Map<string, number[]>();
  readonly #declinePace: DeclinePace;
  readonly #startedAt: number;
  /** When an anonymous request met the first 429; none so far where null. */
  #anonymousLimitedAt: number | null = null;

  constructor(limits: RateLimits, clock: PacingClock, declinePace = CAUTIOUS) {
    const { writesPerMinute, readsPerMinute } = limits;
    this.#clock = clock;
    this.#declinePace = declinePace;
    this.#startedAt = clock.now();
    this.#allowed = { write: share(writesPerMinute), read: share(readsPerMinute) };
  }

  /** Waits until one more request keeps to 90% of the limit in every trailing 60 s; books it. */
  async admit(credentials: Credentials, kind: RequestClass): Promise<void> {
    const bucket = `${agentOf(credentials)} ${kind}`;
    const log = logIn(this.#sent, bucket);
    for (;;) {
      const waitMs = this.roomFor(credentials, kind, 1);
      if (waitMs <= 0) break;
      await this.#clock.sleep(waitMs, `until the ${kind} limit leaves room`);
    }
    log.push(this.#clock.now());
  }

  /** How long to wait until that many requests would be admitted at once. Milliseconds. */
  roomFor(credentials: Credentials, kind: RequestClass, count: number): number {
    const bucket = `${agentOf(credentials)} ${kind}`;
    const blockedMs = (this.#blockedUntil.get(bucket) ?? 0) - this.#clock.now();
    const allowed = Math.max(1, this.#allowed[kind] - count + 1);
    return Math.max(blockedMs, this.#room(logIn(this.#sent, bucket), allowed, WINDOW_MS), 0);
  }

  /** Books a request as it is sent, paced or not. */
  sends(credentials: Credentials, kind: RequestClass): void {
    logIn(this.#all, `${agentOf(credentials)} ${kind}`).push(this.#clock.now());
  }

  /** How many requests of this agent and class may have come to the venue in the last minute. */
  lately(credentials: Credentials, kind: RequestClass): number {
    const log = logIn(this.#all, `${agentOf(credentials)} ${kind}`);
    return this.#within(log, WINDOW_MS + ON_THE_WAY_MS).length;
  }

  /**
   * How long until at most `few` requests of this agent and class came there within a minute: what
   * came before this run is not known, so never in its first minute. Milliseconds.
   */
  quietAfter(credentials: Credentials, kind: RequestClass, few: number): number {
    const log = logIn(this.#all, `${agentOf(credentials)} ${kind}`);
    const windowMs = WINDOW_MS + ON_THE_WAY_MS;
    const sinceStart = this.#startedAt + windowMs - this.#clock.now();
    return Math.max(this.#room(log, few + 1, windowMs), sinceStart, 0);
  }

  /** Nothing of this agent and class is admitted for `waitMs`, as a 429 demands (H-04). */
  limited(credentials: Credentials, kind: RequestClass, waitMs: number): void {
    const bucket = `${agentOf(credentials)} ${kind}`;
    const until = Math.max(this.#blockedUntil.get(bucket) ?? 0, this.#clock.now() + waitMs);
    this.#blockedUntil.set(bucket, until);
  }

  /** What held requests of this agent and class back is over: one has passed. */
  lifted(credentials: Credentials, kind: RequestClass): void {
    this.#blockedUntil.delete(`${agentOf(credentials)} ${kind}`);
  }

  /**
   * Whether an anonymous request may wait so long for a 429 to be over. A guard of logins counts the
   * failures of an address, so that all of a run have one minute, from the first on. Milliseconds.
   */
  anonymousMayWait(ms: number): boolean {
    const now = this.#clock.now();
    this.#anonymousLimitedAt ??= now;
    return now + ms <= this.#anonymousLimitedAt + WINDOW_MS;
  }

  /** How long to wait before provoking that many declines there: 0 when there is room (H-03). */
  declineRoom(credentials: AgentCredentials, marketId: string, side: string, count = 1): number {
    const log = logIn(this.#declines, `${agentOf(credentials)} ${marketId} ${side}`);
    const { most, withinMs } = this.#declinePace;
    return this.#room(log, Math.max(1, most - count + 1), withinMs);
  }

  /** Books a decline. */
  declined(credentials: AgentCredentials, marketId: string, side: string): void {
    logIn(this.#declines, `${agentOf(credentials)} ${marketId} ${side}`).push(this.#clock.now());
  }

  #room(log: number[], allowed: number, windowMs: number): number {
    const decisive = this.#within(log, windowMs).at(-allowed);
    return decisive === undefined ? 0 : decisive + windowMs - this.#clock.now();
  }

  /** The log without what is older than the window. */
  #within(log: number[], windowMs: number): number[] {
    const now = this.#clock.now();
    while (log[0] !== undefined && log[0] + windowMs <= now) log.shift();
    return log;
  }
}

function share(limit: number): number {
  return Math.max(1, Math.floor(limit * SHARE_USED));
}

function agentOf(credentials: Credentials): string {
  return credentials.agentId ?? ((hasKey(credentials) && credentials.apiKey) || credentials.name);
}

function logIn(logs: Map<string, number[]>, name: string): number[] {
  const log = logs.get(name) ?? [];
  logs.set(name, log);
  return log;
}
