/** Who and what a check works with: agents and markets, its own or shared. */
import type { MarketKind, MarketStatus } from "../vocabulary.ts";
import { cookieHeader } from "../wire/cookies.ts";

/**
 * An API-key caller. `name` is its actor name in sessions: placeholders are `{{name.key}}`.
 * Shape: an empty `apiKey` is one that only the session itself knows.
 */
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
export function hasKey(credentials: Credentials): credentials is AgentCredentials {
  return "apiKey" in credentials;
}

/** What carries the credentials on a request that may change something. */
export function credentialHeaders(credentials: Credentials): Record<string, string> {
  if (!hasKey(credentials)) {
    const cookie = cookieHeader([credentials.sessionCookie, credentials.csrfCookie]);
    return { cookie, "x-service-csrf": credentials.csrfCookie.value };
  }
  return credentials.apiKey === "" ? {} : { authorization: `Bearer ${credentials.apiKey}` };
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
