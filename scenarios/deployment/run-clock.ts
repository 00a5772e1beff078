/** The end of a run before its time: who sends is told, who waits is woken. */
import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Inconclusive } from "./stops.ts";
import type { Clock } from "./wire/pacing.ts";

export class RunClock {
  /** Wall clock whose sleeps reject with Inconclusive once the run has ended. */
  readonly clock: Clock = { now: () => performance.now(), sleep: (ms) => this.#sleep(ms) };
  readonly #woken = new AbortController();
  #why: string | null = null;

  constructor() {
    // Every sleeper listens.
    setMaxListeners(0, this.#woken.signal);
  }

  /** Why the run has ended; null while it goes on. */
  get why(): string | null {
    return this.#why;
  }

  /** Ends the run; the first reason stays. */
  end(why: string): void {
    this.#why ??= why;
    this.#woken.abort();
  }

  async #sleep(ms: number): Promise<void> {
    try {
      await delay(ms, undefined, { signal: this.#woken.signal });
    } catch {
      throw new Inconclusive(`not finished: ${this.#why}`);
    }
  }
}
