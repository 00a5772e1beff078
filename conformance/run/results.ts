/** From what checks showed to one result for each rule of the report. */
import type { RuleResult } from "../../reports/schema/report.ts";
import { decision } from "../../scenarios/decisions/index.ts";
import { checkSource } from "../catalogue/check-source.ts";
import { type Finding, mergeObserved } from "../check/judge.ts";
import type { Rule } from "../check/rule.ts";
import { sentencesOf } from "../spec/sentences-of.ts";
import { type Cells, cellsOf, whereText } from "./cell-results.ts";
import { curlOf, type Evidence, refusalText } from "./evidence.ts";
import type { Shown } from "./run.ts";

/** A rule's result and, for a failure, its evidence. */
export interface JudgedRule {
  rule: RuleResult;
  evidence: Evidence | null;
}

/** Which result a rule has when its checks differ: the first of these that occurs. */
const GRAVITY: readonly Finding["result"][] = [
  ...(["fail", "error", "inconclusive", "warn", "pass", "observed", "skipped"] as const),
];

/** The same for the cells of one check: one that could not be shown is told as a part not shown. */
const AMONG_CELLS: readonly Finding["result"][] = [
  ...(["fail", "error", "warn", "pass", "observed", "inconclusive", "skipped"] as const),
];

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
  const cells = cellsOf(rule.over, shown);
  const gravest = gravestOf(byCheck(shown));
  const { id, level, section, statement } = rule;
  const common = { id, level, section, statement, checks: titlesOf(shown) };
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
    detail: detailOf(finding, cells, shown),
    ...(cells && { cells }),
    ...(finding.stands !== undefined && { stands: finding.stands }),
    observed: shown.reduce<unknown>((seen, one) => mergeObserved(seen, one.finding.observed), null),
    ...(evidence && { failure: failureOf(gravest, evidence, baseUrl) }),
    ...(isToExplain(finding.result) && { about: aboutOf(rule) }),
  };
  return { rule: result, evidence };
}

/** The gravest finding of each check: what was not shown in one cell does not undo another. */
function byCheck(shown: readonly Shown[]): Shown[] {
  const checks = [...new Set(shown.map(({ check }) => check))];
  return checks.flatMap((one) => {
    const findings = shown.filter(({ check }) => check === one);
    return gravestOf(findings, AMONG_CELLS) ?? [];
  });
}

function gravestOf(shown: readonly Shown[], order = GRAVITY): Shown | undefined {
  return order.flatMap((result) => shown.filter(({ finding }) => finding.result === result))[0];
}

function titlesOf(shown: readonly Shown[]): string[] {
  return [...new Set(shown.map(({ check }) => check.title))];
}

/** Where a rule failed in some cells alone, that comes first. */
function detailOf(finding: Finding, cells: Cells | null, shown: readonly Shown[]): string | null {
  const failures = shown.filter((one) => one.finding.result === "fail").length;
  const where = cells && whereText(cells, failures);
  return where ? `${where}; ${finding.detail}` : finding.detail;
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
  const sentences = sentencesOf(rule);
  return {
    ...(fix !== undefined && { fix }),
    ...(sentences.length > 0 && { sentences }),
    accepts,
    ...(source !== null && { source }),
  };
}

function failureOf(
  { finding }: Shown,
  evidence: Evidence,
  baseUrl: string,
): NonNullable<RuleResult["failure"]> {
  const { exchanges, deciding } = evidence;
  const until = exchanges.slice(0, exchanges.indexOf(deciding) + 1);
  const answered = refusalText(deciding);
  return {
    expected: finding.expected ?? "",
    actual: finding.actual ?? "",
    ...(answered !== null && { answered }),
    exchanges: until.slice(-EXCHANGES_SHOWN).map(({ request, response }) => ({
      method: request.method,
      path: request.path,
      status: response?.status ?? null,
    })),
    curl: curlOf(baseUrl, deciding),
    session: `failures/${finding.rule}.session.jsonl`,
  };
}
