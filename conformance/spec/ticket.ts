/** Sentences of the WebSocket ticket. */
import { about } from "./sentence.ts";

const PART = "Resources, WebSocket ticket";
const { says } = about(PART, "POST /auth/ws-ticket");

export const TICKET = [
  says("agent_id: a UUID", "TKT-MINT-06"),
  says("agent_id: required with a session", "TKT-MINT-07 TKT-MINT-08"),
  says("agent_id: optional with a key, whose agent the ticket is for", "TKT-MINT-01 TKT-MINT-04"),
  says("ticket: starts with rw_live_", "TKT-MINT-01 TKT-MINT-02"),
  about(PART, "POST /auth/ws-ticket", "{stream_url}/stream").says(
    "ticket: single-use",
    "TKT-MINT-11 STRM-CONN-02",
  ),
  says("expires_at: ISO 8601, 60 s after minting", "TKT-MINT-01 TKT-MINT-03"),
];
