/** A trading agent: its wallet, its positions and what it was answered by client order id. */
import type { StoredResult } from "./idempotency.ts";
import type { LedgerAccount } from "./ledger.ts";
import type { KeyHolder, KeyView } from "./outcomes.ts";
import type { Position } from "./position.ts";

/** A person or firm; owns one or more agents. */
export interface Account {
  readonly accountId: string;
  readonly publicId: string;
  readonly owner: string;
  readonly displayName: string;
  readonly agents: Agent[];
}

/** An API key, by digest; it works until it is revoked. */
export interface ApiKey extends KeyHolder, KeyView {
  revokedAtMs: number | null;
}

/** Units: cents. Shape: 0 <= reservedCents <= cash, kept by the margin gate (see margin.ts). */
export class Agent {
  /** Position in order of creation; stands for the agent where an integer is needed. */
  readonly index: number;
  readonly agentId: string;
  readonly name: string;
  readonly account: Account;
  readonly cash: LedgerAccount;
  /** What it was opened with. */
  readonly fundedCents: number;
  reservedCents = 0;
  /** @bound one a market: trading on goes on in the same one; reference/core/leftovers.test.ts */
  readonly positions: Position[] = [];
  /**
   * Those in perps.
   * @bound one a perp: trading on goes on in the same one; reference/core/leftovers.test.ts
   */
  readonly perps: Position[] = [];
  /**
   * By client order id.
   * @bound 10,000 of all agents together: older ones are in the store; reference/store/results.test.ts
   */
  readonly results = new Map<string, StoredResult>();

  constructor(
    index: number,
    who: Pick<Agent, "agentId" | "name" | "account" | "cash" | "fundedCents">,
  ) {
    this.index = index;
    this.agentId = who.agentId;
    this.name = who.name;
    this.account = who.account;
    this.cash = who.cash;
    this.fundedCents = who.fundedCents;
  }

  get freeCents(): number {
    return this.cash.cents - this.reservedCents;
  }
}
