/** Chance from a seed: one generator per subject, so that a draw in one never shifts another. */

/** A small fast generator (sfc32). The same seed and subject give the same draws everywhere. */
export class Random {
  readonly #seed: number;
  readonly #subject: string;
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number, subject: string) {
    this.#seed = seed;
    this.#subject = subject;
    this.#a = hashOf(subject);
    this.#b = Math.floor(seed / 2 ** 32) | 0;
    this.#c = seed | 0;
    for (let round = 0; round < 12; round++) this.next();
  }

  /** A generator for a part of this subject. */
  fork(part: string): Random {
    return new Random(this.#seed, `${this.#subject}/${part}`);
  }

  /** Shape: 0 to 2^32 - 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** An integer from 0 to `end` - 1. */
  below(end: number): number {
    return Math.floor((this.next() / 2 ** 32) * end);
  }

  /** An integer, both ends included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** True in that share of cases. */
  chance(share: number): boolean {
    return this.next() < share * 2 ** 32;
  }

  /** One of the items. Errors: undefined from an empty list. */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** A subset in the given order: one item at least, each number of items equally likely. */
  some<T>(items: readonly T[]): T[] {
    const left = [...items];
    for (let gone = this.below(items.length); gone > 0; gone--) {
      left.splice(this.below(left.length), 1);
    }
    return left;
  }
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  return hash;
}
