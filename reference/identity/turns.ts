/** Dear work takes turns: a few at a time, a few in waiting, and few of those from one address. */
import { tooMany } from "../wire/refused.ts";

/** How many may work, and wait, at a time. */
export interface TurnLimits {
  atOnce: number;
  waiting: number;
  waitingOfAddress: number;
}

/** What a refused caller is told to wait: longer than all that waits takes. Units: seconds. */
const RETRY_SECONDS = 5;

/** The turns of one kind of work. */
export class WorkTurns {
  readonly #limits: TurnLimits;
  #working = 0;
  /** Those who wait, first come first. @bound waiting of its limits: the next is answered 429; reference/identity/turns.test.ts */
  readonly #waiting: { address: string; begin: () => void }[] = [];

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Does the work when its turn has come. Errors: RATE_LIMITED where too many wait already. */
  async take<T>(address: string, work: () => Promise<T>): Promise<T> {
    await this.#turn(address);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #turn(address: string): Promise<void> | undefined {
    if (this.#working < this.#limits.atOnce) {
      this.#working++;
      return undefined;
    }
    const { waiting, waitingOfAddress } = this.#limits;
    const own = this.#waiting.filter((each) => each.address === address).length;
    if (this.#waiting.length >= waiting || own >= waitingOfAddress) {
      throw tooMany("too many wait for this already", { resetSeconds: RETRY_SECONDS });
    }
    return new Promise((begin) => void this.#waiting.push({ address, begin }));
  }

  /** Whoever waits longest takes over. */
  #next(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#working--;
    else next.begin();
  }
}
