/** What a check that looks into many cells arranges once, for all of them. */

import type { CheckContext } from "./check-context.ts";

/**
 * The same arrangement in every cell that is run on one lease: made by the first that asks.
 * Errors: those of `make`, in every cell.
 */
export function oncePerLease<T>(
  make: (t: CheckContext) => Promise<T>,
): (t: CheckContext) => Promise<T> {
  // What a check has sent is one log for all cells of a lease.
  const made = new WeakMap<object, Promise<T>>();
  return (t) => {
    const arranged = made.get(t.sent) ?? make(t);
    made.set(t.sent, arranged);
    return arranged;
  };
}
