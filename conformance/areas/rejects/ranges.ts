/** What rules of refusals range over. */

import { KINDS, ORDERS, PREFIXES, SIDES } from "../../check/cell.ts";

/** Orders on one kind of market, or on those with prices in cents. */
export const ON_PERPS = { ...ORDERS, kind: ["BTC_PERP"] } as const;
export const ON_BINARIES = { ...ORDERS, kind: ["BTC_BINARY"] } as const;
export const IN_CENTS = { ...ORDERS, kind: ["BTC_BINARY", "BTC_PARLAY"] } as const;
/** With a position, whose sign says which side reduces it. */
export const HOLDING = { kind: KINDS, position: ["long", "short"], prefix: PREFIXES } as const;
/** Where the market does not matter, as there is none. */
export const ANY_MARKET = { side: SIDES, prefix: PREFIXES } as const;
/** Every time in force. */
export const TIFS = ["GTC", "IOC", "FOK", "POST_ONLY"] as const;
