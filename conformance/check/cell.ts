/** Cells: what a rule ranges over, one value of each dimension at a time. */

import type { Prefix } from "../../scenarios/deployment/profile/profile.ts";
import {
  ENDED_STATUSES,
  MARKET_KINDS,
  type MarketKind,
  type MarketStatus,
  type Side,
  type TIFS,
} from "../../scenarios/deployment/vocabulary.ts";

/** Who sends a request, as seen from the agent whose resources it is about. */
export type CallerKind =
  | "key"
  | "second-key"
  | "read-key"
  | "session"
  | "sibling"
  | "other"
  | "other-session"
  | "nobody";

/**
 * One place to look at a rule: at most one value of each dimension. `route` is as the spec lists it,
 * `parameter` a route with the name of one of its parameters, `value` what is sent there.
 */
export interface Cell {
  readonly kind?: MarketKind;
  readonly status?: Exclude<MarketStatus, "OPEN">;
  readonly side?: Side;
  readonly type?: "LIMIT" | "MARKET";
  readonly tif?: (typeof TIFS)[number];
  readonly position?: "flat" | "long" | "short";
  readonly caller?: CallerKind;
  readonly prefix?: Prefix;
  readonly route?: string;
  readonly parameter?: string;
  readonly value?: string;
}

/** What a rule can range over. */
export type Dimension = keyof Cell;

/** The values of each dimension that a rule ranges over. */
export type Over = { readonly [D in Dimension]?: readonly NonNullable<Cell[D]>[] };

/** The four prefixes that every route is served under. Spec: Endpoints. */
export const PREFIXES = ["/v1", "", "/api", "/api/v1"] as const;
/** Both sides of a market. */
export const SIDES = ["BUY", "SELL"] as const;
/** Every kind of market. */
export const KINDS = MARKET_KINDS;
/** What a market is when it no longer trades. */
export const ENDED = ENDED_STATUSES;

/** Any order, in any market, under any prefix: what most rules of orders range over. */
export const ORDERS = { kind: KINDS, side: SIDES, prefix: PREFIXES } as const satisfies Over;

/**
 * One of several in each cell, another in the next, where engines count what they decline or a cell of each
 * would be too many. The turn is the prefix's, as every one of them is looked at in some cell, or the side's
 * where prefixes are not.
 */
export function inTurnOf<T>({ prefix, side = "BUY" }: Cell, all: readonly T[]): T {
  const turn = prefix === undefined ? SIDES.indexOf(side) : PREFIXES.indexOf(prefix);
  return all[turn % all.length]!;
}

/** The dimensions of a range, in the order in which they were named. */
export function dimensionsOf(over: Over | Cell): Dimension[] {
  return Object.keys(over) as Dimension[];
}

/** The cell as a reader meets it, such as `kind=BTC_PARLAY side=SELL`; "" is the only cell there is. */
export function cellText(cell: Cell): string {
  return dimensionsOf(cell)
    .map((dimension) => `${dimension}=${cell[dimension] === "" ? "none" : cell[dimension]}`)
    .join(" ");
}

/** The part of a cell that lies in these dimensions. */
export function projected(cell: Cell, over: Over): Cell {
  const kept = dimensionsOf(over).filter((dimension) => cell[dimension] !== undefined);
  return Object.fromEntries(kept.map((dimension) => [dimension, cell[dimension]]));
}

/** Whether the cell lies within this part of it. */
export function contains(cell: Cell, part: Cell): boolean {
  return dimensionsOf(part).every((dimension) => cell[dimension] === part[dimension]);
}
