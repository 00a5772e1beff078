/** The rows of history as readers ask for them, wherever they are kept. */
import type { OrderStatus } from "../../core/outcomes.ts";
import type { MidStep } from "./live-market.ts";
import type { Spacing } from "./mid-points.ts";
import type { StoredRow } from "./rows.ts";

/** Which of an agent's orders; all where nothing is said. */
export interface OrderFilter {
  marketId: string | undefined;
  statuses: ReadonlySet<OrderStatus> | null;
  limit: number;
}

/** What a market's history ends with: the latest candle of each period, and the latest mid. */
export interface LatestRows {
  candles: StoredRow[];
  step: MidStep | undefined;
}

/** A client order id, and whose it is. */
export type ResultKey = readonly [agentId: string, clientOrderId: string];

/** Errors: whatever the database throws. */
export interface KeptHistory {
  /** One that has ended. */
  order(orderId: string): Promise<StoredRow | undefined>;
  /** An agent's that have ended, the last placed first. */
  orders(agentId: string, filter: OrderFilter): Promise<StoredRow[]>;
  /** A market's, the newest first. */
  trades(marketId: string, limit: number): Promise<StoredRow[]>;
  /** A market's, the newest first. Units: seconds. */
  candles(marketId: string, periodS: number, limit: number): Promise<StoredRow[]>;
  /**
   * The steps of a market's mid that so many points can need, the newest first: of all between two
   * points the last, so that it costs the same however often the mid moved.
   */
  steps(marketId: string, wanted: Spacing & { limit: number }): AsyncIterable<MidStep>;
  latest(marketId: string): Promise<LatestRows>;
  /** Of every agent. Units: thousandths of a cent. */
  volumes(): Promise<[agentId: string, millicents: number][]>;
  /** Those of some client order ids that are there, in any order. */
  results(keys: readonly ResultKey[]): Promise<StoredRow[]>;
  /** Whether there are so many results at least. */
  hasResults(count: number): Promise<boolean>;
}
