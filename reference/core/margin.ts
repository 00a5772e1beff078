/**
 * How much cash an agent's stand in one market earmarks, and why the earmark can always be paid.
 *
 * A contract of a working order has a `value`, the most its fill can cost: on a binary the price
 * for a BUY and payout minus price for a SELL, on a perp the notional at max(limit, mark, the bid a
 * SELL arrives at). Contracts that close the position cost nothing. Which ones close depends on
 * the order of fills, so a side working `qty` against `covered` closable contracts needs
 *
 *     qty <= covered ? 0 : sum of values - covered * low
 *
 * where `low` is at most any value of the side: an upper bound of the exact need, exact when all
 * values are equal. It never grows when a contract is cancelled (a value >= low leaves), when one
 * fills as closing (value >= low leaves, covered falls by one), or when one fills as opening (its
 * value leaves and at most that is paid, or is kept as margin). An arriving order is admitted as if
 * it rested first. Hence a need that fitted into the cash at admission fits for ever after.
 */
import type { Market } from "./market.ts";
import { divideUp } from "./money.ts";
import type { Position, WorkingSide } from "./position.ts";

/** An order not yet counted: contracts, each of this value, and the leverage it would set. */
export interface Addition {
  isBuy: boolean;
  qty: number;
  value: number;
  leverage: number;
}

/** The most one contract can cost. D-074. Units: price units. Shape: `limit` on the grid. */
export function contractValue(market: Market, isBuy: boolean, limit: number): number {
  if (!market.isPerp) return isBuy ? limit : market.payoutCents - limit;
  const mark = market.givenMark ?? limit;
  const value = Math.max(mark, limit);
  const touch = isBuy ? null : market.book.bids.best;
  return touch !== null && touch.price > value ? touch.price : value;
}

/** Cash the position and its working orders need. Units: cents, rounded up, against the agent. */
export function requirement(position: Position): number {
  const { market } = position;
  const units =
    (market.isPerp ? position.entry : 0) +
    excess(position.buys, position.reducible(true)) +
    excess(position.sells, position.reducible(false));
  return market.isPerp ? divideUp(units, market.unitsPerCent * position.leverage) : units;
}

/** The same as if the addition were working too. Units: cents, rounded up. */
export function requirementWith(position: Position, addition: Addition): number {
  const { market } = position;
  const { isBuy } = addition;
  const units =
    (market.isPerp ? position.entry : 0) +
    excessWith(position.side(isBuy), position.reducible(isBuy), addition) +
    excess(position.side(!isBuy), position.reducible(!isBuy));
  return market.isPerp ? divideUp(units, market.unitsPerCent * addition.leverage) : units;
}

function excess(side: WorkingSide, covered: number): number {
  return side.qty <= covered ? 0 : side.value - covered * side.low;
}

function excessWith(side: WorkingSide, covered: number, addition: Addition): number {
  if (side.qty + addition.qty <= covered) return 0;
  const low = side.qty === 0 ? addition.value : Math.min(side.low, addition.value);
  return side.value + addition.value * addition.qty - covered * low;
}

/** Brings the earmark up to date after the position or its working orders changed. */
export function updateReserve(position: Position): void {
  if (position.isIdle) position.forgetTerms();
  const cents = requirement(position);
  position.agent.reservedCents += cents - position.reservedCents;
  position.reservedCents = cents;
}
