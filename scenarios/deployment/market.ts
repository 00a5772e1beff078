/** A market as a check trades it: prices that are safe to rest at, and orders made for it. */

import type { MarketInfo } from "./profile/credentials.ts";
import type { OrderBody } from "./reading/order.ts";
import { type BookReading, bookOf } from "./reading/reading.ts";
import { Inconclusive, Missing } from "./stops.ts";
import type { Side } from "./vocabulary.ts";

/** How far from the mark a perp order rests: far from fills, near enough for sanity bounds. */
const PERP_DISTANCE = 0.1;
/** How far inside the band other orders rest, from and to: its edge is a rule of its own. */
const INSIDE_OWN = [0.05, 0.15] as const;
/** The same where others trade, who are met less near the edge. Units: ticks. */
const INSIDE_LEAST = 2;
/** More than the least there is, which is a rule of its own too. Units: contracts. */
const RESTING_QTY = 2;

/** What a market is traded with. */
interface MarketParts {
  freshId(): string;
  readBook(marketId: string): Promise<unknown>;
  /** The side of what says nothing else; BUY unless given. */
  side?(): Side;
  /** Where orders rest, of all places inside the band: from 0 to 1. */
  lot?: number;
}

export class TradableMarket {
  readonly info: MarketInfo;
  readonly #freshId: () => string;
  readonly #side: () => Side;
  readonly #share: number;
  readonly #readBook: (marketId: string) => Promise<unknown>;

  constructor(info: MarketInfo, parts: MarketParts) {
    const { lot = 0.5 } = parts;
    const [from, to] = INSIDE_OWN;
    this.info = info;
    this.#side = parts.side ?? (() => "BUY");
    this.#share = from + (to - from) * lot;
    this.#freshId = parts.freshId;
    this.#readBook = parts.readBook;
  }

  get id(): string {
    return this.info.id;
  }

  /** Lowest and highest price on the grid inside the band. Units: market price units. */
  get lowest(): number {
    return this.#onGrid(this.info.band[0], Math.ceil);
  }

  get highest(): number {
    return this.#onGrid(this.info.band[1], Math.floor);
  }

  /** Towards the far end of the band for a side, where nobody fills it (H-02); on perps near the mark. */
  far(side: Side): number {
    return this.#restingAt(side, this.info.own ? this.#share : 0);
  }

  /** The same where a contract costs least: for orders of very many. */
  cheap(side: Side): number {
    return this.#restingAt(side, 0);
  }

  /** What a tick adds to a limit of that side that is to meet more: up for BUY, down for SELL. */
  tickTowardsFill(side: Side): number {
    return side === "BUY" ? this.info.tick : -this.info.tick;
  }

  /** A LIMIT order body with a fresh client_order_id; qty 1 unless `fields` says otherwise. */
  limit(side: Side, price: number, fields: OrderBody = {}): OrderBody {
    return {
      market_id: this.id,
      side,
      type: "LIMIT",
      price,
      qty: 1,
      client_order_id: this.#freshId(),
      ...fields,
    };
  }

  /** A LIMIT order body that rests without being filled, qty 2; of the cell's side unless given. */
  resting(side: Side = this.#side(), fields: OrderBody = {}): OrderBody {
    return this.limit(side, this.far(side), { qty: RESTING_QTY, ...fields });
  }

  /** A MARKET order body. */
  sweep(side: Side, fields: OrderBody = {}): OrderBody {
    const { price: _, ...order } = this.limit(side, 0, fields);
    return { ...order, type: "MARKET" };
  }

  /**
   * That many neighbouring prices, ascending, strictly inside the spread of everybody else, so
   * that only own orders meet there. Errors: Inconclusive when there is no room.
   */
  async inside(count = 1): Promise<number[]> {
    const { bids, asks } = await this.book();
    const low = bids[0] === undefined ? this.lowest : bids[0].price + this.info.tick;
    const high = asks[0] === undefined ? this.highest : asks[0].price - this.info.tick;
    const span = (count - 1) * this.info.tick;
    if (high - low < span) throw new Inconclusive("no room inside the spread of other traders");
    const middle = this.info.kind === "BTC_PERP" ? this.#centre() : (low + high) / 2;
    const start = Math.min(Math.max(middle - span / 2, low), high - span);
    const first = Math.max(this.#onGrid(start, Math.floor), low);
    return Array.from({ length: count }, (_, rung) => first + rung * this.info.tick);
  }

  /**
   * The same in the order in which a taker of this side meets them: its best price first. Of the
   * cell's side unless given.
   */
  async ladder(count: number, side: Side = this.#side()): Promise<number[]> {
    const prices = await this.inside(count);
    return side === "BUY" ? prices : prices.toReversed();
  }

  /** The same for what is worth doing only where there is much room. Errors: Missing without it. */
  async wellInside(count: number): Promise<number[]> {
    return this.inside(count).catch((error) => {
      throw error instanceof Inconclusive ? new Missing(`did not arise: ${error.message}`) : error;
    });
  }

  /** The public book; empty sides where it cannot be read. */
  async book(): Promise<BookReading> {
    return (await this.bookShown()) ?? { bids: [], asks: [] };
  }

  /** The public book; null where it cannot be read. */
  async bookShown(): Promise<BookReading | null> {
    return bookOf(await this.#readBook(this.id));
  }

  /** That share of the band inside its edge, and a few ticks at least where there is room. */
  #restingAt(side: Side, share: number): number {
    if (this.info.kind === "BTC_PERP") {
      const away = side === "BUY" ? 1 - PERP_DISTANCE : 1 + PERP_DISTANCE;
      return this.#within(this.#onGrid(this.#centre() * away, Math.round));
    }
    const ticks = (this.highest - this.lowest) / this.info.tick;
    const few = Math.min(INSIDE_LEAST, Math.floor(ticks * this.#share));
    const inside = Math.max(Math.floor(ticks * share), few) * this.info.tick;
    return side === "BUY" ? this.lowest + inside : this.highest - inside;
  }

  #centre(): number {
    return this.info.markPrice ?? Math.sqrt(this.info.band[0] * this.info.band[1]);
  }

  #onGrid(price: number, round: (steps: number) => number): number {
    return round(price / this.info.tick) * this.info.tick;
  }

  #within(price: number): number {
    return Math.min(Math.max(price, this.lowest), this.highest);
  }
}
