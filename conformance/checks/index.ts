/** Every check there is; `--list` prints them beside the rules they prove. */
import type { Check } from "../check.ts";
import { freshness } from "./freshness.ts";
import { general } from "./general.ts";
import { idempotency } from "./idempotency.ts";
import { idempotencyConcurrent } from "./idempotency-concurrent.ts";
import { idempotencyConflicts } from "./idempotency-conflicts.ts";
import { kinds } from "./kinds.ts";
import { marketOrders } from "./market-orders.ts";
import { matching } from "./matching.ts";
import { orderEndpoints } from "./order-endpoints.ts";
import { orderFields } from "./order-fields.ts";
import { orderResult } from "./order-result.ts";
import { postOnly } from "./post-only.ts";
import { priceProtection } from "./price-protection.ts";
import { rejects } from "./rejects.ts";
import { selfTrade } from "./self-trade.ts";
import { timeInForce } from "./time-in-force.ts";

export const CHECKS: readonly Check[] = [
  ...general,
  ...orderFields,
  ...orderResult,
  ...timeInForce,
  ...matching,
  ...selfTrade,
  ...postOnly,
  ...marketOrders,
  ...priceProtection,
  ...idempotency,
  ...idempotencyConflicts,
  ...idempotencyConcurrent,
  ...freshness,
  ...rejects,
  ...kinds,
  ...orderEndpoints,
];
