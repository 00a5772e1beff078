/** The btc-spot feed: a price for every second there ever was, from an upstream that may be lost. */

/** Units: dollars with cents. */
export interface SpotPoint {
  atMs: number;
  price: number;
}

const SECOND_MS = 1_000;
const LEVEL = 97_500;

/** A reference price read from elsewhere. */
export class SpotFeed {
  reachable = true;

  /** One point a second, oldest first, none older than so many seconds. */
  history(seconds: number, nowMs: number): SpotPoint[] {
    const last = Math.floor(nowMs / SECOND_MS);
    return Array.from({ length: seconds }, (_, index) => pointAt(last - seconds + 1 + index));
  }

  /** Open, high, low and close of the last periods, oldest first. */
  candles(periodSeconds: number, count: number, nowMs: number): Candle[] {
    const last = Math.floor(nowMs / SECOND_MS / periodSeconds);
    return Array.from({ length: count }, (_, index) =>
      candleOf(last - count + 1 + index, periodSeconds),
    );
  }
}

/** What traded in one period. Units: the prices' own; `volume` in contracts. */
export interface Candle {
  atMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

/** Slow waves with a fast one on top: never the same minute twice in a day. */
function pointAt(second: number): SpotPoint {
  const waves =
    900 * Math.sin(second / 40_000) + 60 * Math.sin(second / 300) + 4 * Math.sin(second);
  return { atMs: second * SECOND_MS, price: Math.round((LEVEL + waves) * 100) / 100 };
}

/** Read at its ends and in the middle, which is all that slow waves need. */
function candleOf(index: number, periodSeconds: number): Candle {
  const first = index * periodSeconds;
  const steps = [0, 0.25, 0.5, 0.75].map((part) => first + Math.floor(part * periodSeconds));
  const prices = [...steps, first + periodSeconds - 1].map((second) => pointAt(second).price);
  return {
    atMs: first * SECOND_MS,
    open: prices[0]!,
    high: Math.max(...prices),
    low: Math.min(...prices),
    close: prices.at(-1)!,
    volume: 0,
  };
}
