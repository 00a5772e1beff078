/** One side of a book as an observer keeps it: a sorted list, best price first, oldest first. */
import type { ShadowOrder } from "./shadow.ts";

/** Shape: `orders` by price from the best, then by arrival. */
export class ShadowSide {
  readonly orders: ShadowOrder[] = [];
  readonly #isBids: boolean;

  constructor(isBids: boolean) {
    this.#isBids = isBids;
  }

  /** Null when the side is empty. */
  get best(): number | null {
    return this.orders[0]?.price ?? null;
  }

  /** Behind all others of its price. */
  add(order: ShadowOrder): void {
    let low = 0;
    let high = this.orders.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isWorse(this.orders[middle]!.price, order.price)) high = middle;
      else low = middle + 1;
    }
    this.orders.splice(low, 0, order);
  }

  remove(order: ShadowOrder): void {
    this.orders.splice(this.orders.indexOf(order), 1);
  }

  /** Levels, best first. Units: price units, contracts. */
  levels(): { price: number; qty: number }[] {
    const levels: { price: number; qty: number }[] = [];
    for (const { price, qty, filledQty } of this.orders) {
      const last = levels.at(-1);
      if (last?.price === price) last.qty += qty - filledQty;
      else levels.push({ price, qty: qty - filledQty });
    }
    return levels;
  }

  #isWorse(price: number, than: number): boolean {
    return this.#isBids ? price < than : price > than;
  }
}
