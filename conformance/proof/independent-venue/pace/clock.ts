/** The time of one venue: it runs with the system's or stands, and an operator may move it on. */

/** Milliseconds since the epoch, as this venue counts them. */
export class VenueClock {
  readonly #standsAtMs: number | null;
  #aheadMs = 0;

  constructor(pace: "running" | "standing") {
    this.#standsAtMs = pace === "standing" ? Date.now() : null;
  }

  /** The venue's present time. */
  now(): number {
    return (this.#standsAtMs ?? Date.now()) + this.#aheadMs;
  }

  /** Moves it on; time never goes back. */
  advance(ms: number): void {
    this.#aheadMs += Math.max(0, ms);
  }
}
