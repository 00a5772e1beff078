/** Amending a resting order: less quantity keeps its priority, anything else queues anew. D-030. */
import { admit, contextOf } from "./admission.ts";
import { ownOrder } from "./cancel.ts";
import type { AmendOrder, OrderRequest } from "./commands.ts";
import type { Objection } from "./gates/gate.ts";
import { contractValue, updateReserve } from "./margin.ts";
import { match } from "./matching.ts";
import { type Order, orderView } from "./order.ts";
import type { AmendOutcome, Refusal } from "./outcomes.ts";
import { settle } from "./place.ts";
import { reduceResting, unrest } from "./resting.ts";
import { announce, type VenueState } from "./state.ts";

/**
 * Spec: gaps; ours is PATCH /orders/{order_id}. Units: price units; `qty` is the new total.
 * Errors: AMEND_CONFLICT when the total is not above what is filled, or when a gate objects to the
 * order as it would become (`details.reject_reason`); the order then stays as it was.
 */
export function amend(state: VenueState, command: AmendOrder, atMs: number): AmendOutcome {
  if (state.frozen) {
    return { kind: "refused", code: "EXCHANGE_FROZEN", message: "the kill switch is on" };
  }
  const order = ownOrder(state, command);
  if ("kind" in order) return order;
  const { price = order.price, qty = order.qty } = command;
  if (qty <= order.filledQty) {
    return conflict(`qty ${qty} is not above the ${order.filledQty} filled`);
  }
  if (price === order.price && qty <= order.qty) {
    if (qty < order.qty) reduceResting(state, order, { qty: order.qty - qty, atMs });
    return { kind: "amended", order: orderView(order) };
  }
  return requeue(state, order, { price, qty, atMs });
}

interface Amendment {
  price: number;
  qty: number;
  atMs: number;
}

/**
 * Judges the changed order as if it arrived now, its old self out of the sums but in its place; what
 * the position is to open at stays, even if nothing else works.
 */
function requeue(state: VenueState, order: Order, change: Amendment): AmendOutcome {
  const { position } = order;
  const { leverage, marginMode } = position;
  const side = position.side(order.isBuy);
  const lowBefore = side.low;
  const remaining = order.remainingQty;
  side.leave(order, remaining);
  updateReserve(position);
  position.leverage = leverage;
  position.marginMode = marginMode;
  const objection = judge(state, order, change);
  if (objection !== null) {
    side.enter(order);
    side.low = lowBefore;
    updateReserve(position);
    return refusalOf(objection);
  }
  unrest(state, order, remaining);
  order.price = change.price;
  order.qty = change.qty;
  order.seq = ++state.orderSeq;
  order.value = contractValue(order.market, order.isBuy, change.price);
  order.updatedAtMs = change.atMs;
  side.enter(order);
  updateReserve(position);
  match(state, order, change.atMs);
  settle(state, order, lowBefore);
  if (order.open) announce(state, "order-changed", order);
  state.hash.mix(order.seq);
  state.hash.mix(order.price);
  return { kind: "amended", order: orderView(order) };
}

function judge(state: VenueState, order: Order, { price, qty, atMs }: Amendment): Objection | null {
  const request: OrderRequest = {
    marketId: order.market.marketId,
    side: order.isBuy ? "BUY" : "SELL",
    type: "LIMIT",
    tif: order.tif,
    price,
    qty: qty - order.filledQty,
    reduceOnly: order.reduceOnly,
  };
  return admit(state, request, contextOf(state, { agent: order.agent, request, atMs }));
}

function refusalOf(objection: Objection): Refusal {
  if (objection.kind === "refused") return objection;
  if (objection.kind === "first-result") return conflict("the order is known already");
  return conflict(objection.message, { reject_reason: objection.code });
}

function conflict(message: string, details?: Record<string, unknown>): Refusal {
  const refusal: Refusal = { kind: "refused", code: "AMEND_CONFLICT", message };
  return details === undefined ? refusal : { ...refusal, details };
}
