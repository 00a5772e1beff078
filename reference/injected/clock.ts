/** The venue's time: real, or virtual and moved only by whoever holds it. */

/** What everything on the venue reads instead of the machine's clock. Units: epoch ms. */
export interface Clock {
  nowMs(): number;
}

/** Real time. */
export const systemClock: Clock = { nowMs: () => Date.now() };

/** Where virtual time starts, so that a run reads the same on any day. */
export const VIRTUAL_START_MS = Date.UTC(2026, 0, 5);

/** Time that stands still until it is advanced. Units: epoch ms. */
export class VirtualClock implements Clock {
  #nowMs: number;

  /** Starts anew, or where an earlier run of the same venue left it. */
  constructor(startMs = VIRTUAL_START_MS) {
    this.#nowMs = startMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  /** Moves time forward and returns the new now. Errors: throws unless `ms` is an integer >= 0. */
  advance(ms: number): number {
    if (!Number.isSafeInteger(ms) || ms < 0) throw new RangeError(`cannot advance by ${ms} ms`);
    this.#nowMs += ms;
    return this.#nowMs;
  }
}
