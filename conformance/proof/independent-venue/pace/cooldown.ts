/** A quick temper: few declines on one agent, market and side shut that side for a moment. */

const DECLINES = 4;
const WITHIN_MS = 10_000;
const LASTS_MS = 3_000;

/** Counts declines per key; nothing an accepted order does forgives them sooner. */
export class Cooldown {
  readonly #declines = new Map<string, number[]>();
  readonly #until = new Map<string, number>();

  /** Notes a decline; the last one of a burst starts the cooldown. */
  declined(key: string, atMs: number): void {
    const known = this.#declines.get(key) ?? [];
    const recent = [...known.filter((at) => at > atMs - WITHIN_MS), atMs];
    const hot = recent.length >= DECLINES;
    this.#declines.set(key, hot ? [] : recent);
    if (hot) this.#until.set(key, atMs + LASTS_MS);
  }

  /** Whether orders under this key are turned away now. */
  active(key: string, atMs: number): boolean {
    return atMs < (this.#until.get(key) ?? 0);
  }
}
