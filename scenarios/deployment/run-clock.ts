/** The clock of a run, and its end before its time: who sends is told, who waits is woken. */
import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Inconclusive } from "./stops.ts";
import type { PacingClock } from "./wire/pacing.ts";

export class RunClock implements PacingClock {
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

  /** Waits in real time. Units: ms. Errors: Inconclusive once the run has ended. */
  async sleep(ms: number): Promise<void> {
    try {
      await delay(ms, undefined, { signal: this.#woken.signal });
    } catch {
      throw new Inconclusive(`not finished: ${this.#ended}`);
    }
  }
}
