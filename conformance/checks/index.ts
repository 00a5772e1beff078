/** Every check there is; `--list` prints them beside the rules they prove. */
import type { Check } from "../check.ts";
import { general } from "./general.ts";
import { orderFields } from "./order-fields.ts";
import { orderResult } from "./order-result.ts";
import { timeInForce } from "./time-in-force.ts";

export const CHECKS: readonly Check[] = [
  ...general,
  ...orderFields,
  ...orderResult,
  ...timeInForce,
];
