/** Which rule says that a route answers at all: what else is asked there stands on it. */
import type { SpecRoute } from "./routes.ts";

/** By route; a route whose answer the spec leaves open has none. Spec: Endpoints. */
export const ANSWERING: Readonly<Partial<Record<SpecRoute, string>>> = {
  "POST /orders": "TIF-GTC-01",
  "GET /orders": "OAPI-LIST-01",
  "GET /orders/open": "OAPI-OPEN-01",
  "GET /orders/{order_id}": "OAPI-GET-01",
  "DELETE /orders/{order_id}": "OAPI-CXL-01",
  "DELETE /orders": "OAPI-ALL-01",
  "GET /markets": "MKT-LIST-01",
  "GET /markets/active": "MKT-ACT-01",
  "GET /markets/{market_id}": "MKT-GET-01",
  "GET /markets/{market_id}/book": "MKT-BOOK-01",
  "GET /markets/{market_id}/trades": "MKT-TRD-01",
  "GET /markets/{market_id}/candles": "MKT-CDL-01",
  "GET /markets/{market_id}/mid-history": "MKT-MID-01",
  "GET /series/{series_id}/context": "MKT-SER-02",
  "GET /feed/btc-spot/history": "SPOT-HIST-01",
  "GET /feed/btc-spot/candles": "SPOT-CDL-01",
  "GET /account": "ACC-ACC-01",
  "GET /positions": "ACC-POS-01",
  "GET /me/wallet": "ACC-WAL-01",
  "GET /leaderboard": "LEAD-LIST-01",
  "GET /auth/me": "SESS-ME-01",
  "GET /auth/session": "SESS-SES-01",
  "POST /auth/logout": "SESS-OUT-01",
  "POST /auth/ws-ticket": "TKT-MINT-01",
  "POST /me/agents/{agent_id}/keys": "KEY-NEW-01",
  "DELETE /me/agents/{agent_id}/keys/{key_id}": "KEY-REV-01",
};
