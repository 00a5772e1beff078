/** An order of the venue, from the request that asked for it to what a reader may see. */

import { Lagged } from "../pace/lagged.ts";
import type { Agent } from "./account.ts";
import type { Market, Side } from "./market.ts";

/** Time in force as sent; MARKET orders ignore it. */
export type TimeInForce = "GTC" | "IOC" | "FOK" | "POST_ONLY";

/** Order status; REJECTED orders never become an `Order`. */
export type OrderState = "NEW" | "PARTIAL" | "FILLED" | "CANCELLED";

/** A place request whose shape was found good; null stands for a field that was not sent. */
export interface PlaceRequest {
  marketId: string;
  side: Side;
  type: "LIMIT" | "MARKET";
  tif: TimeInForce;
  price: number | null;
  qty: number;
  clientOrderId: string | null;
  timestampMs: number | null;
  recvWindowMs: number | null;
  reduceOnly: boolean;
  slippageCapCents: number | null;
  slippageCapBps: number | null;
  leverage: number | null;
  marginMode: "CROSS" | "ISOLATED" | null;
  confirmFatFinger: boolean;
}

/** One order's side of a trade, at the maker's price. */
export interface Fill {
  executionId: string;
  price: number;
  qty: number;
}

/** What changes in an order over its life; readers see it late. */
export interface Progress {
  state: OrderState;
  executed: number;
  leaves: number;
}

/**
 * An order that entered the ledger.
 * Units: `holdCents` is the cash set aside for the whole `qty`. Shape: `qty` is what remained of
 * the requested quantity after a reduce-only trim; `leverage` is null off the perps; `first` is
 * how it stood after immediate matching, `fills` being how many of them it had by then.
 */
export interface Order extends Progress {
  id: string;
  agent: Agent;
  market: Market;
  request: PlaceRequest;
  qty: number;
  holdCents: number;
  leverage: number | null;
  fills: Fill[];
  createdAtMs: number;
  seen: Lagged<Progress>;
  first: Progress & { fills: number };
}

/** The parts of a new order that admission decided. */
export type NewOrder = Pick<
  Order,
  "id" | "agent" | "market" | "request" | "qty" | "holdCents" | "leverage" | "createdAtMs"
>;

/** A fresh order with nothing executed. */
export function openOrder(parts: NewOrder): Order {
  const untouched: Progress = { state: "NEW", executed: 0, leaves: parts.qty };
  const first = { ...untouched, fills: 0 };
  return { ...parts, ...untouched, fills: [], seen: new Lagged(), first };
}

/** Adds a fill to an order; the last one makes it FILLED. */
export function fillOrder(order: Order, fill: Fill): void {
  order.fills.push(fill);
  order.executed += fill.qty;
  order.leaves -= fill.qty;
  order.state = order.leaves === 0 ? "FILLED" : "PARTIAL";
}

/** The changing part of an order as it is now. */
export function progressOf({ state, executed, leaves }: Order): Progress {
  return { state, executed, leaves };
}

/** Makes the present state of an order visible to readers, from a time on. */
export function publish(order: Order, atMs: number): void {
  order.seen.write(progressOf(order), atMs);
}
