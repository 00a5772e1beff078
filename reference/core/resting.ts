/** Resting orders: how one begins to rest, shrinks, and ends. */
import { updateReserve } from "./margin.ts";
import type { Order } from "./order.ts";
import type { Position } from "./position.ts";
import { announce, closeOrder, type VenueState } from "./state.ts";

/** Puts an accepted order's remainder into the book. */
export function rest(state: VenueState, order: Order): void {
  order.market.book.add(order);
  order.position.link(order);
  state.orders.add(order);
}

/** Takes an order out of book and lists; `qty` is what its level still counts of it. */
export function unrest(state: VenueState, order: Order, qty: number): void {
  order.market.book.remove(order, qty);
  order.position.unlink(order);
  state.orders.remove(order);
}

/** Cancels a resting order: its reserve is free at once, and it becomes history. */
export function cancelResting(state: VenueState, order: Order, atMs: number): void {
  const qty = order.remainingQty;
  unrest(state, order, qty);
  order.position.side(order.isBuy).leave(order, qty);
  updateReserve(order.position);
  order.updatedAtMs = atMs;
  state.hash.mix(order.seq);
  state.hash.mix(-qty);
  closeOrder(state, order);
}

/** Takes contracts off a resting order, less than remain; it keeps its priority. */
export function reduceResting(state: VenueState, order: Order, change: Reduction): void {
  order.market.book.shrink(order, change.qty);
  order.position.side(order.isBuy).leave(order, change.qty);
  order.qty -= change.qty;
  updateReserve(order.position);
  order.updatedAtMs = change.atMs;
  state.hash.mix(order.seq);
  state.hash.mix(order.qty);
  announce(state, "order-changed", order);
}

/** Units: contracts, ms. */
export interface Reduction {
  qty: number;
  atMs: number;
}

/**
 * Cuts resting reduce-only orders back to what the position still allows, worst price first, of
 * equal prices the younger first. D-073.
 */
export function trimReduceOnly(state: VenueState, position: Position, atMs: number): void {
  if (position.buys.reduceOnlyQty > 0) trimSide(state, position, { isBuy: true, atMs });
  if (position.sells.reduceOnlyQty > 0) trimSide(state, position, { isBuy: false, atMs });
}

/** D-073. */
function trimSide(state: VenueState, position: Position, side: TrimSide): void {
  const { isBuy, atMs } = side;
  let surplus = position.side(isBuy).reduceOnlyQty - position.reducible(isBuy);
  if (surplus <= 0) return;
  const worstFirst = position.orders
    .filter((order) => order.reduceOnly && order.isBuy === isBuy)
    .sort(
      (one, two) => (isBuy ? one.price - two.price : two.price - one.price) || two.seq - one.seq,
    );
  for (const order of worstFirst) {
    if (surplus <= 0) return;
    const qty = Math.min(surplus, order.remainingQty);
    surplus -= qty;
    if (qty === order.remainingQty) cancelResting(state, order, atMs);
    else reduceResting(state, order, { qty, atMs });
  }
}

interface TrimSide {
  isBuy: boolean;
  atMs: number;
}
