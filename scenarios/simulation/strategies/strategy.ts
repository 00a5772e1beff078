/** What an agent of a strategy sees, and what it answers with. */
import type { OrderRequest, Side } from "../../../reference/index.ts";
import type { ObservedMarket } from "../observed-market.ts";
import type { Random } from "../random.ts";

/** A resting order as its client knows it. Units: price units, contracts. */
export interface ObservedOrder {
  orderId: string;
  marketId: string;
  side: Side;
  price: number;
  qty: number;
  filledQty: number;
}

/** What an agent knows when it acts. */
export interface Trader {
  random: Random;
  /** A market to look at now. */
  market(): ObservedMarket;
  /** One of its own resting orders; undefined when it knows none. */
  anOrder(): ObservedOrder | undefined;
  /** Signed contracts. */
  position(marketId: string): number;
  /** Adds what orders carry by the run's habits: a client order id, a stamp, an extreme. */
  dressed(order: OrderRequest, market: ObservedMarket): OrderRequest;
  /** What was last sent with a client order id; undefined before there was one. */
  lastPlaced(): OrderRequest | undefined;
  /** An order of anybody, for who meddles. */
  anyOrderId(): string;
}

/** A way to trade. */
export interface Strategy {
  says: string;
  act(trader: Trader): Draft;
}

/** One request of a client: a command before the venue gave it ids and a time. */
export type Draft =
  | { type: "place"; request: OrderRequest }
  | { type: "cancel"; orderId: string }
  | { type: "cancel-all"; marketId?: string }
  | { type: "amend"; orderId: string; price?: number; qty?: number }
  | { type: "replace-ladder"; marketId: string; side?: Side; orders: OrderRequest[] };
