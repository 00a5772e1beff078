/** Rules on authentication and browser sessions: bearer, login, cookies, CSRF, sign-in. */
import { conditional, either, must, open, type Rule } from "../check/rule.ts";

/** In the order of the spec's part; ids are permanent. */
export const SESSIONS_RULES: readonly Rule[] = [
  must("AUTH-BEAR-01", "A valid bearer key works on POST /orders, GET /orders and GET /account", {
    section: "Authentication 1",
    needs: ["agent", "market"],
  }),
  must(
    "AUTH-BEAR-02",
    "GET /orders and a well-formed POST /orders without a header are answered 401",
    { section: "Authentication 9", decisions: ["D-131"] },
  ),
  must("AUTH-BEAR-03", "A made-up rk_live_ key is answered 401", {
    section: "Authentication 9",
    decisions: ["D-131"],
  }),
  must(
    "AUTH-BEAR-04",
    "A key without the Bearer scheme, a Basic scheme or an empty token is answered 401",
    { section: "Authentication 9", needs: ["agent"], decisions: ["D-131"] },
  ),
  must("AUTH-BEAR-05", "A 401 carries code, message and request_id", {
    section: "Errors",
    decisions: ["D-160"],
  }),
  must("AUTH-BEAR-06", "The key in use starts with rk_live_ and is URL-safe", {
    section: "Authentication 2",
    needs: ["agent"],
  }),
  open("AUTH-BEAR-07", "What a bad key on a public route meets", {
    section: "(silent)",
    decisions: ["D-112"],
  }),
  open("AUTH-COOK-01", "Whether an API key sent as a cookie is ignored", {
    section: "Authentication 3",
    needs: ["agent"],
  }),
  either(
    "SESS-LOGIN-01",
    "A failed login is 401 INVALID_CREDENTIALS (allowed set if no body is configured)",
    { section: "Reject codes", decisions: ["D-138"] },
  ),
  either("SESS-SIGN-01", "A sign-up is answered within the allowed set", {
    section: "Authentication table",
    decisions: ["D-139"],
  }),
  conditional("SESS-SIGN-02", "Signing up a registered e-mail again is answered 409", {
    section: "HTTP statuses",
    decisions: ["D-138"],
  }),
  must("SESS-COOK-01", "The session cookie is HttpOnly", {
    section: "Authentication 3",
    needs: ["browser"],
  }),
  must("SESS-COOK-02", "The CSRF cookie is readable by scripts (not HttpOnly)", {
    section: "Authentication 4",
    needs: ["browser"],
  }),
  must(
    "SESS-CSRF-01",
    "A state-changing session request without X-Service-CSRF is refused without effect",
    { section: "Authentication 4", needs: ["browser"], decisions: ["D-137"] },
  ),
  must(
    "SESS-CSRF-02",
    "A state-changing session request with a wrong X-Service-CSRF is refused without effect",
    { section: "Authentication 4", needs: ["browser"], decisions: ["D-137"] },
  ),
  must(
    "SESS-CSRF-03",
    "A state-changing session request whose X-Service-CSRF is the cookie's value works",
    { section: "Authentication 4", needs: ["browser"] },
  ),
  must("SESS-CSRF-04", "A session GET needs no CSRF header", {
    section: "Authentication 4",
    needs: ["browser"],
  }),
  must("SESS-CSRF-05", "A bearer request needs no CSRF header", {
    section: "Authentication 3, 4",
    needs: ["agent"],
  }),
  must("SESS-ME-01", "GET /auth/me answers 200 with a session and 401 without credentials", {
    section: "Authentication table",
    needs: ["browser"],
    decisions: ["D-143"],
  }),
  either("SESS-SES-01", "GET /auth/session answers 200 with a session, and 200 or 401 without", {
    section: "Authentication table",
    needs: ["browser"],
    decisions: ["D-142"],
  }),
  either("SESS-CFG-01", "GET /auth/config answers 200 without credentials (401 noted)", {
    section: "Authentication table",
  }),
  either(
    "SESS-IDP-01",
    "GET /auth/idp/login answers 200 or a redirect, or says it is not configured",
    { section: "Authentication 8", decisions: ["D-140"] },
  ),
  open(
    "SESS-IDP-02",
    "Whether a callback with an error, or forged code and state, opens no session",
    { section: "Authentication 8", decisions: ["D-141"] },
  ),
  must("SESS-OUT-01", "Logout answers 200", {
    section: "Authentication table",
    needs: ["browser", "spare-session"],
  }),
  open("SESS-OUT-02", "Whether the session is dead after logout", {
    section: "(silent)",
    needs: ["browser", "spare-session"],
  }),
  open("SESS-LIFE-01", "The lifetime attributes of the session cookie", {
    section: "Gaps",
    needs: ["browser"],
    decisions: ["D-136"],
  }),
];
