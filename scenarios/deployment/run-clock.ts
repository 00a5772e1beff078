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

  constructor() {
    // Every sleeper listens.
    setMaxListeners(0, this.#woken.signal);
  }

  /** Why the run has ended; null while it goes on. */
  get ended(): string | null {
    return this.#ended;
  }

  /** Ends the run; the first reason stays. */
  end(why: string): void {
    this.#ended ??= why;
    this.#woken.abort();
  }

  /** Monotonic. Units: ms. */
  now(): number {
    return performance.now();
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
      throw new Inconclusive(`not finished: ${this.#ended}`);
    } finally {
      if (wait) this.#waits.delete(wait);
    }
  }
}
