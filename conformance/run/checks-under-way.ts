/** Which checks of a run have ended, what they sent and how long they took: for whoever waits. */
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../check/check.ts";
import type { Attempt } from "./attempt.ts";

/** How far a run is when a check ends. */
export interface RunProgress {
  done: number;
  total: number;
  failed: number;
  check: Check;
  /** Checks that have not ended yet, and those of them that are under way: as time goes on. */
  ahead: ReadonlySet<Check>;
  running: ReadonlySet<Check>;
  /** In how many cells it looked. */
  cells: number;
  /** So many requests the check that ended has sent. */
  requests: number;
  /** Orders of it that were meant to be declined. */
  provoked: number;
  /** How long it took, with what it waited for. Units: ms. */
  tookMs: number;
}

export type Progress = (progress: RunProgress) => void;

/** Is told what a check has sent in some of its cells. */
export type SentListener = (check: Check, exchanges: readonly Exchange[]) => void;

/** Who hears of a run. */
export interface RunListeners {
  progress?: Progress | undefined;
  sent?: SentListener | undefined;
}

/**
 * What a check came to in the tasks that have ended. What it sent is counted and not kept: all together
 * send a hundred thousand requests.
 */
interface Way {
  cells: number;
  requests: number;
  provoked: number;
  /** Tasks that have not ended yet. */
  left: number;
  tookMs: number;
}

/** The checks of a run, each on its way through its tasks. */
export class ChecksUnderWay {
  readonly #listeners: RunListeners;
  readonly #ways = new Map<Check, Way>();
  readonly #ahead = new Set<Check>();
  readonly #running = new Set<Check>();
  #done = 0;

  constructor(listeners: RunListeners) {
    this.#listeners = listeners;
  }

  expect(checks: readonly Check[]): void {
    for (const check of checks) this.#ahead.add(check);
  }

  /** A check is about to be run in so many tasks. */
  begin(check: Check, { tasks, cells }: { tasks: number; cells: number }): void {
    this.#ways.set(check, { cells, requests: 0, provoked: 0, left: tasks, tookMs: 0 });
  }

  started(check: Check): void {
    this.#running.add(check);
  }

  /** A task of a check has ended; `failed` is how many rules have so far. Units: `tookMs` in ms. */
  ended(check: Check, attempt: Attempt, { tookMs, failed }: { tookMs: number; failed: number }) {
    const { exchanges, provoked, putOff } = attempt;
    const way = this.#ways.get(check)!;
    this.#listeners.sent?.(check, exchanges);
    way.requests += exchanges.length;
    way.provoked += provoked;
    way.tookMs += tookMs;
    this.#running.delete(check);
    if (putOff === null) way.left -= 1;
    if (way.left > 0) return;
    this.#done += 1;
    this.#ahead.delete(check);
    const [ahead, running] = [this.#ahead, this.#running];
    const { left: _, ...came } = way;
    const total = this.#done + ahead.size;
    this.#listeners.progress?.({ done: this.#done, total, failed, check, ahead, running, ...came });
  }
}
