/** Sentences on endpoints: what holds for every one, then table by table. */
import { ROUTES_WITH_NUMBERS } from "./route-table.ts";
import { about } from "./sentence.ts";

const every = about("Endpoints", "every route");

const EVERY_ROUTE = [
  every.says("Every route of the tables is served", "GEN-ROUTE-01"),
  every.says(
    "Every route is served under four prefixes, of which one is empty: /v1, /api, /api/v1",
    "GEN-PREFIX-01 GEN-PREFIX-02 GEN-PREFIX-03 GEN-PREFIX-04",
  ),
  every.says(
    "The four prefixes are equivalent",
    "GEN-PREFIX-05 GEN-PREFIX-06 GEN-PREFIX-07 SESS-COOK-03 PROP-META-01",
  ),
  every.says("Success answers are JSON", "GEN-JSON-01"),
];

const ORDERS = "Endpoints, orders";
const orders = about(ORDERS, "GET /orders");
const open = about(ORDERS, "GET /orders/open");
const cancelAll = about(ORDERS, "DELETE /orders");

const ORDER_ROUTES = [
  about(ORDERS, "POST /orders").says(
    "Place: 201 with an OrderPlaceResult",
    "RES-HTTP-01 RES-SHAPE-01",
  ),
  orders.says("List: 200", "OAPI-LIST-01 OAPI-LIST-02 OAPI-LIST-08 OAPI-LIST-09"),
  orders.says("List: market_id narrows", "OAPI-LIST-05"),
  orders.says("List: limit, 200 by default", "OAPI-LIST-03 OAPI-LIST-04 PROP-DATA-02"),
  orders.says("List: status narrows", "OAPI-LIST-06 OAPI-LIST-07"),
  open.says("Open orders: 200", "OAPI-OPEN-01 OAPI-OPEN-02 OAPI-OPEN-03 OAPI-OPEN-06 STATE-ORD-05"),
  open.says("Open orders: market_id narrows", "OAPI-OPEN-04"),
  open.says("Open orders: limit, 500 by default", "OAPI-OPEN-05 OAPI-OPEN-07"),
  about(ORDERS, "GET /orders/{order_id}").says("One order: 200", "OAPI-GET-01 STATE-ORD-04"),
  about(ORDERS, "DELETE /orders/{order_id}").says(
    "Cancel: 200",
    "OAPI-CXL-01 OAPI-CXL-02 OAPI-CXL-03 OAPI-CXL-04 PROP-CONC-03 OPS-KILL-08",
  ),
  cancelAll.says(
    "Cancel all: 200, and all the caller's orders",
    "OAPI-ALL-01 OAPI-ALL-03 OAPI-ALL-04 PROP-META-05",
  ),
  cancelAll.says("Cancel all: market_id narrows", "OAPI-ALL-02 OAPI-ALL-05 PROP-STATEFUL-05"),
  about(ORDERS, "POST /orders/replace-ladder").says(
    "Replace a ladder: 200",
    "OAPI-LADDER-01 OAPI-LADDER-02 PROP-CONC-04",
  ),
];

const MARKETS = "Endpoints, markets and data";
const markets = about(MARKETS, "GET /markets");
const active = about(MARKETS, "GET /markets/active");
const book = about(MARKETS, "GET /markets/{market_id}/book");
const trades = about(MARKETS, "GET /markets/{market_id}/trades");
const candles = about(MARKETS, "GET /markets/{market_id}/candles");
const mids = about(MARKETS, "GET /markets/{market_id}/mid-history");
const events = about(MARKETS, "GET /markets/event-history");
const series = about(MARKETS, "GET /series/{series_id}/context");
const history = about(MARKETS, "GET /feed/btc-spot/history");
const spotCandles = about(MARKETS, "GET /feed/btc-spot/candles");

const MARKET_ROUTES = [
  markets.says("Markets: 200", "MKT-LIST-01"),
  markets.says("Markets: status narrows", "MKT-LIST-04 MKT-LIST-06 MKT-LIST-09 MKT-LIST-10"),
  markets.says("Markets: kind narrows", "MKT-LIST-05 MKT-LIST-06 MKT-LIST-09 MKT-LIST-10"),
  markets.says("Markets: limit, 50 by default", "MKT-LIST-02 MKT-LIST-08"),
  markets.says("Markets: offset, 0 by default", "MKT-LIST-03"),
  active.says("Active markets: 200", "MKT-ACT-01"),
  active.says("Active markets: limit, 50 by default", "MKT-ACT-01 MKT-ACT-03"),
  about(MARKETS, "GET /markets/{market_id}").says("One market: 200", "MKT-GET-01 PROP-DATA-01"),
  book.says("Book: 200", "MKT-BOOK-01"),
  book.says("Book: depth, 50 by default", "MKT-BOOK-02 MKT-BOOK-06"),
  trades.says("Trades: 200", "MKT-TRD-01 PROP-DATA-01"),
  trades.says(
    "Trades: limit, 100 by default",
    "MKT-TRD-01 MKT-TRD-03 MKT-TRD-04 MKT-TRD-05 PROP-DATA-02",
  ),
  candles.says("Candles: 200", "MKT-CDL-01 PROP-DATA-01"),
  candles.says("Candles: period_seconds, 60 by default", "MKT-CDL-03 MKT-CDL-05 MKT-CDL-06"),
  candles.says("Candles: limit, 500 by default", "MKT-CDL-01 MKT-CDL-04 PROP-DATA-02"),
  mids.says("Mid history: 200", "MKT-MID-01 PROP-DATA-01"),
  mids.says("Mid history: limit, 3600 by default", "MKT-MID-01 MKT-MID-02 PROP-DATA-02"),
  events.says("Event history: 200", "MKT-EVT-01"),
  events.says(
    "Event history: four parameters, all with defaults",
    "MKT-EVT-02 MKT-EVT-03 MKT-EVT-04 MKT-EVT-05",
  ),
  series.says("Series context: 200", "MKT-SER-01 MKT-SER-02"),
  series.says("Series context: history_limit, 8, and upcoming_limit, 5", "MKT-SER-02 MKT-SER-03"),
  history.says("Spot history: 200", "SPOT-HIST-01"),
  history.says("Spot history: seconds, 900 by default", "SPOT-HIST-02 SPOT-HIST-03"),
  spotCandles.says("Spot candles: 200", "SPOT-CDL-01"),
  spotCandles.says(
    "Spot candles: period_seconds, 300, and limit, 500",
    "SPOT-CDL-01 SPOT-CDL-02 SPOT-CDL-03",
  ),
  about(MARKETS, "GET /feed/btc-spot/health").says("Spot health: 200", "SPOT-HLT-01"),
  about(MARKETS, ...ROUTES_WITH_NUMBERS).says(
    "Invalid query parameters are answered 422",
    "ERR-VAL-04",
  ),
];

