/** Integer arithmetic of money: exact products, and divisions that name their rounding. */

/**
 * Largest product of price and contracts that the venue keeps; sums of a few stay exact integers.
 * Units: price units times contracts.
 */
export const NOTIONAL_MAX = Math.floor(Number.MAX_SAFE_INTEGER / 8);

/** Throws when an invariant of the venue is broken: a defect of the core, never of an order. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`);
}

/** Rounds up. Shape: exact for integers up to NOTIONAL_MAX. */
export function divideUp(units: number, by: number): number {
  return Math.ceil(units / by);
}

/** Rounds down, toward minus infinity. Shape: exact for integers up to NOTIONAL_MAX. */
export function divideDown(units: number, by: number): number {
  return Math.floor(units / by);
}

/** Rounds toward zero, so that a gain and the loss it comes from are the same. */
export function divideTowardZero(units: number, by: number): number {
  const full = Math.trunc(units / by);
  return full === 0 ? 0 : full; // never minus zero
}

/**
 * The share `part/whole` of an amount, without forming the whole product.
 * Units: those of `amount`. Shape: 0 <= part <= whole; `up` says which way the division rounds.
 */
export function share(amount: number, of: { part: number; whole: number }, up: boolean): number {
  if (of.part === of.whole) return amount;
  const each = Math.floor(amount / of.whole);
  const rest = (amount - each * of.whole) * of.part;
  return each * of.part + (up ? divideUp(rest, of.whole) : divideDown(rest, of.whole));
}
