/** Pairs of ids in little room: a million of them stand in some fifty megabytes. */

/** Pairs that are remembered at the least; older ones are forgotten unless they were asked for. */
const PAIRS_MAX = 2 ** 19;
const PAIRS_FIRST = 2 ** 10;
/** A UUID in words of 32 bits; a pair is two. */
const WORDS = 4;

type PairSide = 0 | 1;

/** UUIDs by UUIDs, in both directions. Shape: texts in lower case. */
export class IdPairs {
  #young = new Generation();
  #old = new Generation();
  readonly #words = new Uint32Array(WORDS);

  /** The other one of a pair; undefined where there is none. */
  find(id: string, side: PairSide): string | undefined {
    wordsOf(id, this.#words);
    const young = this.#young.find(this.#words, side);
    if (young !== undefined) return young;
    const old = this.#old.find(this.#words, side);
    if (old !== undefined) this.add(side === 0 ? id : old, side === 0 ? old : id);
    return old;
  }

  /** Adds a pair that is on neither side. */
  add(left: string, right: string): void {
    if (this.#young.count === PAIRS_MAX) [this.#old, this.#young] = [this.#young, new Generation()];
    this.#young.add(left, right);
  }

  /** How many are remembered. */
  get size(): number {
    return this.#young.count + this.#old.count;
  }
}

/** An open-addressing table over both sides of its pairs. */
class Generation {
  count = 0;
  #pairs = new Uint32Array(PAIRS_FIRST * WORDS * 2);
  /** For each side: the number of a pair and one, at the place its hash names or behind it. */
  #places: [Uint32Array, Uint32Array] = places(PAIRS_FIRST);

  find(words: Uint32Array, side: PairSide): string | undefined {
    const table = this.#places[side];
    for (let at = hash(words, 0) & (table.length - 1); ; at = (at + 1) & (table.length - 1)) {
      const number = table[at]!;
      if (number === 0) return undefined;
      const from = (number - 1) * WORDS * 2;
      if (this.#holds(from + side * WORDS, words)) {
        return textOf(this.#pairs, from + (1 - side) * WORDS);
      }
    }
  }

  add(left: string, right: string): void {
    if ((this.count + 1) * WORDS * 2 > this.#pairs.length) this.#grow();
    const from = this.count * WORDS * 2;
    wordsOf(left, this.#pairs, from);
    wordsOf(right, this.#pairs, from + WORDS);
    this.count += 1;
    this.#place(this.count);
  }

  #holds(from: number, words: Uint32Array): boolean {
    for (let at = 0; at < WORDS; at += 1) if (this.#pairs[from + at] !== words[at]) return false;
    return true;
  }

  #place(number: number): void {
    for (const side of [0, 1] as const) {
      const table = this.#places[side];
      let at = hash(this.#pairs, ((number - 1) * 2 + side) * WORDS) & (table.length - 1);
      while (table[at] !== 0) at = (at + 1) & (table.length - 1);
      table[at] = number;
    }
  }

  #grow(): void {
    const larger = new Uint32Array(this.#pairs.length * 2);
    larger.set(this.#pairs);
    this.#pairs = larger;
    this.#places = places(larger.length / WORDS / 2);
    for (let number = 1; number <= this.count; number += 1) this.#place(number);
  }
}

function places(pairs: number): [Uint32Array, Uint32Array] {
  return [new Uint32Array(pairs * 2), new Uint32Array(pairs * 2)];
}

/** Ids need not be random: numbered ones must not crowd. */
function hash(words: Uint32Array, from: number): number {
  const mixed = Math.imul(words[from]! ^ Math.imul(words[from + 1]!, 0x9e3779b1), 0x85ebca6b);
  const rest = Math.imul(words[from + 2]! ^ Math.imul(words[from + 3]!, 0x27d4eb2f), 0xc2b2ae35);
  const all = mixed ^ rest;
  return (all ^ (all >>> 15)) >>> 0;
}

function wordsOf(id: string, words: Uint32Array, from = 0): void {
  words[from] = Number.parseInt(id.slice(0, 8), 16);
  words[from + 1] = Number.parseInt(id.slice(9, 13) + id.slice(14, 18), 16);
  words[from + 2] = Number.parseInt(id.slice(19, 23) + id.slice(24, 28), 16);
  words[from + 3] = Number.parseInt(id.slice(28, 36), 16);
}

function textOf(words: Uint32Array, from: number): string {
  const hex = (at: number) => words[from + at]!.toString(16).padStart(8, "0");
  const [a, b, c, d] = [hex(0), hex(1), hex(2), hex(3)];
  return `${a}-${b.slice(0, 4)}-${b.slice(4)}-${c.slice(0, 4)}-${c.slice(4)}${d}`;
}
