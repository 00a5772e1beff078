/** Looking prices up in a list of them. */
import type { SpotPrice } from "./spot-source.ts";

/** How many prices of a list, oldest first, are not later than a time. */
function countUpTo(prices: readonly SpotPrice[], atMs: number): number {
  let low = 0;
  let high = prices.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (prices[middle]!.tsMs <= atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Reads of a list of prices, oldest first. Shape: the list may grow at its end. */
export const readsOf = (prices: readonly SpotPrice[]) => ({
  last: (atMs: number): SpotPrice | null => prices[countUpTo(prices, atMs) - 1] ?? null,
  prices: (fromMs: number, toMs: number): SpotPrice[] =>
    prices.slice(countUpTo(prices, fromMs - 1), countUpTo(prices, toMs)),
});
