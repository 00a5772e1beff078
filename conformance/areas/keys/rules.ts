/** Rules on API keys: creation, caller, revocation, scope. */
import { ORDERS, PREFIXES } from "../../check/cell.ts";
import { either, must, open, type Rule } from "../../check/rule.ts";
import { BEARER_ROUTES, KEY_ROUTES } from "../../spec/route-table.ts";
import { AMENDED_TOO } from "../callers-ranges.ts";
import { NOT_GRANTED, TRADING_ROUTES } from "./ranges.ts";

/** Under these two prefixes key routes are documented; elsewhere they may be absent (D-174). */
const DOCUMENTED = { prefix: ["/v1", "/api/v1"] } as const;

/** Scripts of which no letter is longer than another to whoever counts characters. */
const SCRIPTS = ["latin", "accented", "cyrillic", "chinese"];

/** Members of a key's creation that are of another type than they should be. */
const WRONG_TYPES = [
  ...["name: a number", "name: a list"],
  ...["scopes: a text", "scopes: a list of numbers", "scopes: an object"],
];

const OPERATORS_ROUTES = [
  ...["GET /agents/{agent_id}/keys", "POST /agents/{agent_id}/keys"],
  "DELETE /agents/{agent_id}/keys/{key_id}",
];

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must(
    "KEY-NEW-01",
    "Creating a key with a session answers 200 or 201 and one plaintext rk_live_ key",
    {
      section: "Agent keys",
      follows: ["SESS-SIGN-03"],
      over: DOCUMENTED,
      decisions: ["D-132", "D-180"],
      fix:
        "Return the plaintext once, in the answer to creation, and store only its digest. An " +
        "answer built from the stored record has no key in it.",
    },
  ),
  must("KEY-NEW-02", "A key created without scopes may read and trade", {
    section: "Authentication 6",
    over: DOCUMENTED,
    decisions: ["D-130"],
    fix:
      "Use read and trade where scopes are absent. An empty list as default makes keys that " +
      "may do nothing.",
  }),
  must("KEY-NEW-04", "A key name of 80 characters is accepted", {
    section: "API key create request",
    follows: ["KEY-NEW-01", "GEN-JSON-01"],
    over: { value: SCRIPTS, ...DOCUMENTED },
    decisions: ["D-148"],
    fix: "Make the bound of 80 characters inclusive, and count characters rather than bytes.",
  }),
  must("KEY-NEW-05", "A key name of 81 characters is refused", {
    section: "API key create request",
    over: { value: SCRIPTS, ...DOCUMENTED },
    decisions: ["D-148"],
    fix:
      "Refuse names above 80 characters instead of cutting them: a database that truncates " +
      "does so unseen.",
  }),
  must("KEY-NEW-06", "Creating a key without a name is refused", {
    section: "API key create request",
    over: { value: ["absent", "null"], ...DOCUMENTED },
    decisions: ["D-002"],
    fix: "Make name required; do not invent one.",
  }),
  must("KEY-NEW-07", "A scope other than read, trade is not granted", {
    section: "API key create request",
    over: { value: NOT_GRANTED, ...DOCUMENTED },
    decisions: ["D-134"],
    fix:
      "Grant from the list of scopes users may have, never from what was asked for. Refuse " +
      "operator scopes before the key is made.",
  }),
  must("KEY-NEW-08", "Creating a key works under /v1 and /api/v1", {
    section: "Agent keys",
    follows: ["KEY-NEW-01"],
    decisions: ["D-174"],
    fix: "Mount the key routes under /v1 and /api/v1, as all others.",
  }),
  must(
    "KEY-NEW-09",
    "Two keys differ in 8 characters or more, and have 32 or more after the prefix",
    {
      section: "Authentication 2",
      follows: ["KEY-NEW-01"],
      over: DOCUMENTED,
      fix:
        "Draw at least 32 URL-safe characters from a cryptographic source for each key. A " +
        "short id, a counter, or a cached answer to the POST, is the usual cause.",
    },
  ),
  must("KEY-NEW-10", "No answer but that to its creation contains the plaintext of a key", {
    section: "Authentication 2",
    decisions: ["D-132"],
    fix:
      "Keep the digest alone: then no list, no error and no log can show the key again. A hint of " +
      "its first characters is enough to tell keys apart.",
  }),
  must("KEY-NEW-11", "A name or scopes of a wrong type make no key", {
    section: "HTTP statuses",
    over: { value: WRONG_TYPES, ...DOCUMENTED },
    decisions: ["D-002"],
    fix: "Validate the types of the body before a key is made: 400, as for any other body.",
  }),
  must("KEY-NEW-12", "A session creates keys for each agent of its owner", {
    section: "Agent keys",
    follows: ["KEY-NEW-01"],
    over: DOCUMENTED,
    fix:
      "Compare the owner of the path's agent with that of the session. A session bound to one " +
      "agent leaves an owner's other agents without keys.",
  }),
  must(
    "KEY-AUTH-01",
    "Creating and revoking a key without credentials are answered 401 and do nothing",
    {
      section: "Authentication 5",
      follows: ["AUTH-BEAR-02"],
      over: { route: KEY_ROUTES, prefix: PREFIXES },
      fix:
        "Authenticate before anything is looked up or done. A 404 to anybody tells which agents " +
        "exist; a handler ahead of the check revokes their keys.",
    },
  ),
  must("KEY-AUTH-02", "A bearer key alone creates and revokes no key", {
    section: "Authentication 5",
    over: { route: KEY_ROUTES, caller: ["key", "second-key", "sibling"], prefix: PREFIXES },
    decisions: ["D-135"],
    fix:
      "Ask for a session on both key routes. A leaked key must not be able to make more of " +
      "itself, nor to end the others.",
  }),
  must("KEY-AUTH-03", "Creating a key for another owner's agent is answered 403", {
    section: "Authentication 9",
    over: DOCUMENTED,
    decisions: ["D-094"],
    fix: "Check that the agent of the path belongs to the session's account, and answer 403.",
  }),
  either("KEY-AUTH-04", "Creating a key for a random agent UUID is answered 404 (403 tolerated)", {
    section: "HTTP statuses",
    over: DOCUMENTED,
    decisions: ["D-094"],
    fix:
      "Look the agent up before making its key, and answer 404. A foreign key constraint in " +
      "the database is a second guard.",
  }),
  must("KEY-REV-01", "Revoking a key answers 2xx", {
    section: "Agent keys",
    over: DOCUMENTED,
    decisions: ["D-133"],
    fix:
      "Answer 200, 202 or 204, and treat a repeat as done or as 404 or 409, never as a " +
      "malformed request.",
  }),
  must("KEY-REV-02", "A revoked key is answered 401 at once on every route about one caller", {
    section: "States 4",
    follows: ["AUTH-BEAR-02", "AUTH-BEAR-03"],
    over: AMENDED_TOO,
    fix:
      "Delete or mark the key before answering, and drop it from every authentication cache " +
      "on every node.",
  }),
  must("KEY-REV-03", "Other keys of the agent go on working after a revocation", {
    section: "States 4",
    follows: ["KEY-NEW-02", "KEY-NEW-09", "STRM-CONN-01", "TKT-MINT-11"],
    over: { route: BEARER_ROUTES, prefix: PREFIXES },
    fix: "Revoke by key id, not by agent or by session.",
  }),
  open("KEY-REV-04", "Whether resting orders placed with a key outlive its revocation", {
    section: "States 4",
  }),
  either(
    "KEY-REV-05",
    "Revoking an unknown key, or one of an unknown agent, is answered 404 (403 tolerated)",
    {
      section: "HTTP statuses",
      over: DOCUMENTED,
      decisions: ["D-133"],
      fix:
        "Look a key up by its id and the agent of the path together, and answer 404 when there is " +
        "none: a delete that affects no rows is not a success.",
    },
  ),
  must("KEY-REV-06", "Revoking another owner's key is answered 403 and the key goes on working", {
    section: "Authentication 9",
    over: DOCUMENTED,
    fix:
      "Check the owner before acting. Answering 403 after the statement ran is the worst of " +
      "both.",
  }),
  open("KEY-SCOPE-01", "What a read-only key may read, and a key for trade alone may do", {
    section: "Gaps",
    decisions: ["D-130"],
  }),
  must("KEY-SCOPE-02", "A key without trade places, cancels, amends and ladders nothing", {
    section: "Authentication 6",
    follows: ["GEN-UUID-01"],
    over: { route: TRADING_ROUTES, ...ORDERS },
    decisions: ["D-130"],
    fix:
      "Ask for the scope trade on every route that changes orders, in the table of routes rather " +
      "than in each handler: cancels and ladders are forgotten first.",
  }),
  must("KEY-OPER-01", "Neither user credentials nor none succeed on /agents/{agent_id}/keys", {
    section: "Agent keys",
    over: { route: OPERATORS_ROUTES, caller: ["key", "session", "nobody"], prefix: PREFIXES },
    decisions: ["D-144"],
    fix:
      "Guard the operator's path by a credential of its own. Being signed in must not be " +
      "enough, and a guard that looks at users alone lets in who is none.",
  }),
];
