/** The clock of a run, and its end before its time: who sends is told, who waits is woken. */
import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Inconclusive } from "./stops.ts";
import type { PacingClock } from "./wire/pacing.ts";

/** A wait under way, and what for. Units: `until` on the clock's `now`, ms. */
export interface Wait {
  until: number;
  why: string;
}

export class RunClock implements PacingClock {
  readonly #waits = new Set<Wait>();
  readonly #woken = new AbortController();
  #ended: string | null = null;
  #movedMs = 0;

  constructor() {
    // Every sleeper listens.
    setMaxListeners(0, this.#woken.signal);
  }

  /** Why the run has ended; null while it goes on. */
  get ended(): string | null {
    return this.#ended;
  }

  /** Aborted when the run ends; its reason is the Inconclusive of whatever waited. */
  get ending(): AbortSignal {
    return this.#woken.signal;
  }

  /** Ends the run; the first reason stays. */
  end(why: string): void {
    this.#ended ??= why;
    this.#woken.abort(new Inconclusive(`not finished: ${this.#ended}`));
  }

  /** Ends the run with a signal: at once where it is aborted already. */
  endWith(signal: AbortSignal, why: string): void {
    const end = () => this.end(why);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  }

  /** What comes of a task. Errors: Inconclusive where the run ends before. */
  async orEnd<Result>(task: Promise<Result>): Promise<Result> {
    const ended = new Promise<never>((_, reject) => {
      this.ending.addEventListener("abort", () => reject(this.ending.reason), { once: true });
    });
    return Promise.race([task, ended]);
  }

  /** Monotonic. Units: ms. */
  now(): number {
    return performance.now() + this.#movedMs;
  }

  /** Tells that the target's clock was moved on: its limits count that as time, too. Units: ms. */
  moved(ms: number): void {
    this.#movedMs += Math.max(0, ms);
  }

  /** Of the waits that somebody gave a reason for, the one that ends last. */
  get longestWait(): Wait | null {
    return [...this.#waits].toSorted((a, b) => b.until - a.until)[0] ?? null;
  }

  /**
   * Waits in real time; `why` completes "waits 41 s". Units: ms. Errors: Inconclusive once the run has
   * ended.
   */
  async sleep(ms: number, why?: string): Promise<void> {
    const wait = why === undefined ? null : { until: this.now() + ms, why };
    if (wait) this.#waits.add(wait);
    try {
      await delay(ms, undefined, { signal: this.#woken.signal });
    } catch {
      throw this.ending.reason;
    } finally {
      if (wait) this.#waits.delete(wait);
    }
  }
}
