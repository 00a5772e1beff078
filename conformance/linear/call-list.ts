/** Operations not yet placed, linked in the order of their calls. */

/** Taken out and put back in constant time, as long as what left last comes back first. */
export class CallList {
  readonly #calls: readonly number[];
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #end: number;

  /** Takes the time of each operation's call, by index. */
  constructor(calls: readonly number[]) {
    this.#calls = calls;
    this.#end = calls.length;
    this.#next = new Int32Array(calls.length + 1);
    this.#previous = new Int32Array(calls.length + 1);
    let last = this.#end;
    for (const index of [...calls.keys()].sort((one, two) => calls[one]! - calls[two]!)) {
      this.#link(last, index);
      last = index;
    }
    this.#link(last, this.#end);
  }

  /** Indexes of those called by then, ascending. */
  calledBy(time: number): number[] {
    const found: number[] = [];
    for (let at = this.#next[this.#end]!; at !== this.#end; at = this.#next[at]!) {
      if (this.#calls[at]! > time) break;
      found.push(at);
    }
    return found.sort((one, two) => one - two);
  }

  remove(index: number): void {
    this.#link(this.#previous[index]!, this.#next[index]!);
  }

  restore(index: number): void {
    this.#next[this.#previous[index]!] = index;
    this.#previous[this.#next[index]!] = index;
  }

  #link(before: number, after: number): void {
    this.#next[before] = after;
    this.#previous[after] = before;
  }
}
