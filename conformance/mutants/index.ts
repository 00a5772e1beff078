/** Every known-bad venue there is. */
import { idempotency } from "./idempotency.ts";
import { matching } from "./matching.ts";
import type { Mutant } from "./mutant.ts";
import { orderFields } from "./order-fields.ts";
import { orderResult } from "./order-result.ts";

export const MUTANTS: readonly Mutant[] = [
  ...orderFields,
  ...orderResult,
  ...matching,
  ...idempotency,
];
