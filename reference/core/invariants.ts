/** What must hold over the whole state after every command; one sentence per condition. */
import type { Agent } from "./agent.ts";
import type { BookSide, Level } from "./book.ts";
import { requirement } from "./margin.ts";
import type { Market } from "./market.ts";
import { assert } from "./money.ts";
import type { Order } from "./order.ts";
import type { Position } from "./position.ts";
import type { VenueState } from "./state.ts";

/** Walks everything; costs as much as the state is large. Errors: throws at the first violation. */
export function assertInvariants(state: VenueState): void {
  const total = state.ledger.accounts.reduce((sum, { cents }) => sum + cents, 0);
  assert(total === 0, "the ledger sums to zero");
  for (const agent of state.agents.values()) assertAgent(agent);
  let resting = 0;
  for (const market of state.markets.values()) resting += assertMarket(state, market);
  assert(resting === state.orders.size, "every live order stands in exactly one level");
}

function assertAgent(agent: Agent): void {
  let reserved = 0;
  for (const position of agent.positions) {
    assertPosition(position);
    reserved += position.reservedCents;
  }
  assert(agent.reservedCents === reserved, "an agent's earmark is that of its positions");
  assert(reserved >= 0, "an earmark is not negative");
  assert(reserved <= agent.cash.cents, "an earmark is covered by cash");
}

function assertPosition(position: Position): void {
  const { qty, entry, market } = position;
  assert(position.reservedCents === requirement(position), "the earmark is what is needed");
  const { realizedCents, realizedRest, leverage, marginMode } = position;
  assert(Math.abs(realizedRest) < market.unitsPerCent, "what is left of a gain is below a cent");
  assert(realizedCents * realizedRest >= 0, "and has the sign of the gain");
  const { openLoss } = position;
  assert(openLoss >= 0, "what opening has lost is not negative");
  assert(openLoss === 0 || (qty !== 0 && marginMode === "ISOLATED"), "and stands behind something");
  const isDefault = leverage === 1 && marginMode === "CROSS";
  assert(!position.isIdle || isDefault, "where nothing is open or works there are no terms");
  const size = Math.abs(qty);
  assert(entry >= market.low * size, "no contract was opened below the band");
  assert(entry <= market.high * size, "no contract was opened above the band");
  assert(
    market.status === "OPEN" || position.orders.length === 0,
    "only an OPEN market has orders",
  );
  const resting = position.orders;
  for (const isBuy of [true, false]) assertWorking(position, isBuy, resting);
}

function assertWorking(position: Position, isBuy: boolean, resting: Order[]): void {
  const side = position.side(isBuy);
  const orders = resting.filter((order) => order.isBuy === isBuy);
  assert(sum(orders, (order) => order.remainingQty) === side.qty, "a side counts its contracts");
  assert(sum(orders, (order) => order.remainingQty * order.value) === side.value, "and value");
  assert(
    orders.every((order) => order.value >= side.low),
    "low is at most any value",
  );
  const reducing = orders.filter((order) => order.reduceOnly);
  const reducingQty = sum(reducing, (order) => order.remainingQty);
  assert(reducingQty === side.reduceOnlyQty, "a side counts its reduce-only contracts");
  assert(reducingQty <= position.reducible(isBuy), "reduce-only orders fit into the position");
}

function assertMarket(state: VenueState, market: Market): number {
  const { bids, asks } = market.book;
  const positions = market.positions.filter((position) => position !== undefined);
  assert(sum(positions, ({ qty }) => qty) === 0, "positions of a market sum to zero");
  if (market.isPerp) {
    const isOver = market.status === "RESOLVED" || market.status === "VOID";
    const paid = isOver ? 0 : sum(positions, ({ realizedCents }) => realizedCents);
    assert(market.clearing.cents === 0 - paid, "clearing lacks what was realized");
    const gained = isOver ? 0 : sum(positions, gainedUnits);
    assert(gained === 0, "gains, losses and what is open sum to zero, to the part of a cent");
  } else {
    const openInterest = sum(positions, ({ qty }) => Math.max(0, qty));
    const escrow = market.payoutCents * openInterest;
    assert(market.clearing.cents === escrow, "escrow is the payout of every open contract");
  }
  if (bids.best !== null && asks.best !== null) {
    assert(bids.best.price < asks.best.price, "a book is not crossed");
  }
  return assertSide(state, bids) + assertSide(state, asks);
}

/** What an agent took out of a market, and put in for what is open. Units: price units. */
function gainedUnits({ market, qty, entry, realizedCents, realizedRest }: Position): number {
  return realizedCents * market.unitsPerCent + realizedRest - Math.sign(qty) * entry;
}

function assertSide(state: VenueState, { levels, best, isBids }: BookSide): number {
  assert(best === (levels.at(-1) ?? null), "the best is the last");
  let orders = 0;
  levels.forEach((level, index) => {
    const previous = index === 0 ? Number.NEGATIVE_INFINITY : levels[index - 1]!.rank;
    assert(level.rank > previous, "levels get better toward the end");
    assert(level.rank === (isBids ? level.price : -level.price), "better is higher for bids");
    orders += assertLevel(state, level, isBids);
  });
  return orders;
}

function assertLevel(state: VenueState, level: Level, isBids: boolean): number {
  let orders = 0;
  let qty = 0;
  for (let order = level.head; order !== null; order = order.next) {
    orders++;
    qty += order.remainingQty;
    assertResting(state, order, level);
    assert(order.isBuy === isBids, "an order rests on its side");
    assert(
      order.next === null || order.seq < order.next.seq,
      "a level is first come, first served",
    );
  }
  assert(orders > 0, "a level is not empty");
  assert(qty === level.qty, "a level counts its contracts");
  return orders;
}

function assertResting(state: VenueState, order: Order, level: Level): void {
  assert(state.orders.get(order.orderId) === order, "a resting order is known by its id");
  assert(order.level === level && order.price === level.price, "an order stands at its price");
  assert(order.open, "a resting order is open");
  assert(order.filledQty >= 0, "a filled quantity is not negative");
  assert(order.filledQty < order.qty, "a resting order has something left");
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
