/** Sentences on errors: the envelope, the validation error, and the table of HTTP statuses. */
import { ROUTES_WITH_NUMBERS } from "./route-table.ts";
import { about } from "./sentence.ts";

const envelope = about("Resources, error envelope", "every route");
const validation = about("Resources, validation error", "every route");

export const ENVELOPE = [
  envelope.says("code: a text for machines", "ERR-ENV-01 ERR-VAL-03"),
  envelope.says("message: a text for people", "ERR-ENV-01"),
  envelope.says("request_id: correlates requests", "ERR-ENV-01 ERR-ENV-05"),
  envelope.says("details: an object, for some codes", "ERR-ENV-02"),
  about("Resources, error envelope", "POST /orders").says(
    "details: INVALID_LEVERAGE tells requested_leverage and effective_leverage",
    "REJ-LEV-03",
  ),
  validation.says("detail: an array of items, each with loc, msg and type", "ERR-VAL-01"),
  validation.says("loc: texts or integers; msg and type: texts", "ERR-VAL-02"),
];

const PART = "Errors, HTTP statuses";
const errors = about("Errors", "every route");
const place = about(PART, "POST /orders");
const every = about(PART, "every route");

export const HTTP_STATUSES = [
  errors.says(
    "Every 4xx and 5xx is a flat envelope, not nested under detail",
    "ERR-ENV-01 ERR-ENV-02 ERR-ENV-03 AUTH-BEAR-05 ERR-403-01 ERR-404-01",
  ),
  errors.says(
    "But for the 429 example, nested, and the array of a 422",
    "LIM-429-01 ERR-VAL-01 ERR-VAL-02",
  ),
  about("Errors", "POST /orders").says(
    "A decline is 200, REJECTED, with a reject_reason",
    "RES-HTTP-02 RES-SHAPE-11 REJ-SHAPE-01",
  ),
  errors.says(
    "Errors of authentication, rate and absence are 4xx or 5xx",
    "AUTH-BEAR-02 LIM-429-01 OAPI-GET-03",
  ),
  place.says(
    "400: the body fails validation: wrong types, missing fields",
    "ORD-FIELD-22 ORD-FIELD-23 ORD-FIELD-24 ORD-FIELD-29 ORD-FIELD-30 ORD-FIELD-31 " +
      "ORD-FIELD-32 ORD-FIELD-33 ORD-FIELD-34 ERR-VAL-05 KEY-NEW-11",
  ),
  every.says("401: no or bad Authorization", "AUTH-BEAR-02 AUTH-BEAR-03 AUTH-BEAR-04"),
  about(PART, "POST /auth/login").says("401: a failed login", "SESS-LOGIN-01"),
  every.says(
    "403: a resource of another agent",
    "OAPI-GET-02 OAPI-CXL-05 KEY-AUTH-03 KEY-REV-06 ERR-403-01",
  ),
  about(PART, "GET /orders/{order_id}", "DELETE /orders/{order_id}").says(
    "404: no such order",
    "OAPI-GET-03 OAPI-CXL-06 ERR-404-01",
  ),
  about(PART, "GET /markets/{market_id}", "GET /markets/{market_id}/book").says(
    "404: no such market",
    "MKT-GET-02 MKT-BOOK-05",
  ),
  about(PART, "POST /me/agents/{agent_id}/keys", "DELETE /me/agents/{agent_id}/keys/{key_id}").says(
    "404: no such agent or key",
    "KEY-AUTH-04 KEY-REV-05",
  ),
  about(PART, "POST /auth/ws-ticket").says("404: no agent to give a ticket for", "TKT-MINT-12"),
  every.unshown("409: an agent's name is taken", "no route that names an agent is shown"),
  about(PART, "POST /auth/signup").says("409: an e-mail is registered", "SESS-SIGN-02"),
  place.says("409: a market is not OPEN", "REJ-CLOSED-01 REJ-CLOSED-02 REJ-CLOSED-03"),
  about(PART, "PATCH /orders/{order_id}").says("409: an amend conflicts", "OAPI-AMEND-01"),
  about(PART, ...ROUTES_WITH_NUMBERS).says("422: validation fails after parsing", "ERR-VAL-04"),
  every.says("429: Retry-After tells the seconds to wait", "LIM-429-02 LIM-WRITE-06"),
  about(PART, "GET /feed/btc-spot/history", "GET /feed/btc-spot/health").says(
    "502: reference data cannot be reached",
    "ERR-502-01 ERR-502-02 SPOT-HIST-01 SPOT-CDL-01 SPOT-HLT-01",
  ),
  place.says("503: the kill switch is on", "OPS-KILL-01 OPS-KILL-05"),
  every.says("503: a feature gate is closed", "OPS-GATE-01"),
  every.says("The table lists no 500", "ERR-5XX-01"),
  place.says("An order processed is 201, a rejection 200", "RES-HTTP-01 RES-HTTP-02"),
];
