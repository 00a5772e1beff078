/** What the contracts of the series are worth, by the price of bitcoin and the time left. */
import type { Binary, Parlay } from "../store/facts.ts";

/** 50% a year. Units: of the logarithm of the price, per square root of a ms. */
const VOLATILITY = 0.5 / Math.sqrt(365.25 * 24 * 3_600_000);
/** Makes a logistic curve lie within 0.01 of the normal one: a tick at most. */
const LOGISTIC = 1.702;

/** What a fair value is reckoned from. Units: epoch ms, cents per BTC. */
export interface PricingInputs {
  atMs: number;
  priceCents: number;
}

/** How likely the price is above the strike at expiry, from 0 to 1. */
export function chanceOf(binary: Binary, { atMs, priceCents }: PricingInputs): number {
  if (binary.outcome !== null) return binary.outcome === "YES" ? 1 : 0;
  const distance = Math.log(priceCents / binary.strikeCents);
  const spread = VOLATILITY * Math.sqrt(Math.max(1, binary.expiryMs - atMs));
  return 1 / (1 + Math.exp((-LOGISTIC * distance) / spread));
}

/** The chance of both, as if one said nothing of the other: near enough for a quote. */
export function chanceOfBoth({ legs }: Parlay, moment: PricingInputs): number {
  return chanceOf(legs[0], moment) * chanceOf(legs[1], moment);
}
