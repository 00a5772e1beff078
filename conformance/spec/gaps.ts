/** Sentences that name what the spec leaves open, part by part. */
import { about } from "./sentence.ts";

const RESOURCES = "Resources, gaps";
const ENDPOINTS = "Endpoints, gaps";
const AUTH = "Authentication, gaps";
const NO_ROUTE = "no route shows it";

export const GAPS = [
  about(RESOURCES, "POST /orders").says("Fields of a fill: not shown", "RES-SHAPE-10"),
  about(RESOURCES, "GET /markets").says(
    "A market has id, status, kind and geometry; the rest: not shown",
    "MKT-REC-01 MKT-REC-04",
  ),
  about(RESOURCES, "GET /account", "GET /positions", "GET /me/wallet", "GET /leaderboard").says(
    "Fields of account, position, wallet and leaderboard records: not shown",
    "ACC-POS-03 LEAD-LIST-03",
  ),
  about(RESOURCES, "GET /markets/{market_id}/book", "GET /markets/{market_id}/trades").says(
    "Fields of book, trade, candle and series records: not shown",
    "MKT-BOOK-03 MKT-BOOK-04 MKT-TRD-02 MKT-CDL-03",
  ),
  about(RESOURCES, "every route").unshown("Fields of an agent: not shown", NO_ROUTE),
  about(RESOURCES, "POST /me/agents/{agent_id}/keys").says(
    "The answer that creates a key: only the plaintext is shown",
    "KEY-NEW-01",
  ),
  about(ENDPOINTS, "POST /orders/replace-ladder", "POST /auth/signup", "POST /auth/login").says(
    "Bodies of replace-ladder, signup and login: not shown",
    "OAPI-LADDER-01 SESS-SIGN-01 SESS-LOGIN-01",
  ),
  about(ENDPOINTS, "every route").says("Response bodies other than two: not shown", "GEN-JSON-01"),
  about(ENDPOINTS, "GET /orders", "GET /markets", "GET /leaderboard").says(
    "Values of status, kind, sort and order: not shown",
    "OAPI-LIST-07 MKT-LIST-06 LEAD-LIST-04",
  ),
  about(ENDPOINTS, "PATCH /orders/{order_id}").says(
    "Amending: not shown",
    "OAPI-AMEND-01 OAPI-AMEND-03",
  ),
  about(ENDPOINTS, "every route").unshown("Managing agents beyond keys: not shown", NO_ROUTE),
  about(AUTH, "every route").says(
    "Scopes and public endpoints: not shown",
    "KEY-SCOPE-01 MKT-PUB-01",
  ),
  about(AUTH, "POST /auth/signup", "POST /auth/login").says(
    "Lifetime of a session, bodies of signup and login: not shown",
    "SESS-LIFE-01 SESS-SIGN-01 SESS-LOGIN-01",
  ),
  about(AUTH, "/agents/{agent_id}/keys").unshown(
    "Names of the operator's scopes: not shown",
    "a name cannot be asked for that nobody tells",
  ),
  about("Errors, gaps", "every route").says(
    "Codes of most 403, 404 and 409: not shown",
    "ERR-CODE-01",
  ),
  about("Errors, gaps", "POST /orders").says("Code of a stale order: not shown", "FRESH-CODE-01"),
  about("Errors, gaps", "POST /orders").says(
    "Code of a conflicting client_order_id: not shown",
    "IDEM-CONF-01 IDEM-CONF-02 IDEM-CONF-03 IDEM-CONF-04",
  ),
];
