/** Bars of a market, made of its trades one by one, as a reader of a chart would. */

/** A trade. Units: epoch ms, market price units, contracts. */
export interface TradeAt {
  tsMs: number;
  price: number;
  qty: number;
}

/** What the trades of one period come to. Units: epoch ms, market price units, contracts. */
export interface TradeBar {
  startMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

/** Bars of every period with a trade, oldest first. Shape: `trades` in the order they happened. */
export function barsOf(trades: readonly TradeAt[], periodMs: number): TradeBar[] {
  const starts = trades.map(({ tsMs }) => tsMs - (tsMs % periodMs));
  return [...new Set(starts)]
    .sort((one, two) => one - two)
    .map((startMs) => {
      const within = trades.filter((_, index) => starts[index] === startMs);
      const prices = within.map(({ price }) => price);
      return {
        startMs,
        open: prices[0] ?? 0,
        high: Math.max(...prices),
        low: Math.min(...prices),
        close: prices.at(-1) ?? 0,
        volume: within.reduce((sum, { qty }) => sum + qty, 0),
      };
    });
}
