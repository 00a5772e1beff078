/** All planted defects. */
import { CORE_DEFECTS } from "./core.ts";
import type { Defect } from "./defect.ts";
import { HELD_OUT_DEFECTS } from "./held-out.ts";
import { ORDER_DEFECTS } from "./orders.ts";
import { SHELL_DEFECTS } from "./shell.ts";

export type { Defect } from "./defect.ts";
export { HELD_OUT_DEFECTS };

/** By area, then as they stand; those held out come last. */
export const DEFECTS: readonly Defect[] = [
  ...CORE_DEFECTS,
  ...ORDER_DEFECTS,
  ...SHELL_DEFECTS,
  ...HELD_OUT_DEFECTS,
];
