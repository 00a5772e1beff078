/** What a planted defect is: one place of the reference, and what stands there instead. */
import type { FaultName } from "../simulation/faults.ts";
import type { Tier } from "../simulation/parameters.ts";

/** Shape: `find` occurs exactly once in `file`, a path below reference/. */
export interface Defect {
  id: string;
  area: "core" | "recovery" | "stream" | "idempotency" | "concurrency";
  wrong: string;
  file: string;
  find: string;
  replace: string;
  /** Where it can be seen at all; default core. */
  tier?: Tier;
  /** Faults without which nobody could see it. */
  faults?: readonly FaultName[];
}

/** Each defect is looked for in so many series of seeds. */
export const SERIES = 3;
