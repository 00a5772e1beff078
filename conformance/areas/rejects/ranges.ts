/** What rules of refusals range over. */

import { KINDS, PREFIXES, SIDES } from "../../check/cell.ts";

/**
 * Whatever the engine declines. Under which prefix an order came it does not know, and it counts
 * declines: each prefix would cost another.
 */
export const DECLINED = { kind: KINDS, side: SIDES } as const;
/** Orders on one kind of market, or on those with prices in cents. */
export const ON_PERPS = { kind: ["BTC_PERP"], side: SIDES } as const;
export const ON_BINARIES = { kind: ["BTC_BINARY"], side: SIDES } as const;
export const IN_CENTS = { kind: ["BTC_BINARY", "BTC_PARLAY"], side: SIDES } as const;
/** With a position, whose sign says which side reduces it. */
export const HOLDING = { kind: KINDS, position: ["long", "short"] } as const;
/** Where the market does not matter, as there is none. */
export const ANY_MARKET = { side: SIDES, prefix: PREFIXES } as const;
