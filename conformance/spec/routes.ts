/** The routes the spec speaks of, relative to the prefix; coverage names no other. */

/** In the spec's order. */
export const SPEC_ROUTES = [
  "POST /orders",
  "GET /orders",
  "GET /orders/open",
  "GET /orders/{order_id}",
  "DELETE /orders/{order_id}",
  "DELETE /orders",
  "POST /orders/replace-ladder",
  "GET /markets",
  "GET /markets/active",
  "GET /markets/{market_id}",
  "GET /markets/{market_id}/book",
  "GET /markets/{market_id}/trades",
  "GET /markets/{market_id}/candles",
  "GET /markets/{market_id}/mid-history",
  "GET /markets/event-history",
  "GET /series/{series_id}/context",
  "GET /feed/btc-spot/history",
  "GET /feed/btc-spot/candles",
  "GET /feed/btc-spot/health",
  "GET /account",
  "GET /positions",
  "GET /me/wallet",
  "GET /leaderboard",
  "GET /leaderboard/account/{public_id}",
  "POST /auth/signup",
  "POST /auth/login",
  "GET /auth/me",
  "GET /auth/session",
  "GET /auth/config",
  "GET /auth/idp/login",
  "GET /auth/idp/callback",
  "POST /auth/logout",
  "POST /auth/ws-ticket",
  "POST /me/agents/{agent_id}/keys",
  "DELETE /me/agents/{agent_id}/keys/{key_id}",
  "/agents/{agent_id}/keys",
  "GET /health",
  "GET /live",
  "GET /ready",
  "{stream_url}/stream",
  "PATCH /orders/{order_id}",
] as const;

/** Sentences speak of these too, but no table lists them with their method. */
const UNLISTED: readonly string[] = [
  "/agents/{agent_id}/keys",
  "{stream_url}/stream",
  "PATCH /orders/{order_id}",
];

/** The routes of the spec's tables. */
export const LISTED_ROUTES: readonly string[] = SPEC_ROUTES.filter(
  (route) => !UNLISTED.includes(route),
);

/** One listed route, or all of them at once. */
export type SpecRoute = (typeof SPEC_ROUTES)[number] | "every route" | "every GET";
