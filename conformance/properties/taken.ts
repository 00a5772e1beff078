/** Which makers gave what to a taker: priority is the venue's own (D-026), so it is read. */

import { that } from "../check/expectation.ts";
import { makersFor, type PlaceSummary, type Resting, type Terms } from "../model/market-state.ts";
import { type Allocation, byPriceAndTime, isAmbiguous } from "../model/venue.ts";
import { Broken } from "./broken.ts";
import type { PropertyRun } from "./property-run.ts";
import { restingIn } from "./readings.ts";

/** What each maker gave; null where the listings do not tell. */
type Given = Record<string, number> | null;

/**
 * The quantity each maker gave to an order just answered: read where there was a choice, null where
 * then nothing tells. Errors: Broken where the sums differ.
 */
export async function takenFrom(
  floor: PropertyRun,
  terms: Terms,
  told: PlaceSummary,
): Promise<Allocation | null> {
  const { world } = floor;
  const expected = byPriceAndTime(world, terms, told);
  if (!isAmbiguous(world, terms, told)) return expected;
  const makers = makersFor(world, terms);
  const filled = told.filled ?? 0;
  const demand = that<Given>(`makers that gave ${filled} together`, (given) => adds(given, filled));
  const given = await floor.reading(() => givenBy(floor, makers), demand);
  if (given === null) return null;
  if (!adds(given, filled)) {
    const actual = `${Object.values(given).join(" + ")} taken from ${makers.length} makers`;
    throw new Broken("state", { expected: demand.says, actual });
  }
  if (makers.some(({ amended }) => amended)) return given;
  floor.tookInTurn(makers.every(({ id }) => (given[id] ?? 0) === (expected[id] ?? 0)));
  return given;
}

function adds(given: Given, filled: number): boolean {
  if (given === null) return true;
  const each = Object.values(given);
  return each.every((qty) => qty >= 0) && each.reduce((sum, qty) => sum + qty, 0) === filled;
}

async function givenBy(floor: PropertyRun, makers: readonly Resting[]): Promise<Given> {
  const open = new Map<string, unknown>();
  for (const caller of floor.callers) {
    if (!makers.some(({ agent }) => agent === caller.seat.name)) continue;
    open.set(caller.seat.name, (await caller.openOrders(floor.market.id)).response?.body);
  }
  const left = makers.map(({ id, agent }) => restingIn(open.get(agent), id));
  if (left.includes(null)) return null;
  return Object.fromEntries(makers.map(({ id, qty }, index) => [id, qty - Number(left[index])]));
}
