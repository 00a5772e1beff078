/** The areas of a report on a terminal: in columns with their names, or as a table of all results. */
import { RESULTS, type Report, type Result } from "../schema/report.ts";
import { type AreaResult, areasOf, headlineOf } from "../schema/summary.ts";
import type { TerminalPage } from "./terminal-lines.ts";
import { cut } from "./wrap.ts";

const TITLE = "Areas: rules shown of those promised; × failed";

/** Widest code of an area, and narrowest column. Units: columns. */
const CODE = 6;
const COLUMN = 38;
const GAP = 2;

/** Every area with its name, and how many of its rules were shown; read down, then across. */
export function areaColumns(report: Report, page: TerminalPage): string {
  const areas = areasOf(report);
  const columns = Math.max(1, Math.floor((page.width + GAP) / (COLUMN + GAP)));
  const width = Math.floor((page.width + GAP) / columns) - GAP;
  const rows = Math.ceil(areas.length / columns);
  const cells = areas.map((area) => areaCell(area, width, page));
  const lines = Array.from({ length: rows }, (_, row) =>
    cells.filter((_, at) => at % rows === row).join(" ".repeat(GAP)),
  );
  return [page.colors.underline(TITLE), ...lines].join("\n");
}

function areaCell(
  { area, name, rules, summary }: AreaResult,
  width: number,
  { colors }: TerminalPage,
): string {
  const { shown, promised } = headlineOf(rules);
  const failed = summary.fail === 0 ? "" : `×${summary.fail} `;
  const count = `${failed}${promised === 0 ? "-" : `${shown}/${promised}`}`;
  const room = width - CODE - count.length - 2;
  const text = `${area.padEnd(CODE)} ${cut(name, room).padEnd(room)} ${count}`;
  if (summary.fail + summary.error > 0) return colors.red(text);
  return shown < promised ? colors.yellow(text) : text;
}

/** Every area with the number of each result, and all of them together. */
export function areaTable(report: Report, { colors }: TerminalPage): string {
  const row = (area: string, cell: (result: Result) => string) =>
    area.padEnd(8) + RESULTS.map((result) => cell(result).padStart(result.length + 2)).join("");
  const numbers = (summary: Report["summary"]) => (result: Result) =>
    summary[result] === 0 ? "." : String(summary[result]);
  return [
    colors.dim(row("area", (result) => result)),
    ...areasOf(report).map(({ area, name, summary }) => {
      const line = `${row(area, numbers(summary))}  ${name}`.trimEnd();
      return summary.fail + summary.error > 0 ? colors.red(line) : line;
    }),
    colors.bold(row("all", numbers(report.summary))),
  ].join("\n");
}
