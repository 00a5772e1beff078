/** One market's book: price-time priority over integer prices. */
import type { Agent } from "./agent.ts";
import type { Order } from "./order.ts";

/** All orders at one price, oldest first. Units: market price units, contracts. */
export class Level {
  readonly price: number;
  qty = 0;
  head: Order | null = null;
  tail: Order | null = null;

  constructor(price: number) {
    this.price = price;
  }
}

/** One side. Shape: `prices` is sorted with the best price at its end, one entry per level. */
export class BookSide {
  readonly isBids: boolean;
  readonly prices: number[] = [];
  readonly levels = new Map<number, Level>();
  /** The best level, null when the side is empty. */
  best: Level | null = null;

  constructor(isBids: boolean) {
    this.isBids = isBids;
  }

  /** The level of this price, made when missing. */
  reach(price: number): Level {
    let level = this.levels.get(price);
    if (level === undefined) {
      level = new Level(price);
      this.levels.set(price, level);
      this.insert(price);
      this.refreshBest();
    }
    return level;
  }

  /** Forgets an empty level. */
  drop(level: Level): void {
    const { prices } = this;
    this.levels.delete(level.price);
    const last = prices.length - 1;
    for (let index = this.rank(level.price); index < last; index++) {
      prices[index] = prices[index + 1]!;
    }
    prices.pop();
    if (this.best === level) this.refreshBest();
  }

  private insert(price: number): void {
    const { prices } = this;
    const rank = this.rank(price);
    prices.push(price);
    for (let index = prices.length - 1; index > rank; index--) prices[index] = prices[index - 1]!;
    prices[rank] = price;
  }

  /** Where this price stands, or would stand, among the prices. */
  private rank(price: number): number {
    const { prices, isBids } = this;
    let low = 0;
    let high = prices.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const worse = isBids ? prices[middle]! < price : prices[middle]! > price;
      if (worse) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private refreshBest(): void {
    const { prices } = this;
    this.best = prices.length === 0 ? null : this.levels.get(prices[prices.length - 1]!)!;
  }
}

/** Is told a level that changed, and what is left on it. Units: market price units, contracts. */
export type LevelWatcher = (isBids: boolean, price: number, qty: number) => void;

/** Bids and asks of one market. Shape: `seq` counts every change of a level. */
export class Book {
  readonly bids = new BookSide(true);
  readonly asks = new BookSide(false);
  seq = 0;
  /** Null while nobody follows this book. */
  watcher: LevelWatcher | null = null;

  /** The side on which an order of this direction rests. */
  own(isBuy: boolean): BookSide {
    return isBuy ? this.bids : this.asks;
  }

  /** The side an order of this direction trades against. */
  opposite(isBuy: boolean): BookSide {
    return isBuy ? this.asks : this.bids;
  }

  /** Puts an order behind the others of its price. */
  add(order: Order): void {
    const level = this.own(order.isBuy).reach(order.price);
    order.level = level;
    order.previous = level.tail;
    if (level.tail === null) level.head = order;
    else level.tail.next = order;
    level.tail = order;
    level.qty += order.remainingQty;
    this.count(order, level);
  }

  /** Takes contracts of a resting order off its level, by a fill or a reduction. */
  shrink(order: Order, qty: number): void {
    order.level!.qty -= qty;
    this.count(order, order.level!);
  }

  /** Unlinks an order; `qty` is what its level still counts of it. */
  remove(order: Order, qty: number): void {
    const level = order.level!;
    const { previous, next } = order;
    if (previous === null) level.head = next;
    else previous.next = next;
    if (next === null) level.tail = previous;
    else next.previous = previous;
    order.previous = null;
    order.next = null;
    order.level = null;
    level.qty -= qty;
    if (level.head === null) this.own(order.isBuy).drop(level);
    this.count(order, level);
  }

  private count(order: Order, level: Level): void {
    this.seq++;
    if (this.watcher !== null) this.watcher(order.isBuy, level.price, level.qty);
  }
}

/** True when a price reaches `limit` for a taker of this direction. */
export function reaches(price: number, limit: number, isBuy: boolean): boolean {
  return isBuy ? price <= limit : price >= limit;
}

/** The best levels of a side, best first. D-104. */
export function depthOf(side: BookSide, depth: number): { price: number; qty: number }[] {
  const { prices, levels } = side;
  const found: { price: number; qty: number }[] = [];
  for (let index = prices.length - 1; index >= 0 && found.length < depth; index--) {
    const level = levels.get(prices[index]!)!;
    found.push({ price: level.price, qty: level.qty });
  }
  return found;
}

/** What a taker would like to find. Units: price units, contracts. */
export interface Demand {
  agent: Agent;
  isBuy: boolean;
  limit: number;
  wanted: number;
}

/** Contracts of other agents within the limit, counted no further than wanted. D-027. */
export function fillableQty(book: Book, { agent, isBuy, limit, wanted }: Demand): number {
  const { prices, levels } = book.opposite(isBuy);
  let found = 0;
  for (let index = prices.length - 1; index >= 0 && found < wanted; index--) {
    const level = levels.get(prices[index]!)!;
    if (!reaches(level.price, limit, isBuy)) break;
    for (let order = level.head; order !== null && found < wanted; order = order.next) {
      if (order.agent !== agent) found += order.remainingQty;
    }
  }
  return Math.min(found, wanted);
}
