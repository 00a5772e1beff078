/** Draws by lot, so that the same seed gives the same sample. */
import { lotOf } from "../check/lot.ts";

/** How many are drawn, and by what. */
export interface Draw<T> {
  count: number;
  seed: string;
  nameOf(one: T): string;
}

/** `count` of them, in the order in which they were drawn; all where there are fewer. */
export function drawn<T>(all: readonly T[], { count, seed, nameOf }: Draw<T>): T[] {
  return all
    .map((one) => ({ one, lot: lotOf(seed, nameOf(one)) }))
    .toSorted((a, b) => a.lot - b.lot)
    .slice(0, count)
    .map(({ one }) => one);
}
