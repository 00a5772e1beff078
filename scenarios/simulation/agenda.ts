/** What is to happen when: by time, then by order of entry. */

/** Something due. Units: epoch ms. */
export interface Due {
  at: number;
  run: () => void;
}

interface AgendaEntry extends Due {
  sequence: number;
  next: AgendaEntry | null;
}

/**
 * Two entries of one time come out in the order they went in, so a run repeats itself.
 * Waits of one length are due in the order they are entered, so a queue does for them; the rest is in
 * a binary heap.
 */
export class Agenda {
  #first: AgendaEntry | null = null;
  #last: AgendaEntry | null = null;
  readonly #heap: AgendaEntry[] = [];
  #sequence = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Enters something due at a time. */
  add(at: number, run: () => void): void {
    this.#rise(this.#entry(at, run));
  }

  /** The same, at no cost, of what is due no earlier than all that was entered by this. */
  addLast(at: number, run: () => void): void {
    const last = this.#last;
    if (last !== null && at < last.at) throw new Error(`due at ${at}, before ${last.at}`);
    const entry = this.#entry(at, run);
    if (last === null) this.#first = entry;
    else last.next = entry;
    this.#last = entry;
  }

  #entry(at: number, run: () => void): AgendaEntry {
    this.#size++;
    return { at, run, sequence: this.#sequence++, next: null };
  }

  /** Takes out what is due first; undefined when nothing is left. */
  next(): Due | undefined {
    const queued = this.#first;
    const other = this.#heap[0];
    if (queued === null && other === undefined) return undefined;
    this.#size--;
    if (queued === null || (other !== undefined && isBefore(other, queued))) return this.#pop();
    this.#first = queued.next;
    if (this.#first === null) this.#last = null;
    queued.next = null; // else what is over keeps what came after it in memory
    return queued;
  }

  #rise(entry: AgendaEntry): void {
    const heap = this.#heap;
    let index = heap.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(entry, heap[parent]!)) break;
      heap[index] = heap[parent]!;
      index = parent;
    }
    heap[index] = entry;
  }

  #pop(): AgendaEntry {
    const first = this.#heap[0]!;
    const last = this.#heap.pop()!;
    if (last !== first) this.#sink(last);
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
