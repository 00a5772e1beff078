/** Three ways to allow 600 writes and 6,000 reads a minute, per agent. */

/** Class of request with a budget of its own. */
export type Traffic = "read" | "write";

/** Counts requests; one of them is asked before a request is served. */
export interface RateLimit {
  /** Takes one request; answers 0 when it may pass, else the whole seconds to wait (1 to 60). */
  take(agentId: string, traffic: Traffic, atMs: number): number;
}

const MINUTE_MS = 60_000;
const ALLOWED: Record<Traffic, number> = { write: 600, read: 6_000 };

/** The limit of that name, with nothing counted yet. */
export function openRateLimit(form: "window" | "bucket" | "sliding"): RateLimit {
  if (form === "bucket") return new RateBucket();
  return form === "sliding" ? new SlidingMinute() : new FixedMinute();
}

/** A count per agent and class, anew every minute of the clock; nobody's minute is their own. */
class FixedMinute implements RateLimit {
  #minute = -1;
  #counts = new Map<string, number>();

  take(agentId: string, traffic: Traffic, atMs: number): number {
    const minute = Math.floor(atMs / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counts.clear();
    }
    const key = `${agentId} ${traffic}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count <= ALLOWED[traffic] ? 0 : seconds((minute + 1) * MINUTE_MS - atMs);
  }
}

/** A bucket that is full at first and refills evenly; what is refused takes nothing out. */
class RateBucket implements RateLimit {
  readonly #buckets = new Map<string, { left: number; atMs: number }>();

  take(agentId: string, traffic: Traffic, atMs: number): number {
    const key = `${agentId} ${traffic}`;
    const size = ALLOWED[traffic];
    const bucket = this.#buckets.get(key) ?? { left: size, atMs };
    const refilled = bucket.left + ((atMs - bucket.atMs) * size) / MINUTE_MS;
    const left = Math.min(size, refilled);
    this.#buckets.set(key, { left: left >= 1 ? left - 1 : left, atMs });
    return left >= 1 ? 0 : seconds(((1 - left) * MINUTE_MS) / size);
  }
}

/** The times of what passed in the last minute; what is refused is not counted. */
class SlidingMinute implements RateLimit {
  readonly #passed = new Map<string, number[]>();

  take(agentId: string, traffic: Traffic, atMs: number): number {
    const key = `${agentId} ${traffic}`;
    const times = this.#passed.get(key) ?? [];
    this.#passed.set(key, times);
    const old = times.findIndex((time) => time > atMs - MINUTE_MS);
    times.splice(0, old === -1 ? times.length : old);
    if (times.length >= ALLOWED[traffic]) return seconds(times[0]! + MINUTE_MS - atMs);
    times.push(atMs);
    return 0;
  }
}

function seconds(ms: number): number {
  return Math.min(60, Math.max(1, Math.ceil(ms / 1000)));
}
