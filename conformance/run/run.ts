/** Runs the selected checks against a deployment and gathers what they show of each rule. */

import { Gated, Inconclusive, isInterference } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { type Check, isWatch, needsIn, type Watch } from "../check/check.ts";
import { type Finding, Judge } from "../check/judge.ts";
import { missing, type Need } from "../check/need.ts";
import { type Attempt, attempt, type Task } from "./attempt.ts";
import { type CellPlan, cellPlan } from "./cell-plan.ts";
import type { Evidence } from "./evidence.ts";
import { lanesOf, sideBySide } from "./lanes.ts";
import type { RunState } from "./run-state.ts";

/** A finding with the check it came from; `evidence` is there for failures. */
export interface Shown {
  finding: Finding;
  check: Check;
  evidence: Evidence | null;
  /** The cells of the check on this target; absent for watches. */
  plan?: CellPlan;
}

/** How far a run is when a check ends. */
export interface RunProgress {
  done: number;
  total: number;
  failed: number;
  check: Check;
  /** In how many cells it looked. */
  cells: number;
  /** What the check that ended has sent. */
  exchanges: readonly Exchange[];
  /** How long it took, with what it waited for. Units: ms. */
  tookMs: number;
}

export type Progress = (progress: RunProgress) => void;

const REPEATS_WHERE_SHARED = 2;
const TRIES_WHERE_SHARED = 4;

/**
 * Runs every check; a stopped run leaves the rest unrun. The state may hold watches of other
 * checks already: what they saw is shown too. Never throws.
 */
export async function runChecks(
  checks: readonly Check[],
  state: RunState,
  progress: Progress,
): Promise<Shown[]> {
  return new CheckRunner(checks, state, progress).all();
}

class CheckRunner {
  readonly #checks: readonly Check[];
  readonly #state: RunState;
  readonly #progress: Progress;
  readonly #shown: Shown[] = [];
  readonly #plans = new Map<Check, CellPlan>();
  readonly #ended = new Map<Watch, unknown>();
  #able = 0;
  #done = 0;

  constructor(checks: readonly Check[], state: RunState, progress: Progress) {
    this.#checks = checks;
    this.#state = state;
    this.#progress = progress;
  }

  async all(): Promise<Shown[]> {
    const { pool } = this.#state.deployment;
    const able = this.#checks.filter((check) => !this.#skip(check, this.#lacks(check)));
    this.#able = able.length;
    for (const check of able) if (isWatch(check)) this.#state.watch(check);
    const { main, explored, load, waiting, alone } = lanesOf(able, pool);
    const waitingLane = sideBySide(waiting, waiting.length, (check) => this.#one(check));
    const mainLane = this.#inTurn([main.checks, ...explored], main.width);
    const afterMain = () => mainLane;
    if (pool.movesClock || !pool.burstsApart) await mainLane;
    await sideBySide(load, 1, (check) => this.#one(check, afterMain));
    await mainLane;
    await waitingLane;
    await sideBySide(alone, 1, (check) => this.#one(check));
    this.#watched();
    return this.#inOrder();
  }

  async #inTurn(lanes: readonly (readonly Check[])[], width: number): Promise<void> {
    for (const checks of lanes) await sideBySide(checks, width, (check) => this.#one(check));
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

  async #one(check: Check, alone: () => Promise<void> = async () => {}): Promise<void> {
    const start = performance.now();
    const exchanges: Exchange[] = [];
    const { groups } = this.#planOf(check);
    for (const cells of groups) {
      exchanges.push(...(await this.#task({ check, cells }, alone)));
    }
    this.#done += 1;
    this.#progress({
      done: this.#done,
      total: this.#able,
      failed: this.#state.failed.size,
      check,
      cells: groups.flat().length,
      exchanges,
      tookMs: performance.now() - start,
    });
  }

  /** Runs a check in a few cells on one lease; what it has sent. */
  async #task(task: Task, alone: () => Promise<void>): Promise<readonly Exchange[]> {
    const { check } = task;
    const stopped = this.#state.stopped;
    const outcome = stopped === null ? await this.#confirmed(task, alone) : this.#unrun(task);
    if (isWatch(check) && outcome.ended !== undefined) this.#ended.set(check, outcome.ended);
    const plan = this.#planOf(check);
    for (const finding of outcome.findings) {
      this.#shown.push({ finding, check, plan, evidence: evidenceOf(finding, outcome) });
      if (finding.result === "fail") this.#state.failed.add(finding.rule);
    }
    return outcome.exchanges;
  }

  /**
   * On a market that others trade too, only a failure that repeats counts as one: each time that
   * nothing interfered, and at least once.
   */
  async #confirmed(task: Task, alone: () => Promise<void>): Promise<Attempt> {
    let outcome = await attempt(task, this.#state, alone);
    if (this.#metNewGate(outcome)) outcome = await attempt(task, this.#state, alone);
    if (this.#state.deployment.pool.own || !task.check.needs.includes("quiet")) return outcome;
    // The next lease is of another market where there is one: it may be quieter.
    for (let tries = 0; tries < REPEATS_WHERE_SHARED && foundNoQuiet(outcome); tries += 1) {
      outcome = await attempt(task, this.#state, alone);
    }
    let undisturbed = 0;
    for (let tries = 0; tries < TRIES_WHERE_SHARED && hasFailure(outcome); tries += 1) {
      const again = await attempt(task, this.#state, alone);
      if (!hasFailure(again) && wasInterfered(again)) continue;
      outcome = hasFailure(again) ? again : unconfirmed(outcome);
      undisturbed += 1;
      if (undisturbed === REPEATS_WHERE_SHARED) break;
    }
    return undisturbed > 0 || !hasFailure(outcome) ? outcome : unconfirmed(outcome);
  }

  #metNewGate({ ended }: Attempt): boolean {
    return ended instanceof Gated && this.#state.deployment.pool.gated(ended.marketId);
  }

  #unrun({ check, cells }: Task): Attempt {
    const ended = new Inconclusive(`not run: ${this.#state.stopped}`);
    const rules = this.#state.rulesOf(isWatch(check) ? [] : check.proves);
    const findings = cells.flatMap((cell) =>
      new Judge(rules).close(ended).map((finding) => ({ ...finding, cell })),
    );
    return { findings, exchanges: [], ended, session: null };
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

function hasFailure({ findings }: Attempt): boolean {
  return findings.some(({ result }) => result === "fail");
}

function wasInterfered({ findings }: Attempt): boolean {
  return findings.some(({ result }) => result === "inconclusive");
}

function foundNoQuiet(outcome: Attempt): boolean {
  return !hasFailure(outcome) && isInterference(outcome.ended);
}

function unconfirmed(outcome: Attempt): Attempt {
  const findings = outcome.findings.map((finding): Finding => {
    if (finding.result !== "fail") return finding;
    const detail = `failed once and could not be shown again: ${finding.detail}`;
    const { rule, cell } = finding;
    return { rule, result: "inconclusive", detail, observed: null, ...(cell && { cell }) };
  });
  return { ...outcome, findings };
}

function evidenceOf(finding: Finding, { exchanges, session }: Attempt): Evidence | null {
  const last = finding.exchange ?? exchanges.length - 1;
  const deciding = exchanges[last];
  if (finding.result !== "fail" || deciding === undefined) return null;
  const { from } = finding;
  const shown = from === undefined ? exchanges : exchanges.slice(from, last + 1);
  return { exchanges: shown, deciding, ...(session !== null && { session }) };
}
