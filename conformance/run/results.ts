/** From what checks showed to one result for each rule of the report. */
import type { RuleResult } from "../../reports/schema/report.ts";
import { decision } from "../../scenarios/decisions/index.ts";
import { checkSource } from "../catalogue/check-source.ts";
import { mergeObserved } from "../check/judge.ts";
import type { Rule } from "../check/rule.ts";
import { curlOf, type Evidence } from "./evidence.ts";
import type { Shown } from "./run.ts";

/** A rule's result and, for a failure, its evidence. */
export interface JudgedRule {
  rule: RuleResult;
  evidence: Evidence | null;
}

/** Which result a rule has when its checks differ: the first of these that occurs. */
const GRAVITY = ["fail", "error", "inconclusive", "warn", "pass", "observed", "skipped"] as const;

const EXCHANGES_SHOWN = 5;

/** One result per rule, in the order of `rules`; a rule without a check says so. */
export function judgeRules(
  rules: readonly Rule[],
  shown: readonly Shown[],
  baseUrl: string,
): JudgedRule[] {
  const byRule = new Map<string, Shown[]>(rules.map(({ id }) => [id, []]));
  for (const one of shown) byRule.get(one.finding.rule)?.push(one);
  return rules.map((rule) => judged(rule, byRule.get(rule.id) ?? [], baseUrl));
}

function judged(rule: Rule, shown: readonly Shown[], baseUrl: string): JudgedRule {
  const gravest = GRAVITY.flatMap((result) =>
    shown.filter(({ finding }) => finding.result === result),
  )[0];
  const { id, level, section, statement } = rule;
  const common = { id, level, section, statement, checks: shown.map(({ check }) => check.title) };
  const conditional = rule.conditional === true ? { conditional: true as const } : {};
  if (gravest === undefined) {
    const result: RuleResult = {
      ...common,
      ...conditional,
      result: "skipped",
      detail: "no check yet",
      observed: null,
    };
    return { rule: result, evidence: null };
  }
  const { finding, evidence } = gravest;
  const result: RuleResult = {
    ...common,
    ...conditional,
    result: finding.result,
    detail: finding.detail,
    observed: shown.reduce<unknown>((seen, one) => mergeObserved(seen, one.finding.observed), null),
    ...(evidence && { failure: failureOf(gravest, evidence, baseUrl) }),
    ...(isToExplain(finding.result) && { about: aboutOf(rule) }),
  };
  return { rule: result, evidence };
}

function isToExplain(result: RuleResult["result"]): boolean {
  return result === "fail" || result === "warn";
}

function aboutOf({ id: rule, fix, decisions }: Rule): NonNullable<RuleResult["about"]> {
  const accepts = decisions.map((id) => {
    const { question, accepts } = decision(id);
    return { decision: id, question, accepts };
  });
  const source = checkSource(rule);
  return { ...(fix !== undefined && { fix }), accepts, ...(source !== null && { source }) };
}

function failureOf(
  { finding }: Shown,
  evidence: Evidence,
  baseUrl: string,
): NonNullable<RuleResult["failure"]> {
  const { exchanges, deciding } = evidence;
  const until = exchanges.slice(0, exchanges.indexOf(deciding) + 1);
  return {
    expected: finding.expected ?? "",
    actual: finding.actual ?? "",
    exchanges: until.slice(-EXCHANGES_SHOWN).map(({ request, response }) => ({
      method: request.method,
      path: request.path,
      status: response?.status ?? null,
    })),
    curl: curlOf(baseUrl, deciding),
    session: `failures/${finding.rule}.session.jsonl`,
  };
}
