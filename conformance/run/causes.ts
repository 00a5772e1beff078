/** What failed by itself, and what stands on it: the first thing that a report says. */
import type { Cause, RuleResult } from "../../reports/schema/report.ts";
import { besideOf, prefixOf } from "../../reports/schema/summary.ts";

/**
 * Areas whose failures weigh most, heaviest first: money, then identity, then what becomes of orders.
 * Before all of them comes what many rules stand on.
 */
const HEAVY: readonly string[] = [
  ...["CLAIM", "ACC", "PERP", "BIN", "PARLAY", "MATCH", "PROP"],
  ...["AUTH", "KEY", "SESS", "TKT"],
  ...["IDEM", "FRESH", "REJ", "TIF", "OPS", "STATE", "LIM"],
];

/** One cause for each rule that failed and stands on no other, heaviest first. */
export function causesOf(rules: readonly RuleResult[]): Cause[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const under = new Map<string, RuleResult[]>();
  for (const rule of rules) {
    const base = baseOf(rule, byId);
    if (base !== rule) under.set(base.id, [...(under.get(base.id) ?? []), rule]);
  }
  const causes = rules.filter((rule) => rule.result === "fail" && baseOf(rule, byId) === rule);
  return causes
    .map((rule) => causeOf(rule, under.get(rule.id) ?? []))
    .toSorted((a, b) => weightOf(a) - weightOf(b) || besideOf(b) - besideOf(a));
}

/** The failed rule at the bottom of what the rule stands on; itself where there is none. */
function baseOf(rule: RuleResult, byId: ReadonlyMap<string, RuleResult>): RuleResult {
  const seen = new Set<RuleResult>();
  let base = rule;
  for (let next: RuleResult | undefined = rule; next && !seen.has(next); ) {
    seen.add(next);
    if (next.result === "fail") base = next;
    next = next.stands === undefined ? undefined : byId.get(next.stands);
  }
  return base;
}

function causeOf(rule: RuleResult, under: readonly RuleResult[]): Cause {
  const failed = under.filter(({ result }) => result === "fail");
  return {
    rule: rule.id,
    cells: rule.cells?.failed ?? [],
    also: failed.map(({ id }) => id),
    stands: under.filter((one) => !failed.includes(one)).map(({ id }) => id),
    narrowed: rule.failure?.narrowed ?? null,
  };
}

/** With so many rules on it, nothing much can be said of a venue before it is mended. */
const MANY = 20;

function weightOf(cause: Cause): number {
  if (besideOf(cause) >= MANY) return -1;
  const at = HEAVY.indexOf(prefixOf({ id: cause.rule }));
  return at < 0 ? HEAVY.length : at;
}
