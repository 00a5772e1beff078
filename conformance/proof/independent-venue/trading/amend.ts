/** Changes price or quantity of a resting order, in the amend route's own shape. */
import { envelope, invalidField, type Problem } from "../http/refusal.ts";
import { freeCents, marginFor } from "./account.ts";
import { reachOf } from "./admission.ts";
import type { Book } from "./book.ts";
import { isOnGrid, opposite, sign } from "./market.ts";
import type { Order } from "./order.ts";

/** New terms; null leaves a term as it is. `qty` is the whole quantity, executed part included. */
export interface Amendment {
  price: number | null;
  qty: number | null;
}

/**
 * Gives a resting order new terms; a smaller quantity keeps its place, all else goes to the end.
 * Errors: the problem, with nothing changed, when the order is done, would trade or costs too much.
 */
export function amendOrder(
  order: Order,
  { price, qty }: Amendment,
  { book, resting }: { book: Book; resting: Order[] },
): Problem | null {
  const at = price ?? order.request.price!;
  const leaves = (qty ?? order.qty) - order.executed;
  const problem = objection(order, { at, leaves }, { book, resting });
  if (problem) return problem;
  const keepsPlace = at === order.request.price && leaves <= order.leaves;
  order.holdCents = holdOf(order, at, order.executed + leaves);
  order.request = { ...order.request, price: at };
  order.qty = order.executed + leaves;
  order.leaves = leaves;
  if (keepsPlace) return null;
  book.remove(order);
  book.add(order);
  return null;
}

function objection(
  order: Order,
  { at, leaves }: { at: number; leaves: number },
  { book, resting }: { book: Book; resting: Order[] },
): Problem | null {
  const { market, request } = order;
  const others = resting.filter((other) => other !== order);
  const facing = book.touch(opposite(request.side));
  if (order.leaves === 0) return envelope(409, "order_done", "the order is done");
  if (leaves <= 0) return envelope(409, "amend_too_small", "that much is executed already");
  if (!isOnGrid(market, at)) return invalidField("price", "a price on the grid is needed");
  if (leaves > order.leaves && (request.reduceOnly || reach(order, others) + leaves > market.cap)) {
    return envelope(409, "amend_too_large", "the order may not grow so far");
  }
  if (facing !== null && sign(request.side) * (at - facing) >= 0) {
    return envelope(409, "amend_would_cross", "the order would trade at once");
  }
  const extra = holdOf(order, at, leaves) - holdOf(order, request.price!, order.leaves);
  if (extra > 0 && extra > freeCents(order.agent, resting)) {
    return envelope(409, "amend_unaffordable", "not enough free cash");
  }
  return null;
}

/** The position the other orders of that side could lead to, seen from that side. */
function reach({ agent, market, request: { side } }: Order, others: Order[]): number {
  return reachOf({ agent, market, side }, others);
}

/** Cash set aside for a quantity at a price; nothing for an order that only closes. */
function holdOf(order: Order, price: number, qty: number): number {
  if (order.holdCents === 0) return 0;
  return marginFor(order.market, order.request.side, { qty, price, leverage: order.leverage ?? 1 });
}
