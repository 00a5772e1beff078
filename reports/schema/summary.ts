/** What a list of rule results adds up to: counts, areas, groups and the verdict. */
import { RESULTS, type Report, type Result, type RuleResult, type Summary } from "./report.ts";

/** The rules of one area of the catalogue. Shape: `area` is the first part of their ids. */
export interface AreaResult {
  area: string;
  rules: RuleResult[];
  summary: Summary;
}

/** The run in a word and a sentence. Shape: only `PASS` is good news. */
export interface RunVerdict {
  word: "PASS" | "FAIL" | "ERROR" | "STOPPED" | "NOTHING SHOWN";
  sentence: string;
}

/** Counts rules by result. */
export function summarise(rules: readonly RuleResult[]): Summary {
  const summary = Object.fromEntries(RESULTS.map((result) => [result, 0])) as Summary;
  for (const { result } of rules) summary[result] += 1;
  return summary;
}

/** How many rules were judged at all: a skip is never green. */
export function shownOf(summary: Summary): number {
  return summary.pass + summary.fail + summary.warn + summary.observed;
}

/** Rules area by area, both in the report's order. */
export function areasOf(rules: readonly RuleResult[]): AreaResult[] {
  const areas = groupBy(rules, (rule) => rule.id.slice(0, rule.id.indexOf("-")));
  return [...areas].map(([area, members]) => ({
    area,
    rules: members,
    summary: summarise(members),
  }));
}

/** Rules of one result. */
export function withResult(report: Report, result: Result): RuleResult[] {
  return report.rules.filter((rule) => rule.result === result);
}

/** Failures that fail the run: those the baseline does not know. */
export function newFailures(report: Report): RuleResult[] {
  return withResult(report, "fail").filter((rule) => !rule.baseline);
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
  if (report.shown === 0) return { word: "NOTHING SHOWN", sentence: nothingShown(report) };
  if (failed > 0) return { word: "FAIL", sentence: `${counted(failed, "rule")} failed` };
  if (report.summary.error > 0) return { word: "ERROR", sentence: harnessErrors(report) };
  if (report.aborted) return { word: "STOPPED", sentence: "no rule failed before the run ended" };
  const known = knownFailures(report).length;
  const tolerated = known > 0 ? ` that is not in the baseline (${known} known)` : "";
  return { word: "PASS", sentence: `no rule failed${tolerated}` };
}

/** "1 rule", "2 rules". */
export function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

/** Share of rules shown, in whole percent, rounded down so that only all is 100. */
export function percentShown(report: Report): number {
  return report.total === 0 ? 0 : Math.floor((100 * report.shown) / report.total);
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
