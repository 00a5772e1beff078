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

/**
 * Takes a print into the latest candle of a period, or begins the next one; returns whichever it
 * was. One that comes late counts in the latest candle, whose close it becomes. Units: seconds.
 */
export function takeIn(
  { atMs, price, qty }: Print,
  last: Candle | undefined,
  periodS: number,
): Candle {
  const startMs = atMs - (atMs % (periodS * 1_000));
  const trades = qty > 0 ? 1 : 0;
  if (last === undefined || startMs > last.startMs) {
    return { startMs, open: price, high: price, low: price, close: price, volume: qty, trades };
  }
  if (price > last.high) last.high = price;
  if (price < last.low) last.low = price;
  last.close = price;
  last.volume += qty;
  last.trades += trades;
  return last;
}

/** The newest candles of one period, built print by print. */
export class CandleSeries {
  readonly #periodS: number;
  readonly #kept: number;
  /**
   * Oldest first.
   * @bound twice as many as are asked for: the older half goes; reference/data/candles.test.ts
   */
  readonly #candles: Candle[] = [];

  /** `kept` is how many it answers for at least. */
  constructor(periodS: number, kept: number) {
    this.#periodS = periodS;
    this.#kept = kept;
  }

  /** Takes in a print. */
  add(print: Print): void {
    const last = this.#candles.at(-1);
    const candle = takeIn(print, last, this.#periodS);
    if (candle === last) return;
    this.#candles.push(candle);
    if (this.#candles.length === 2 * this.#kept) this.#candles.splice(0, this.#kept);
  }

  /** The newest candles, oldest first; the last may be unfinished. */
  newest(limit: number): Candle[] {
    return this.#candles.slice(-limit);
  }
}
