/** Conformance runs side by side, as a terminal shows them: differences alone. */
import pc from "picocolors";
import { type Colors, printable } from "../render/text.ts";
import type { Report, Result } from "../schema/report.ts";
import { counted } from "../schema/summary.ts";
import { columnNames, compareRuns, type RuleRow } from "./conformance.ts";

/** Lines printed before the reader is sent to the page. */
const LINES_MAX = 40;

/** What the comparison comes to, in one line. */
export function sentenceOf(rows: readonly RuleRow[], columns: number): string {
  const count = (relation: RuleRow["relation"]) =>
    rows.filter((row) => row.relation === relation).length;
  const flips = count("flipped");
  const parts = [
    flips > 0 ? `${counted(flips, "rule")} flipped between runs of one deployment` : "",
    `${counted(count("differs"), "rule")} with different results`,
    `${count("seen otherwise")} seen otherwise`,
    `${count("same")} the same`,
  ];
  return `${counted(columns, "run")}: ${parts.filter(Boolean).join(", ")}`;
}

/** The comparison with a line break at its end. */
export function comparisonText(reports: readonly Report[], { color }: { color: boolean }): string {
  const colors = pc.createColors(color);
  const rows = compareRuns(reports);
  const different = rows.filter(({ relation }) => relation === "flipped" || relation === "differs");
  const shown = different.slice(0, LINES_MAX);
  const rest = different.length - shown.length;
  const names = columnNames(reports).map(printable);
  const widths = names.map((name) => Math.max(name.length, "inconclusive".length));
  const first = Math.max(8, ...shown.map(({ id, relation }) => label(id, relation).length));
  const line = (head: string, cells: readonly string[]) =>
    `${head.padEnd(first)}${cells.map((cell, at) => `  ${cell.padStart(widths[at] ?? 0)}`).join("")}`;
  const totals = reports.map((report) => `${report.shown} of ${report.total}`);
  const lines = [
    colors.bold(sentenceOf(rows, reports.length)),
    "",
    colors.dim(line("", names)),
    line("shown", totals),
    line(
      "failed",
      reports.map(({ summary }) => String(summary.fail)),
    ),
    ...shown.map(({ id, relation, cells }) =>
      painted(
        line(
          label(id, relation),
          cells.map((cell) => cell?.result ?? "not run"),
        ),
        cells.map((cell) => cell?.result),
        colors,
      ),
    ),
    ...(rest > 0 ? [`... ${rest} more on the page`] : []),
  ];
  return `${lines.join("\n")}\n`;
}

function label(id: string, relation: RuleRow["relation"]): string {
  return relation === "flipped" ? `${printable(id)} flipped` : printable(id);
}

function painted(line: string, results: readonly (Result | undefined)[], colors: Colors): string {
  return results.some((result) => result === "fail" || result === "error")
    ? colors.red(line)
    : line;
}
