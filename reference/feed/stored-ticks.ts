/** Looking ticks up in a list of them. */
import type { Tick } from "./spot-source.ts";

/** How many ticks of a list, oldest first, are not later than a time. */
export function countUpTo(ticks: readonly Tick[], atMs: number): number {
  let low = 0;
  let high = ticks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ticks[middle]!.tsMs <= atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Reads of a list of ticks, oldest first. Shape: the list may grow at its end. */
export const readsOf = (ticks: readonly Tick[]) => ({
  last: (atMs: number): Tick | null => ticks[countUpTo(ticks, atMs) - 1] ?? null,
  ticks: (fromMs: number, toMs: number): Tick[] =>
    ticks.slice(countUpTo(ticks, fromMs - 1), countUpTo(ticks, toMs)),
});
