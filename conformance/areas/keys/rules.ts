/** Rules on API keys: creation, caller, revocation, scope. */
import { either, must, open, type Rule } from "../../check/rule.ts";

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must(
    "KEY-NEW-01",
    "Creating a key with a session answers 200 or 201 and one plaintext rk_live_ key",
    {
      section: "Agent keys",
      decisions: ["D-132"],
      fix:
        "Return the plaintext once, in the answer to creation, and store only its digest. An " +
        "answer built from the stored record has no key in it.",
    },
  ),
  must("KEY-NEW-02", "A key created without scopes may read and trade", {
    section: "Authentication 6",
    decisions: ["D-130"],
    fix:
      "Use read and trade where scopes are absent. An empty list as default makes keys that " +
      "may do nothing.",
  }),
  open("KEY-NEW-03", "Whether the plaintext of a key stays out of every later GET", {
    section: "Authentication 2",
    decisions: ["D-132"],
  }),
  must("KEY-NEW-04", "A key name of 80 characters is accepted", {
    section: "API key create request",
    decisions: ["D-148"],
    fix: "Make the bound of 80 characters inclusive, and count characters rather than bytes.",
  }),
  must("KEY-NEW-05", "A key name of 81 characters is refused", {
    section: "API key create request",
    decisions: ["D-148"],
    fix:
      "Refuse names above 80 characters instead of cutting them: a database that truncates " +
      "does so unseen.",
  }),
  must("KEY-NEW-06", "Creating a key without a name is refused", {
    section: "API key create request",
    decisions: ["D-002"],
    fix: "Make name required; do not invent one.",
  }),
  must("KEY-NEW-07", "A scope other than read, trade is not granted", {
    section: "API key create request",
    decisions: ["D-134"],
    fix:
      "Grant from the list of scopes users may have, never from what was asked for. Refuse " +
      "operator scopes before the key is made.",
  }),
  must("KEY-NEW-08", "Creating a key works under /v1 and /api/v1", {
    section: "Agent keys",
    decisions: ["D-174"],
    fix: "Mount the key routes under /v1 and /api/v1, as all others.",
  }),
  must("KEY-NEW-09", "Two keys differ and have 32 or more characters after the prefix", {
    section: "Authentication 2",
    fix:
      "Draw at least 32 URL-safe characters from a cryptographic source for each key. A " +
      "short id, or a cached answer to the POST, is the usual cause.",
  }),
  must(
    "KEY-AUTH-01",
    "Creating and revoking a key without credentials are answered 401 and do nothing",
    {
      section: "Authentication 5",
      fix:
        "Authenticate before anything is looked up or done. A 404 to anybody tells which agents " +
        "exist; a handler ahead of the check revokes their keys.",
    },
  ),
  must("KEY-AUTH-02", "A bearer key alone cannot create a key", {
    section: "Authentication 5",
    decisions: ["D-135"],
    fix:
      "Ask for a session on the key routes. A leaked key must not be able to make more of " +
      "itself.",
  }),
  must("KEY-AUTH-03", "Creating a key for another owner's agent is answered 403", {
    section: "Authentication 9",
    decisions: ["D-094"],
    fix: "Check that the agent of the path belongs to the session's account, and answer 403.",
  }),
  either("KEY-AUTH-04", "Creating a key for a random agent UUID is answered 404 (403 tolerated)", {
    section: "HTTP statuses",
    decisions: ["D-094"],
    fix:
      "Look the agent up before making its key, and answer 404. A foreign key constraint in " +
      "the database is a second guard.",
  }),
  must("KEY-REV-01", "Revoking a key answers 2xx", {
    section: "Agent keys",
    decisions: ["D-133"],
    fix:
      "Answer 200, 202 or 204, and treat a repeat as done or as 404 or 409, never as a " +
      "malformed request.",
  }),
  must("KEY-REV-02", "A revoked key is answered 401 at once", {
    section: "States 4",
    fix:
      "Delete or mark the key before answering, and drop it from every authentication cache " +
      "on every node.",
  }),
  must("KEY-REV-03", "Other keys of the agent go on working after a revocation", {
    section: "States 4",
    fix: "Revoke by key id, not by agent or by session.",
  }),
  open("KEY-REV-04", "Whether resting orders placed with a key outlive its revocation", {
    section: "States 4",
  }),
  either("KEY-REV-05", "Revoking an unknown key id is answered 404 (403 tolerated)", {
    section: "HTTP statuses",
    decisions: ["D-133"],
    fix:
      "Answer 404 when the key does not exist: a delete that affects no rows is not a " +
      "success.",
  }),
  must("KEY-REV-06", "Revoking another owner's key is answered 403 and the key goes on working", {
    section: "Authentication 9",
    fix:
      "Check the owner before acting. Answering 403 after the statement ran is the worst of " +
      "both.",
  }),
  open("KEY-SCOPE-01", "What a read-only key may do", { section: "Gaps", decisions: ["D-130"] }),
  must("KEY-OPER-01", "User credentials do not succeed on /agents/{agent_id}/keys", {
    section: "Agent keys",
    decisions: ["D-144"],
    fix:
      "Guard the operator's path by a credential of its own. Being signed in must not be " +
      "enough.",
  }),
];
