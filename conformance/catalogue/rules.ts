/** The catalogue: every rule of the spec, in the spec's order, and the properties behind them. */
import { RULES as account } from "../areas/account/rules.ts";
import { RULES as authentication } from "../areas/authentication/rules.ts";
import { RULES as claims } from "../areas/claims/rules.ts";
import { RULES as errors } from "../areas/errors/rules.ts";
import { RULES as freshness } from "../areas/freshness/rules.ts";
import { RULES as general } from "../areas/general/rules.ts";
import { RULES as idempotency } from "../areas/idempotency/rules.ts";
import { RULES as keys } from "../areas/keys/rules.ts";
import { RULES as kinds } from "../areas/kinds/rules.ts";
import { RULES as leaderboard } from "../areas/leaderboard/rules.ts";
import { RULES as limits } from "../areas/limits/rules.ts";
import { RULES as marketData } from "../areas/market-data/rules.ts";
import { RULES as matching } from "../areas/matching/rules.ts";
import { RULES as operations } from "../areas/operations/rules.ts";
import { RULES as orderEndpoints } from "../areas/order-endpoints/rules.ts";
import { RULES as orderFields } from "../areas/order-fields/rules.ts";
import { RULES as orderResult } from "../areas/order-result/rules.ts";
import { RULES as properties } from "../areas/properties/rules.ts";
import { RULES as rejects } from "../areas/rejects/rules.ts";
import { RULES as sessions } from "../areas/sessions/rules.ts";
import { RULES as spot } from "../areas/spot/rules.ts";
import { RULES as stream } from "../areas/stream/rules.ts";
import { RULES as tickets } from "../areas/tickets/rules.ts";
import { RULES as timeInForce } from "../areas/time-in-force/rules.ts";
import type { Rule } from "../check/rule.ts";

/** All rules of the spec; reports keep this order. */
export const RULES: readonly Rule[] = [
  ...general,
  ...orderFields,
  ...orderResult,
  ...matching,
  ...timeInForce,
  ...idempotency,
  ...freshness,
  ...rejects,
  ...kinds,
  ...orderEndpoints,
  ...marketData,
  ...spot,
  ...account,
  ...leaderboard,
  ...authentication,
  ...sessions,
  ...keys,
  ...tickets,
  ...stream,
  ...errors,
  ...limits,
  ...operations,
  ...claims,
  ...properties,
];

const byId = new Map(RULES.map((rule) => [rule.id, rule]));

/** Whether the spec has a rule of this id. */
export function isRule(id: string): boolean {
  return byId.has(id);
}

/** The rule with this id. Errors: throws for one that is not in the catalogue. */
export function ruleById(id: string): Rule {
  const rule = byId.get(id);
  if (!rule) throw new Error(`no rule ${id} in the catalogue`);
  return rule;
}
