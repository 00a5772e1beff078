/** What is run of a check at once, and how that goes about it among others. */
import type { Cell } from "../check/cell.ts";
import type { Check } from "../check/check.ts";
import type { Conditions } from "../check/conditions.ts";
import type { InUse } from "./in-use.ts";

/** A check and the cells that it looks into on one lease. */
export interface Task {
  check: Check;
  cells: readonly Cell[];
  /** What surrounds its body; nothing where absent. */
  conditions?: Conditions;
}

/** What is left of a task that let others go first. Units: ms. */
export interface PutOff {
  task: Task;
  waitMs: number;
}

/** How an attempt goes about it among others. */
export interface Manners {
  /** Where it would have to wait longer until it may write, it is put off. Units: ms. */
  waitsMostMs: number;
  /** Writes of each caller's minute that it leaves to others; none where absent. */
  spare?: number;
  /** Waits until nobody else sends; what lets the others go on. */
  alone(): Promise<() => void>;
  /** What others under way work with; absent where it takes no notice of them. */
  inUse?: InUse;
}
