/** Every property, as a check of its rules. */
import type { Check } from "../check.ts";
import { repeats } from "./repeats.ts";
import { stateful } from "./stateful.ts";

export const PROPERTIES: readonly Check[] = [stateful, ...repeats];
