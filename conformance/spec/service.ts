/** Sentences on the service as a whole: what it does, its states, its versions. */
import { about } from "./sentence.ts";

const PART = "What the service does";
const orders = about(PART, "POST /orders");

export const SERVICE = [
  orders.says(
    "Orders of agents and humans meet and trade on one venue",
    "MATCH-CROSS-01 MATCH-SWEEP-01 MATCH-SWEEP-02 CLAIM-PRIO-01 CLAIM-PRIO-02 CLAIM-PRIO-03 " +
      "PROP-STATEFUL-03 PROP-STATEFUL-04 PROP-META-03 PROP-CONC-02",
  ),
  about(PART, "POST /orders", "GET /markets").says(
    "A market is a binary, a perp or a parlay: BTC_BINARY, BTC_PERP, BTC_PARLAY",
    "MKT-REC-03 MATCH-CROSS-01 PARLAY-ORD-01",
  ),
  orders.says(
    "A launch binary is fully collateralized",
    "BIN-COLL-01 CLAIM-COLL-01 CLAIM-COLL-02 CLAIM-COLL-03 CLAIM-COLL-04 CLAIM-COLL-05",
  ),
  orders.says(
    "A launch binary has neither leverage nor margin mode",
    "REJ-LEV-01 REJ-MM-01 RES-SHAPE-14",
  ),
  orders.says("A perp takes leverage and a margin mode", "PERP-LEV-01 PERP-MM-01 PERP-MM-02"),
  orders.says(
    "Orders are LIMIT or MARKET, with several times in force",
    "TIF-GTC-01 TIF-IOC-05 TIF-FOK-01 TIF-PO-01 TIF-MKT-01 PROP-STATEFUL-01",
  ),
  about(PART, "GET /me/wallet").says(
    "An account owns agents, and each agent has a wallet",
    "ACC-WAL-01 ACC-ISO-01 SESS-SIGN-03",
  ),
  about(PART, "GET /orders", "GET /positions").says(
    "Orders, positions and rate limits belong to the agent",
    "ACC-ISO-01 OAPI-LIST-08 OAPI-OPEN-06 LIM-WRITE-03 LIM-WRITE-04 PROP-STATEFUL-05",
  ),
  about(
    PART,
    "GET /markets",
    "GET /markets/{market_id}/book",
    "GET /markets/{market_id}/trades",
    "GET /markets/{market_id}/candles",
    "GET /markets/{market_id}/mid-history",
    "GET /series/{series_id}/context",
  ).says(
    "Markets, books, trades, candles, mids and series can be read",
    "MKT-LIST-01 MKT-BOOK-01 MKT-TRD-01 MKT-CDL-01 MKT-MID-01 MKT-SER-02",
  ),
  about(PART, "GET /feed/btc-spot/history", "GET /leaderboard").says(
    "A spot reference feed and a leaderboard can be read",
    "SPOT-HIST-01 LEAD-LIST-01",
  ),
  about(PART, "GET /account", "GET /positions", "GET /me/wallet").says(
    "Account, positions and wallet can be read",
    "ACC-ACC-01 ACC-POS-01 ACC-WAL-01",
  ),
  about(PART, "GET /me/wallet").says(
    "All kinds of callers act for the same account and wallet",
    "ACC-SHARE-01 ACC-SHARE-02",
  ),
  about(PART, "GET /auth/idp/login", "GET /auth/idp/callback").says(
    "In production an account is made by signing in at an identity provider",
    "SESS-IDP-01 SESS-IDP-05 SESS-IDP-06",
  ),
];

const STATE = "States and transitions";
const orderStates = about(STATE, "POST /orders", "GET /orders/{order_id}");
const marketStates = about(STATE, "GET /markets", "GET /markets/{market_id}");
const placed = about(STATE, "POST /orders");
const keyStates = about(STATE, "DELETE /me/agents/{agent_id}/keys/{key_id}");

export const STATES = [
  orderStates.says(
    "An order is NEW, PARTIAL, FILLED, CANCELLED or REJECTED",
    "RES-SHAPE-04 STATE-ORD-06 OAPI-CXL-03",
  ),
  orderStates.says(
    "Transitions between order statuses: not shown",
    "STATE-ORD-01 OAPI-CXL-08 MATCH-PART-02 MATCH-PART-03 TIF-IOC-02 TIF-IOC-04",
  ),
  marketStates.says("A market is OPEN, EXPIRED, RESOLVED or VOID", "MKT-REC-02"),
  marketStates.says("Transitions between market statuses: not shown", "STATE-MKT-01 STATE-ORD-02"),
  placed.says(
    "1. Only an OPEN market takes orders; others refuse with MARKET_CLOSED",
    "REJ-CLOSED-01 REJ-CLOSED-02 REJ-CLOSED-03 REJ-CLOSED-04 STATE-ORD-03 MKT-REC-05",
  ),
  placed.says("2. An order the engine rejects is REJECTED, zero UUID", "RES-STATE-04 RES-STATE-06"),
  placed.says(
    "3. The result's status is that after immediate matching",
    "RES-STATE-01 RES-STATE-02 RES-STATE-03 MATCH-PART-01 MATCH-PART-04 PROP-STATEFUL-02",
  ),
  keyStates.says(
    "4. A revoked key stops authenticating at once",
    "KEY-REV-02 KEY-REV-03 KEY-REV-04",
  ),
  keyStates.unshown(
    "4. Requests in flight during a revocation are unaffected",
    "a caller cannot tell whether a refused request came before the revocation",
  ),
  about(STATE, "{stream_url}/stream").says(
    "5. A ticket is consumed on first use and expires after 60 s",
    "STRM-CONN-02 STRM-CONN-03 STRM-CONN-05 PROP-CONC-05",
  ),
];

const versions = about("Versioning", "every route");

export const VERSIONING = [
  versions.says(
    "The same routes are served under four prefixes",
    "GEN-PREFIX-01 GEN-PREFIX-02 GEN-PREFIX-03 GEN-PREFIX-04 GEN-PREFIX-05",
  ),
  versions.unshown("The order API is called V1 beta", "a name in prose, in no answer"),
  versions.says("The machine-readable description says version 0.1.0", "VER-DOC-01"),
  about("Versioning", "POST /orders", "POST /auth/ws-ticket").says(
    "Unknown request fields are ignored",
    "GEN-UNK-01 GEN-UNK-02 GEN-UNK-03 GEN-UNK-04",
  ),
  versions.unshown("Deprecation and compatibility: not shown", "a policy, which no answer shows"),
];
