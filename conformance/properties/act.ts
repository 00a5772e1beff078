/** What a script does, and doing it in a play without asking a model. */

import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import { type PlaceSummary, type Terms, total } from "../model/market-state.ts";
import { isOfRisk } from "../model/outcomes.ts";
import type { Change, PropertyRun } from "./property-run.ts";
import { summaryOf } from "./property-send.ts";
import type { Reading } from "./readings.ts";

/** One thing done. Shape: `order` counts placements from 0; prices are rungs of the ladder. */
export type Act =
  | { do: "place"; who: 0 | 1; terms: Terms }
  | { do: "cancel"; who: 0 | 1; order: number }
  | { do: "cancel-all"; who: 0 | 1 };

/** How acts are varied. */
export interface ActVariation {
  /** The orders sent instead of one. */
  parts?(terms: Terms): Terms[];
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

/** The accepted parts of one placement. */
interface ActPart {
  who: 0 | 1;
  ids: readonly string[];
}

/** Does acts; what was heard of each placement. Errors: Inconclusive for risk. */
export async function doAll(
  run: PropertyRun,
  acts: readonly Act[],
  variation: ActVariation,
): Promise<Heard[]> {
  const heard: Heard[] = [];
  const orders: ActPart[] = [];
  for (const [index, act] of acts.entries()) {
    const change = variation.change?.(index) ?? {};
    if (act.do === "place") heard.push(await place(run, act, { orders, change, variation }));
    else await cancel(run, act, { orders, change, variation });
  }
  return heard;
}

/** What one act is done with. */
interface Aside {
  orders: ActPart[];
  change: Change;
  variation: ActVariation;
}

async function place(
  run: PropertyRun,
  { who, terms }: Extract<Act, { do: "place" }>,
  { orders, change, variation }: Aside,
): Promise<Heard> {
  const summary: PlaceSummary[] = [];
  for (const one of variation.parts?.(terms) ?? [terms]) {
    const price = one.price === null ? null : (run.prices[one.price] ?? 0);
    const body = { ...run.bodyOf({ ...one, price }), ...change.fields };
    summary.push(summaryOf(await run.callers[who].placeOnce(body, change.how)));
  }
  const accepted = summary.filter(({ fate }) => fate === "accepted");
  const ids = accepted.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
  orders.push({ who, ids });
  return summed(summary, terms);
}

async function cancel(
  run: PropertyRun,
  act: Exclude<Act, { do: "place" }>,
  { orders, change: { how }, variation }: Aside,
): Promise<void> {
  const caller = run.callers[act.who];
  if (act.do === "cancel-all" && !variation.oneByOne) {
    const query = { market_id: run.market.id };
    await caller.request({ method: "DELETE", path: "/orders", query, ...how });
    return;
  }
  const own = orders.filter(({ who }) => who === act.who);
  const meant = act.do === "cancel-all" ? own : [orders[act.order] ?? { ids: [] }];
  for (const id of meant.flatMap(({ ids }) => ids)) await caller.cancel(id, how);
}

/** What was heard of an order sent in one or more parts. Errors: Inconclusive for risk. */
function summed(summary: readonly PlaceSummary[], terms: Terms): Heard {
  const risk = summary.find((one) => isOfRisk(one, terms));
  if (risk !== undefined) throw new Inconclusive(`an order was declined with ${risk.reason}`);
  return {
    declined: summary.some(({ fate }) => fate !== "accepted"),
    filled: total(summary.map(({ filled }) => ({ qty: filled ?? 0 }))),
    resting: total(summary.map(({ remaining }) => ({ qty: remaining ?? 0 }))),
  };
}

/** What is left at the end: levels from the best, resting and held contracts by agent. */
export interface Left {
  bids: readonly (readonly [rung: number, qty: number])[] | null;
  asks: readonly (readonly [rung: number, qty: number])[] | null;
  held: readonly (number | null)[];
}

/** What a reading shows to be left; prices as rungs of the play's own ladder. */
export function leftIn({ agents, book }: Reading, { prices }: PropertyRun): Left {
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
