/** A report as Markdown: what a CI system shows on the page of a run. */
import type { Report, RuleResult } from "../schema/report.ts";
import {
  byReason,
  knownFailures,
  newFailures,
  percentShown,
  verdictOf,
} from "../schema/summary.ts";
import { printable } from "./text.ts";

/** A summary page of CI systems is cut off at a size; whoever wants all has index.html. */
const FAILURES_MAX = 30;

/** Text of summary.md. */
export function renderMarkdown(report: Report): string {
  const { word, sentence } = verdictOf(report);
  const { target } = report;
  const parts = [
    `## ${word}: ${sentence}`,
    `**${report.shown} of ${report.total} rules shown (${percentShown(report)}%)** on ` +
      `${inline(target.name)}, ${inline(target.url)}, seed ${report.seed}, ` +
      `${(report.duration_ms / 1000).toFixed(1)} s`,
    report.aborted ? `Ended early: ${inline(report.aborted)}` : "",
    counts(report),
    ...failures(report),
    known(report),
    skipped(report),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function counts({ summary }: Report): string {
  const names = Object.keys(summary) as (keyof Report["summary"])[];
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [row(names), row(names.map(() => "---:")), row(names.map((name) => summary[name]))].join(
    "\n",
  );
}

function failures(report: Report): string[] {
  const failed = newFailures(report);
  const more = failed.length - FAILURES_MAX;
  const shown = failed.slice(0, FAILURES_MAX).map(failure);
  return more > 0 ? [...shown, `and ${more} more: see index.html`] : shown;
}

function failure({ id, statement, section, detail, failure: shown }: RuleResult): string {
  const head = `### ${id}: ${inline(statement)}\n\n${inline(section)}`;
  if (shown === undefined) return `${head}. ${inline(detail ?? "")}`;
  const lines = [`expected  ${shown.expected}`, `actual    ${shown.actual}`, "", shown.curl];
  return `${head}\n\n${fenced(lines.join("\n"))}`;
}

function known(report: Report): string {
  const rules = knownFailures(report);
  if (rules.length === 0) return "";
  return `Known failures, in the baseline: ${rules.map(({ id }) => id).join(", ")}`;
}

function skipped(report: Report): string {
  const reasons = byReason(report, "skipped");
  if (reasons.length === 0) return "";
  const rows = reasons.map(({ reason, ids }) => `- ${ids.length} ${inline(reason)}`);
  return `<details><summary>Skipped, and what would unlock it</summary>\n\n${rows.join("\n")}\n</details>`;
}

/** A target decides what these strings hold: nothing in them is markup. */
function inline(text: string): string {
  return printable(text)
    .replaceAll("\n", " ")
    .replace(/[\\`*_[\]<>|#&]/g, (char) => `&#${char.charCodeAt(0)};`);
}

function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${printable(text)}\n${fence}`;
}
