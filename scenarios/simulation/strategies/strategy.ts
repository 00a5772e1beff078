/** What an agent of a strategy sees, and what it answers with. */
import type { MarketKind, OrderRequest, Side } from "../../../reference/index.ts";
import type { Draft } from "../draft.ts";
import type { Random } from "../random.ts";

/** A market as everybody sees it. Units: price units. */
export interface MarketView {
  marketId: string;
  kind: MarketKind;
  low: number;
  high: number;
  tick: number;
  bestBid: number | null;
  bestAsk: number | null;
  mark: number | null;
}

/** A resting order as its client knows it. Units: price units, contracts. */
export interface KnownOrder {
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
  market(): MarketView;
  /** One of its own resting orders; undefined when it knows none. */
  anOrder(): KnownOrder | undefined;
  /** Signed contracts. */
  position(marketId: string): number;
  /** Adds what orders carry by the run's habits: a client order id, a stamp, an extreme. */
  dressed(order: OrderRequest, market: MarketView): OrderRequest;
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
