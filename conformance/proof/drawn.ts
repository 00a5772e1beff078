/** Draws by lot, so that the same seed gives the same sample. */
import { createHash } from "node:crypto";

/** How many are drawn, and by what. */
export interface Draw<T> {
  count: number;
  seed: string;
  nameOf(one: T): string;
}

/** `count` of them, in the order in which they were drawn; all where there are fewer. */
export function drawn<T>(all: readonly T[], { count, seed, nameOf }: Draw<T>): T[] {
  const lot = (one: T) =>
    createHash("sha256")
      .update(`${seed} ${nameOf(one)}`)
      .digest("hex");
  return all
    .map((one) => ({ one, lot: lot(one) }))
    .toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, count)
    .map(({ one }) => one);
}
