/** The catalogue: every rule of the spec, in the spec's order, and the properties behind them. */

import type { Rule } from "../check/rule.ts";
import { ACCOUNT_RULES } from "../rules/account.ts";
import { ERRORS_RULES } from "../rules/errors.ts";
import { FRESHNESS_RULES } from "../rules/freshness.ts";
import { GENERAL_RULES } from "../rules/general.ts";
import { IDEMPOTENCY_RULES } from "../rules/idempotency.ts";
import { KEYS_RULES } from "../rules/keys.ts";
import { KINDS_RULES } from "../rules/kinds.ts";
import { LIMITS_RULES } from "../rules/limits.ts";
import { MARKET_DATA_RULES } from "../rules/market-data.ts";
import { MATCHING_RULES } from "../rules/matching.ts";
import { OPERATIONS_RULES } from "../rules/operations.ts";
import { ORDER_ENDPOINTS_RULES } from "../rules/order-endpoints.ts";
import { ORDER_FIELDS_RULES } from "../rules/order-fields.ts";
import { ORDER_RESULT_RULES } from "../rules/order-result.ts";
import { PROPERTIES_RULES } from "../rules/properties.ts";
import { REJECTS_RULES } from "../rules/rejects.ts";
import { SESSIONS_RULES } from "../rules/sessions.ts";
import { STREAM_RULES } from "../rules/stream.ts";

export { NEEDS, type Need } from "../check/need.ts";
export type { Rule, RuleLevel } from "../check/rule.ts";

/** All rules of the spec; reports keep this order. */
export const RULES: readonly Rule[] = [
  ...GENERAL_RULES,
  ...ORDER_FIELDS_RULES,
  ...ORDER_RESULT_RULES,
  ...MATCHING_RULES,
  ...IDEMPOTENCY_RULES,
  ...FRESHNESS_RULES,
  ...REJECTS_RULES,
  ...KINDS_RULES,
  ...ORDER_ENDPOINTS_RULES,
  ...MARKET_DATA_RULES,
  ...ACCOUNT_RULES,
  ...SESSIONS_RULES,
  ...KEYS_RULES,
  ...STREAM_RULES,
  ...ERRORS_RULES,
  ...LIMITS_RULES,
  ...OPERATIONS_RULES,
  ...PROPERTIES_RULES,
];

const byId = new Map(RULES.map((rule) => [rule.id, rule]));

/** Whether the spec has a rule of this id. */
export function isRule(id: string): boolean {
  return RULES.some((rule) => rule.id === id);
}

/** Lets checks judge rules beside the spec's: an owner's own. `RULES` stays as it is. */
export function admit(own: readonly Rule[]): void {
  for (const rule of own) byId.set(rule.id, rule);
}

/** The rule with this id. Errors: throws for one neither in the catalogue nor admitted. */
export function ruleById(id: string): Rule {
  const rule = byId.get(id);
  if (!rule) throw new Error(`no rule ${id} in the catalogue`);
  return rule;
}
