/** What a check that looks into many cells arranges once, for all of them. */

import type { CheckContext } from "./check-context.ts";

/**
 * The same arrangement in every cell that is run on one lease: made by the first that asks, and anew
 * after a cell that failed, as its failure may be that nothing is left of it. Errors: those of `make`.
 */
export function oncePerLease<T>(
  make: (t: CheckContext) => Promise<T>,
): (t: CheckContext) => Promise<T> {
  const made = new WeakMap<object, Promise<T>>();
  return (t) => {
    const arranged = made.get(t.sent.arrangement) ?? make(t);
    made.set(t.sent.arrangement, arranged);
    return arranged;
  };
}
