/** A conformance report as JUnit XML: a suite per area, a case per rule. */
import type { Report, RuleResult } from "../schema/report.ts";
import { type JunitCase, junitText } from "./junit-text.ts";
import { valueText } from "./text.ts";

/** Text of junit.xml. Shape: a known failure counts as skipped, since it does not fail the run. */
export function renderJunit(report: Report): string {
  const head = {
    name: `touchstone ${report.target.name}`,
    startedAt: report.started_at,
    durationMs: report.duration_ms,
  };
  return junitText(head, report.rules.map(caseOf));
}

function caseOf(rule: RuleResult): JunitCase {
  const [suite = ""] = rule.id.split("-");
  return { suite, name: `${rule.id} ${rule.statement}`, ...outcome(rule) };
}

function outcome(rule: RuleResult): Pick<JunitCase, "outcome" | "message" | "text"> {
  if (rule.result === "fail" && rule.baseline !== undefined) {
    return { outcome: "skipped", message: `known failure: ${rule.baseline.reason}` };
  }
  const detail = rule.detail ?? "";
  switch (rule.result) {
    case "pass":
      return { outcome: "pass" };
    case "fail": {
      const message = rule.failure?.actual ?? detail;
      return { outcome: "failure", message, text: evidence(rule) };
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

function evidence({ section, failure }: RuleResult): string {
  if (!failure) return `spec: ${section}`;
  return [
    `spec: ${section}`,
    `expected: ${failure.expected}`,
    `actual: ${failure.actual}`,
    ...failure.exchanges.map((one) => `${one.method} ${one.path} -> ${one.status ?? "no answer"}`),
    failure.curl,
    failure.session,
  ].join("\n");
}
