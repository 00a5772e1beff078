/** How to fix a venue, rule by rule. */
import { ACCOUNT_ADVICE } from "./account.ts";
import { ERRORS_ADVICE } from "./errors.ts";
import { FRESHNESS_ADVICE } from "./freshness.ts";
import { GENERAL_ADVICE } from "./general.ts";
import { IDEMPOTENCY_ADVICE } from "./idempotency.ts";
import { KEYS_ADVICE } from "./keys.ts";
import { KINDS_ADVICE } from "./kinds.ts";
import { LIMITS_ADVICE } from "./limits.ts";
import { MARKET_DATA_ADVICE } from "./market-data.ts";
import { MATCHING_ADVICE } from "./matching.ts";
import { OPERATIONS_ADVICE } from "./operations.ts";
import { ORDER_ENDPOINTS_ADVICE } from "./order-endpoints.ts";
import { ORDER_FIELDS_ADVICE } from "./order-fields.ts";
import { ORDER_RESULT_ADVICE } from "./order-result.ts";
import { PROPERTIES_ADVICE } from "./properties.ts";
import { REJECTS_ADVICE } from "./rejects.ts";
import { SESSIONS_ADVICE } from "./sessions.ts";
import { STREAM_ADVICE } from "./stream.ts";

const ADVICE = new Map(
  [
    GENERAL_ADVICE,
    ORDER_FIELDS_ADVICE,
    ORDER_RESULT_ADVICE,
    MATCHING_ADVICE,
    IDEMPOTENCY_ADVICE,
    FRESHNESS_ADVICE,
    REJECTS_ADVICE,
    KINDS_ADVICE,
    ORDER_ENDPOINTS_ADVICE,
    MARKET_DATA_ADVICE,
    ACCOUNT_ADVICE,
    SESSIONS_ADVICE,
    KEYS_ADVICE,
    STREAM_ADVICE,
    ERRORS_ADVICE,
    LIMITS_ADVICE,
    OPERATIONS_ADVICE,
    PROPERTIES_ADVICE,
  ].flatMap((part) => Object.entries(part)),
);

/** Ids of the rules that there is advice on. */
export const ADVISED: readonly string[] = [...ADVICE.keys()];

/**
 * Where a venue that fails this rule usually goes wrong, and what to do: one or two sentences.
 * Shape: undefined for an open rule, which nothing fails.
 */
export function adviceOn(ruleId: string): string | undefined {
  return ADVICE.get(ruleId);
}
