/** Every known-bad venue there is. */
import { freshness } from "./freshness.ts";
import { idempotency } from "./idempotency.ts";
import { kinds } from "./kinds.ts";
import { matching } from "./matching.ts";
import type { Mutant } from "./mutant.ts";
import { orderFields } from "./order-fields.ts";
import { orderResult } from "./order-result.ts";

import { rejects } from "./rejects.ts";

export const MUTANTS: readonly Mutant[] = [
  ...orderFields,
  ...orderResult,
  ...matching,
  ...idempotency,
  ...freshness,
  ...rejects,
  ...kinds,
];
