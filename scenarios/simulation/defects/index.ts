/** All planted defects. */
import { CORE_DEFECTS } from "./core.ts";
import type { Defect } from "./defect.ts";
import { ORDER_DEFECTS } from "./orders.ts";
import { SHELL_DEFECTS } from "./shell.ts";

export type { Defect } from "./defect.ts";

/** By area, then as they stand. */
export const DEFECTS: readonly Defect[] = [...CORE_DEFECTS, ...ORDER_DEFECTS, ...SHELL_DEFECTS];
