/** Which operations an order has placed so far: a bit for each, in the order of their returns. */

const BITS = 32;

/** Shape: as returns are in order, the bits are ones up to `first`, and few beyond. */
export class DoneSet {
  readonly #words: Uint32Array;
  #first = 0;

  constructor(size: number) {
    this.#words = new Uint32Array(Math.ceil(size / BITS));
  }

  /** The lowest index that is not in it. */
  get first(): number {
    return this.#first;
  }

  has(index: number): boolean {
    return ((this.#words[index >>> 5] ?? 0) & (1 << (index & 31))) !== 0;
  }

  add(index: number): void {
    this.#words[index >>> 5]! |= 1 << (index & 31);
    while (this.has(this.#first)) this.#first += 1;
  }

  delete(index: number): void {
    this.#words[index >>> 5]! &= ~(1 << (index & 31));
    if (index < this.#first) this.#first = index;
  }

  /** The set as a short text: what is beyond the ones. Equal texts, equal sets: nothing collides. */
  key(): string {
    let text = `${this.#first}`;
    for (let at = this.#first >>> 5; at < this.#words.length; at += 1) {
      const word = this.#words[at]!;
      if (word !== 0) text += `,${at}:${word.toString(36)}`;
    }
    return text;
  }
}
