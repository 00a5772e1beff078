/** Rows in memory in the order of a number that each has for itself; nearly all come in that order. */
import type { Value } from "../batch.ts";

/** A row's values, in the order of its table's columns. */
export type RowValues = readonly Value[];

/** Oldest first. */
export class SortedRows {
  /** Which column has the number. */
  readonly #column: number;
  /**
   * @bound what a venue in memory has lived: it ends with it;
   * reference/store/memory-store.test.ts
   */
  readonly #rows: RowValues[] = [];

  constructor(column: number) {
    this.#column = column;
  }

  /** Takes the place of the row with the same number, if there is one. */
  put(row: RowValues): void {
    const count = this.#countTo(row[this.#column] as number);
    const last = this.#rows[count - 1];
    const isThere = last !== undefined && last[this.#column] === row[this.#column];
    this.#rows.splice(isThere ? count - 1 : count, isThere ? 1 : 0, row);
  }

  /** The last whose number is not above one. */
  lastTo(number: number): RowValues | undefined {
    return this.#rows[this.#countTo(number) - 1];
  }

  *newestFirst(): Generator<RowValues> {
    for (let index = this.#rows.length - 1; index >= 0; index--) yield this.#rows[index]!;
  }

  /** How many there are up to a number. */
  #countTo(number: number): number {
    let [from, to] = [0, this.#rows.length];
    if (to === 0 || this.#numberAt(to - 1) <= number) return to;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#numberAt(middle) <= number) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #numberAt(index: number): number {
    return this.#rows[index]![this.#column] as number;
  }
}
