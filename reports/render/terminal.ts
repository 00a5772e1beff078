/** A report as a person reads it in a terminal: verdict, counts, failures, then the rest. */
import pc from "picocolors";
import type { Report, Result, RuleResult } from "../schema/report.ts";
import { RESULTS } from "../schema/report.ts";
import {
  areasOf,
  byReason,
  counted,
  effortText,
  knownFailures,
  newFailures,
  openText,
  shownInPart,
  shownText,
  verdictOf,
  withResult,
} from "../schema/summary.ts";
import { cellsText } from "./cells-text.ts";
import { type Colors, printable, valueText } from "./text.ts";
import { indented, wrapped } from "./wrap.ts";

/** Open places printed before the reader is sent to report.json. */
const OBSERVED_LINES = 20;

/** How the terminal looks. Units: `width` in columns. */
export interface TerminalOptions {
  color: boolean;
  width: number;
}

type TerminalPage = { colors: Colors; width: number };

/** The summary printed at the end of a run, with a line break at its end. */
export function renderSummary(report: Report, options: TerminalOptions): string {
  const page = { colors: pc.createColors(options.color), width: options.width };
  const sections = [
    headline(report, page),
    areaTable(report, page),
    ...newFailures(report).map((rule) => failure(rule, page)),
    list("Known failures, in the baseline", knownLines(report), page),
    list("Errors of the harness", ruleLines(report, "error"), page),
    list("Warnings: legal, worth a look", ruleLines(report, "warn"), page),
    list("Shown in part: not looked at everywhere", partLines(report), page),
    list("Inconclusive: something else interfered", inconclusiveLines(report), page),
    list("Skipped", skippedLines(report), page),
    list("What this deployment does where the spec is open", observedLines(report), page),
  ];
  return `${sections.filter(Boolean).join("\n\n")}\n`;
}

function headline(report: Report, { colors }: TerminalPage): string {
  const { word, sentence } = verdictOf(report);
  const paint = word === "PASS" ? colors.green : word === "STOPPED" ? colors.yellow : colors.red;
  const { target, requests } = report;
  const seconds = (report.duration_ms / 1000).toFixed(1);
  const lines = [
    `${colors.bold(paint(word))}  ${sentence}`,
    [`rules shown ${shownText(report)}`, openText(report), effortText(report)]
      .filter(Boolean)
      .join(", "),
    colors.dim(
      printable(
        `${target.name} ${target.url}, seed ${report.seed}, ${seconds} s, ` +
          `${counted(requests.reads, "read")}, ${counted(requests.writes, "write")}`,
      ),
    ),
  ];
  if (report.aborted) lines.push(colors.yellow(`ended early: ${printable(report.aborted)}`));
  return lines.join("\n");
}

function areaTable(report: Report, { colors }: TerminalPage): string {
  const rows = areasOf(report).map(({ area, summary }) => ({ area, summary }));
  const row = (area: string, cell: (result: Result) => string) =>
    area.padEnd(8) + RESULTS.map((result) => cell(result).padStart(result.length + 2)).join("");
  const numbers = (summary: Report["summary"]) => (result: Result) =>
    summary[result] === 0 ? "." : String(summary[result]);
  return [
    colors.dim(row("area", (result) => result)),
    ...rows.map(({ area, summary }) => {
      const line = row(area, numbers(summary));
      return summary.fail + summary.error > 0 ? colors.red(line) : line;
    }),
    colors.bold(row("all", numbers(report.summary))),
  ].join("\n");
}

function failure(rule: RuleResult, { colors, width }: TerminalPage): string {
  const line = (label: string, text: string) =>
    `  ${colors.dim(label.padEnd(9))} ${indented(printable(text), 12)}`;
  const { failure: shown } = rule;
  const evidence = shown
    ? [
        line("expected", shown.expected),
        line("actual", shown.actual),
        line("exchange", shown.exchanges.map(exchangeText).join("\n")),
        line("curl", shown.curl),
        line("session", shown.session),
      ]
    : [line("reason", rule.detail ?? "no evidence recorded")];
  const where = rule.cells ? [line("where", cellsText(rule.cells))] : [];
  return [
    `${colors.red(colors.bold(rule.id))}  ${wrapped(rule.statement, rule.id.length + 2, width)}`,
    line("spec", `${rule.section} (${rule.level}${rule.conditional ? ", conditional" : ""})`),
    ...where,
    ...evidence,
    ...(rule.about?.fix
      ? [`  ${colors.dim("fix".padEnd(9))} ${wrapped(rule.about.fix, 12, width)}`]
      : []),
    ...(rule.about?.source ? [line("check", rule.about.source)] : []),
  ].join("\n");
}

function exchangeText({ method, path, status }: { method: string; path: string; status: unknown }) {
  return `${method} ${path} -> ${status ?? "no answer"}`;
}

function knownLines(report: Report): [string, string][] {
  return knownFailures(report).map((rule) => [
    rule.id,
    `${rule.baseline?.reason} (until ${rule.baseline?.expires})`,
  ]);
}

function ruleLines(report: Report, result: Result): [string, string][] {
  return withResult(report, result).map((rule) => [rule.id, rule.detail ?? rule.statement]);
}

function partLines(report: Report): [string, string][] {
  return shownInPart(report).map(({ rule, missing }) => [
    rule.id,
    `${rule.cells?.tried} of ${rule.cells?.of} cells, not ${missing.join(", ")}`,
  ]);
}

function inconclusiveLines(report: Report): [string, string][] {
  return byReason(report, "inconclusive").map(({ reason, ids }) => [
    String(ids.length),
    `${reason}: ${ids.join(" ")}`,
  ]);
}

function skippedLines(report: Report): [string, string][] {
  return byReason(report, "skipped").map(({ reason, ids }) => [String(ids.length), reason]);
}

function observedLines(report: Report): [string, string][] {
  const lines = withResult(report, "observed").map((rule): [string, string] => [
    rule.id,
    valueText(rule.observed ?? rule.detail),
  ]);
  const rest = lines.length - OBSERVED_LINES;
  const pointer: [string, string][] = rest > 0 ? [["...", `${rest} more in report.json`]] : [];
  return [...lines.slice(0, OBSERVED_LINES), ...pointer];
}

/** A titled list of label and text, aligned; nothing at all when it is empty. */
function list(title: string, lines: [string, string][], { colors, width }: TerminalPage): string {
  if (lines.length === 0) return "";
  const column = Math.max(...lines.map(([label]) => label.length));
  const body = lines.map(
    ([label, text]) =>
      `  ${colors.bold(label.padEnd(column))}  ${wrapped(printable(text), column + 4, width)}`,
  );
  return [colors.underline(title), ...body].join("\n");
}
