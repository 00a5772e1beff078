/** Counts anew, from the orders alone, whatever the observer sums up as they come and go. */
import { need } from "./reserve.ts";
import {
  remaining,
  type Shadow,
  type ShadowAgent,
  type ShadowOrder,
  type ShadowPosition,
} from "./shadow.ts";
import type { ShadowSide } from "./shadow-side.ts";

const SIDES = ["BUY", "SELL"] as const;

/** Errors: throws when a sum is wrong; that is a defect of the observer, not of the venue. */
export function recount(shadow: Shadow): void {
  const books = new Map<ShadowSide, ShadowOrder[]>();
  for (const { bids, asks } of shadow.markets.values()) {
    books.set(bids, []);
    books.set(asks, []);
  }
  for (const agent of shadow.agents.values()) {
    for (const position of agent.positions.values()) {
      recountWorking(position);
      books.get(position.market.bids)!.push(...position.BUY.orders);
      books.get(position.market.asks)!.push(...position.SELL.orders);
    }
    recountReserve(agent);
  }
  for (const { bids, asks } of shadow.markets.values()) {
    recountBook(bids, books.get(bids)!, -1);
    recountBook(asks, books.get(asks)!, 1);
  }
}

function recountWorking(position: ShadowPosition): void {
  for (const side of SIDES) {
    const kept = position[side];
    if (kept.orders.size === 0 && kept.qty === 0) continue;
    const sums = [kept.qty, kept.reduceOnlyQty, kept.value, kept.cheapest];
    agree("working orders", sums, sumsOf(kept.orders));
  }
}

function sumsOf(orders: Iterable<ShadowOrder>): number[] {
  let [qty, reduceOnlyQty, value, cheapest] = [0, 0, 0, Number.POSITIVE_INFINITY];
  for (const order of orders) {
    const left = remaining(order);
    qty += left;
    if (order.reduceOnly) reduceOnlyQty += left;
    value += left * order.value;
    cheapest = Math.min(cheapest, order.value);
  }
  return [qty, reduceOnlyQty, value, cheapest];
}

function recountReserve(agent: ShadowAgent): void {
  let least = 0;
  let most = 0;
  for (const position of agent.positions.values()) {
    if (position.reserve === null) continue;
    const [low, high] = need(position, null);
    least += low;
    most += high;
  }
  agree("a reserve", [agent.reservedLeast, agent.reservedMost], [least, most]);
}

/** Every working order once, by price and then by arrival. */
function recountBook(side: ShadowSide, orders: ShadowOrder[], sign: 1 | -1): void {
  const anew = orders.sort((one, other) => {
    return sign * (one.price - other.price) || one.arrival - other.arrival;
  });
  const numbersOf = (list: readonly ShadowOrder[]) => list.map(({ arrival }) => arrival);
  agree("a book", numbersOf(side.orders), numbersOf(anew));
}

function agree(what: string, kept: readonly number[], anew: readonly number[]): void {
  if (kept.length === anew.length && kept.every((number, index) => number === anew[index])) return;
  throw new Error(`the observer keeps ${what} as ${kept.join()}, and counts ${anew.join()}`);
}
