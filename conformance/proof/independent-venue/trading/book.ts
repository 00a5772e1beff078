/** The resting orders of one market, and the walk that pairs an arriving order with them. */
import { type Agent, closable } from "./account.ts";
import { type Market, opposite, type Side, sign } from "./market.ts";
import type { Order } from "./order.ts";

/** One match: the taker's side, at the maker's price. */
export interface Trade {
  price: number;
  qty: number;
  takerSide: Side;
  atMs: number;
}

/** Half way between both touches from a time on; several changes at one time are one point. */
export interface MidPoint {
  mid: number;
  atMs: number;
}

/** A maker and how much of it the taker would get. */
export interface Pairing {
  maker: Order;
  qty: number;
}

/** An arriving order as the book sees it; it passes over what `passedOver` has resting. */
export interface Sweep {
  side: Side;
  limit: number;
  qty: number;
  passedOver: Agent | null;
}

/** Price-time book: each side best first, and at one price the earlier order first. */
export class Book {
  readonly market: Market;
  readonly trades: Trade[] = [];
  readonly mids: MidPoint[] = [];
  readonly #resting: Record<Side, Order[]> = { BUY: [], SELL: [] };
  readonly #everywhere: Set<Order>;

  /** `everywhere` has what rests in all books, kept by each of them. */
  constructor(market: Market, everywhere: Set<Order>) {
    this.market = market;
    this.#everywhere = everywhere;
  }

  /** Resting orders of both sides, in no promised order. */
  orders(): Order[] {
    return [...this.#resting.BUY, ...this.#resting.SELL];
  }

  /** Best price of a side; null when nothing rests there. */
  touch(side: Side): number | null {
    return this.#resting[side][0]?.request.price ?? null;
  }

  /** Remembers the mid of the touches as they are now, when it is a new one. */
  noteMid(atMs: number): void {
    const [bid, ask] = [this.touch("BUY"), this.touch("SELL")];
    if (bid === null || ask === null) return;
    const mid = (bid + ask) / 2;
    const last = this.mids.at(-1);
    if (last?.mid === mid) return;
    if (last?.atMs === atMs) last.mid = mid;
    else this.mids.push({ mid, atMs });
  }

  /** Lets an order rest behind everything at its price or better. */
  add(order: Order): void {
    const { side, price } = order.request;
    const queue = this.#resting[side];
    const behind = queue.findIndex((other) => better(side, price!, other.request.price!));
    queue.splice(behind === -1 ? queue.length : behind, 0, order);
    this.#everywhere.add(order);
  }

  /** Takes an order out of the book. */
  remove(order: Order): void {
    const queue = this.#resting[order.request.side];
    const place = queue.indexOf(order);
    if (place !== -1) queue.splice(place, 1);
    this.#everywhere.delete(order);
  }

  /** Resting orders an arriving one of this side and limit would meet, best first. */
  crossed(side: Side, limit: number): Order[] {
    const facing = this.#resting[opposite(side)];
    const beyond = facing.findIndex((maker) => better(opposite(side), limit, maker.request.price!));
    return facing.slice(0, beyond === -1 ? facing.length : beyond);
  }

  /**
   * What an order arriving now would trade with, nothing changed yet.
   * Shape: best price first, then time; a reduce-only maker gives no more than its owner can close.
   */
  pair({ side, limit, qty, passedOver }: Sweep): Pairing[] {
    const pairings: Pairing[] = [];
    let wanted = qty;
    for (const maker of this.crossed(side, limit)) {
      if (wanted <= 0) break;
      if (maker.agent === passedOver) continue;
      const available = Math.min(wanted, maker.leaves, this.#allowance(maker, pairings));
      if (available > 0) pairings.push({ maker, qty: available });
      wanted -= available;
    }
    return pairings;
  }

  #allowance(maker: Order, before: Pairing[]): number {
    if (!maker.request.reduceOnly) return maker.leaves;
    const sooner = before.filter((pairing) => pairing.maker.agent === maker.agent);
    const traded = sooner.reduce((sum, pairing) => sum + pairing.qty, 0);
    return Math.max(0, closable(maker.agent, this.market, maker.request.side) - traded);
  }
}

/** Whether one resting price stands before another on its side of the book. */
function better(side: Side, price: number, other: number): boolean {
  return sign(side) * (price - other) > 0;
}
