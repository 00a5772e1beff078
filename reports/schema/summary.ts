/** What a list of rule results adds up to: counts, areas, groups and the verdict. */
import {
  type Cause,
  RESULTS,
  type Report,
  type Result,
  type RuleResult,
  type Summary,
} from "./report.ts";

/**
 * The rules of one area of the catalogue.
 * Shape: `area` is the first part of their ids, `name` says it in words; empty where nobody named it.
 */
export interface AreaResult {
  area: string;
  name: string;
  rules: RuleResult[];
  summary: Summary;
}

/** The run in a word and a sentence. Shape: only `PASS` is good news, `PARTIAL` is no bad news. */
export interface RunVerdict {
  word: "PASS" | "PARTIAL" | "FAIL" | "ERROR" | "STOPPED" | "NOTHING SHOWN";
  sentence: string;
}

/** Share of what the profile promises that has to be shown for a PASS. Units: percent. */
const PASS_PERCENT = 90;

/** How a verdict is painted: green, yellow, red. */
export type Tone = "good" | "part" | "bad";

/** The tone of any run's verdict. */
export function toneOf(word: string): Tone {
  if (word === "PASS") return "good";
  return word === "PARTIAL" || word === "STOPPED" ? "part" : "bad";
}

/** Counts rules by result. */
export function summarise(rules: readonly RuleResult[]): Summary {
  const summary = Object.fromEntries(RESULTS.map((result) => [result, 0])) as Summary;
  for (const { result } of rules) summary[result] += 1;
  return summary;
}

/** Of a rule that was shown to hold or not, or whose open place was seen. */
export const SHOWN_RESULTS: readonly Result[] = ["pass", "fail", "warn", "observed"];

/** The headline's numbers. */
export type Headline = Pick<Report, "shown" | "promised" | "total" | "open" | "cells">;

/**
 * How many rules that can fail were judged: a skip is never green, and a rule that was not looked at
 * in every value of its dimensions counts as the part of its cells that was.
 */
export function headlineOf(rules: readonly RuleResult[]): Headline {
  const [open, closed] = [true, false].map((wanted) =>
    rules.filter(({ level }) => (level === "open") === wanted),
  ) as [RuleResult[], RuleResult[]];
  const shown = closed.reduce((sum, rule) => sum + partShown(rule), 0);
  return {
    shown: Math.floor(shown * 10 + 1e-6) / 10,
    promised: closed.filter(({ result }) => result !== "skipped").length,
    total: closed.length,
    open: { recorded: open.filter(isShown).length, total: open.length },
    cells: cellsIn(rules),
  };
}

function cellsIn(rules: readonly RuleResult[]): Report["cells"] {
  const all = rules.flatMap((rule) => rule.cells ?? []);
  const sum = (of: (cells: (typeof all)[number]) => number) =>
    all.reduce((total, cells) => total + of(cells), 0);
  return { tried: sum(({ tried }) => tried), of: sum(({ of }) => of) };
}

/** "1203 of 2115 cells, effort quick"; empty where no rule ranges over any. */
export function effortText({ cells: { tried, of }, effort }: Report): string {
  return of === 0 ? "" : `${tried} of ${counted(of, "cell")}, effort ${effort}`;
}

/** From 0 to 1. A failure is a verdict, however few cells it took. */
export function partShown(rule: RuleResult): number {
  const { result, cells } = rule;
  if (!isShown(rule)) return 0;
  const whole = result === "fail" || cells === undefined || cells.untried.length === 0;
  return whole ? 1 : cells.tried / cells.of;
}

function isShown({ result }: RuleResult): boolean {
  return SHOWN_RESULTS.includes(result);
}

/** "120.5 of 389 (30%), 92% of the 131 promised", for every headline. */
export function shownText(report: Headline): string {
  const { shown, promised, total } = report;
  const all = `${shown} of ${total} (${percentShown(report)}%)`;
  if (promised === total) return all;
  return `${all}, ${percentOfPromise(report)}% of the ${promised} promised`;
}

/** "28 of 30 open places recorded"; empty where the report has none. */
export function openText({ open }: Headline): string {
  return open.total === 0
    ? ""
    : `${open.recorded} of ${counted(open.total, "open place")} recorded`;
}

/** Rules that came out well, but not everywhere: what was not looked at of each. */
export function shownInPart(report: Report): { rule: RuleResult; missing: string[] }[] {
  const rules = report.rules.filter((rule) => isShown(rule) && partShown(rule) < 1);
  return rules.map((rule) => ({ rule, missing: rule.cells?.untried ?? [] }));
}

/** Whether nothing at all was learned. */
export function nothingLearned({ shown, open }: Headline): boolean {
  return shown === 0 && open.recorded === 0;
}

