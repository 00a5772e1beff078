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
export interface CellsCost {
  cells: number;
  requests: Cost;
  /** Orders that were declined or might have been: a venue bears few of them in a row. */
  declines: number;
}

/** What a check sends on agents and markets of its own, and where it is shorter as others use them too. */
export interface CheckCost extends CellsCost {
  shared?: CellsCost;
}

const TABLE = new URL("./costs.json", import.meta.url);

let known: Record<string, CheckCost> | undefined;

/** What was measured of a check in markets of its own, or in shared ones; undefined for one that is new. */
export function knownCost(title: string, own: boolean): CellsCost | undefined {
  const cost = knownCosts()[title];
  return own ? cost : (cost?.shared ?? cost);
}

/** The committed costs by check title. */
export function knownCosts(): Record<string, CheckCost> {
  known ??= JSON.parse(readFileSync(TABLE, "utf8")) as Record<string, CheckCost>;
  return known;
}
