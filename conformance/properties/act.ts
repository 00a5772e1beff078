/** What a play did, freed of chance, and the same done again on another floor without a model. */
import { isOfRisk } from "../model/outcomes.ts";
import { type Terms, type Told, total } from "../model/world.ts";
import { Inconclusive } from "../verdict.ts";
import { type Change, type Floor, toldOf } from "./floor.ts";
import type { Reading } from "./readings.ts";

/** One thing done. Shape: `order` counts the accepted orders of the play, from 0. */
export type Act =
  | { do: "place"; who: 0 | 1; terms: Terms }
  | { do: "cancel"; who: 0 | 1; order: number }
  | { do: "cancel-all"; who: 0 | 1 };

/** How acts are varied where they are done again. */
export interface Variation {
  /** The orders sent instead of one. */
  parts?(terms: Terms, floor: Floor): Terms[];
  /** What is changed of each request. */
  change?(index: number): Change;
  /** Cancels every order of the agent one by one where all were cancelled at once. */
  oneByOne?: true;
}

/** What became of one placement. Units: contracts. */
export interface Heard {
  declined: boolean;
  filled: number;
  resting: number;
}

/** An accepted order of the play, in as many parts as it was sent. */
interface Again {
  who: 0 | 1;
  ids: readonly string[];
}

/** Does acts again and tells what was heard of each placement. Errors: Inconclusive for risk. */
export async function doAgain(
  floor: Floor,
  acts: readonly Act[],
  variation: Variation,
): Promise<Heard[]> {
  const heard: Heard[] = [];
  const orders: Again[] = [];
  for (const [index, act] of acts.entries()) {
    const change = variation.change?.(index) ?? {};
    if (act.do === "place") heard.push(await placeAgain(floor, act, { orders, change, variation }));
    else await cancelAgain(floor, act, { orders, change, variation });
  }
  return heard;
}

/** What one act is done again with. */
interface Aside {
  orders: Again[];
  change: Change;
  variation: Variation;
}

async function placeAgain(
  floor: Floor,
  { who, terms }: Extract<Act, { do: "place" }>,
  { orders, change, variation }: Aside,
): Promise<Heard> {
  const told: Told[] = [];
  for (const one of variation.parts?.(terms, floor) ?? [terms]) {
    const body = { ...floor.bodyOf(one), ...change.fields };
    told.push(toldOf(await floor.callers[who].placeOnce(body, change.how)));
  }
  const accepted = told.filter(({ fate }) => fate === "accepted");
  const ids = accepted.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
  if (ids.length > 0) orders.push({ who, ids });
  return summed(told);
}

async function cancelAgain(
  floor: Floor,
  act: Exclude<Act, { do: "place" }>,
  { orders, change: { how }, variation }: Aside,
): Promise<void> {
  const caller = floor.callers[act.who];
  if (act.do === "cancel-all" && !variation.oneByOne) {
    const query = { market_id: floor.market.id };
    await caller.request({ method: "DELETE", path: "/orders", query, ...how });
    return;
  }
  const own = orders.filter(({ who }) => who === act.who);
  const meant = act.do === "cancel-all" ? own : [orders[act.order] ?? { ids: [] }];
  for (const id of meant.flatMap(({ ids }) => ids)) await caller.cancel(id, how);
}

/** What was heard of an order sent in one or more parts. Errors: Inconclusive for risk. */
export function summed(told: readonly Told[]): Heard {
  const risk = told.find(isOfRisk);
  if (risk !== undefined) throw new Inconclusive(`an order was declined with ${risk.reason}`);
  return {
    declined: told.some(({ fate }) => fate !== "accepted"),
    filled: total(told.map(({ filled }) => ({ qty: filled ?? 0 }))),
    resting: total(told.map(({ remaining }) => ({ qty: remaining ?? 0 }))),
  };
}

/** What is left at the end: levels from the best, resting and held contracts by agent. */
export interface Left {
  bids: readonly (readonly [rung: number, qty: number])[] | null;
  asks: readonly (readonly [rung: number, qty: number])[] | null;
  held: readonly (number | null)[];
}

/** What a reading shows to be left; prices as rungs of the floor's own ladder. */
export function leftIn({ agents, book }: Reading, { prices }: Floor): Left {
  const rungs = (levels: readonly { price: number; qty: number }[] | undefined) =>
    levels === undefined
      ? null
      : levels
          .map(({ price, qty }) => [prices.indexOf(price), qty] as const)
          .filter(([rung]) => rung >= 0);
  return {
    bids: rungs(book?.bids),
    asks: rungs(book?.asks),
    held: agents.map(({ position }) => position),
  };
}
