/** Fixed-window rate limit: a count per agent and class that starts anew with every minute. */

const WINDOW_MS = 60_000;
const ALLOWED = { write: 600, read: 6_000 };

/** Counts the requests of the minute; windows follow the wall clock, not the agent. */
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
