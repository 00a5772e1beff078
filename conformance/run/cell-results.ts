/** What the cells of a rule came to: how many were tried, which failed, and what they have in common. */

import { EVERY_CELL, type RuleResult } from "../../reports/schema/report.ts";
import { SHOWN_RESULTS } from "../../reports/schema/summary.ts";
import {
  type Cell,
  cellText,
  contains,
  type Dimension,
  dimensionsOf,
  type Over,
  projected,
} from "../check/cell.ts";
import type { CellPlan } from "./cell-plan.ts";
import type { Shown } from "./run.ts";

/** How a report tells the cells of a rule. */
export type Cells = NonNullable<RuleResult["cells"]>;

/** The cells of a rule over all its checks; null where it ranges over nothing. */
export function cellsOf(over: Over | undefined, shown: readonly Shown[]): Cells | null {
  const ranging = shown.filter(({ plan }) => plan && dimensionsOf(plan.over).length > 0);
  if (over === undefined || ranging.length === 0) return null;
  const tried = ranging.filter(({ finding }) => SHOWN_RESULTS.includes(finding.result));
  const failures = tried.filter(({ finding }) => finding.result === "fail");
  // What takes conditions to fail may do so for them, and not for its cell.
  const plain = failures.filter(({ finding }) => finding.conditions === undefined);
  const failed = (plain.length > 0 ? plain : failures).map(cellIn(over));
  const held = tried.filter(({ finding }) => finding.result !== "fail").map(cellIn(over));
  const plans = [...new Set(ranging.flatMap(({ plan }) => plan ?? []))];
  const untried = untriedValues(plans, tried.map(cellIn(over)), over);
  return {
    tried: tried.length,
    of: Math.max(
      plans.reduce((sum, { of }) => sum + of, 0),
      tried.length,
    ),
    failed: common(failed, held),
    untried: untried.map(cellText),
    lacking: plans
      .flatMap(({ lacking }) => lacking.map(({ cell, detail }) => `${cellText(cell)}: ${detail}`))
      .filter((text, at, all) => all.indexOf(text) === at),
  };
}

/**
 * "kind=BTC_PARLAY only: 1 of 12 cells", for the first line of a failure; null where all cells failed, and
 * where nobody can say which did.
 */
export function whereText({ failed, tried }: Cells, failures: number): string | null {
  if (failed.length === 0 || failures === tried || failed.includes(EVERY_CELL)) return null;
  return `${failed.join(", ")} only: ${failures} of ${tried} cells`;
}

const cellIn =
  (over: Over) =>
  ({ finding }: Shown): Cell =>
    projected(finding.cell ?? {}, over);

/** Values that the target has and in which nothing was shown, as cells of one value. */
function untriedValues(plans: readonly CellPlan[], tried: readonly Cell[], within: Over): Cell[] {
  const all = plans.flatMap(({ over }) =>
    dimensionsOf(projectedOver(over, within)).flatMap((dimension) =>
      (over[dimension] ?? []).map((value): Cell => ({ [dimension]: value })),
    ),
  );
  const distinct = new Map(all.map((cell) => [cellText(cell), cell]));
  return [...distinct.values()].filter((value) => !tried.some((cell) => contains(cell, value)));
}

function projectedOver(over: Over, within: Over): Over {
  return Object.fromEntries(Object.entries(over).filter(([dimension]) => dimension in within));
}

/**
 * The fewest words for the cells that failed: a value or pair that several of them have and no cell
 * that held. Where several such tell as much, nobody knows which it was, and all are said, as of a
 * cell that failed alone. Shape: empty where one failed that lies in no dimension of the rule.
 */
function common(failed: readonly Cell[], held: readonly Cell[]): string[] {
  if (failed.length > 0 && held.length === 0) return [EVERY_CELL];
  if (failed.some((cell) => dimensionsOf(cell).length === 0)) return [];
  const said: Cell[] = [];
  for (const cell of failed) {
    if (said.some((one) => contains(cell, one))) continue;
    const isShared = (part: Cell) => failed.filter((one) => contains(one, part)).length > 1;
    const isTelling = (part: Cell) => isShared(part) && !held.some((one) => contains(one, part));
    const [first = cell, ...more] =
      partsOf(cell)
        .map((parts) => parts.filter(isTelling))
        .find((parts) => parts.length > 0) ?? [];
    const together = projected(cell, Object.assign({}, first, ...more));
    said.push(isShared(together) ? together : first);
  }
  return said.map(cellText);
}

/** Single values, and pairs. */
function partsOf(cell: Cell): Cell[][] {
  const dimensions = dimensionsOf(cell);
  const pick = (...names: Dimension[]): Cell =>
    Object.fromEntries(names.map((name) => [name, cell[name]]));
  const pairs = dimensions.flatMap((one, at) =>
    dimensions.slice(at + 1).map((two) => pick(one, two)),
  );
  return [dimensions.map((one) => pick(one)), pairs];
}
