/** What a planted defect is: one place of the reference, and what stands there instead. */
import type { FaultName } from "../simulation/faults.ts";
import type { Tier } from "../simulation/parameters.ts";

/** Shape: `find` occurs exactly once in `file`, a path below reference/. */
export interface Replacement {
  file: string;
  find: string;
  replace: string;
}

/** A slip that the simulator looks for. */
export interface Defect extends Replacement {
  id: string;
  area: "core" | "recovery" | "stream" | "idempotency" | "concurrency";
  wrong: string;
  /** Where it can be seen at all; default core. */
  tier?: Tier;
  /** Faults without which nobody could see it. */
  faults?: readonly FaultName[];
}

/** Each defect is looked for in so many series of seeds. */
export const SERIES = 3;