const ACCOUNT = "Endpoints, account and leaderboard";
const board = about(ACCOUNT, "GET /leaderboard");

const ACCOUNT_ROUTES = [
  about(ACCOUNT, "GET /account").says("Account", "ACC-ACC-01"),
  about(ACCOUNT, "GET /positions").says("Positions", "ACC-POS-01"),
  about(ACCOUNT, "GET /me/wallet").says("Wallet", "ACC-WAL-01"),
  board.says("Leaderboard: sort, score by default", "LEAD-LIST-02 LEAD-LIST-04"),
  board.says("Leaderboard: order, desc by default", "LEAD-LIST-02 LEAD-LIST-03 LEAD-LIST-04"),
  board.says("Leaderboard: limit, 50 by default", "LEAD-LIST-01 LEAD-LIST-06"),
  board.says("Leaderboard: offset, 0 by default", "LEAD-LIST-07"),
  about(ACCOUNT, "GET /leaderboard/account/{public_id}").says(
    "One account of the leaderboard",
    "LEAD-ACC-01 LEAD-ACC-02",
  ),
];

const SESSION = "Endpoints, authentication and session";
const callback = about(SESSION, "GET /auth/idp/callback");
const ticket = about(SESSION, "POST /auth/ws-ticket");

const AUTH_ROUTES = [
  about(SESSION, "POST /auth/signup").says("Sign up: 201", "SESS-SIGN-01"),
  about(SESSION, "POST /auth/login").says(
    "Log in: 200",
    "SESS-LOGIN-01 SESS-LOGIN-02 SESS-LOGIN-03",
  ),
  about(SESSION, "GET /auth/me").says("Who is signed in: 200", "SESS-ME-01"),
  about(SESSION, "GET /auth/session").says("Session: 200", "SESS-SES-01"),
  about(SESSION, "GET /auth/config").says("Sign-in configuration: 200", "SESS-CFG-01"),
  about(SESSION, "GET /auth/idp/login").says("Start of a sign-in: 200", "SESS-IDP-01"),
  callback.says("Callback: takes code, state and error", "SESS-IDP-02 SESS-IDP-03"),
  callback.says("Callback: 200", "SESS-IDP-04"),
  about(SESSION, "POST /auth/logout").says(
    "Log out: 200",
    "SESS-OUT-01 SESS-OUT-04 PROP-ACCESS-01",
  ),
  ticket.says("Mint a ticket: 201 with ticket and expires_at", "TKT-MINT-01 TKT-MINT-03"),
  ticket.says("Mint a ticket: agent_id is optional", "TKT-MINT-01 TKT-MINT-04"),
];

const KEYS = "Endpoints, agent keys";
const create = about(KEYS, "POST /me/agents/{agent_id}/keys");

const KEY_ROUTES = [
  create.says("Documented under /v1 and /api/v1", "KEY-NEW-08"),
  create.says("Create: the plaintext key, once", "KEY-NEW-01 KEY-NEW-10"),
  create.says("Create: takes name and scopes", "KEY-NEW-02 KEY-NEW-06 KEY-NEW-12"),
  about(KEYS, "DELETE /me/agents/{agent_id}/keys/{key_id}").says(
    "Revoke: the key is dead",
    "KEY-REV-01 KEY-REV-02",
  ),
  about(KEYS, "/agents/{agent_id}/keys").says(
    "An operator's path exists, for an operator's credentials",
    "KEY-OPER-01",
  ),
];

const HEALTH = "Endpoints, health";

const HEALTH_ROUTES = [
  about(HEALTH, "GET /health").says("Health: 200", "OPS-HEALTH-01"),
  about(HEALTH, "GET /live").says("Live: 200", "OPS-HEALTH-02"),
  about(HEALTH, "GET /ready").says("Ready: 200", "OPS-HEALTH-03"),
];

/** In the spec's order. */
export const ENDPOINTS = [
  ...EVERY_ROUTE,
  ...ORDER_ROUTES,
  ...MARKET_ROUTES,
  ...ACCOUNT_ROUTES,
  ...AUTH_ROUTES,
  ...KEY_ROUTES,
  ...HEALTH_ROUTES,
];
