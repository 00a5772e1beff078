/** The book of one market, put together from a snapshot and what changed since. */

/** One price of one side. */
export interface BookLevel {
  price: number;
  qty: number;
}

/** A level and what stands up to it, best price first. */
export interface DeepLevel extends BookLevel {
  total: number;
}

/** Most prices of a side that are kept; a venue that sends more is sent again for. */
const LEVELS_MAX = 20_000;

/** Both sides, by price. */
export class ShownBook {
  /** @bound {LEVELS_MAX} prices: a book with more is taken for unreadable; reference/terminal/page-parts.test.ts */
  readonly #bids = new Map<number, number>();
  /** @bound {LEVELS_MAX} prices: a book with more is taken for unreadable; reference/terminal/page-parts.test.ts */
  readonly #asks = new Map<number, number>();

  /** Takes levels in; a quantity of 0 removes one. Errors: throws for what is no book. */
  take(data: unknown, isWhole: boolean): void {
    const { bids, asks } = Object(data) as Record<string, unknown>;
    const [taken, given] = [levelsIn(bids), levelsIn(asks)];
    if (isWhole) this.clear();
    for (const [side, levels] of [
      [this.#bids, taken],
      [this.#asks, given],
    ] as const) {
      for (const { price, qty } of levels) {
        if (qty > 0) side.set(price, qty);
        else side.delete(price);
      }
      if (side.size > LEVELS_MAX) throw new Error("more prices than a book has");
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.#bids.clear();
    this.#asks.clear();
  }

  /** The best prices of a side with what stands up to them. */
  side(isBids: boolean, depth: number): DeepLevel[] {
    const prices = [...(isBids ? this.#bids : this.#asks)];
    prices.sort(([one], [other]) => (isBids ? other - one : one - other));
    let total = 0;
    return prices.slice(0, depth).map(([price, qty]) => {
      total += qty;
      return { price, qty, total };
    });
  }

  /** The best price of a side; null where nobody waits. */
  best(isBids: boolean): number | null {
    let best: number | null = null;
    for (const price of (isBids ? this.#bids : this.#asks).keys()) {
      if (best === null || (isBids ? price > best : price < best)) best = price;
    }
    return best;
  }
}

function levelsIn(list: unknown): BookLevel[] {
  if (!Array.isArray(list)) throw new Error("a side of a book is a list");
  return list.map((level: unknown) => {
    const { price, qty } = Object(level) as Record<string, unknown>;
    if (typeof price !== "number" || typeof qty !== "number") {
      throw new Error("a level has price and qty");
    }
    return { price, qty };
  });
}
