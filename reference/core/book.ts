/** One market's book: price-time priority over integer prices. */
import type { Agent } from "./agent.ts";
import type { Order } from "./order.ts";
import type { Position } from "./position.ts";

/** All orders at one price, oldest first. Units: market price units, contracts. */
export class Level {
  readonly price: number;
  /** Grows as prices get better for a taker: the price of a bid, minus the price of an ask. */
  readonly rank: number;
  qty = 0;
  head: Order | null = null;
  tail: Order | null = null;

  constructor(price: number, rank: number) {
    this.price = price;
    this.rank = rank;
  }
}

const KNOWN_BITS = 8;
/** Levels of a side that are found without a search. */
const KNOWN_LEVELS = 1 << KNOWN_BITS;
/** So many levels behind the best one are searched in turn, as most come and go there. */
const NEAR_LEVELS = 16;

/** One side. Shape: `levels` are sorted with the best one last, as most changes are near it. */
export class BookSide {
  readonly isBids: boolean;
  /**
   * @bound as many as prices at which orders rest: a level goes with its last order;
   * reference/core/leftovers.test.ts
   */
  readonly levels: Level[] = [];
  /** The best level, null when the side is empty. */
  best: Level | null = null;
  /** By a hash of their price; the last one asked for has the place. */
  private readonly known = new Array<Level | null>(KNOWN_LEVELS).fill(null);

  constructor(isBids: boolean) {
    this.isBids = isBids;
  }

  /** The level of this price, made when missing. */
  reach(price: number): Level {
    const place = placeOf(price);
    const known = this.known[place] as Level | null;
    if (known !== null && known.price === price) return known;
    const level = this.findOrMake(price);
    this.known[place] = level;
    return level;
  }

  private findOrMake(price: number): Level {
    const { levels } = this;
    const rank = this.isBids ? price : -price;
    const index = this.find(rank);
    if (index < levels.length && levels[index]!.rank === rank) return levels[index]!;
    const level = new Level(price, rank);
    levels.push(level);
    for (let at = levels.length - 1; at > index; at--) levels[at] = levels[at - 1]!;
    levels[index] = level;
    this.best = levels[levels.length - 1]!;
    return level;
  }

  /** Forgets an empty level. */
  drop(level: Level): void {
    const { levels } = this;
    const place = placeOf(level.price);
    if (this.known[place] === level) this.known[place] = null;
    const last = levels.length - 1;
    for (let at = this.find(level.rank); at < last; at++) levels[at] = levels[at + 1]!;
    levels.pop();
    this.best = last === 0 ? null : levels[last - 1]!;
  }

  /** Where the first level stands that is not worse than this rank. */
  private find(rank: number): number {
    const { levels } = this;
    let high = levels.length;
    for (let tries = 0; tries < NEAR_LEVELS && high > 0; tries++) {
      if (levels[high - 1]!.rank < rank) return high;
      high--;
    }
    let low = 0;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (levels[middle]!.rank < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function placeOf(price: number): number {
  return Math.imul(price, 0x9e3779b1) >>> (32 - KNOWN_BITS);
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

/** The orders of a side, worst level first, each level's oldest first. */
export function* ordersOf({ levels }: BookSide): Generator<Order> {
  for (const level of levels) {
    for (let order = level.head; order !== null; order = order.next) yield order;
  }
}

/** True when a price reaches `limit` for a taker of this direction. */
export function reaches(price: number, limit: number, isBuy: boolean): boolean {
  return isBuy ? price <= limit : price >= limit;
}

/** The best levels of a side, best first. D-104. */
export function depthOf({ levels }: BookSide, depth: number): { price: number; qty: number }[] {
  const found: { price: number; qty: number }[] = [];
  for (let index = levels.length - 1; index >= 0 && found.length < depth; index--) {
    const { price, qty } = levels[index]!;
    found.push({ price, qty });
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

/** Contracts of other agents within the limit, counted no further than wanted. */
export function fillableQty(book: Book, { agent, isBuy, limit, wanted }: Demand): number {
  const { levels } = book.opposite(isBuy);
  const given: Given = new Map();
  let found = 0;
  for (let index = levels.length - 1; index >= 0 && found < wanted; index--) {
    const level = levels[index]!;
    if (!reaches(level.price, limit, isBuy)) break;
    for (let order = level.head; order !== null && found < wanted; order = order.next) {
      // Nobody trades with himself: D-027.
      if (order.agent !== agent) found += giveable(order, given);
    }
  }
  return Math.min(found, wanted);
}

/** Contracts that makers with reduce-only orders have given so far. */
type Given = Map<Position, number>;

/** What is left of an order when it is reached: what its maker gives before trims. D-073. */
function giveable({ position, isBuy, reduceOnly, remainingQty }: Order, given: Given): number {
  if (position.side(isBuy).reduceOnlyQty === 0) return remainingQty;
  const before = given.get(position) ?? 0;
  const left = Math.max(0, position.reducible(isBuy) - before);
  const qty = reduceOnly ? Math.min(remainingQty, left) : remainingQty;
  given.set(position, before + qty);
  return qty;
}
