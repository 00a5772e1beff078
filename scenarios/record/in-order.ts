/** Lets things begin in one order and end in another, and gives them out as they began. */

/** What waits for something that began before it; more are given out without it. */
const WAITING_MAX = 1_000;

interface QueueSlot<T> {
  value: T | undefined;
}

/** A queue of places; each is filled once. */
export class InOrder<T> {
  readonly #give: (value: T) => void;
  #places: QueueSlot<T>[] = [];

  constructor(give: (value: T) => void) {
    this.#give = give;
  }

  /** Takes the next place. Returns how to fill it. */
  begin(): (value: T) => void {
    const place: QueueSlot<T> = { value: undefined };
    this.#places.push(place);
    return (value) => {
      place.value = value;
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
    if (this.#places.length <= WAITING_MAX) return;
    this.#giveAll(this.#places.filter(({ value }) => value !== undefined));
    this.#places = this.#places.filter(({ value }) => value === undefined);
  }

  #giveAll(places: readonly QueueSlot<T>[]): void {
    for (const { value } of places) if (value !== undefined) this.#give(value);
  }
}
