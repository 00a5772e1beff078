/** Plans of a connection and the runs they came to: a plan is run once, and told as often as asked. */
import type { Report } from "../../reports/schema/report.ts";
import type { Effort } from "../run/cell-plan.ts";
import type { Selection } from "../run/selection.ts";
import { BoundedMap } from "./bounded-map.ts";
import { ToolError } from "./tool.ts";

/** Plans that are kept, each with its run. */
const PLANS_MAX = 30;

/** What is to be proven, and how. */
export interface ConformPlan {
  id: string;
  selection: Selection;
  effort?: Effort;
  seed: number;
  /** Absent until it is run; whoever asks again while it is under way waits for the same run. */
  running?: Promise<ConformResult>;
  /** Absent until the run has ended. */
  run?: ConformResult;
}

/** A finished run. */
export interface ConformResult {
  id: string;
  report: Report;
}

/** Whether a run is under way anywhere in this process: two would disturb each other's limits. */
let underWay: string | null = null;

/** Runs something alone. Errors: ToolError where another run is under way. */
export async function alone<Result>(what: string, run: () => Promise<Result>): Promise<Result> {
  if (underWay !== null) throw new ToolError(`${underWay} is under way: wait for its end`);
  underWay = what;
  try {
    return await run();
  } finally {
    underWay = null;
  }
}

/** The plans and runs of one connection. */
export class KeptRuns {
  /** @bound {PLANS_MAX} plans: the oldest goes with its run; conformance/bridge/kept-texts.test.ts */
  readonly #plans = new BoundedMap<ConformPlan>(PLANS_MAX);
  #made = 0;

  /** Keeps a plan under an id of its own. */
  plan(what: Omit<ConformPlan, "id" | "running" | "run">): ConformPlan {
    this.#made += 1;
    const plan = { ...what, id: `plan-${this.#made}` };
    this.#plans.set(plan.id, plan);
    return plan;
  }

  /** Errors: ToolError where there is no such plan. */
  planned(id: string): ConformPlan {
    const plan = this.#plans.get(id);
    if (plan !== undefined) return plan;
    throw new ToolError(`there is no plan ${id}: conform_plan makes one`);
  }

  /** A run by its id, or the last. Errors: ToolError where there is none. */
  run(id?: string): ConformResult {
    const runs = this.#plans.all.flatMap(({ run }) => run ?? []);
    const found = id === undefined ? runs.at(-1) : runs.find((run) => run.id === id);
    if (found !== undefined) return found;
    throw new ToolError(`there is no run ${id ?? "yet"}: conform_run makes one`);
  }
}
