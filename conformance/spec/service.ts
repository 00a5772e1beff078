/** Sentences of "What the service does", its callers apart. */
import { about } from "./sentence.ts";

const PART = "What the service does";
const orders = about(PART, "POST /orders");

export const SERVICE = [
  orders.says(
    "Orders of agents and humans meet and trade on one venue",
    "MATCH-CROSS-01 MATCH-SWEEP-01 MATCH-CROSS-03 MATCH-PRIO-01 MATCH-PRIO-02 " +
      "PROP-STATEFUL-03 PROP-META-03 PROP-CONC-02",
  ),
  about(PART, "POST /orders", "GET /markets").says(
    "A market is a binary, a perp or a parlay",
    "MKT-REC-03 MATCH-KIND-01 PARLAY-ORD-01",
  ),
  orders.says("A launch binary is fully collateralized", "BIN-COLL-01"),
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
    "ACC-WAL-01 ACC-ISO-01",
  ),
  about(PART, "GET /orders", "GET /positions").says(
    "Orders, positions and rate limits belong to the agent",
    "ACC-ISO-01 OAPI-LIST-08 OAPI-OPEN-06 LIM-WRITE-03 LIM-WRITE-04",
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
    "ACC-SHARE-01",
  ),
  about(PART, "GET /auth/idp/login").says(
    "In production an account is made by signing in at an identity provider",
    "SESS-IDP-01",
  ),
];
