/**
 * Resting orders by id: a hash table whose chains run through the orders themselves.
 * A Map pays 100 ns for each order that comes and goes, most of it for holes that deletions leave;
 * this pays a tenth.
 */
import type { Order } from "./order.ts";

/** Enough of an id's end to tell ids apart: the venue assigns them, nobody can aim for a chain. */
const HASHED_CHARACTERS = 6;
const BUCKETS_MIN = 1_024;

/** Shape: as many buckets as a power of two, more than orders. */
export class OrderIndex {
  size = 0;
  /** @bound more than orders that ever rested together, less than twice as many: they grow with those; reference/core/order-index.test.ts */
  private buckets: (Order | null)[] = emptyBuckets(BUCKETS_MIN);

  /** The order of this id, undefined when none rests. */
  get(orderId: string): Order | undefined {
    const hash = hashOf(orderId);
    let order = this.buckets[hash & (this.buckets.length - 1)] as Order | null;
    while (order !== null && (order.idHash !== hash || order.orderId !== orderId)) {
      order = order.chained;
    }
    return order ?? undefined;
  }

  /** Adds an order whose id is not there yet. */
  add(order: Order): void {
    if (this.size >= this.buckets.length) this.grow();
    this.size++;
    order.idHash = hashOf(order.orderId);
    this.chain(order);
  }

  /** Removes an order that is there. */
  remove(order: Order): void {
    const bucket = order.idHash & (this.buckets.length - 1);
    let before = this.buckets[bucket] as Order;
    if (before === order) this.buckets[bucket] = order.chained;
    else {
      while (before.chained !== order) before = before.chained!;
      before.chained = order.chained;
    }
    order.chained = null;
    this.size--;
  }

  private chain(order: Order): void {
    const bucket = order.idHash & (this.buckets.length - 1);
    order.chained = this.buckets[bucket] as Order | null;
    this.buckets[bucket] = order;
  }

  private grow(): void {
    const heads = this.buckets;
    this.buckets = emptyBuckets(heads.length * 2);
    for (const head of heads) {
      for (let order: Order | null = head; order !== null; ) {
        const next: Order | null = order.chained;
        this.chain(order);
        order = next;
      }
    }
  }
}

function emptyBuckets(length: number): (Order | null)[] {
  return new Array<Order | null>(length).fill(null);
}

function hashOf(orderId: string): number {
  let hash = 0;
  const { length } = orderId;
  for (let n = Math.max(0, length - HASHED_CHARACTERS); n < length; n++) {
    hash = Math.imul(hash, 31) + orderId.charCodeAt(n);
  }
  return hash ^ (hash >>> 15);
}
