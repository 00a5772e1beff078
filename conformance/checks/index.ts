/** Every check there is; `--list` prints them beside the rules they prove. */
import type { Check } from "../check.ts";
import { timeInForce } from "./time-in-force.ts";

export const CHECKS: readonly Check[] = [...timeInForce];
