/** What every rule ranges over and how much of it was looked at, as `docs/tables/cells.md`. */

import type { Report } from "../../../reports/schema/report.ts";
import { RULES } from "../../catalogue/rules.ts";
import { dimensionsOf, type Over } from "../../check/cell.ts";
import type { Rule } from "../../check/rule.ts";

/** A run whose cells are a column. */
export interface CellColumn {
  title: string;
  report: Report;
}

const HEAD = `# Cells

What each rule ranges over, and in how many cells it was tried. Where a cell is one request every one
is looked into; elsewhere every pair of values with control, every value without. A prefix is crossed
with nothing but has each of its values somewhere. A dot is a run that could not judge the rule.
Made by \`npm run prove\`.

`;

/** The page. */
export function cellsPage(columns: readonly CellColumn[]): string {
  const rules = RULES.filter(ranges);
  const head = ["rule", "ranges over", ...columns.map(({ title }) => title)];
  const lines = rules.map((rule) => [rangeRow(rule), ...columns.map(triedIn(rule))].join(" | "));
  const totals = columns.map(({ title, report }) => `- ${title}: ${totalText(report)}`);
  const table = [head.join(" | "), head.map(() => "---").join(" | "), ...lines];
  return `${HEAD}${totals.join("\n")}\n\n${table.map((line) => `| ${line} |\n`).join("")}`;
}

/** The first two columns of a rule, which follow from the catalogue alone. */
export function rangeRow({ id, over = {} }: Rule): string {
  return `${id} | ${rangeText(over)}`;
}

/** Whether a rule ranges over anything. */
export function ranges({ over = {} }: Rule): boolean {
  return dimensionsOf(over).length > 0;
}

function rangeText(over: Over): string {
  const parts = dimensionsOf(over).map((dimension) => {
    const values = over[dimension] ?? [];
    return values.length === 1 ? `${dimension} ${values[0]}` : `${values.length} ${dimension}`;
  });
  return parts.join(" × ");
}

function triedIn(rule: Rule) {
  return ({ report }: CellColumn): string => {
    const cells = report.rules.find(({ id }) => id === rule.id)?.cells;
    return cells === undefined || cells.tried === 0 ? "." : `${cells.tried} of ${cells.of}`;
  };
}

function totalText({ rules, shown, total }: Report): string {
  const cells = rules.flatMap((rule) => rule.cells ?? []);
  const tried = cells.reduce((sum, one) => sum + one.tried, 0);
  const of = cells.reduce((sum, one) => sum + one.of, 0);
  return `${tried} of ${of} cells of ${cells.length} rules tried; rules shown ${shown} of ${total}`;
}
