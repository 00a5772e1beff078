/** What the venue tells the outside while it applies a command: food for history and streams. */
import type { Side } from "./commands.ts";
import type { MarketView, OrderView } from "./outcomes.ts";

/**
 * An order began to rest, changed while resting, or ended (FILLED or CANCELLED).
 * Shape: an order that never rested is only closed; a declined one has no event.
 */
export interface OrderEvent {
  type: "order-opened" | "order-changed" | "order-closed";
  order: OrderView;
}

/** One match. Units: market price units, contracts, ms. Shape: the price is the maker's (D-026). */
export interface TradeEvent {
  type: "trade";
  tradeSeq: number;
  marketId: string;
  price: number;
  qty: number;
  takerSide: Side;
  atMs: number;
  takerOrderId: string;
  makerOrderId: string;
  takerAgentId: string;
  makerAgentId: string;
}

/** A market was created, moved to another status, or got another mark price. */
export interface MarketEvent {
  type: "market-changed";
  market: MarketView;
}

/** Whatever happens on a venue that its stream and history tell. */
export type VenueEvent = OrderEvent | TradeEvent | MarketEvent;
