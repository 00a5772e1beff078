/** Lets things begin in one order and end in another, and gives them out as they began. */

/** What waits for something that began before it; more are given out without it. */
const WAITING_MAX = 1_000;
/** The same by weight. Units: bytes. */
const WAITING_BYTES_MAX = 64 * 1024 * 1024;

interface QueueSlot<T> {
  value: T | undefined;
  weight: number;
}

/** A queue of places; each is filled once. */
export class InOrder<T> {
  readonly #give: (value: T) => void;
  /** @bound {WAITING_MAX} places, {WAITING_BYTES_MAX} bytes: what is there is given out without what
   * began before it; scenarios/record/in-order.test.ts */
  #places: QueueSlot<T>[] = [];
  #weight = 0;

  constructor(give: (value: T) => void) {
    this.#give = give;
  }

  /** Takes the next place. Returns how to fill it; `weight` is about how many bytes the value has. */
  begin(): (value: T, weight?: number) => void {
    const place: QueueSlot<T> = { value: undefined, weight: 0 };
    this.#places.push(place);
    return (value, weight = 0) => {
      Object.assign(place, { value, weight });
      this.#weight += weight;
      this.#giveOut();
    };
  }

  /** Gives out what is there, past what is not: the end has come. */
  end(): void {
    this.#giveAll(this.#places.splice(0));
  }

  #giveOut(): void {
    const waiting = this.#places.findIndex(({ value }) => value === undefined);
    const ready = waiting < 0 ? this.#places.length : waiting;
    this.#giveAll(this.#places.splice(0, ready));
    if (this.#places.length <= WAITING_MAX && this.#weight <= WAITING_BYTES_MAX) return;
    this.#giveAll(this.#places.filter(({ value }) => value !== undefined));
    this.#places = this.#places.filter(({ value }) => value === undefined);
  }

  #giveAll(places: readonly QueueSlot<T>[]): void {
    for (const { value, weight } of places) {
      this.#weight -= weight;
      if (value !== undefined) this.#give(value);
    }
  }
}
