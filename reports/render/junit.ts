/** A conformance report as JUnit XML: a suite per area, a case per rule. */
import type { FinishedRun, Timing } from "../schema/finished-run.ts";
import type { Cause, Report, RuleResult } from "../schema/report.ts";
import { prefixOf } from "../schema/summary.ts";
import { besideText, exchangeText } from "./cause-text.ts";
import { cellsText } from "./cells-text.ts";
import { type JunitCase, junitText } from "./junit-text.ts";
import { valueText } from "./text.ts";

/** Text of junit.xml. Shape: a known failure counts as skipped, since it does not fail the run. */
export function renderJunit({ report, timings }: Pick<FinishedRun, "report" | "timings">): string {
  const head = {
    name: `touchstone ${report.target.name}`,
    startedAt: report.started_at,
    durationMs: report.duration_ms,
  };
  const causes = new Map(report.causes.map((cause) => [cause.rule, cause]));
  const timeOf = ruleTimes(report, timings);
  const cases = report.rules.map((rule) => ({
    ...{ suite: prefixOf(rule), name: `${rule.id} ${rule.statement}`, timeMs: timeOf(rule) },
    ...outcome(rule, causes.get(rule.id)),
  }));
  return junitText(head, cases);
}

/** Milliseconds of each rule: of a check that shows several, each has its part, so that sums are true. */
function ruleTimes(report: Report, timings: readonly Timing[]): (rule: RuleResult) => number {
  const took = new Map(timings.map(({ check, tookMs }) => [check, tookMs]));
  const shared = new Map<string, number>();
  for (const check of report.rules.flatMap(({ checks }) => checks)) {
    shared.set(check, (shared.get(check) ?? 0) + 1);
  }
  const part = (check: string) => (took.get(check) ?? 0) / (shared.get(check) ?? 1);
  return ({ checks }) => checks.reduce((sum, check) => sum + part(check), 0);
}

function outcome(rule: RuleResult, cause?: Cause): Pick<JunitCase, "outcome" | "message" | "text"> {
  if (rule.result === "fail" && rule.baseline !== undefined) {
    return { outcome: "skipped", message: `known failure: ${rule.baseline.reason}` };
  }
  const detail = rule.detail ?? "";
  switch (rule.result) {
    case "pass":
      return { outcome: "pass" };
    case "fail": {
      const message = rule.failure?.actual ?? detail;
      return { outcome: "failure", message, text: evidence(rule, cause) };
    }
    case "error":
      return { outcome: "error", message: detail };
    case "skipped":
    case "inconclusive":
      return { outcome: "skipped", message: `${rule.result}: ${detail}` };
    default:
      return { outcome: "note", message: remark(rule) };
  }
}

function remark(rule: RuleResult): string {
  const seen = rule.observed === null ? [] : [valueText(rule.observed)];
  return [`${rule.result}:`, ...seen, ...(rule.detail ? [rule.detail] : [])].join(" ");
}

/** Everything that is known of the failure: a page of tests shows nothing else. */
function evidence(rule: RuleResult, cause?: Cause): string {
  const { section, statement, detail, cells, stands, failure, about } = rule;
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ["rule", statement],
    ["spec", section],
    ["detail", detail],
    ["where", cells && cellsText(cells)],
    ["narrowed", failure?.narrowed],
    ["expected", failure?.expected],
    ["actual", failure?.actual],
    ["answered", failure?.answered],
    ["stands on", stands],
    ["beside", cause && besideText(cause)],
    ["fix", about?.fix],
    ["check", about?.source],
  ];
  return [
    ...facts.flatMap(([label, text]) => (text ? [`${label}: ${text}`] : [])),
    ...(failure ? [...failure.exchanges.map(exchangeText), failure.curl, failure.session] : []),
  ].join("\n");
}
