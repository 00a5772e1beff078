/** What can go wrong in a simulation, and whether it does now. */
import type { Random } from "./random.ts";

/** Shape: `most` is the highest share of occasions on which a seed lets the fault strike. */
interface Fault {
  says: string;
  occasion: "message" | "act" | "second";
  most: number;
}

/** By name, as `--faults` takes them. */
export const FAULTS = {
  delay: { says: "a message takes seconds", occasion: "message", most: 0.2 },
  reorder: { says: "a message overtakes those before it", occasion: "message", most: 0.3 },
  "lost-request": { says: "a request never arrives", occasion: "message", most: 0.2 },
  "lost-response": {
    says: "the answer to a request never arrives",
    occasion: "message",
    most: 0.2,
  },
  duplicate: { says: "a request arrives twice", occasion: "message", most: 0.2 },
  "retry-storm": {
    says: "a client repeats a request at once, many times",
    occasion: "act",
    most: 0.05,
  },
  "slow-client": { says: "a client reads its stream late", occasion: "act", most: 0.05 },
  disconnect: {
    says: "a client's connection ends; what was on it is lost",
    occasion: "act",
    most: 0.05,
  },
  "stream-gap": { says: "a frame of the stream is lost", occasion: "message", most: 0.1 },
  "clock-skew": { says: "a client's clock is wrong by seconds", occasion: "act", most: 0.1 },
  "clock-jump": { says: "the venue's clock leaps ahead", occasion: "second", most: 0.1 },
  "expired-window": {
    says: "a request allows less time than it takes",
    occasion: "act",
    most: 0.1,
  },
  crash: {
    says: "the venue ends without warning and starts again",
    occasion: "second",
    most: 0.05,
  },
  "torn-record": {
    says: "the venue ends in the middle of a write",
    occasion: "second",
    most: 0.05,
  },
  "store-error": {
    says: "the store refuses to commit for a while",
    occasion: "second",
    most: 0.1,
  },
  "feed-loss": { says: "the reference price is gone for a while", occasion: "second", most: 0.1 },
  "kill-switch": { says: "nothing may be placed for a while", occasion: "second", most: 0.05 },
  "rate-squeeze": {
    says: "an agent may send but few requests a minute",
    occasion: "second",
    most: 0.1,
  },
} as const satisfies Record<string, Fault>;

/** The name of a fault. */
export type FaultName = keyof typeof FAULTS;

/** All names, in order. */
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

/** Shares of occasions; a fault that is not named never strikes. */
export type FaultRates = Partial<Record<FaultName, number>>;

/** Draws whether faults strike, until they are healed. */
export class Faults {
  /** How often each struck. */
  readonly struck = new Map<FaultName, number>();
  readonly #rates: ReadonlyMap<string, number>;
  readonly #random: Random;
  #isHealed = false;

  constructor(rates: FaultRates, random: Random) {
    this.#rates = new Map(Object.entries(rates));
    this.#random = random;
  }

  /** Whether a fault strikes on this occasion. */
  strikes(name: FaultName): boolean {
    const rate = this.#rates.get(name);
    if (rate === undefined || this.#isHealed || !this.#random.chance(rate)) return false;
    this.struck.set(name, (this.struck.get(name) ?? 0) + 1);
    return true;
  }

  /** Units: ms, both ends included. */
  lasting(low: number, high: number): number {
    return this.#random.between(low, high);
  }

  /** Nothing goes wrong from now on. */
  heal(): void {
    this.#isHealed = true;
  }
}
