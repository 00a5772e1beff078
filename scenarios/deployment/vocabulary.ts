/** The closed words of the spec and of the control protocol, as the whole harness says them. */

/** What a market is. Spec: What the service does. */
export const MARKET_KINDS = ["BTC_BINARY", "BTC_PERP", "BTC_PARLAY"] as const;
export type MarketKind = (typeof MARKET_KINDS)[number];

/** What a market is when it no longer trades, in the order of the spec. */
export const ENDED_STATUSES = ["EXPIRED", "RESOLVED", "VOID"] as const;
/** How far a market is. Spec: States and transitions. */
export const MARKET_STATUSES = ["OPEN", ...ENDED_STATUSES] as const;
export type MarketStatus = (typeof MARKET_STATUSES)[number];

/** How far an order is. Spec: States and transitions. */
export const ORDER_STATUSES = ["NEW", "PARTIAL", "FILLED", "CANCELLED", "REJECTED"] as const;

/** Which side of a market an order is on. Spec: Order fields. */
export type Side = "BUY" | "SELL";

/** How long an order stands, and whether it may take. Spec: Order fields. */
export const TIFS = ["GTC", "IOC", "FOK", "POST_ONLY"] as const;

/** What a key may do. Spec: Agent keys. */
export type Scope = "read" | "trade";

/** A part of the control protocol that a deployment may offer. */
export const CAPABILITIES = [
  ...(["agents", "sessions", "markets", "clock", "freeze"] as const),
  ...(["upstream", "gates", "reset", "digest"] as const),
];
export type Capability = (typeof CAPABILITIES)[number];
