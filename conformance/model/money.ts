/** What claims about money come to, in whole numbers and by the claims' own words. */
import type { Side } from "../../scenarios/deployment/vocabulary.ts";

/** Contracts on one side at one price. Units: market price units, contracts. */
export interface Stake {
  side: Side;
  price: number;
  qty: number;
}

/** An amount that rounding leaves a cent of room for. Units: cents. */
export interface Amount {
  least: number;
  most: number;
}

/** What a venue takes that claims no fees. Units: basis points. */
export const NO_FEES = { maker_bps: 0, taker_bps: 0 };

/** Wallets count in floats. Units: cents. */
const ROUNDING = 1e-6;

/** Whether that is within an amount, but for what floats do to it. Units: cents. */
export const isWithin = ({ least, most }: Amount, cents: number): boolean =>
  cents > least - ROUNDING && cents < most + ROUNDING;

/** What a contract of a binary costs either side together: BUY the price, SELL the rest. */
export function collateralOf({ side, price, qty }: Stake, payout: number): number {
  return (side === "BUY" ? price : payout - price) * qty;
}

/** Price x qty x multiplier / leverage, rounded up. Units: cents. */
export function marginOf(
  { price, qty }: Stake,
  { multiplier, leverage }: { multiplier: number; leverage: number },
): number {
  const [numerator, denominator] = fraction(multiplier);
  const by = denominator * BigInt(leverage);
  return Number((BigInt(price) * BigInt(qty) * numerator + by - 1n) / by);
}

/** A fee in basis points of a notional; a part of a cent may be rounded either way. */
export function feeOf(
  { price, qty }: Stake,
  { multiplier, bps }: { multiplier: number; bps: number },
): Amount {
  const [numerator, denominator] = fraction(multiplier);
  const [points, by] = fraction(bps);
  const units = BigInt(price) * BigInt(qty) * numerator * points;
  const least = floored(units, denominator * by * 10_000n);
  const whole = least * denominator * by * 10_000n === units;
  return { least: Number(least), most: Number(whole ? least : least + 1n) };
}

/**
 * What trades from flat back to flat have cost, beside fees; less than zero is a gain. Where a price
 * unit is no whole number of cents, each trade may round by one.
 */
export function lossOf(trades: readonly Stake[], multiplier: number): Amount {
  const units = trades.reduce(
    (sum, { side, price, qty }) => sum + (side === "BUY" ? price : -price) * qty,
    0,
  );
  const cents = units * multiplier;
  if (Number.isInteger(multiplier)) return { least: cents, most: cents };
  return { least: cents - trades.length, most: cents + trades.length };
}

/** The sum of amounts. */
export function together(...amounts: readonly (Amount | number)[]): Amount {
  const bounds = amounts.map((one) => (typeof one === "number" ? { least: one, most: one } : one));
  return {
    least: bounds.reduce((sum, { least }) => sum + least, 0),
    most: bounds.reduce((sum, { most }) => sum + most, 0),
  };
}

/** What settlement pays a side's contracts: all of them the payout, or none anything. */
export function settledFor(
  { side, qty }: Stake,
  { outcome, payout }: { outcome: "YES" | "NO"; payout: number },
): number {
  const isRight = (side === "BUY") === (outcome === "YES");
  return isRight ? payout * qty : 0;
}

/** The last price on the grid that an order reaches past the touch, and the first it does not. */
export function reachOf(
  { side, touch, tick }: { side: Side; touch: number; tick: number },
  slippage: { cents: number } | { bps: number },
): { last: number; beyond: number } {
  const far = "cents" in slippage ? slippage.cents : (touch * slippage.bps) / 10_000;
  const steps = Math.floor(far / tick);
  const away = side === "BUY" ? tick : -tick;
  const isOnGrid = steps * tick === far;
  return { last: touch + steps * away, beyond: touch + (steps + (isOnGrid ? 1 : 2)) * away };
}

/** A decimal number as a fraction. */
function fraction(decimal: number): [numerator: bigint, denominator: bigint] {
  const [whole = "0", part = ""] = plain(decimal).split(".");
  return [BigInt(whole + part), 10n ** BigInt(part.length)];
}

function plain(decimal: number): string {
  const text = String(decimal);
  return text.includes("e") ? decimal.toFixed(18).replace(/0+$/, "") : text;
}

function floored(units: bigint, by: bigint): bigint {
  const towardsZero = units / by;
  return units < 0n && towardsZero * by !== units ? towardsZero - 1n : towardsZero;
}
