/** What readers ask of the past: ended orders, trades, candles, mids. */
import type { Knex } from "knex";
import type { TradeEvent } from "../../core/events.ts";
import type { OrderStatus, OrderView } from "../../core/outcomes.ts";
import type { Venue } from "../../core/venue.ts";
import type { Candle } from "../../data/candles.ts";
import { type MidPoint, pointsOf, type Spacing, stepsNewestFirst } from "./mid-points.ts";
import { candleOf, orderOf, type StoredRow, tradeOf } from "./rows.ts";

/** Which of an agent's orders; all where nothing is said. */
export interface OrderFilter {
  marketId: string | undefined;
  statuses: ReadonlySet<OrderStatus> | null;
  limit: number;
}

/** The venue, where orders rest. */
type Present = Pick<Venue, "openOrder" | "openOrders">;

/** Reads the tables of history, and of what still rests the venue itself. */
export class History {
  readonly #venue: Present;
  readonly #readable: () => Promise<Knex>;

  /** `readable` waits until everything that has happened by now can be read. */
  constructor(venue: Present, readable: () => Promise<Knex>) {
    this.#venue = venue;
    this.#readable = readable;
  }

  /**
   * One order; null when the venue never entered it.
   * Shape: at once where it rests, so that cancelling need not wait.
   */
  order(orderId: string): OrderView | Promise<OrderView | null> {
    return this.#venue.openOrder(orderId) ?? this.#endedOrder(orderId);
  }

  async #endedOrder(orderId: string): Promise<OrderView | null> {
    const database = await this.#readable();
    const row = await database<StoredRow>("orders").where({ order_id: orderId }).first();
    return row === undefined ? null : orderOf(row);
  }

  /**
   * An agent's orders, the last placed first. D-096.
   * Shape: as they were when it was asked, or later: what rested then is told as it was, though it
   * may have ended while the ended ones were read.
   */
  async orders(agentId: string, { marketId, statuses, limit }: OrderFilter): Promise<OrderView[]> {
    const isWanted = ({ status }: OrderView) => statuses === null || statuses.has(status);
    const resting = this.#venue.openOrders(agentId, marketId).filter(isWanted);
    const database = await this.#readable();
    const query = database<StoredRow>("orders").where({ agent_id: agentId });
    if (marketId !== undefined) query.where({ market_id: marketId });
    if (statuses !== null) query.whereIn("status", [...statuses]);
    const ended = (await query.orderBy("placed_seq", "desc").limit(limit)).map(orderOf);
    const byId = new Map([...ended, ...resting].map((order) => [order.orderId, order]));
    const newestFirst = [...byId.values()].sort((one, two) => two.placedSeq - one.placedSeq);
    return newestFirst.slice(0, limit);
  }

  /** A market's last trades, the newest first. D-105. */
  async trades(marketId: string, limit: number): Promise<TradeEvent[]> {
    const database = await this.#readable();
    const rows = await database<StoredRow>("trades")
      .where({ market_id: marketId })
      .orderBy("trade_seq", "desc")
      .limit(limit);
    return rows.map(tradeOf);
  }

  /** A market's newest candles, oldest first. D-106. Units: seconds. */
  async candles(marketId: string, periodS: number, limit: number): Promise<Candle[]> {
    const database = await this.#readable();
    const rows = await database<StoredRow>("candles")
      .where({ market_id: marketId, period_s: periodS })
      .orderBy("start_ms", "desc")
      .limit(limit);
    return rows.map(candleOf).reverse();
  }

  /**
   * A market's mid every so many seconds up to a moment, the newest `limit` of them, oldest first.
   * D-107. Shape: points stand on multiples of the spacing; none where a side was missing.
   */
  async mids(marketId: string, spacing: Spacing, limit: number): Promise<MidPoint[]> {
    const database = await this.#readable();
    return pointsOf(stepsNewestFirst(database, marketId, { ...spacing, limit }), spacing, limit);
  }
}
