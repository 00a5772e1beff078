/** Candles: what prices did in each period, with nothing for a period in which nothing happened. */

/** The periods there are. Units: seconds. D-106. */
export const PERIODS_S = [1, 5, 15, 60, 300, 900, 3_600, 86_400] as const;

/** Units: epoch ms, price units; `volume` contracts, zero where only a price is known. */
export interface Candle {
  startMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  trades: number;
}

/** One price at a time, with what was traded at it. */
export interface Print {
  atMs: number;
  price: number;
  qty: number;
}

/** The newest candles of one period, built print by print. */
export class CandleSeries {
  readonly #periodMs: number;
  readonly #kept: number;
  /** Oldest first. */
  readonly #candles: Candle[] = [];

  /** `kept` is how many it answers for at least. */
  constructor(periodS: number, kept: number) {
    this.#periodMs = periodS * 1_000;
    this.#kept = kept;
  }

  /** Takes in a print; one that comes late counts in the latest candle, whose close it becomes. */
  add({ atMs, price, qty }: Print): void {
    const startMs = atMs - (atMs % this.#periodMs);
    const last = this.#candles.at(-1);
    if (last === undefined || startMs > last.startMs) {
      this.#begin({ startMs, open: price, high: price, low: price, close: price, ...traded(qty) });
      return;
    }
    if (price > last.high) last.high = price;
    if (price < last.low) last.low = price;
    last.close = price;
    last.volume += qty;
    last.trades += qty > 0 ? 1 : 0;
  }

  /** The newest candles, oldest first; the last may be unfinished. */
  newest(limit: number): Candle[] {
    return this.#candles.slice(-limit);
  }

  #begin(candle: Candle): void {
    this.#candles.push(candle);
    if (this.#candles.length === 2 * this.#kept) this.#candles.splice(0, this.#kept);
  }
}

const traded = (qty: number) => ({ volume: qty, trades: qty > 0 ? 1 : 0 });
