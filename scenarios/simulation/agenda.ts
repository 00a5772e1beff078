/** What is to happen when: by time, then by order of entry. */

/** What is due within these is kept by the millisecond; few wait longer. A power of two. */
const NEAR_MS = 4_096;
const LAST_BITS = NEAR_MS - 1;

/** What is due in one millisecond, in order of entry. */
interface DueQueue {
  first: QueuedEntry | null;
  last: QueuedEntry | null;
}

interface QueuedEntry {
  run: () => void;
  next: QueuedEntry | null;
}

/** Units: epoch ms. */
interface FarEntry {
  at: number;
  run: () => void;
}

/**
 * Two entries of one time come out in the order they went in, so a run repeats itself.
 * Shape: a queue for each of the next milliseconds, by the last bits of its time, so that entries are
 * never compared; what is due after these is a list, the first of it last. Of one time, what is in the
 * list was entered before what is in the queue: the time was far then, and is near now.
 */
export class Agenda {
  /** When what was given out last was due. Units: epoch ms. */
  nowMs: number;
  readonly #near: DueQueue[] = Array.from({ length: NEAR_MS }, () => ({ first: null, last: null }));
  readonly #far: FarEntry[] = [];
  #size = 0;

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  get size(): number {
    return this.#size;
  }

  /** Enters something due at a time. Errors: throws when that is over. */
  add(at: number, run: () => void): void {
    if (at < this.nowMs) throw new Error(`due at ${at}, and it is ${this.nowMs}`);
    this.#size++;
    if (at - this.nowMs < NEAR_MS) this.#addNear(at, run);
    else this.#addFar({ at, run });
  }

  /** Takes out what is due first, and goes on to its time; undefined when nothing is left. */
  next(): (() => void) | undefined {
    if (this.#size === 0) return undefined;
    this.#size--;
    const far = this.#far.at(-1);
    const farMs = far === undefined ? NEAR_MS : Math.min(NEAR_MS, far.at - this.nowMs);
    for (let ms = 0; ms < farMs; ms++) {
      const queue = this.#near[(this.nowMs + ms) & LAST_BITS]!;
      const entry = queue.first;
      if (entry === null) continue;
      queue.first = entry.next;
      if (entry.next === null) queue.last = null;
      entry.next = null; // else what is over keeps what came after it in memory
      this.nowMs += ms;
      return entry.run;
    }
    this.#far.pop();
    this.nowMs = far!.at;
    return far!.run;
  }

  #addNear(at: number, run: () => void): void {
    const queue = this.#near[at & LAST_BITS]!;
    const entry = { run, next: null };
    if (queue.last === null) queue.first = entry;
    else queue.last.next = entry;
    queue.last = entry;
  }

  #addFar(entry: FarEntry): void {
    const far = this.#far;
    let low = 0;
    let high = far.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (far[middle]!.at > entry.at) low = middle + 1;
      else high = middle;
    }
    far.splice(low, 0, entry);
  }
}
