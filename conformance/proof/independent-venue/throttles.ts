/** What holds an agent back: a cooldown after declines, and a window of requests. */

const DECLINES = 4;
const WITHIN_MS = 10_000;
const LASTS_MS = 3_000;

/**
 * A quick temper: few declines on one agent, market and side shut that side for a moment. Counts
 * them per key; nothing an accepted order does forgives them sooner.
 */
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

const WINDOW_MS = 60_000;
const ALLOWED = { write: 600, read: 6_000 };

/** A count per agent and class, anew every minute; windows follow the wall clock, not the agent. */
export class RateWindow {
  #window = -1;
  #counts = new Map<string, number>();

  /** Takes one request; answers 0 when it may pass, else the seconds to wait (1 to 60). */
  take(agentId: string, kind: "read" | "write", atMs: number): number {
    const window = Math.floor(atMs / WINDOW_MS);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts.clear();
    }
    const key = `${agentId} ${kind}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count <= ALLOWED[kind] ? 0 : Math.ceil(((window + 1) * WINDOW_MS - atMs) / 1000);
  }
}
