/** What claims range over. */
import { KINDS, type Over, SIDES } from "../../check/cell.ts";

/** Where orders meet: what an engine does with them is the same however they came in. */
export const MARKETS = { kind: KINDS, side: SIDES } as const satisfies Over;
/** What is paid in full: kinds with a payout. */
export const COLLATERALIZED = {
  kind: ["BTC_BINARY", "BTC_PARLAY"],
  side: SIDES,
} as const satisfies Over;
/** What is held on margin. */
export const PERPS = { kind: ["BTC_PERP"], side: SIDES } as const satisfies Over;
