/** Sentences of the table of callers. */
import { about } from "./sentence.ts";

const PART = "What the service does, callers";

export const CALLERS = [
  about(PART, "GET /auth/idp/login", "GET /auth/idp/callback").says(
    "A human at a terminal has an HttpOnly session cookie from an identity provider",
    "SESS-COOK-01 SESS-IDP-01",
  ),
  about(PART, "POST /orders", "GET /orders", "GET /account").says(
    "A bot sends its API key as a bearer token",
    "AUTH-BEAR-01",
  ),
  about(PART, "POST /auth/ws-ticket", "{stream_url}/stream").says(
    "The stream is opened with a single-use ticket, rw_live_",
    "TKT-MINT-02 STRM-CONN-01 STRM-CONN-02",
  ),
  about(PART, "every route").untold(
    "A tool bridge may exist, with an OAuth session or a key",
    "optional, and nothing else is shown of it",
  ),
];
