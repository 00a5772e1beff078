/** What readers ask of the past: ended orders, trades, candles, mids. */
import type { TradeEvent } from "../../core/events.ts";
import type { OrderView } from "../../core/outcomes.ts";
import type { Venue } from "../../core/venue.ts";
import type { Candle } from "../../data/candles.ts";
import type { KeptHistory, OrderFilter } from "./kept-history.ts";
import { type MidPoint, pointsOf, type Spacing } from "./mid-points.ts";
import { candleOf, orderOf, tradeOf } from "./rows.ts";

/** The venue, where orders rest. */
type Present = Pick<Venue, "openOrder" | "openOrders">;

/** Reads the history that is kept, and of what still rests the venue itself. */
export class History {
  readonly #venue: Present;
  readonly #kept: () => Promise<KeptHistory>;

  /** `kept` waits until everything that has happened by now can be read. */
  constructor(venue: Present, kept: () => Promise<KeptHistory>) {
    this.#venue = venue;
    this.#kept = kept;
  }

  /**
   * One order; null when the venue never entered it.
   * Shape: at once where it rests, so that cancelling need not wait.
   */
  order(orderId: string): OrderView | Promise<OrderView | null> {
    return this.#venue.openOrder(orderId) ?? this.#endedOrder(orderId);
  }

  async #endedOrder(orderId: string): Promise<OrderView | null> {
    const row = await (await this.#kept()).order(orderId);
    return row === undefined ? null : orderOf(row);
  }

  /**
   * An agent's orders, the last placed first. D-096.
   * Shape: as they were when it was asked, or later: what rested then is told as it was, though it
   * may have ended while the ended ones were read.
   */
  async orders(agentId: string, filter: OrderFilter): Promise<OrderView[]> {
    const { marketId, statuses, limit } = filter;
    const isWanted = ({ status }: OrderView) => statuses === null || statuses.has(status);
    const resting = this.#venue.openOrders(agentId, marketId).filter(isWanted);
    const ended = (await (await this.#kept()).orders(agentId, filter)).map(orderOf);
    const byId = new Map([...ended, ...resting].map((order) => [order.orderId, order]));
    const newestFirst = [...byId.values()].sort((one, two) => two.placedSeq - one.placedSeq);
    return newestFirst.slice(0, limit);
  }

  /** A market's last trades, the newest first. D-105. */
  async trades(marketId: string, limit: number): Promise<TradeEvent[]> {
    const rows = await (await this.#kept()).trades(marketId, limit);
    return rows.map(tradeOf);
  }

  /** A market's newest candles, oldest first. D-106. Units: seconds. */
  async candles(marketId: string, periodS: number, limit: number): Promise<Candle[]> {
    const rows = await (await this.#kept()).candles(marketId, periodS, limit);
    return rows.map(candleOf).reverse();
  }

  /**
   * A market's mid every so many seconds up to a moment, the newest `limit` of them, oldest first.
   * D-107. Shape: points stand on multiples of the spacing; none where a side was missing.
   */
  async mids(marketId: string, spacing: Spacing, limit: number): Promise<MidPoint[]> {
    const kept = await this.#kept();
    return pointsOf(kept.steps(marketId, { ...spacing, limit }), spacing, limit);
  }
}
