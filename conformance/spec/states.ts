/** Sentences on the states of orders, markets, keys and tickets. */
import { about } from "./sentence.ts";

const PART = "States and transitions";
const orders = about(PART, "POST /orders", "GET /orders/{order_id}");
const markets = about(PART, "GET /markets", "GET /markets/{market_id}");
const place = about(PART, "POST /orders");
const keys = about(PART, "DELETE /me/agents/{agent_id}/keys/{key_id}");

export const STATES = [
  orders.says("An order has one of five statuses", "RES-SHAPE-04 OAPI-CXL-03"),
  orders.says(
    "Transitions between order statuses: not shown",
    "STATE-ORD-01 OAPI-CXL-08 MATCH-PART-02 TIF-IOC-02 TIF-IOC-04",
  ),
  markets.says("A market has one of four statuses", "MKT-REC-02"),
  markets.says("Transitions between market statuses: not shown", "STATE-MKT-01 STATE-ORD-02"),
  place.says(
    "1. Only an OPEN market takes orders; others refuse with MARKET_CLOSED",
    "REJ-CLOSED-01 REJ-CLOSED-02 REJ-CLOSED-03 REJ-CLOSED-04",
  ),
  place.says("2. An order the engine rejects is REJECTED, zero UUID", "RES-STATE-04 RES-STATE-06"),
  place.says(
    "3. The result's status is that after immediate matching",
    "RES-STATE-01 RES-STATE-02 RES-STATE-03 MATCH-PART-01 PROP-STATEFUL-02",
  ),
  keys.says("4. A revoked key stops authenticating at once", "KEY-REV-02 KEY-REV-03 KEY-REV-04"),
  keys.untold(
    "4. Requests in flight during a revocation are unaffected",
    "a caller cannot tell whether a refused request came before the revocation",
  ),
  about(PART, "{stream_url}/stream").says(
    "5. A ticket is consumed on first use and expires after 60 s",
    "STRM-CONN-02 STRM-CONN-03 STRM-CONN-05 PROP-CONC-05",
  ),
];
