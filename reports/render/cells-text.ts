/** The cells of a rule in a line: where it failed, or what was not looked at. */

import { EVERY_CELL, type RuleResult } from "../schema/report.ts";

/** A longer list stands last, as it may be cut off. */
const LISTED_FIRST = 3;

/** Such as "only kind=BTC_PARLAY; tried 12 of 12 cells", or "7 of 12 cells, not side=SELL". */
export function cellsText(cells: NonNullable<RuleResult["cells"]>): string {
  const { tried, of, failed, untried } = cells;
  const all = `${tried} of ${of} cells`;
  const missing = untried.length === 0 ? "" : `, not ${untried.join(", ")}`;
  if (failed.length === 0) return `${all}${missing}`;
  if (failed.length > LISTED_FIRST) {
    return `tried ${all}${missing}; failed at ${failed.length}: ${failed.join("; ")}`;
  }
  const [first] = failed;
  const where = first === EVERY_CELL ? "in every cell" : `only ${failed.join("; ")}`;
  return `${where}; tried ${all}${missing}`;
}
