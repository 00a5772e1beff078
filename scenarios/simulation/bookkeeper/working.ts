/** What an agent does on one side of a market: its working orders, summed up as they come and go. */
import type { ShadowOrder } from "./shadow.ts";

/** Shape: the sums are of what is left of the orders. Units: contracts, price units, epoch ms. */
export class ShadowWorking {
  readonly orders = new Set<ShadowOrder>();
  qty = 0;
  reduceOnlyQty = 0;
  /** What all of them are reserved at, were nothing of it to close a position. */
  value = 0;
  declinedAt: number[] = [];
  pausedUntil = 0;
  #cheapest: number | null = Number.POSITIVE_INFINITY;

  /** The lowest value of one contract; infinite without orders. */
  get cheapest(): number {
    if (this.#cheapest === null) {
      this.#cheapest = Number.POSITIVE_INFINITY;
      for (const { value } of this.orders) if (value < this.#cheapest) this.#cheapest = value;
    }
    return this.#cheapest;
  }

  /** An accepted order ends a count of declines. */
  forgive(): void {
    if (this.declinedAt.length > 0) this.declinedAt = [];
    this.pausedUntil = 0;
  }

  enter(order: ShadowOrder): void {
    this.orders.add(order);
    this.#count(order, order.qty - order.filledQty);
    if (this.#cheapest !== null && order.value < this.#cheapest) this.#cheapest = order.value;
  }

  leave(order: ShadowOrder): void {
    this.orders.delete(order);
    this.#count(order, order.filledQty - order.qty);
    if (this.#cheapest === order.value) this.#cheapest = null;
  }

  /** Contracts of an order were filled or taken off. */
  lose(order: ShadowOrder, contracts: number): void {
    this.#count(order, -contracts);
  }

  #count({ value, reduceOnly }: ShadowOrder, contracts: number): void {
    this.qty += contracts;
    this.value += contracts * value;
    if (reduceOnly) this.reduceOnlyQty += contracts;
  }
}
