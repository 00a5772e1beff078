/** Request quotas: a log of the last 60 seconds per agent and class, read or write. */
import type { IncomingHttpHeaders } from "node:http";

/** Length of the window. Spec: Limits. Units: ms. */
export const WINDOW_MS = 60_000;

/** Times that have left the window and are kept all the same, so as not to copy at every request. */
const FORGET_AT = 1_000;

/** Addresses remembered. @bound {ADDRESSES_MAX} addresses: the memory starts afresh; reference/http/rate-limit.test.ts */
export const ADDRESSES_MAX = 10_000;

/** Agents remembered before those that rest are looked for. */
const AGENTS_FEW = 1_000;

/** Spec: Limits (600 writes, 6,000 reads per agent per 60 s); D-166. */
export interface RateLimits {
  writesPerMinute: number;
  readsPerMinute: number;
  /** Requests with bad credentials, per address; Infinity where time may stand still. */
  unauthenticatedPerSecond: number;
  /** Dear reads without credentials, per address; Infinity where time may stand still. */
  dearReadsPerSecond: number;
  /** Requests that draw on no agent's quota. */
  uncounted(headers: IncomingHttpHeaders): boolean;
}

const DEFAULT_RATE_LIMITS: RateLimits = {
  writesPerMinute: 600,
  readsPerMinute: 6_000,
  unauthenticatedPerSecond: 60,
  dearReadsPerSecond: 30,
  uncounted: () => false,
};

export type RateClass = "read" | "write";

/** What is counted by address: what came with bad credentials, and dear reads with none. */
export type AddressClass = "unauthenticated" | "dearReads";

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
  /**
   * @bound the quota, and a thousand or as many that aged out: those are dropped;
   * reference/http/rate-limit.test.ts
   */
  #times: number[] = [];
  #oldest = 0;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Counts one request, unless the window is full: a refused request does not count. D-164. */
  take(nowMs: number): Quota {
    if (nowMs < (this.#times.at(-1) ?? nowMs)) this.#turnBack(nowMs);
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

  /** Whether all it counted has left the window. */
  isOver(nowMs: number): boolean {
    return nowMs - (this.#times.at(-1) ?? -Infinity) >= this.#windowMs;
  }

  #age(nowMs: number): number {
    return nowMs - this.#times[this.#oldest]!;
  }

  #resetSeconds(nowMs: number): number {
    const waitMs = this.#windowMs - (this.#limit === 0 ? 0 : this.#age(nowMs));
    return Math.max(Math.ceil(waitMs / 1000), 1);
  }

  /** A clock that was set back: what lies ahead of it was just now, so that nobody waits longer. */
  #turnBack(nowMs: number): void {
    this.#times = this.#times.slice(this.#oldest).map((time) => Math.min(time, nowMs));
    this.#oldest = 0;
  }

  #forget(): void {
    this.#times = this.#times.slice(this.#oldest);
    this.#oldest = 0;
  }
}

/** All quotas of a venue. D-163, D-164, D-168. */
export class RateLimiter {
  readonly limits: RateLimits;
  /** @bound the agents of a minute, twice over: others are forgotten; reference/http/rate-limit.test.ts */
  readonly #agents = { read: new Map<string, Log>(), write: new Map<string, Log>() };
  #lookAt = AGENTS_FEW;
  /** @bound {ADDRESSES_MAX} addresses: the memory starts afresh; reference/http/rate-limit.test.ts */
  readonly #addresses = {
    unauthenticated: new Map<string, Log>(),
    dearReads: new Map<string, Log>(),
  };

  constructor(limits: Partial<RateLimits> = {}) {
    this.limits = { ...DEFAULT_RATE_LIMITS, ...limits };
  }

  /** Counts a request of an agent; all its keys share one log per class. */
  take(agentId: string, rateClass: RateClass, nowMs: number): Quota {
    const logs = this.#agents[rateClass];
    let log = logs.get(agentId);
    if (log === undefined) {
      if (this.agents >= this.#lookAt) this.#forgetResting(nowMs);
      log = new Log(this.limitOf(rateClass), WINDOW_MS);
      logs.set(agentId, log);
    }
    return log.take(nowMs);
  }

  /** Logs of agents that are kept. */
  get agents(): number {
    return this.#agents.read.size + this.#agents.write.size;
  }

  /** Counts a request from an address. D-166. */
  takeFrom(address: string, addressClass: AddressClass, nowMs: number): Quota {
    const limit = this.limits[`${addressClass}PerSecond`];
    if (limit === Infinity) return UNLIMITED;
    const logs = this.#addresses[addressClass];
    let log = logs.get(address);
    if (log === undefined) {
      if (logs.size >= ADDRESSES_MAX) logs.clear();
      log = new Log(limit, 1_000);
      logs.set(address, log);
    }
    return log.take(nowMs);
  }

  /** Looks again when there are twice as many, so that looking costs each request little. */
  #forgetResting(nowMs: number): void {
    for (const logs of [this.#agents.read, this.#agents.write]) {
      for (const [agentId, log] of logs) if (log.isOver(nowMs)) logs.delete(agentId);
    }
    this.#lookAt = Math.max(AGENTS_FEW, 2 * this.agents);
  }

  /** Requests allowed per window. */
  limitOf(rateClass: RateClass): number {
    return rateClass === "read" ? this.limits.readsPerMinute : this.limits.writesPerMinute;
  }
}
