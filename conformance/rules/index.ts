/** The catalogue: every rule of the spec, in the spec's order, and the properties behind them. */

import { ACCOUNT_RULES } from "./account.ts";
import { ERRORS_RULES } from "./errors.ts";
import { FRESHNESS_RULES } from "./freshness.ts";
import { GENERAL_RULES } from "./general.ts";
import { IDEMPOTENCY_RULES } from "./idempotency.ts";
import { KEYS_RULES } from "./keys.ts";
import { KINDS_RULES } from "./kinds.ts";
import { LIMITS_RULES } from "./limits.ts";
import { MARKET_DATA_RULES } from "./market-data.ts";
import { MATCHING_RULES } from "./matching.ts";
import { OPERATIONS_RULES } from "./operations.ts";
import { ORDER_ENDPOINTS_RULES } from "./order-endpoints.ts";
import { ORDER_FIELDS_RULES } from "./order-fields.ts";
import { ORDER_RESULT_RULES } from "./order-result.ts";
import { PROPERTIES_RULES } from "./properties.ts";
import { REJECTS_RULES } from "./rejects.ts";
import type { Rule } from "./rule.ts";
import { SESSIONS_RULES } from "./sessions.ts";
import { STREAM_RULES } from "./stream.ts";

export { NEEDS, type Need } from "./needs.ts";
export type { Level, Rule } from "./rule.ts";

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
