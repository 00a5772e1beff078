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

  add(order: ShadowOrder): void {
    this.orders.splice(this.#placeOf(order), 0, order);
  }

  /** Errors: throws for an order that is not there. */
  remove(order: ShadowOrder): void {
    const place = this.#placeOf(order);
    if (this.orders[place] !== order) throw new Error(`order ${order.orderId} is not in the book`);
    this.orders.splice(place, 1);
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

  /** Behind all orders of better prices, and those of its price that arrived before it. */
  #placeOf({ price, arrival }: ShadowOrder): number {
    const sign = this.#isBids ? -1 : 1;
    let low = 0;
    let high = this.orders.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.orders[middle]!;
      const isAhead = sign * (other.price - price) || other.arrival - arrival;
      if (isAhead < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
