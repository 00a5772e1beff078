/** What is to happen when: a binary heap by time, then by order of entry. */

/** Something due. Units: epoch ms. */
export interface Due {
  at: number;
  run: () => void;
}

interface AgendaEntry extends Due {
  sequence: number;
}

/** Two entries of one time come out in the order they went in, so a run repeats itself. */
export class Agenda {
  readonly #heap: AgendaEntry[] = [];
  #sequence = 0;

  get size(): number {
    return this.#heap.length;
  }

  /** Enters something due at a time. */
  add(at: number, run: () => void): void {
    const heap = this.#heap;
    const entry = { at, run, sequence: this.#sequence++ };
    let index = heap.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(entry, heap[parent]!)) break;
      heap[index] = heap[parent]!;
      index = parent;
    }
    heap[index] = entry;
  }

  /** Takes out what is due first; undefined when nothing is left. */
  next(): Due | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    this.#sink(last);
    return first;
  }

  #sink(entry: AgendaEntry): void {
    const heap = this.#heap;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!isBefore(heap[child]!, entry)) break;
      heap[index] = heap[child]!;
      index = child;
    }
    heap[index] = entry;
  }
}

const isBefore = (one: AgendaEntry, other: AgendaEntry): boolean =>
  one.at < other.at || (one.at === other.at && one.sequence < other.sequence);
