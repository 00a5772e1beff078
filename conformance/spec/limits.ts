/** Sentences on limits. */
import { about } from "./sentence.ts";

const PART = "Limits";
const every = about(PART, "every route");
const place = about(PART, "POST /orders");

export const LIMITS = [
  about(PART, "POST /orders", "DELETE /orders/{order_id}").says(
    "600 writes in 60 s for each agent",
    "LIM-WRITE-01 LIM-WRITE-02 LIM-WRITE-05 LIM-WRITE-07 LIM-WRITE-08",
  ),
  about(PART, "every GET").says(
    "6,000 reads in 60 s for each agent",
    "LIM-READ-01 LIM-READ-02 LIM-READ-03 LIM-WRITE-05",
  ),
  every.says(
    "Keys of one agent share its budget",
    "LIM-WRITE-03 LIM-WRITE-04 LIM-READ-04 LIM-READ-05 GEN-PREFIX-08",
  ),
  every.says("Over the limit: 429, RATE_LIMITED, Retry-After", "LIM-429-01 LIM-429-02"),
  every.says("A client backs off from 1 s on", "LIM-429-02 LIM-WRITE-06"),
  place.says(
    "recv_window_ms: from 1 to 60000",
    "FRESH-RANGE-01 FRESH-RANGE-02 FRESH-RANGE-03 FRESH-RANGE-04",
  ),
  about(PART, "POST /auth/ws-ticket", "{stream_url}/stream").says(
    "A ticket lives 60 s and is used once",
    "TKT-MINT-03 STRM-CONN-02 STRM-CONN-03 STRM-CONN-08",
  ),
  about(PART, "POST /me/agents/{agent_id}/keys").says(
    "A key's name has at most 80 characters",
    "KEY-NEW-04 KEY-NEW-05",
  ),
  place.says("qty is a positive integer", "ORD-FIELD-08 REJ-QTY-01 REJ-QTY-02"),
  about(
    PART,
    "GET /orders",
    "GET /orders/open",
    "GET /markets",
    "GET /markets/active",
    "GET /markets/{market_id}/trades",
    "GET /markets/{market_id}/candles",
    "GET /markets/{market_id}/mid-history",
    "GET /leaderboard",
  ).says(
    "Each list has a default size of its own",
    "OAPI-LIST-03 OAPI-OPEN-05 MKT-LIST-02 MKT-ACT-01 MKT-TRD-01 MKT-CDL-01 MKT-MID-01 " +
      "LEAD-LIST-01 LIM-SIZE-01",
  ),
  about(PART, "every GET").says("Largest limit, depth and offset: not shown", "LIM-PAGE-01"),
  place.says(
    "Position and leverage caps, fat-finger bounds, default slippage: not shown",
    "REJ-CAP-01 REJ-LEV-02 REJ-FF-01 TIF-MKT-06 " +
      "CLAIM-CAP-01 CLAIM-LEV-01 CLAIM-FAT-01 CLAIM-SLIP-01",
  ),
  place.says("Longest client_order_id: not shown", "ORD-FIELD-19"),
];
