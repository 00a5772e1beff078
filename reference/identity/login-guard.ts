/** Slows guessing down: after a few failed logins each further one must wait, twice as long. */
import type { Clock } from "../injected/clock.ts";
import { canonical } from "./members.ts";

/** Failures that cost nothing: of one address at one e-mail, and of one address at any. */
const FREE_AT_EMAIL = 5;
/**
 * @bound {FREE_AT_EMAIL} failed logins at an e-mail, {FREE_AT_ALL} of an address: 429, each wait
 * twice as long, up to {WAIT_MS_MAX} ms; reference/http/routes/auth.test.ts
 */
const FREE_AT_ALL = 100;
/** Longest wait at an e-mail. Units: ms. @bound {WAIT_MS_MAX} ms: then the failures are forgotten; reference/http/routes/auth.test.ts */
const WAIT_MS_MAX = 900_000;
/** Counters kept. @bound {COUNTERS_MAX} counters: the oldest goes; reference/identity/login-guard.test.ts */
export const COUNTERS_MAX = 10_000;

interface Counter {
  failures: number;
  free: number;
  lastAtMs: number;
}

/** The failed logins of one venue. */
export class LoginGuard {
  readonly #clock: Clock;
  readonly #waitMsMax: number;
  /** By address, and by address and e-mail. @bound {COUNTERS_MAX} counters: the oldest goes; reference/identity/login-guard.test.ts */
  readonly #counters = new Map<string, Counter>();

  /** The failures are forgotten after the longest wait. Units: ms. */
  constructor(clock: Clock, waitMsMax = WAIT_MS_MAX) {
    this.#clock = clock;
    this.#waitMsMax = waitMsMax;
  }

  /**
   * Counts an attempt as failed before it is judged, so that simultaneous guesses count too.
   * Units: seconds to wait, 0 when it may go on; an attempt told to wait is not counted.
   */
  enter(email: string, address: string): number {
    const nowMs = this.#clock.nowMs();
    const counters = this.#countersOf(email, address, nowMs);
    const waitMs = Math.max(...counters.map((counter) => this.#waitOf(counter, nowMs)));
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    for (const counter of counters) {
      counter.failures++;
      counter.lastAtMs = nowMs;
    }
    return 0;
  }

  /** Takes the failures at this e-mail back: the password was right. */
  succeed(email: string, address: string): void {
    this.#counters.delete(pair(email, address));
    const all = this.#counters.get(address);
    if (all !== undefined) all.failures--;
  }

  #countersOf(email: string, address: string, nowMs: number): Counter[] {
    return [
      this.#counter(pair(email, address), FREE_AT_EMAIL, nowMs),
      this.#counter(address, FREE_AT_ALL, nowMs),
    ];
  }

  #counter(name: string, free: number, nowMs: number): Counter {
    let counter = this.#counters.get(name);
    if (counter === undefined || nowMs - counter.lastAtMs >= this.#waitMsMax) {
      counter = { failures: 0, free, lastAtMs: nowMs };
      this.#counters.delete(name);
      this.#counters.set(name, counter);
    }
    if (this.#counters.size > COUNTERS_MAX) {
      this.#counters.delete(this.#counters.keys().next().value!);
    }
    return counter;
  }

  #waitOf({ failures, free, lastAtMs }: Counter, nowMs: number): number {
    if (failures < free) return 0;
    const pauseMs = Math.min(1000 * 2 ** (failures - free), this.#waitMsMax);
    return Math.max(lastAtMs + pauseMs - nowMs, 0);
  }
}

const pair = (email: string, address: string): string => `${address} ${canonical(email)}`;
