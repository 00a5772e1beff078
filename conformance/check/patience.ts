/** How long a run waits for reads to show a write, and what it has learned of that (H-09). */
import type { PacingClock } from "../../scenarios/deployment/wire/pacing.ts";
import type { Expectation } from "./expectation.ts";

const POLLS_MS = Array.from({ length: 7 }, (_, poll) => 25 * 2 ** poll);
const SETTLE_MS_MAX = 3_000;

export class Patience {
  readonly #maxMs: number;
  readonly #clock: Pick<PacingClock, "sleep">;
  /** Longest delay seen between a write and the reads that show it. Milliseconds. */
  #lagMs = 0;

  /** Units: `maxMs` is the longest that a reading is polled before it is judged. */
  constructor(maxMs: number, clock: Pick<PacingClock, "sleep">) {
    this.#maxMs = maxMs;
    this.#clock = clock;
  }

  /** Waits a tenth as long, yet no less than reads were ever late: where waiting was in vain before. */
  get short(): Patience {
    const short = new Patience(Math.max(this.#maxMs / 10, 2 * this.#lagMs), this.#clock);
    short.#lagMs = this.#lagMs;
    return short;
  }

  /** Waits as long as reads may be late each time that it settles: where a failure is shown again. */
  get settlingLong(): Patience {
    const long = new Patience(this.#maxMs, this.#clock);
    long.#lagMs = SETTLE_MS_MAX;
    return long;
  }

  /**
   * The first reading that is as demanded, or the last one when patience ends; how long it took is how
   * late reads are.
   */
  async reading<T>(read: () => Promise<T>, demand: Expectation<T>): Promise<T> {
    const { value, spentMs } = await this.#polled(read, demand);
    if (spentMs !== null) this.#lagMs = Math.max(this.#lagMs, spentMs);
    return value;
  }

  /** The same where the delay says nothing of reads: what others change, what comes over a socket. */
  async awaited<T>(read: () => Promise<T>, demand: Expectation<T>): Promise<T> {
    return (await this.#polled(read, demand)).value;
  }

  /** `spentMs` is how long it took to be as demanded; null where it never was. */
  async #polled<T>(
    read: () => Promise<T>,
    demand: Expectation<T>,
  ): Promise<{ value: T; spentMs: number | null }> {
    let spentMs = 0;
    for (const waitMs of POLLS_MS) {
      const value = await read();
      const { ok, beside } = demand.judge(value);
      const met = ok && beside === undefined;
      if (met || spentMs >= this.#maxMs) return { value, spentMs: met ? spentMs : null };
      await this.#clock.sleep(waitMs);
      spentMs += waitMs;
    }
    return { value: await read(), spentMs: null };
  }

  /** Waits until a write that happened would show in reads: before judging an absence. */
  async settle(): Promise<void> {
    if (this.#lagMs > 0) await this.#clock.sleep(Math.min(2 * this.#lagMs, SETTLE_MS_MAX));
  }
}
