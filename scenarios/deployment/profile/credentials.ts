/** Who and what a check works with: agents and markets, its own or shared. */

/** The documented kinds. Spec: What the service does. */
export type MarketKind = "BTC_BINARY" | "BTC_PERP" | "BTC_PARLAY";

/** The documented statuses. Spec: States and transitions. */
export type MarketStatus = "OPEN" | "EXPIRED" | "RESOLVED" | "VOID";

/** An API-key caller. `name` is its actor name in sessions: placeholders are `{{name.key}}`. */
export interface AgentCredentials {
  name: string;
  owner: string;
  agentId: string | null;
  apiKey: string;
  secondApiKey: string | null;
  scopes: readonly string[];
}

/** A cookie by name and value. */
export interface Cookie {
  name: string;
  value: string;
}

/**
 * A signed-in human. Spec: Authentication 3 and 4.
 * Shape: `name` is the actor name in sessions: placeholders are `{{name.session}}`, `{{name.csrf}}`.
 */
export interface HumanCredentials {
  name: string;
  owner: string;
  agentId: string | null;
  sessionCookie: Cookie;
  csrfCookie: Cookie;
}

/** Anybody with credentials. */
export type Credentials = AgentCredentials | HumanCredentials;

/** Tells an API-key caller from a human. */
export function hasKey(seat: Credentials): seat is AgentCredentials {
  return "apiKey" in seat;
}

/** A market as far as it is known. Units: market price units. */
export interface MarketInfo {
  id: string;
  kind: MarketKind;
  status: MarketStatus;
  band: readonly [low: number, high: number];
  tick: number;
  markPrice: number | null;
  /** True when it was created for this check alone, so nobody else trades it. */
  own: boolean;
}
