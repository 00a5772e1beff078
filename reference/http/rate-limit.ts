/** Request quotas: a log of the last 60 seconds per agent and class, read or write. */

/** Length of the window. Spec: Limits. Units: ms. */
export const WINDOW_MS = 60_000;

/** Times that have left the window and are kept all the same, so as not to copy at every request. */
const FORGET_AT = 1_000;

/** Addresses remembered for failed authentication; beyond it the memory starts afresh. */
const ADDRESSES_MAX = 10_000;

/** Spec: Limits (600 writes, 6,000 reads per agent per 60 s); D-166. */
export interface RateLimits {
  writesPerMinute: number;
  readsPerMinute: number;
  /** Requests with bad credentials, per address; Infinity where time may stand still. */
  unauthenticatedPerSecond: number;
}

export const DEFAULT_RATE_LIMITS: RateLimits = {
  writesPerMinute: 600,
  readsPerMinute: 6_000,
  unauthenticatedPerSecond: 60,
};

export type RateClass = "read" | "write";

/** What a request met. Units: requests left now; seconds until the oldest leaves the window. */
export interface Quota {
  allowed: boolean;
  remaining: number;
  resetSeconds: number;
}

const UNLIMITED: Quota = { allowed: true, remaining: Infinity, resetSeconds: 1 };

/** The times of accepted requests, oldest first, of which at most `limit` lie in the window. */
class Log {
  readonly #limit: number;
  readonly #windowMs: number;
  #times: number[] = [];
  #oldest = 0;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Counts one request, unless the window is full: a refused request does not count. D-164. */
  take(nowMs: number): Quota {
    while (this.#oldest < this.#times.length && this.#age(nowMs) >= this.#windowMs) this.#oldest++;
    const allowed = this.#times.length - this.#oldest < this.#limit;
    if (allowed) this.#times.push(nowMs);
    if (this.#oldest > FORGET_AT && 2 * this.#oldest > this.#times.length) this.#forget();
    return {
      allowed,
      remaining: this.#limit - (this.#times.length - this.#oldest),
      resetSeconds: this.#resetSeconds(nowMs),
    };
  }

  #age(nowMs: number): number {
    return nowMs - this.#times[this.#oldest]!;
  }

  #resetSeconds(nowMs: number): number {
    const waitMs = this.#windowMs - (this.#limit === 0 ? 0 : this.#age(nowMs));
    // A clock set back must not promise a longer wait than the window.
    return Math.min(Math.max(Math.ceil(waitMs / 1000), 1), Math.ceil(this.#windowMs / 1000));
  }

  #forget(): void {
    this.#times = this.#times.slice(this.#oldest);
    this.#oldest = 0;
  }
}

/** All quotas of a venue. D-163, D-164, D-168. */
export class RateLimiter {
  readonly limits: RateLimits;
  readonly #agents = { read: new Map<string, Log>(), write: new Map<string, Log>() };
  readonly #addresses = new Map<string, Log>();

  constructor(limits: Partial<RateLimits> = {}) {
    this.limits = { ...DEFAULT_RATE_LIMITS, ...limits };
  }

  /** Counts a request of an agent; all its keys share one log per class. */
  take(agentId: string, rateClass: RateClass, nowMs: number): Quota {
    const logs = this.#agents[rateClass];
    let log = logs.get(agentId);
    if (log === undefined) {
      log = new Log(this.limitOf(rateClass), WINDOW_MS);
      logs.set(agentId, log);
    }
    return log.take(nowMs);
  }

  /** Counts a request with bad credentials from an address. D-166. */
  takeUnauthenticated(address: string, nowMs: number): Quota {
    if (this.limits.unauthenticatedPerSecond === Infinity) return UNLIMITED;
    let log = this.#addresses.get(address);
    if (log === undefined) {
      if (this.#addresses.size >= ADDRESSES_MAX) this.#addresses.clear();
      log = new Log(this.limits.unauthenticatedPerSecond, 1_000);
      this.#addresses.set(address, log);
    }
    return log.take(nowMs);
  }

  /** Requests allowed per window. */
  limitOf(rateClass: RateClass): number {
    return rateClass === "read" ? this.limits.readsPerMinute : this.limits.writesPerMinute;
  }
}
