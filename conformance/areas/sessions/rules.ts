/** Rules on browser sessions: login, cookies, CSRF, sign-in. */
import { KINDS, PREFIXES } from "../../check/cell.ts";
import { conditional, either, must, open, type Rule } from "../../check/rule.ts";
import {
  AMEND,
  CALLERS_ROUTES,
  CHANGING_ROUTES,
  DATA_ROUTES,
  KEY_ROUTES,
  LADDER,
} from "../../spec/route-table.ts";
import { AMENDED_TOO, SESSIONS } from "../callers-ranges.ts";

/** What a browser changes something by. */
const BROWSERS_ROUTES = [...CHANGING_ROUTES, AMEND, "POST /auth/logout"];
/** The body of a ladder is not shown: its refusal says nothing of a header. */
const BEARERS_ROUTES = CHANGING_ROUTES.filter(
  (route) => !KEY_ROUTES.includes(route) && route !== LADDER,
);
const BROWSERS_READS = CALLERS_ROUTES.filter((route) => /^GET [^{]+$/.test(route));
const UNDER_EACH = { prefix: PREFIXES };

/** What may stand in the place of the CSRF cookie's value. */
const WRONG_VALUES = [
  ...["something else", "nothing", "the right one but for a character"],
  "that of another session",
  ...["a half of the right one", "the right one with more behind"],
];

/** What may be sent in the place of a password that opens an account. */
const WRONG_PASSWORDS = ["something else", "the right one but for its last character"];
/** What a provider sends somebody back with. */
const CALLBACK_PARAMETERS = ["code", "state", "error"];
/** What a browser wants when it comes back. */
const WANTED = ["a page", "data"];
/** Where a session's cookie may stand. */
const PLACES = ["before another", "behind another", "behind the CSRF cookie"];
/** How an e-mail may be written. */
const SPELLINGS = ["in small letters", "with capitals"];

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  either(
    "SESS-LOGIN-01",
    "A failed login is 401 INVALID_CREDENTIALS (allowed set if no body is configured)",
    {
      section: "Reject codes",
      over: { value: WRONG_PASSWORDS, prefix: PREFIXES },
      decisions: ["D-138"],
      fix:
        "Answer a failed login 401 with INVALID_CREDENTIALS, the same for a wrong password and " +
        "an unknown e-mail, whatever key the request carries beside.",
    },
  ),
  conditional("SESS-LOGIN-02", "A login that succeeds beside one key succeeds beside any: 200", {
    section: "Authentication table",
    over: UNDER_EACH,
    decisions: ["D-138"],
    fix:
      "Judge a login by its body alone: it is how somebody becomes known, so nobody is asked who " +
      "he is before.",
  }),
  conditional(
    "SESS-LOGIN-03",
    "A login that opens a session is answered 200, another one beside it too",
    {
      section: "Authentication table",
      over: UNDER_EACH,
      decisions: ["D-138"],
      fix:
        "Answer a login 200, with the cookies it sets: 201, 204 and a redirect are read as something " +
        "else by who waits for 200.",
    },
  ),
  either("SESS-SIGN-01", "A sign-up is answered within the allowed set", {
    section: "Authentication table",
    over: UNDER_EACH,
    decisions: ["D-139"],
    fix:
      "Answer 201 when the account was made, or a documented refusal where sign-up is off. " +
      "202 promises something that may never come.",
  }),
  conditional(
    "SESS-SIGN-02",
    "Signing up a registered e-mail again is answered 409, and has no effect",
    {
      section: "HTTP statuses",
      // Whether it had one shows in a login.
      follows: ["SESS-LOGIN-01"],
      over: { value: SPELLINGS, prefix: PREFIXES },
      decisions: ["D-138"],
      fix:
        "Answer 409 for a registered e-mail, compared without regard to case, backed by a " +
        "unique index, before anything is written: an upsert takes the account over.",
    },
  ),
  conditional("SESS-SIGN-03", "Who signs up has no agent of somebody else who did", {
    section: "What the service does",
    over: UNDER_EACH,
    decisions: ["D-138"],
    fix:
      "Key an account by an id of its own, or by its e-mail. A display name is no key: two may " +
      "have the same.",
  }),
  must("SESS-COOK-01", "The session cookie is HttpOnly", {
    section: "Authentication 3",
    over: UNDER_EACH,
    fix: "Set HttpOnly on the session cookie, so that no script can read it.",
  }),
  must("SESS-COOK-02", "The CSRF cookie is readable by scripts (not HttpOnly)", {
    section: "Authentication 4",
    over: UNDER_EACH,
    fix:
      "Leave HttpOnly off the CSRF cookie: the page has to read it to echo it. A default for " +
      "all cookies usually causes this.",
  }),
  must("SESS-COOK-03", "A browser sends both cookies to the routes under every prefix", {
    section: "Endpoints",
    over: UNDER_EACH,
    fix:
      "Set both cookies with Path=/. With the path of the sign-in, or that of one prefix, a browser " +
      "is nobody under the others.",
  }),
  must("SESS-COOK-04", "A session is known by its cookie wherever that stands among others", {
    section: "Authentication 3",
    over: { value: PLACES, prefix: PREFIXES },
    fix:
      "Look cookies up by their names: a browser sends all that a site has set, in an order that is " +
      "the browser's own.",
  }),
  must(
    "SESS-CSRF-01",
    "A state-changing session request without X-Service-CSRF is refused without effect",
    {
      section: "Authentication 4",
      // Whether a cancel had none shows in an order that rests.
      follows: ["ORD-FIELD-13"],
      over: { route: BROWSERS_ROUTES, prefix: PREFIXES },
      decisions: ["D-137"],
      fix:
        "Check X-Service-CSRF in one middleware before any handler, on every method that " +
        "changes state and whenever a session cookie is the credential.",
    },
  ),
  must(
    "SESS-CSRF-02",
    "A state-changing session request with a wrong X-Service-CSRF is refused without effect",
    {
      section: "Authentication 4",
      follows: ["SESS-CSRF-01", "GEN-UUID-01"],
      over: { value: WRONG_VALUES, route: BROWSERS_ROUTES, prefix: PREFIXES },
      decisions: ["D-137"],
      fix:
        "Compare the header with the session's token, in constant time. Testing that it is " +
        "there is not enough.",
    },
  ),
  must(
    "SESS-CSRF-03",
    "A state-changing session request whose X-Service-CSRF is the cookie's value works",
    {
      section: "Authentication 4",
      over: { route: CHANGING_ROUTES, prefix: PREFIXES },
      fix:
        "Compare with exactly the value the cookie carries, decoded once. Signed or " +
        "URL-encoded cookies differ from what a page reads.",
    },
  ),
  must("SESS-CSRF-04", "A session GET needs no CSRF header", {
    section: "Authentication 4",
    over: { route: BROWSERS_READS, prefix: PREFIXES },
    fix: "Ask for the header on POST, PUT, PATCH and DELETE alone.",
  }),
  conditional("SESS-READ-01", "Data that anybody is told a session is told too", {
    section: "What the service does",
    over: { route: DATA_ROUTES, prefix: PREFIXES, kind: KINDS, caller: SESSIONS },
    fix: "Ask nobody who he is where data is read: it is there for people as for bots.",
  }),
  must("SESS-CSRF-05", "A bearer request needs no CSRF header", {
    section: "Authentication 3, 4",
    over: { route: BEARERS_ROUTES, prefix: PREFIXES },
    fix:
      "Skip the check when a bearer key is the credential: browsers do not attach keys by " +
      "themselves.",
  }),
  open("SESS-CSRF-06", "Whether X-Service-CSRF is taken from a browser that lacks its cookie", {
    section: "Authentication 4",
    decisions: ["D-137"],
  }),
  must("SESS-ME-01", "GET /auth/me answers 200 with a session and 401 without credentials", {
    section: "Authentication table",
    follows: ["AUTH-BEAR-02"],
    over: UNDER_EACH,
    decisions: ["D-143"],
    fix: "Answer 200 with who is signed in, and 401 without credentials, not an empty profile.",
  }),
  either("SESS-SES-01", "GET /auth/session answers 200 with a session, and 200 or 401 without", {
    section: "Authentication table",
    over: UNDER_EACH,
    decisions: ["D-142"],
    fix:
      "Answer the question instead of failing: 200 with authenticated false, or 401, when " +
      "there is no session.",
  }),
  either("SESS-CFG-01", "GET /auth/config answers 200 without credentials (401 noted)", {
    section: "Authentication table",
    over: UNDER_EACH,
    fix:
      "Serve the configuration of the sign-in page without credentials: it is read before " +
      "anybody can have them.",
  }),
  either(
    "SESS-IDP-01",
    "GET /auth/idp/login answers 200 or a redirect, or says it is not configured",
    {
      section: "Authentication 8",
      over: UNDER_EACH,
      decisions: ["D-140"],
      fix:
        "Answer 200 or a redirect to the provider without credentials; where none is " +
        "configured say so with 404, 501 or 503.",
    },
  ),
  open(
    "SESS-IDP-02",
    "Whether a callback with an error, or forged code and state, opens no session",
    { section: "Authentication 8", decisions: ["D-141"] },
  ),
  must("SESS-IDP-03", "A callback without a parameter is answered as one where that is empty", {
    section: "Endpoints, Authentication and session",
    over: { parameter: CALLBACK_PARAMETERS },
    decisions: ["D-141"],
    fix: "Give code, state and error the empty text by default: a provider leaves out what it lacks.",
  }),
  conditional(
    "SESS-IDP-04",
    "Who comes back with the provider's code is answered 200, or is sent on by a redirect",
    {
      section: "Endpoints, Authentication and session",
      over: { value: WANTED, prefix: PREFIXES },
      decisions: ["D-140", "D-141"],
      fix:
        "Answer 200, or redirect a browser, whoever comes: somebody new has an account made and is " +
        "answered like everybody else, under each prefix.",
    },
  ),
  conditional(
    "SESS-IDP-05",
    "Who has come back with the provider's code is signed in, in one account on all routes",
    {
      section: "What the service does, callers",
      follows: ["SESS-IDP-04"],
      over: { value: WANTED, prefix: PREFIXES },
      decisions: ["D-141", "D-180"],
      fix:
        "Make the account and open its session before the callback is answered, by a redirect too: " +
        "its cookies have to open /auth/me, /auth/session and /account.",
    },
  ),
  conditional(
    "SESS-IDP-06",
    "Signing in with the provider again is the same account, another person's is another",
    {
      section: "Authentication 8",
      follows: ["SESS-IDP-04", "SESS-IDP-05"],
      over: UNDER_EACH,
      decisions: ["D-141"],
      fix:
        "Key accounts by the provider's issuer and subject, letter for letter. A name or an e-mail " +
        "may change, and two people may share one but for its capitals.",
    },
  ),
  open(
    "SESS-IDP-07",
    "Whether a callback opens a session again, in another browser, or with a made-up code",
    { section: "(silent)", decisions: ["D-141"] },
  ),
  must("SESS-OUT-01", "Logout answers 200", {
    section: "Authentication table",
    over: UNDER_EACH,
    fix: "Answer 200 and end the session on the server, not only by deleting the cookie.",
  }),
  must("SESS-OUT-03", "After logout the session is answered 401 on every route about one caller", {
    section: "Authentication 9",
    follows: ["AUTH-BEAR-02", "AUTH-COOK-02", "AUTH-BEAR-03"],
    over: AMENDED_TOO,
    fix:
      "Keep sessions on the server and delete the one that logs out. A signed cookie that is " +
      "valid by itself goes on opening everything.",
  }),
  open("SESS-OUT-04", "Whether another session of the same human goes on after a logout", {
    section: "Authentication table",
    decisions: ["D-178"],
  }),
  open("SESS-LIFE-01", "The lifetime attributes of the session cookie", {
    section: "Gaps",
    decisions: ["D-136"],
  }),
];
