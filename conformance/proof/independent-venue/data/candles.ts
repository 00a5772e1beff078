/** Candles of a market's own trades; a period without a trade has none. */
import type { Trade } from "../trading/book.ts";
import type { Candle } from "./spot.ts";

/** The candles of a list of trades, oldest first. */
export function candlesOf(trades: Trade[], periodSeconds: number): Candle[] {
  const periodMs = periodSeconds * 1_000;
  const periods = new Map<number, Trade[]>();
  for (const trade of trades) {
    const atMs = Math.floor(trade.atMs / periodMs) * periodMs;
    const inside = periods.get(atMs);
    if (inside) inside.push(trade);
    else periods.set(atMs, [trade]);
  }
  return [...periods].map(([atMs, inside]) => candleOf(atMs, inside));
}

function candleOf(atMs: number, trades: Trade[]): Candle {
  const prices = trades.map(({ price }) => price);
  return {
    atMs,
    open: prices[0]!,
    high: Math.max(...prices),
    low: Math.min(...prices),
    close: prices.at(-1)!,
    volume: trades.reduce((sum, { qty }) => sum + qty, 0),
  };
}
