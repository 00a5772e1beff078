/** Slows guessing down: after a few failed logins each further one must wait, twice as long. */
import type { Clock } from "../injected/clock.ts";
import { canonical } from "./members.ts";

/** Failures that cost nothing: of one address at one e-mail, and of one address at any. */
const FREE_AT_EMAIL = 5;
const FREE_AT_ALL = 20;
/** Longest wait, after which the failures are forgotten. Units: ms. */
const WAIT_MS_MAX = 15 * 60 * 1000;
/** Counters kept; beyond it the oldest goes. */
const COUNTERS_MAX = 10_000;

interface Counter {
  failures: number;
  free: number;
  lastAtMs: number;
}

/** The failed logins of one venue. */
export class LoginGuard {
  readonly #clock: Clock;
  readonly #counters = new Map<string, Counter>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Counts an attempt as failed before it is judged, so that simultaneous guesses count too.
   * Units: seconds to wait, 0 when it may go on; an attempt told to wait is not counted.
   */
  enter(email: string, address: string): number {
    const nowMs = this.#clock.nowMs();
    const counters = this.#countersOf(email, address, nowMs);
    const waitMs = Math.max(...counters.map((counter) => waitOf(counter, nowMs)));
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
    if (counter === undefined || nowMs - counter.lastAtMs >= WAIT_MS_MAX) {
      counter = { failures: 0, free, lastAtMs: nowMs };
      this.#counters.delete(name);
      this.#counters.set(name, counter);
    }
    if (this.#counters.size > COUNTERS_MAX) {
      this.#counters.delete(this.#counters.keys().next().value!);
    }
    return counter;
  }
}

function waitOf({ failures, free, lastAtMs }: Counter, nowMs: number): number {
  if (failures < free) return 0;
  const pauseMs = Math.min(1000 * 2 ** (failures - free), WAIT_MS_MAX);
  return Math.max(lastAtMs + pauseMs - nowMs, 0);
}

const pair = (email: string, address: string): string => `${address} ${canonical(email)}`;
