/** Sentences on the numbered rules of authentication, and on who calls. */
import { about } from "./sentence.ts";

const PART = "Authentication";
const every = about(PART, "every route");
const keys = about(
  PART,
  "POST /me/agents/{agent_id}/keys",
  "DELETE /me/agents/{agent_id}/keys/{key_id}",
);
const tickets = about(PART, "POST /auth/ws-ticket");
const stream = about(PART, "{stream_url}/stream");

export const AUTHENTICATION = [
  every.says(
    "1. A bot sends Authorization: Bearer with its key",
    "AUTH-BEAR-01 AUTH-BEAR-04 AUTH-BEAR-08",
  ),
  keys.says(
    "2. A key is rk_live_ and a high-entropy URL-safe token",
    "AUTH-BEAR-06 KEY-NEW-01 KEY-NEW-09",
  ),
  keys.says("2. The plaintext is shown only at creation", "KEY-NEW-01 KEY-NEW-10"),
  keys.unshown(
    "2. Only an HMAC digest of a key is stored",
    "what a service stores is not visible from outside",
  ),
  every.says("3. Browsers use an HttpOnly session cookie", "SESS-COOK-01 SESS-COOK-04 SESS-ME-01"),
  every.says("3. Cookies and keys are separate", "AUTH-COOK-01 SESS-CSRF-05"),
  every.says("4. The CSRF cookie is readable", "SESS-COOK-02"),
  every.says(
    "4. State-changing browser requests echo it in X-Service-CSRF",
    "SESS-CSRF-01 SESS-CSRF-02 SESS-CSRF-03 SESS-CSRF-04 SESS-CSRF-06",
  ),
  keys.says("5. Keys are made and revoked with a session and those cookies", "KEY-AUTH-02"),
  keys.says("5. Both key routes require authentication", "KEY-AUTH-01 PROP-ACCESS-02"),
  keys.says("5. Revocation is immediate", "KEY-REV-02 PROP-ACCESS-02"),
  keys.says(
    "6. A user's key has read and trade, both by default",
    "KEY-NEW-02 KEY-NEW-07 KEY-SCOPE-01 KEY-SCOPE-02",
  ),
  tickets.says(
    "7. A ticket starts with rw_live_ and lives 60 s",
    "TKT-MINT-02 TKT-MINT-03 STRM-CONN-03 STRM-CONN-08",
  ),
  stream.says("7. A ticket is consumed on first use", "STRM-CONN-02 STRM-CONN-05"),
  stream.says("7. The stream is opened with a ticket in its URL", "STRM-CONN-01 STRM-CONN-04"),
  tickets.says("7. A session must name the agent", "TKT-MINT-07 TKT-MINT-08"),
  tickets.says("7. A key may name its agent", "TKT-MINT-01 TKT-MINT-04"),
  about(PART, "GET /auth/idp/login", "GET /auth/idp/callback").says(
    "8. Accounts are made by a login route, then a callback",
    "SESS-IDP-01 SESS-IDP-02 SESS-IDP-05 SESS-IDP-06",
  ),
  about(
    PART,
    "POST /orders",
    "GET /orders",
    "GET /account",
    "GET /positions",
    "GET /me/wallet",
    "POST /auth/ws-ticket",
  ).says(
    "9. Missing or invalid credentials are answered 401",
    "AUTH-BEAR-02 AUTH-BEAR-03 AUTH-BEAR-04 AUTH-BEAR-08 AUTH-COOK-02 KEY-REV-02 SESS-OUT-03 " +
      "ACC-ACC-02 ACC-POS-02 ACC-WAL-02 TKT-MINT-10",
  ),
  about(
    PART,
    "GET /orders/{order_id}",
    "DELETE /orders/{order_id}",
    "POST /auth/ws-ticket",
    "POST /me/agents/{agent_id}/keys",
    "DELETE /me/agents/{agent_id}/keys/{key_id}",
  ).says(
    "9. Another agent's resource is answered 403",
    "OAPI-GET-02 OAPI-CXL-05 OAPI-AMEND-02 KEY-AUTH-03 KEY-REV-06 TKT-MINT-05 TKT-MINT-09",
  ),
];

const CALLER = "What the service does, callers";

export const CALLERS = [
  about(CALLER, "GET /auth/idp/login", "GET /auth/idp/callback").says(
    "A human at a terminal has an HttpOnly session cookie from an identity provider",
    "SESS-COOK-01 SESS-IDP-01 SESS-IDP-05 SESS-READ-01",
  ),
  about(CALLER, "POST /orders", "GET /orders", "GET /account").says(
    "A bot sends its API key as a bearer token",
    "AUTH-BEAR-01",
  ),
  about(CALLER, "POST /auth/ws-ticket", "{stream_url}/stream").says(
    "The stream is opened with a single-use ticket, rw_live_",
    "TKT-MINT-02 STRM-CONN-01 STRM-CONN-02",
  ),
  about(CALLER, "every route").unshown(
    "A tool bridge may exist, with an OAuth session or a key",
    "optional, and nothing else is shown of it",
  ),
];
