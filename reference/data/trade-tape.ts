/** The latest trades of every market: a projection of the core's events, held in memory. */
import type { TradeEvent, VenueEvent } from "../core/events.ts";

/** As many as one request may ask for (D-113). */
const KEPT = 1_000;

/** Remembers what was traded. D-105. */
export class TradeTape {
  /** By market, oldest first. */
  readonly #trades = new Map<string, TradeEvent[]>();

  /** Takes in one event of the core. */
  record(event: VenueEvent): void {
    if (event.type !== "trade") return;
    const trades = this.#trades.get(event.marketId) ?? [];
    if (trades.length === 0) this.#trades.set(event.marketId, trades);
    trades.push(event);
    if (trades.length === 2 * KEPT) trades.splice(0, KEPT);
  }

  /** A market's last trades, the newest first. */
  newestFirst(marketId: string, limit: number): TradeEvent[] {
    const trades = this.#trades.get(marketId) ?? [];
    return trades.slice(-limit).reverse();
  }
}
