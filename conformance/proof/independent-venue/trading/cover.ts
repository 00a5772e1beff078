/** Keeps resting orders covered as positions move: what no longer closes must be paid for. */
import { closable, freeCents, marginFor } from "./account.ts";
import type { Order } from "./order.ts";

/** What is to become of a resting order. */
export type Remedy = { order: Order; contracts: number };

/**
 * Cuts that keep one agent's resting orders of one side in one market within its position and cash.
 * Shape: `mine` best price first, which gives way last; `resting` is all the agent has resting.
 */
export function remediesFor(mine: Order[], resting: Order[]): Remedy[] {
  const [first] = mine;
  if (first === undefined) return [];
  const room = closable(first.agent, first.market, first.request.side);
  return [...reducersBeyond(mine, room), ...unpaid(mine, { room, resting })];
}

/** Reduce-only quantity may not exceed the position. */
function reducersBeyond(mine: Order[], position: number): Remedy[] {
  let room = position;
  return mine
    .filter(({ request }) => request.reduceOnly)
    .map((order) => {
      const contracts = Math.max(0, order.leaves - room);
      room -= order.leaves - contracts;
      return { order, contracts };
    });
}

/** A plain order that a position used to cover sets cash aside now, or goes. */
function unpaid(mine: Order[], { room, resting }: { room: number; resting: Order[] }): Remedy[] {
  let left = room;
  const plain = mine.filter(({ request }) => !request.reduceOnly);
  return plain.flatMap((order) => {
    const opens = Math.max(0, order.leaves - left);
    left = Math.max(0, left - order.leaves);
    const held = (order.holdCents * order.leaves) / order.qty;
    const needed = marginOf(order, opens);
    if (needed <= held) return [];
    order.holdCents = Math.ceil((needed * order.qty) / order.leaves);
    return freeCents(order.agent, resting) < 0 ? [{ order, contracts: order.leaves }] : [];
  });
}

function marginOf({ market, request, leverage }: Order, qty: number): number {
  return marginFor(market, request.side, { qty, price: request.price!, leverage: leverage ?? 1 });
}
