/** The decision register: where the spec leaves room, what is accepted and why. */
import { ACCOUNT_DECISIONS } from "./account.ts";
import { AUTHENTICATION_DECISIONS } from "./authentication.ts";
import type { Decision } from "./decision.ts";
import { ERRORS_AND_LIMITS_DECISIONS } from "./errors-and-limits.ts";
import { FRESHNESS_DECISIONS } from "./freshness.ts";
import { IDEMPOTENCY_DECISIONS } from "./idempotency.ts";
import { LIFE_CYCLE_DECISIONS } from "./life-cycle.ts";
import { MARKET_DATA_DECISIONS } from "./market-data.ts";
import { OPERATIONS_DECISIONS } from "./operations.ts";
import { ORDER_ENDPOINTS_DECISIONS } from "./order-endpoints.ts";
import { PLACING_DECISIONS } from "./placing.ts";
import { RISK_DECISIONS } from "./risk.ts";
import { STREAM_DECISIONS } from "./stream.ts";

export type { Decision } from "./decision.ts";

/** All decisions that rules or dialects refer to, by id. */
export const DECISIONS: readonly Decision[] = [
  ...PLACING_DECISIONS,
  ...LIFE_CYCLE_DECISIONS,
  ...IDEMPOTENCY_DECISIONS,
  ...FRESHNESS_DECISIONS,
  ...RISK_DECISIONS,
  ...ORDER_ENDPOINTS_DECISIONS,
  ...MARKET_DATA_DECISIONS,
  ...ACCOUNT_DECISIONS,
  ...AUTHENTICATION_DECISIONS,
  ...STREAM_DECISIONS,
  ...ERRORS_AND_LIMITS_DECISIONS,
  ...OPERATIONS_DECISIONS,
];

const byId = new Map(DECISIONS.map((one) => [one.id, one]));

/** The decision with this id. Errors: throws for an id the register does not hold. */
export function decision(id: string): Decision {
  const found = byId.get(id);
  if (!found) throw new Error(`no decision ${id} in the register`);
  return found;
}
