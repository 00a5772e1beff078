/** The routes the spec lists: what it says of all routes binds these and no other. */
import { routeOf } from "../target/client.ts";
import type { Exchange } from "../target/exchange.ts";

/** Sign-in with an identity provider is left out: a browser is answered there, often with a page. */
const LISTED: ReadonlySet<string> = new Set([
  "POST /orders",
  "GET /orders",
  "DELETE /orders",
  "GET /orders/open",
  "GET /orders/{id}",
  "DELETE /orders/{id}",
  "POST /orders/replace-ladder",
  "GET /markets",
  "GET /markets/active",
  "GET /markets/{id}",
  "GET /markets/{id}/book",
  "GET /markets/{id}/trades",
  "GET /markets/{id}/candles",
  "GET /markets/{id}/mid-history",
  "GET /markets/event-history",
  "GET /series/{id}/context",
  "GET /feed/btc-spot/history",
  "GET /feed/btc-spot/candles",
  "GET /feed/btc-spot/health",
  "GET /account",
  "GET /positions",
  "GET /me/wallet",
  "GET /leaderboard",
  "GET /leaderboard/account/{id}",
  "POST /auth/signup",
  "POST /auth/login",
  "GET /auth/me",
  "GET /auth/session",
  "GET /auth/config",
  "POST /auth/logout",
  "POST /auth/ws-ticket",
  "POST /me/agents/{id}/keys",
  "DELETE /me/agents/{id}/keys/{id}",
  "GET /health",
  "GET /live",
  "GET /ready",
]);

/**
 * Whether an exchange went to a listed route, under any of the four prefixes. Spec: Endpoints.
 * Shape: ids without a digit or capital are not recognised as ids (see `routeOf`).
 */
export function isListed({ request }: Exchange): boolean {
  return LISTED.has(`${request.method} ${routeOf(request.path)}`);
}