/** Rules area by area, both in the report's order. */
export function areasOf({ rules, areas: names }: Pick<Report, "rules" | "areas">): AreaResult[] {
  const areas = groupBy(rules, prefixOf);
  return [...areas].map(([area, members]) => ({
    area,
    name: names[area] ?? "",
    rules: members,
    summary: summarise(members),
  }));
}

/** The first part of a rule's id. */
export function prefixOf({ id }: Pick<RuleResult, "id">): string {
  return id.slice(0, id.indexOf("-"));
}

/** Rules of one result. */
export function withResult(report: Report, result: Result): RuleResult[] {
  return report.rules.filter((rule) => rule.result === result);
}

/** Failures that fail the run: those the baseline does not know. */
export function newFailures(report: Report): RuleResult[] {
  return withResult(report, "fail").filter((rule) => !rule.baseline);
}

/** A cause, with what is reported of its rule. */
export interface NewCause {
  cause: Cause;
  rule: RuleResult;
}

/** What failed by itself and fails the run, heaviest first; every new failure is in one of them. */
export function newCauses(report: Report): NewCause[] {
  const failed = new Map(newFailures(report).map((rule) => [rule.id, rule]));
  const known = report.causes.filter(({ rule }) => failed.has(rule));
  const among = new Set(known.flatMap(({ rule, also }) => [rule, ...also]));
  const apart = [...failed.keys()].filter((id) => !among.has(id)).map(causeOfItself);
  return [...known, ...apart].map((cause) => ({ cause, rule: failed.get(cause.rule)! }));
}

/** Of a failure beside a cause that the baseline knows. */
function causeOfItself(rule: string): Cause {
  return { rule, cells: [], also: [], stands: [], narrowed: null };
}

/** How many rules failed beside a cause, or were left open by it. */
export function besideOf({ also, stands }: Pick<Cause, "also" | "stands">): number {
  return also.length + stands.length;
}

/** Failures the baseline knows. */
export function knownFailures(report: Report): RuleResult[] {
  return withResult(report, "fail").filter((rule) => rule.baseline);
}

/** Rules of one result that share a reason, the largest group first. */
export function byReason(report: Report, result: Result): { reason: string; ids: string[] }[] {
  const groups = groupBy(withResult(report, result), (rule) => rule.detail ?? "no reason given");
  return [...groups]
    .map(([reason, rules]) => ({ reason, ids: rules.map((rule) => rule.id) }))
    .sort((a, b) => b.ids.length - a.ids.length);
}

/** Judges the run. Shape: the gravest word that applies. */
export function verdictOf(report: Report): RunVerdict {
  const failed = newFailures(report).length;
  if (nothingLearned(report)) return { word: "NOTHING SHOWN", sentence: nothingShown(report) };
  if (failed > 0) return { word: "FAIL", sentence: failedText(report, failed) };
  if (report.summary.error > 0) return { word: "ERROR", sentence: harnessErrors(report) };
  if (report.aborted) return { word: "STOPPED", sentence: "no rule failed before the run ended" };
  const known = knownFailures(report).length;
  const tolerated = known > 0 ? ` that is not in the baseline (${known} known)` : "";
  const sentence = `no rule failed${tolerated}`;
  const isShown = percentOfPromise(report) >= PASS_PERCENT;
  if (isShown) return { word: "PASS", sentence: `${sentence}${littleText(report)}` };
  return { word: "PARTIAL", sentence: `${sentence}, but ${partText(report)}` };
}

/** "1 rule", "2 rules". */
export function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

/** Share of rules shown, in whole percent, rounded down so that only all is 100. */
export function percentShown(report: Headline): number {
  return report.total === 0 ? 0 : Math.floor((100 * report.shown) / report.total);
}

/**
 * Share of rules shown among those that the profile promises, in whole percent, rounded down: all that
 * can fail and were not skipped, since what a skipped rule needs was not supplied or did not arise.
 */
export function percentOfPromise({ shown, promised }: Headline): number {
  return promised === 0 ? 0 : Math.floor((100 * shown) / promised);
}

function failedText(report: Report, failed: number): string {
  const causes = newCauses(report).length;
  return `${counted(failed, "rule")} failed${causes < failed ? `, ${counted(causes, "cause")}` : ""}`;
}

function partText(report: Report): string {
  if (report.promised === 0) return "the spec leaves open all that was looked at";
  const percent = percentOfPromise(report);
  return `${percent}% of what the profile promises was shown; ${PASS_PERCENT}% is a PASS`;
}

/** Said where a PASS is about a part of the rules alone. */
function littleText({ promised, total }: Report): string {
  const isWhole = 100 * promised >= PASS_PERCENT * total;
  return isWhole ? "" : `; what the profile supplies is enough for ${promised} of ${total}`;
}

function nothingShown(report: Report): string {
  return `none of ${counted(report.total, "rule")} could be judged`;
}

function harnessErrors(report: Report): string {
  return `the harness went wrong on ${counted(report.summary.error, "rule")}`;
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}
