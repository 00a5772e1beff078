/** In which cells each check of a run looks, and which of its range it leaves out and why. */

import { type Cell, type Dimension, dimensionsOf, type Over } from "../check/cell.ts";
import { needsOfCell } from "../check/cell-needs.ts";
import { type Check, isScenario, isWatch, needsIn, wishOf } from "../check/check.ts";
import { lotOf } from "../check/lot.ts";
import type { Need } from "../check/need.ts";
import type { Rule } from "../check/rule.ts";
import { cellsOver, type Strength } from "./covering.ts";

/**
 * How many cells of each check are looked at. `quick`: every value once; on shared agents one cell, but
 * every value where a cell is one request. `standard`: every pair; on shared agents, or where a check says
 * `once`, every value. `full`: every pair. From `standard` on, a check whose cell is one request looks
 * into every cell.
 */
export const EFFORTS = ["quick", "standard", "full"] as const;
export type Effort = (typeof EFFORTS)[number];

/** The effort of a run that names none: the embedded reference is tried for a first look. */
export const effortFor = (isEmbedded: boolean): Effort => (isEmbedded ? "quick" : "standard");

/** A value that this target lacks, and what would supply it. */
export interface Lacking {
  readonly cell: Cell;
  readonly detail: string;
}

/** The cells of one check. `of` is how many a full effort would look into on this target. */
export interface CellPlan {
  /** What it ranges over, as far as the target has it. */
  readonly over: Over;
  /** Cells that are run on one lease, group by group. */
  readonly groups: readonly (readonly Cell[])[];
  readonly of: number;
  readonly lacking: readonly Lacking[];
}

/** What a plan depends on beside the check. */
export interface PlanFacts {
  /** Whether every check has agents and markets of its own. */
  own: boolean;
  /** What the target lacks of these needs, and what would supply it; null where it has all. */
  lacks(needs: readonly Need[]): string | null;
  effort: Effort;
  seed: number;
  ruleOf(id: string): Rule;
}

/** Plans the cells of a check; one group of one empty cell where its rules range over nothing. */
export function cellPlan(check: Check, facts: PlanFacts): CellPlan {
  const { own, lacks, effort, ruleOf } = facts;
  // Checks of one range begin in different cells of it.
  const seed = Math.floor(lotOf(facts.seed, check.title) * LOTS);
  const range = isWatch(check) || isScenario(check) ? {} : rangeOf(check, ruleOf);
  const { over, lacking } = offered(check, range, lacks);
  const has = (cell: Cell) => lacksCell(check, cell, lacks) === null;
  const strength = strengthOf(check, effort, own);
  const full = strengthOf(check, "full", own);
  const cells = cellsOver(over, { strength, seed, has });
  const of =
    strength === full ? cells.length : cellsOver(over, { strength: full, seed, has }).length;
  const groups = check.each ? sameLease(check, cells) : cells.map((cell) => [cell]);
  return { over, groups, of, lacking };
}

const LOTS = 1e6;

/** What a check ranges over: what it says itself, else all that its rules do. */
function rangeOf(check: Check, ruleOf: (id: string) => Rule): Over {
  return check.over ?? Object.assign({}, ...check.proves.map((id) => ruleOf(id).over ?? {}));
}

/** Without agents of its own a run pays for cells with its write limit. */
function strengthOf({ each, once }: Check, effort: Effort, own: boolean): Strength {
  if (effort === "quick") return own || each ? "values" : "one";
  if (each) return "every";
  return effort === "full" || (own && !once) ? "pairs" : "values";
}

/** The range without the values that the target lacks; a dimension that it lacks whole is kept. */
function offered(
  check: Check,
  range: Over,
  lacks: PlanFacts["lacks"],
): { over: Over; lacking: Lacking[] } {
  const lacking: Lacking[] = [];
  const has = (dimension: Dimension) => (value: unknown) => {
    const cell: Cell = { [dimension]: value };
    const detail = lacksCell(check, cell, lacks);
    if (detail !== null) lacking.push({ cell, detail });
    return detail === null;
  };
  const kept = dimensionsOf(range).map((dimension) => {
    const values = (range[dimension] ?? []).filter(has(dimension));
    return [dimension, values.length > 0 ? values : range[dimension]];
  });
  return { over: Object.fromEntries(kept), lacking };
}

/** What keeps a check out of a cell beyond what keeps it from running at all; null where nothing does. */
function lacksCell(check: Check, cell: Cell, lacks: PlanFacts["lacks"]): string | null {
  return lacks(lacks(check.needs) === null ? needsIn(check, cell) : needsOfCell(cell));
}

function sameLease(check: Check, cells: readonly Cell[]): Cell[][] {
  const groups = new Map<string, Cell[]>();
  for (const cell of cells) {
    const wish = JSON.stringify(wishOf(check, cell));
    groups.set(wish, [...(groups.get(wish) ?? []), cell]);
  }
  return [...groups.values()];
}
