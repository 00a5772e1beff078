/** Candles of every market and period: a projection of the core's events, held in memory. */
import type { VenueEvent } from "../core/events.ts";
import { type Candle, CandleSeries, PERIODS_S } from "./candles.ts";

/** As many as one request may ask for (D-113). */
const KEPT = 1_000;

/** Candles built from trades. D-106. */
export class MarketCandles {
  /** By market, then by period. */
  readonly #series = new Map<string, Map<number, CandleSeries>>();

  /** Takes in one event of the core. */
  record(event: VenueEvent): void {
    if (event.type !== "trade") return;
    let all = this.#series.get(event.marketId);
    if (all === undefined) {
      all = new Map(PERIODS_S.map((period) => [period, new CandleSeries(period, KEPT)]));
      this.#series.set(event.marketId, all);
    }
    for (const series of all.values()) series.add(event);
  }

  /** A market's newest candles, oldest first; none for a period that is not kept. */
  newest(marketId: string, periodS: number, limit: number): Candle[] {
    return this.#series.get(marketId)?.get(periodS)?.newest(limit) ?? [];
  }
}
