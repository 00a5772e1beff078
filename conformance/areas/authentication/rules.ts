/** Rules on bearer keys as credentials. */
import { PREFIXES } from "../../check/cell.ts";
import { must, open, type Rule } from "../../check/rule.ts";
import { BEARER_ROUTES } from "../../spec/route-table.ts";
import { AMENDED_TOO, CALLERS_EVERYWHERE } from "../callers-ranges.ts";

/** What stands where `Bearer` should. */
const WRONG_SCHEMES = ["none", "Basic", "Basic in base64", "Digest", "an empty token"];

/** What may stand in the place of a session. */
const NO_SESSIONS = ["a made-up one", "an empty one", "a good one but for a character"];

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must("AUTH-BEAR-01", "A valid bearer key, also a second one, opens every route of an agent", {
    section: "Authentication 1",
    follows: ["OAPI-GET-03", "OAPI-CXL-06"],
    over: { caller: ["key", "second-key"], route: BEARER_ROUTES, prefix: PREFIXES },
    fix:
      "Put every agent route behind an authentication that takes keys as well as sessions. A " +
      "route added for the site takes sessions alone.",
  }),
  must(
    "AUTH-BEAR-02",
    "On every route about one caller, a request without credentials is answered 401",
    {
      section: "Authentication 9",
      over: AMENDED_TOO,
      decisions: ["D-131"],
      fix:
        "Answer 401 when credentials are missing, before the body is looked at; 403 is for " +
        "callers you know.",
    },
  ),
  must("AUTH-BEAR-03", "A made-up rk_live_ key is answered 401", {
    section: "Authentication 9",
    follows: ["AUTH-BEAR-02"],
    over: AMENDED_TOO,
    decisions: ["D-131"],
    fix:
      "Look the key up and answer 401 when it is not there. An unknown key must not be " +
      "treated like none on routes with guests.",
  }),
  must(
    "AUTH-BEAR-04",
    "A key without the Bearer scheme, a Basic scheme or an empty token is answered 401",
    {
      section: "Authentication 9",
      follows: ["AUTH-BEAR-02"],
      over: { value: WRONG_SCHEMES, ...CALLERS_EVERYWHERE },
      decisions: ["D-131"],
      fix:
        "Ask for the word Bearer, one space and a key that is not empty. Splitting at spaces " +
        "and taking the last word accepts any scheme.",
    },
  ),
  must("AUTH-BEAR-05", "A 401 carries code, message and request_id on every route", {
    section: "Errors",
    follows: ["ERR-ENV-01", "ERR-ENV-03"],
    over: CALLERS_EVERYWHERE,
    decisions: ["D-160"],
    fix:
      "Send 401 through the same error renderer as everything else. Authentication " +
      "middleware often answers by itself in plain text.",
  }),
  must("AUTH-BEAR-06", "The key in use starts with rk_live_ and is URL-safe", {
    section: "Authentication 2",
    fix:
      "Make keys as rk_live_ followed by base64url or hex: scanners for leaked secrets and " +
      "clients rely on the prefix.",
  }),
  open("AUTH-BEAR-07", "What a bad key on a public route meets", {
    section: "(silent)",
    decisions: ["D-112"],
  }),
  must("AUTH-BEAR-08", "A key in the query and in no header is answered 401", {
    section: "Authentication 1",
    follows: ["AUTH-BEAR-02"],
    over: CALLERS_EVERYWHERE,
    decisions: ["D-131"],
    fix:
      "Read the key from the Authorization header alone: what stands in an address ends up in " +
      "logs and histories.",
  }),
  open("AUTH-COOK-01", "Whether an API key sent as a cookie is ignored", {
    section: "Authentication 3",
  }),
  must("AUTH-COOK-02", "A session cookie that is made up or empty is answered 401", {
    section: "Authentication 9",
    follows: ["AUTH-BEAR-02"],
    over: { value: NO_SESSIONS, ...AMENDED_TOO },
    decisions: ["D-131"],
    fix:
      "Look the session up and answer 401 when it is not there, before the CSRF header is " +
      "compared: that a cookie came says nothing of who sent it.",
  }),
];
