/** What each check sends, measured on the embedded reference: for `--plan`, and for what is run when. */
import { readFileSync } from "node:fs";

/** Requests by route, such as `POST /orders`. */
export type Cost = Record<string, number>;

/** How many of them read. */
export function readsIn(cost: Cost): number {
  return sumOf(cost, (route) => route.startsWith("GET "));
}

/** How many of them write. */
export function writesIn(cost: Cost): number {
  return sumOf(cost, (route) => !route.startsWith("GET "));
}

function sumOf(cost: Cost, counts: (route: string) => boolean): number {
  const counted = Object.entries(cost).filter(([route]) => counts(route));
  return counted.reduce((sum, [, times]) => sum + times, 0);
}

/** What a check sent in so many cells. */
export interface CheckCost {
  cells: number;
  requests: Cost;
  /** Orders that were declined or might have been: a venue bears few of them in a row. */
  declines: number;
}

const TABLE = new URL("./costs.json", import.meta.url);

let known: Record<string, CheckCost> | undefined;

/** The committed costs by check title. */
export function knownCosts(): Record<string, CheckCost> {
  known ??= JSON.parse(readFileSync(TABLE, "utf8")) as Record<string, CheckCost>;
  return known;
}
