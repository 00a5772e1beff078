/** What is run of a check at once, and how that goes about it among others. */
import type { Pool } from "../../scenarios/deployment/pool.ts";
import type { Cell } from "../check/cell.ts";
import type { Check } from "../check/check.ts";
import { type Conditions, conditionsOf, partsOf } from "../check/conditions.ts";
import { disturbsAll, sendsBursts } from "../check/need.ts";
import type { CellPlan, Effort } from "./cell-plan.ts";
import type { InUse } from "./in-use.ts";

/** A check and the cells that it looks into on one lease. */
export interface Task {
  check: Check;
  cells: readonly Cell[];
  /** What surrounds its body; nothing where absent. */
  conditions?: Conditions;
  /** In these too it must hold, one after the other; what is for later comes last. */
  further?: readonly Conditions[];
}

/** What draws the conditions of tasks. */
interface TaskDraw {
  seed: number;
  effort: Effort;
  pool: Pool;
}

/** A check that has agents and markets of its own is run in so many conditions at least, over its cells. */
const CONDITIONS_LEAST: Record<Effort, number> = { quick: 1, standard: 3, full: 8 };

/** The tasks of a check, one for each group of its cells. */
export function tasksOf(
  check: Check,
  { groups, over }: Pick<CellPlan, "groups" | "over">,
  { seed, effort, pool }: TaskDraw,
): Task[] {
  const { own, ownSessions, movesClock } = pool;
  // Bursts take long, and are of whole minutes.
  const isOnce = check.once || sendsBursts(check);
  const times = own && !isOnce ? Math.ceil(CONDITIONS_LEAST[effort] / groups.length) : 1;
  const mayBeLater = movesClock && !disturbsAll(check.needs, pool);
  const wider = effort === "quick" ? {} : { of: groups.length * times, mayBeLater };
  return groups.map((cells, place) => {
    const drawn = Array.from({ length: times }, (_, more) => {
      const supply = { seed, own, ownSessions, at: place * times + more, ...wider };
      return conditionsOf(check, cells[0] ?? {}, over, supply);
    });
    const [conditions = {}, ...further] = drawn
      .filter((one) => partsOf(one).length > 0)
      .toSorted((one, other) => Number(one.later ?? 0) - Number(other.later ?? 0));
    return { check, cells, conditions, further };
  });
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
  /** Waits as long as reads may be late for what its conditions have moved: a failure in them is confirmed. */
  confirms?: true;
  /** Comes when time has passed for it; what is for later is put off where absent. */
  afterAWhile?(): Promise<void>;
  /** Waits until nobody else sends, if it does not yet; what lets the others go on. */
  alone(): Promise<() => void>;
  /** What others under way work with; absent where it takes no notice of them. */
  inUse?: InUse;
}

/** Waits where it has to, and takes no notice of others. */
export const INSISTENT: Manners = { waitsMostMs: Infinity, alone: async () => () => {} };
