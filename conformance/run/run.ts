/** Runs the selected checks against a deployment and gathers what they show of each rule. */

import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import { type Check, isWatch, needsIn, type Watch } from "../check/check.ts";
import { LATER_MS } from "../check/conditions.ts";
import { type Finding, Judge } from "../check/judge.ts";
import { missing, type Need, sharesAgent } from "../check/need.ts";
import type { Attempt } from "./attempt.ts";
import { Barrier } from "./barrier.ts";
import { type CellPlan, cellPlan } from "./cell-plan.ts";
import { ChecksUnderWay, type RunListeners } from "./checks-under-way.ts";
import { believed } from "./confirm.ts";
import type { Evidence } from "./evidence.ts";
import { located } from "./failed-rule.ts";
import { InUse } from "./in-use.ts";
import {
  type Lanes,
  lanesOf,
  ordersOf,
  SIDE_BY_SIDE,
  sideBySide,
  type TaskOrders,
} from "./lanes.ts";
import type { RunState } from "./run-state.ts";
import { INSISTENT, type Manners, type PutOff, type Task, tasksOf } from "./task.ts";
import { LONG_MS, SHORT_MS, TaskQueue } from "./task-queue.ts";
import { TurnTaking } from "./turn-taking.ts";

/** A finding with the check it came from; `evidence` is there for failures. */
export interface Shown {
  finding: Finding;
  check: Check;
  evidence: Evidence | null;
  /** The cells of the check on this target; absent for watches, and for rules it only met. */
  plan?: CellPlan;
}

type MainLanes = Pick<Lanes, "main" | "properties" | "scenarios">;

const takesAgent = ({ needs }: Check): boolean => !sharesAgent(needs);

/** So many checks that take no agent for themselves are run beside those that do. */
const READERS = 2;

/** The part of every agent's minute of writes that is left while bursts are ahead: they need the other's. */
const SPARED = 0.25;

/**
 * Runs every check; a stopped run leaves the rest unrun. The state may hold watches of other
 * checks already: what they saw is shown too. Never throws.
 */
export async function runChecks(
  checks: readonly Check[],
  state: RunState,
  told: RunListeners = {},
): Promise<Shown[]> {
  return new CheckRunner(checks, state, told).all();
}

