/** Whom an arriving order may have met, and what each of them gave. */

import { BodyRecords } from "../../scenarios/deployment/reading/reading.ts";
import { type MarketState, makersFor, type Resting, type Terms } from "../model/market-state.ts";
import { restingIn } from "./readings.ts";

/** What each maker gave, by order id; null where the listings do not show it. Units: contracts. */
export type GivenByMakers = Record<string, number> | null;

/** The agents of whom an order may have met one that rests. */
export function makersOf(state: MarketState, terms: Terms): string[] {
  return makersFor(state, terms).map(({ agent }) => agent);
}

/** The agents of whom an order may have met a contested one: which of theirs traded is unclear. */
export function rivalsFor(state: MarketState, terms: Terms): string[] {
  return contestedIn(makersFor(state, terms)).map(({ agent }) => agent);
}

/**
 * Reduce-only orders that share a position with others of their agent. What a venue cuts back then,
 * and when, is its own choice (D-073).
 */
export function contestedIn(orders: readonly Resting[]): Resting[] {
  return orders.filter(({ contested }) => contested);
}

/** Whether makers may have given this together; of what nothing shows, they may. */
export function addsUp(given: GivenByMakers, filled: number): boolean {
  if (given === null) return true;
  const each = Object.values(given);
  return each.every((qty) => qty >= 0) && each.reduce((sum, qty) => sum + qty, 0) === filled;
}

/**
 * Whether one that is gone whole may have been cancelled: on a market with leverage a venue may take
 * back what an agent's cash no longer covers once a trade has moved its position.
 */
export function mayLackMargin(
  makers: readonly Resting[],
  given: Readonly<Record<string, number>>,
  filled: number,
): boolean {
  const sum = Object.values(given).reduce((all, qty) => all + qty, 0);
  return sum > filled && makers.some(({ id, qty }) => given[id] === qty);
}

/** What makers gave, by what each agent's open orders say is left of them. */
export function givenBy(
  makers: readonly Resting[],
  open: ReadonlyMap<string, unknown>,
): GivenByMakers {
  const left = makers.map(({ id, agent }) => restingIn(new BodyRecords(open.get(agent)), id));
  if (left.includes(null)) return null;
  return Object.fromEntries(makers.map(({ id, qty }, index) => [id, qty - Number(left[index])]));
}
