/** What is no new failure, on a terminal: folded to a line or two of each kind, or in full lists. */
import type { Report, Result } from "../schema/report.ts";
import { byReason, counted, knownFailures, shownInPart, withResult } from "../schema/summary.ts";
import { type TerminalPage, titledList } from "./terminal-lines.ts";
import { printable, valueText } from "./text.ts";
import { clipped } from "./wrap.ts";

/** Open places printed before the reader is sent to report.json. */
const OBSERVED_LINES = 20;

/** Where the text of a folded line begins. Units: columns. */
const FOLDED = 16;

type LabelledText = readonly [label: string, text: string];

/** Every kind in so many lines at most; nothing at all where all that was looked at holds. */
export function foldedRest(report: Report, lines: number, page: TerminalPage): string {
  const { colors, width } = page;
  const room = { columns: FOLDED, width, lines };
  return foldedLines(report)
    .filter(([, text]) => text !== "")
    .map(([label, text]) => colors.bold(label.padEnd(FOLDED)) + clipped(printable(text), room))
    .join("\n");
}

function foldedLines(report: Report): LabelledText[] {
  const { recorded } = report.open;
  return [
    ["Known failures", counting(knownLines(report))],
    ["Harness errors", counting(ruleLines(report, "error"))],
    ["Warnings", counting(ruleLines(report, "warn"))],
    ["Shown in part", counting(partLines(report))],
    ["Inconclusive", inconclusiveText(report)],
    ["Skipped", reasonsText(report, "skipped")],
    ["Open places", recorded === 0 ? "" : `${recorded} recorded, which no rule judges`],
  ];
}

/** "2: LIM-429-02 Retry-After is 0; MKT-LIST-01 …"; empty without any. */
function counting(lines: readonly LabelledText[]): string {
  if (lines.length === 0) return "";
  return `${lines.length}: ${lines.map(([id, text]) => `${id} ${text}`).join("; ")}`;
}

/** What stands on a failure is told with its cause. */
function inconclusiveText(report: Report): string {
  const open = withResult(report, "inconclusive");
  const standing = open.filter(({ stands }) => stands !== undefined).length;
  const rules = report.rules.filter(({ stands }) => stands === undefined);
  const others = reasonsText({ ...report, rules }, "inconclusive");
  if (standing === 0) return others;
  return `${standing} on what failed${others === "" ? "" : `; ${others}`}`;
}

/** "21 needs a browser; 4 needs bursts", the most frequent first. */
function reasonsText(report: Report, result: Result): string {
  return byReason(report, result)
    .map(({ reason, ids }) => `${ids.length} ${reason}`)
    .join("; ");
}

/** Everything that is no new failure. */
export function wholeRest(report: Report, page: TerminalPage): string[] {
  return [
    titledList("Known failures, in the baseline", knownLines(report), page),
    titledList("Errors of the harness", ruleLines(report, "error"), page),
    titledList("Warnings: legal, worth a look", ruleLines(report, "warn"), page),
    titledList("Shown in part: not looked at everywhere", partLines(report), page),
    titledList("Inconclusive: something else interfered", inconclusiveLines(report), page),
    titledList("Skipped", skippedLines(report), page),
    titledList("What this deployment does where the spec is open", observedLines(report), page),
  ];
}

function knownLines(report: Report): LabelledText[] {
  return knownFailures(report).map((rule) => [
    rule.id,
    `${rule.baseline?.reason} (until ${rule.baseline?.expires})`,
  ]);
}

function ruleLines(report: Report, result: Result): LabelledText[] {
  return withResult(report, result).map((rule) => [rule.id, rule.detail ?? rule.statement]);
}

function partLines(report: Report): LabelledText[] {
  return shownInPart(report).map(({ rule, missing }) => [
    rule.id,
    `${rule.cells?.tried} of ${counted(rule.cells?.of ?? 0, "cell")}, not ${missing.join(", ")}`,
  ]);
}

function inconclusiveLines(report: Report): LabelledText[] {
  return byReason(report, "inconclusive").map(({ reason, ids }) => [
    String(ids.length),
    `${reason}: ${ids.join(" ")}`,
  ]);
}

function skippedLines(report: Report): LabelledText[] {
  return byReason(report, "skipped").map(({ reason, ids }) => [String(ids.length), reason]);
}

function observedLines(report: Report): LabelledText[] {
  const lines = withResult(report, "observed").map(
    (rule): LabelledText => [rule.id, valueText(rule.observed ?? rule.detail)],
  );
  const rest = lines.length - OBSERVED_LINES;
  const pointer: LabelledText[] = rest > 0 ? [["...", `${rest} more in report.json`]] : [];
  return [...lines.slice(0, OBSERVED_LINES), ...pointer];
}