class CheckRunner {
  readonly #checks: readonly Check[];
  readonly #state: RunState;
  readonly #underWay: ChecksUnderWay;
  readonly #shown: Shown[] = [];
  readonly #plans = new Map<Check, CellPlan>();
  readonly #ended = new Map<Watch, unknown>();
  readonly #turns = new TurnTaking();
  /** One for all: a check that takes no caller may do so in some of its cells. */
  readonly #inUse = new InUse();
  #waits = () => {};
  /** Comes once every task that is left has to wait for long. */
  readonly #waiting = new Promise<void>((resolve) => {
    this.#waits = resolve;
  });
  /** Whether bursts are ahead for which a quiet minute has begun. */
  #spares = false;

  constructor(checks: readonly Check[], state: RunState, told: RunListeners) {
    this.#checks = checks;
    this.#state = state;
    this.#underWay = new ChecksUnderWay(told);
  }

  async all(): Promise<Shown[]> {
    const { control, pool } = this.#state.deployment;
    const able = this.#checks.filter((check) => !this.#skip(check, this.#lacks(check)));
    this.#underWay.expect(able);
    for (const check of able) if (isWatch(check)) this.#state.watch(check);
    const { load, waiting, alone, ...lanes } = lanesOf(able, pool);
    // Without control it changes nothing for others, and in the end would wait until it may write.
    const [before, after] = control === null ? [alone, []] : [[], alone];
    await sideBySide(before, 1, (check) => this.#one(check));
    // What places nothing holds nobody up.
    const holding = { inUse: this.#inUse };
    const waitingLane = sideBySide(waiting, waiting.length, (check) =>
      this.#one(check, check.needs.includes("market") ? holding : {}),
    );
    const mainLane = pool.own ? this.#eachOnItsOwn(lanes) : this.#allOnTheSame(lanes);
    if (pool.movesClock) await mainLane;
    // Of a shared agent the minute that must be quiet is one in which the others wait anyway.
    else if (!pool.burstsApart) {
      await Promise.race([mainLane, this.#waiting]);
      this.#spares = load.length > 0;
    }
    await this.#bursts(load);
    pool.burstsEnded();
    this.#spares = false;
    await mainLane;
    await waitingLane;
    await sideBySide(after, 1, (check) => this.#one(check));
    await this.#state.sweep();
    this.#watched();
    return this.#inOrder();
  }

  async #eachOnItsOwn({ main, properties, scenarios }: MainLanes): Promise<void> {
    const later: Task[] = [];
    for (const checks of [main, ...properties, scenarios]) {
      const tasks = checks.flatMap((check) => this.#tasksOf(check));
      await sideBySide(tasks, SIDE_BY_SIDE, async (task) => {
        const putOff = await this.#turns.together(() => this.#task(task, INSISTENT));
        if (putOff !== null) later.push(putOff.task);
      });
    }
    await this.#later(later);
  }

  /** Time passes for so many at once, when each of them has arranged what it is about. */
  async #later(tasks: readonly Task[]): Promise<void> {
    const barrier = new Barrier(() => this.#letTimePass());
    const manners = { ...INSISTENT, afterAWhile: () => barrier.wait() };
    await sideBySide(tasks, SIDE_BY_SIDE, async (task) => {
      await barrier.around(() => this.#task(task, manners));
    });
  }

  async #letTimePass(): Promise<void> {
    await this.#state.deployment.control?.advance(LATER_MS);
  }

  /** Of what takes one owner, the other's can go on while bursts hold the one. */
  async #allOnTheSame({ main, properties, scenarios }: MainLanes): Promise<void> {
    const { owners } = this.#state.deployment.pool;
    const tasksOf = (checks: readonly Check[]) => checks.flatMap((check) => this.#tasksOf(check));
    const reading = tasksOf(main.filter((check) => !takesAgent(check)));
    const orders = ordersOf(tasksOf(main.filter(takesAgent)), tasksOf(properties.flat()));
    await Promise.all([
      this.#givingWay([reading], READERS, () => {}),
      this.#givingWay(orders, Math.min(SIDE_BY_SIDE, Math.max(1, owners)), this.#waits),
    ]);
    await this.#givingWay([tasksOf(scenarios)], 1, this.#waits);
  }

  /**
   * So many tasks at once, as far as none uses what another one does; what would have to wait until it
   * may write lets the others go first, the last of them beside the first properties. Where all that is
   * left has to wait for long `waits` is told.
   */
  async #givingWay(orders: TaskOrders, width: number, waits: () => void): Promise<void> {
    const { clock, profile } = this.#state.deployment;
    const queue = new TaskQueue(orders, () => clock.now());
    const worker = async (number: number) => {
      for (let next = queue.next(number); next !== null; next = queue.next(number)) {
        const { task, waitMs } = next;
        if (waitMs > LONG_MS) waits();
        // A run that has ended waits no more; its tasks say so.
        if (waitMs > 0) await clock.sleep(waitMs, "until a check may write again").catch(() => {});
        const spare = this.#spares ? SPARED * profile.limits.writesPerMinute : 0;
        // Bursts wait for whatever is under way.
        const waitsMostMs = this.#spares ? SHORT_MS : next.waitsMostMs;
        const manners = { ...INSISTENT, inUse: this.#inUse, waitsMostMs, spare };
        const putOff = await this.#turns.together(() => this.#task(task, manners));
        if (putOff !== null) queue.putOff(putOff.task, next, putOff.waitMs);
      }
    };
    await Promise.all(Array.from({ length: width }, (_, number) => worker(number)));
  }

  /** What keeps a check from running anywhere, and what would supply it; null where it can run. */
  #lacks(check: Check): string | null {
    const { pool } = this.#state.deployment;
    const [[cell = {}] = []] = this.#planOf(check).groups;
    return missing(needsIn(check, cell), pool);
  }

  #planOf(check: Check): CellPlan {
    const { effort, seed, deployment } = this.#state;
    const known = this.#plans.get(check);
    if (known !== undefined) return known;
    const ruleOf = (id: string) => this.#state.ruleOf(id);
    const { pool } = deployment;
    const lacks = (needs: readonly Need[]) => missing(needs, pool);
    const plan = cellPlan(check, { own: pool.own, lacks, effort, seed, ruleOf });
    this.#plans.set(check, plan);
    return plan;
  }

  #skip(check: Check, missing: string | null): boolean {
    if (missing === null) return false;
    for (const rule of check.proves) {
      const finding: Finding = { rule, result: "skipped", detail: missing, observed: null };
      this.#shown.push({ finding, check, evidence: null });
    }
    return true;
  }

  #tasksOf(check: Check): Task[] {
    const { groups, over } = this.#planOf(check);
    this.#underWay.begin(check, { tasks: groups.length, cells: groups.flat().length });
    const { seed, effort, deployment } = this.#state;
    return tasksOf(check, { groups, over }, { seed, effort, pool: deployment.pool });
  }

  async #one(check: Check, manners: Partial<Manners> = {}): Promise<void> {
    for (const task of this.#tasksOf(check)) await this.#task(task, { ...INSISTENT, ...manners });
  }

  /** All in one turn, but for what lets others go on: what these send in between would have to be waited for. */
  async #bursts(checks: readonly Check[]): Promise<void> {
    const { alone, goOn } = this.#turns.forOne();
    const afterAWhile = () => this.#letTimePass();
    for (const check of checks) await this.#one(check, { alone, afterAWhile });
    goOn();
  }

  /** Runs a check in a few cells on one lease; what of it gave way. */
  async #task(task: Task, manners: Manners): Promise<PutOff | null> {
    const start = performance.now();
    const { check } = task;
    this.#underWay.started(check);
    const { stopped } = this.#state;
    const outcome =
      stopped === null ? await believed(task, this.#state, manners) : this.#unrun(task);
    if (isWatch(check) && outcome.ended !== undefined) this.#ended.set(check, outcome.ended);
    const plan = this.#planOf(check);
    for (const found of outcome.findings) {
      const evidence = evidenceOf(found, outcome);
      const finding = located(found, evidence, this.#state.ruleOf(found.rule).over);
      const isProven = check.proves.includes(finding.rule);
      this.#shown.push({ finding, check, evidence, ...(isProven && { plan }) });
      if (finding.result === "fail") this.#state.failed.add(finding.rule);
    }
    const tookMs = performance.now() - start;
    this.#underWay.ended(check, outcome, { tookMs, failed: this.#state.failed.size });
    return outcome.putOff;
  }

  #unrun({ check, cells }: Task): Attempt {
    const ended = new Inconclusive(`not run: ${this.#state.stopped}`);
    const rules = this.#state.rulesOf(isWatch(check) ? [] : check.proves);
    const findings = cells.flatMap((cell) =>
      new Judge(rules).close(ended).map((finding) => ({ ...finding, cell })),
    );
    return { findings, exchanges: [], provoked: 0, ended, session: null, putOff: null };
  }

  #watched(): void {
    for (const { watch, ...shown } of this.#state.watching.findings(this.#ended)) {
      this.#shown.push({ ...shown, check: watch });
    }
  }

  // Checks that run side by side end in any order; a report has one, guards last.
  #inOrder(): Shown[] {
    const place = new Map(this.#checks.map((check, index) => [check, index]));
    const of = ({ check }: Shown) => place.get(check) ?? place.size;
    return this.#shown.toSorted((a, b) => of(a) - of(b));
  }
}

function evidenceOf(finding: Finding, { exchanges, session }: Attempt): Evidence | null {
  const last = finding.exchange ?? exchanges.length - 1;
  const deciding = exchanges[last];
  if (finding.result !== "fail" || deciding === undefined) return null;
  const { from } = finding;
  const shown = from === undefined ? exchanges : exchanges.slice(from, last + 1);
  return { exchanges: shown, deciding, ...(session !== null && { session }) };
}
