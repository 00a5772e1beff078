/** Wire forms of this venue: names and shapes are its own wherever the spec shows none. */
import type { Book } from "./book.ts";
import type { Market, Side } from "./market.ts";
import type { Order, Progress } from "./order.ts";

const ZERO_UUID = "00000000-0000-0000-0000-000000000000";

/** OrderPlaceResult of an order in its present state; what is null elsewhere is left out here. */
export function placeResult(order: Order): object {
  const value = order.fills.reduce((sum, fill) => sum + fill.price * fill.qty, 0);
  return {
    order_id: order.id,
    market_id: order.request.marketId,
    status: order.state,
    filled_qty: order.executed,
    remaining_qty: order.leaves,
    ...(order.executed > 0 && { avg_fill_price_cents: value / order.executed }),
    fills: order.fills.map((fill) => ({
      execution_id: fill.executionId,
      px: fill.price,
      quantity: fill.qty,
    })),
    ...(order.leverage !== null && { effective_leverage: order.leverage }),
  };
}

/** OrderPlaceResult of an order that never entered the ledger. */
export function rejectedResult(marketId: string, code: string, message: string): object {
  return {
    order_id: ZERO_UUID,
    market_id: marketId,
    status: "REJECTED",
    reject_reason: code,
    reject_message: message,
    filled_qty: 0,
    remaining_qty: 0,
    fills: [],
  };
}

/** An order's record as a reader sees it, which may be a moment old. */
export function orderRecord(order: Order, seen: Progress): object {
  const { request } = order;
  return {
    id: order.id,
    market: order.market.id,
    ...(request.clientOrderId !== null && { client_ref: request.clientOrderId }),
    side: request.side,
    order_type: request.type,
    time_in_force: request.tif,
    ...(request.type === "LIMIT" && { limit_price: request.price }),
    executed_qty: seen.executed,
    leaves_qty: seen.leaves,
    state: seen.state,
    created: new Date(order.createdAtMs).toISOString(),
  };
}

/** A market's record: the four fields the spec names, and the mark where there is one. */
export function marketRecord(market: Market): object {
  const { id, status, kind, min, max, tick, mark } = market;
  const geometry = { price_min: min, price_max: max, tick };
  return { id, status, kind, geometry, ...(mark !== null && { mark }) };
}

/** Price levels of one side as pairs of price and quantity, best first, seen at a time. */
export function levels(orders: Order[], side: Side, atMs: number): [number, number][] {
  const depth = new Map<number, number>();
  for (const order of orders) {
    const leaves = order.seen.read(atMs)?.leaves ?? 0;
    if (order.request.side !== side || leaves === 0) continue;
    depth.set(order.request.price!, (depth.get(order.request.price!) ?? 0) + leaves);
  }
  return [...depth].sort(([a], [b]) => (side === "BUY" ? b - a : a - b));
}

/** Trades of a market seen at a time, newest first. */
export function tradeRecords(book: Book, atMs: number): object[] {
  return book.trades
    .filter((trade) => trade.atMs <= atMs)
    .map((trade) => ({
      px: trade.price,
      quantity: trade.qty,
      taker: trade.takerSide,
      at: new Date(trade.atMs).toISOString(),
    }))
    .reverse();
}
