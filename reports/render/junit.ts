/** A report as JUnit XML: a suite per area, a case per rule, for machines that gate on it. */
import type { Report, RuleResult } from "../schema/report.ts";
import { type Area, areasOf } from "../summary.ts";
import { markup, valueText } from "./text.ts";

/** Text of junit.xml. Shape: a known failure counts as skipped, since it does not fail the run. */
export function renderJunit(report: Report): string {
  const counts = attributes({
    name: `touchstone ${report.target.name}`,
    ...totals(report.rules),
    time: (report.duration_ms / 1000).toFixed(3),
  });
  const suites = areasOf(report.rules).map((area) => suite(area, report));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    ...suites,
    "</testsuites>\n",
  ].join("\n");
}

/** Checks run interleaved, so no time belongs to one rule: suites and cases say 0. */
function suite({ area, rules }: Area, report: Report): string {
  const head = { name: area, ...totals(rules), time: "0", timestamp: report.started_at };
  return [`<testsuite ${attributes(head)}>`, ...rules.map(testcase), "</testsuite>"].join("\n");
}

function testcase(rule: RuleResult): string {
  const [area = ""] = rule.id.split("-");
  const head = attributes({
    classname: `touchstone.${area}`,
    name: `${rule.id} ${rule.statement}`,
    time: "0",
  });
  const body = outcome(rule);
  return body ? `<testcase ${head}>${body}</testcase>` : `<testcase ${head}/>`;
}

function outcome(rule: RuleResult): string {
  if (isTolerated(rule)) return element("skipped", `known failure: ${rule.baseline?.reason}`);
  const detail = rule.detail ?? "";
  switch (rule.result) {
    case "pass":
      return "";
    case "fail":
      return element("failure", rule.failure?.actual ?? detail, evidence(rule));
    case "error":
      return element("error", detail);
    case "skipped":
    case "inconclusive":
      return element("skipped", `${rule.result}: ${detail}`);
    default:
      return `<system-out>${markup(remark(rule))}</system-out>`;
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

function totals(rules: readonly RuleResult[]) {
  const isSkipped = (rule: RuleResult) =>
    isTolerated(rule) || rule.result === "skipped" || rule.result === "inconclusive";
  const isFailed = (rule: RuleResult) => rule.result === "fail" && !isTolerated(rule);
  return {
    tests: String(rules.length),
    failures: String(rules.filter(isFailed).length),
    errors: String(rules.filter((rule) => rule.result === "error").length),
    skipped: String(rules.filter(isSkipped).length),
  };
}

function isTolerated(rule: RuleResult): boolean {
  return rule.result === "fail" && rule.baseline !== undefined;
}

function element(name: string, message: string, text = ""): string {
  return `<${name} ${attributes({ message })}>${markup(text)}</${name}>`;
}

/** A parser turns a bare line break inside an attribute into a space, so it is spelled out. */
function attributes(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${markup(value).replaceAll("\n", "&#10;")}"`)
    .join(" ");
}
