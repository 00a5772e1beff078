/** What the tasks under way work with: two that share an owner or a market take turns. */

import type { Lease } from "../../scenarios/deployment/lease.ts";

/** Something to work with, until it is released; more than once is as good as once. */
export interface Taken<T> {
  one: T;
  release(): void;
}

/** First come, first served: who waits for two owners is not passed by those who need one. */
export class InUse {
  readonly #names = new Set<string>();
  #turn: Promise<unknown> = Promise.resolve();
  #released: () => void = () => {};

  /**
   * The first that is drawn of which nobody uses anything; draws again whenever something is released.
   * `namesOf` says what it takes.
   */
  take<T>(
    draw: () => Promise<readonly T[]>,
    namesOf: (one: T) => readonly string[],
  ): Promise<Taken<T>> {
    const taken = this.#turn.then(() => this.#take(draw, namesOf));
    this.#turn = taken.catch(() => {});
    return taken;
  }

  async #take<T>(
    draw: () => Promise<readonly T[]>,
    namesOf: (one: T) => readonly string[],
  ): Promise<Taken<T>> {
    for (;;) {
      const released = new Promise<void>((resolve) => {
        this.#released = resolve;
      });
      const free = (await draw()).find((one) =>
        namesOf(one).every((name) => !this.#names.has(name)),
      );
      if (free !== undefined) return this.#hold(free, namesOf(free));
      await released;
    }
  }

  #hold<T>(one: T, names: readonly string[]): Taken<T> {
    for (const name of names) this.#names.add(name);
    let isHeld = true;
    return {
      one,
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        for (const name of names) this.#names.delete(name);
        this.#released();
      },
    };
  }
}

/** The owners and open markets of a lease: what one agent of an owner does shows in the account of all. */
export function namesIn(lease: Lease): string[] {
  const { agent, other, sibling, reader, human, otherHuman, market, secondMarket } = lease;
  const callers = [agent, other, sibling, reader, human, otherHuman];
  const owners = callers.flatMap((one) => (one === undefined ? [] : [`owner ${one.owner}`]));
  const markets = [market, secondMarket].flatMap((one) => (one === undefined ? [] : [one.id]));
  return [...new Set([...owners, ...markets])];
}
