/** Cookies of the venue: read from a request, written for a response. */
import type { IncomingMessage } from "node:http";

/** The session, which no script can read. Spec: Authentication 3. */
export const SESSION_COOKIE = "sid";
/** What the page echoes in a header to show that the request is its own. Spec: Authentication 4. */
export const CSRF_COOKIE = "csrf";
/** The sign-in under way, so that nobody else can end it. D-140. */
export const FLOW_COOKIE = "idp_state";

/**
 * What a cookie is called: by https with a prefix, by which browsers take it from this very host
 * alone, and from no neighbour of its domain.
 */
export const cookieName = (baseUrl: string, name: string): string =>
  baseUrl.startsWith("https:") ? `__Host-${name}` : name;

/** A cookie of a request; null when it is absent. The first of several by one name counts. */
export function cookieOf(req: IncomingMessage, name: string): string | null {
  for (const part of (req.headers.cookie ?? "").split(";")) {
    const equals = part.indexOf("=");
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return null;
}

/** How to write one. Units: ms. */
export interface CookieFacts {
  name: string;
  value: string;
  lifeMs: number;
  /** Whether scripts may read it. */
  readable?: true;
}

/**
 * A Set-Cookie header. Lax: it comes along when a human follows a link, and with no request that
 * another site makes. Secure wherever the venue is reached by https.
 */
export function setCookie(baseUrl: string, { name, value, lifeMs, readable }: CookieFacts): string {
  const parts = [
    `${cookieName(baseUrl, name)}=${value}`,
    "Path=/",
    `Max-Age=${lifeMs / 1000}`,
    "SameSite=Lax",
  ];
  if (!readable) parts.push("HttpOnly");
  if (baseUrl.startsWith("https:")) parts.push("Secure");
  return parts.join("; ");
}
