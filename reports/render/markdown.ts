/** A report as Markdown: what a CI system shows on the page of a run. */
import type { Report, Result, RuleResult } from "../schema/report.ts";
import {
  areasOf,
  byReason,
  headlineOf,
  knownFailures,
  type NewCause,
  newCauses,
  shownText,
  verdictOf,
} from "../schema/summary.ts";
import { besideText, CAUSES, exchangeText } from "./cause-text.ts";
import { cellsText } from "./cells-text.ts";
import { printable } from "./text.ts";

/** A summary page of CI systems is cut off at a size; whoever wants all has index.html. */
const IN_FULL_MAX = 12;
const BRIEF_MAX = 50;

/** Text of summary.md. */
export function renderMarkdown(report: Report): string {
  const { word, sentence } = verdictOf(report);
  const { target } = report;
  const parts = [
    `## ${word}: ${sentence}`,
    `**Rules shown ${shownText(report)}** on ` +
      `${inline(target.name)}, ${inline(target.url)}, seed ${report.seed}, ` +
      `${(report.duration_ms / 1000).toFixed(1)} s`,
    report.aborted ? `Ended early: ${inline(report.aborted)}` : "",
    ...causes(newCauses(report)),
    counts(report),
    areas(report),
    known(report),
    folded("Inconclusive, and why", reasons(report, "inconclusive")),
    folded("Skipped, and what would unlock it", reasons(report, "skipped")),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function counts({ summary }: Report): string {
  const names = Object.keys(summary) as (keyof Report["summary"])[];
  return table(names, [names.map((name) => String(summary[name]))]);
}

function areas(report: Report): string {
  const rows = areasOf(report).map(({ area, name, rules, summary }) => {
    const { shown, promised } = headlineOf(rules);
    return [`${area} ${inline(name)}`, `${shown} of ${promised}`, String(summary.fail)];
  });
  return folded("Areas", table(["area", "shown of promised", "failed"], rows));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const isNumber = (column: number) => rows.every((cells) => /^\d+$/.test(cells[column] ?? ""));
  const sides = head.map((_, column) => (isNumber(column) ? "---:" : "---"));
  return [row(head), row(sides), ...rows.map(row)].join("\n");
}

function causes(all: readonly NewCause[]): string[] {
  if (all.length === 0) return [];
  const more = all.length - IN_FULL_MAX - BRIEF_MAX;
  return [
    `**${CAUSES}**`,
    ...all.slice(0, IN_FULL_MAX).map(cause),
    all
      .slice(IN_FULL_MAX, IN_FULL_MAX + BRIEF_MAX)
      .map(briefCause)
      .join("\n"),
    more > 0 ? `and ${more} more: see index.html` : "",
  ];
}

function cause({ cause, rule }: NewCause): string {
  const { id, statement, section, detail, failure, cells, about } = rule;
  const prose: readonly (readonly [string, string | null | undefined])[] = [
    ["Where", cells && cellsText(cells)],
    ["Narrowed", cause.narrowed],
    ["Fix", about?.fix],
    ["Check", about?.source],
    ["Beside", besideText(cause)],
  ];
  const lines = prose.flatMap(([label, text]) => (text ? [`- ${label}: ${inline(text)}`] : []));
  return [
    `### ${id}: ${inline(statement)}`,
    failure ? inline(section) : `${inline(section)}. ${inline(detail ?? "")}`,
    ...(failure ? [fenced(evidence(failure))] : []),
    ...(lines.length > 0 ? [lines.join("\n")] : []),
  ].join("\n\n");
}

function evidence(failure: NonNullable<RuleResult["failure"]>): string {
  const { expected, actual, answered, exchanges, curl } = failure;
  const facts = [
    `expected  ${expected}`,
    `actual    ${actual}`,
    ...(answered === undefined ? [] : [`answered  ${answered}`]),
    ...exchanges.slice(-1).map((one) => `exchange  ${exchangeText(one)}`),
  ];
  return [...facts, "", curl].join("\n");
}

function briefCause({ rule }: NewCause): string {
  return `- ${rule.id}: ${inline(rule.failure?.actual ?? rule.detail ?? rule.statement)}`;
}

function known(report: Report): string {
  const rules = knownFailures(report);
  if (rules.length === 0) return "";
  return `Known failures, in the baseline: ${rules.map(({ id }) => id).join(", ")}`;
}

function reasons(report: Report, result: Result): string {
  return byReason(report, result)
    .map(({ reason, ids }) => `- ${ids.length} ${inline(reason)}`)
    .join("\n");
}

/** Nothing at all where there is nothing to fold. */
function folded(title: string, body: string): string {
  if (body === "") return "";
  return `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
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
