/** Rules on API keys: creation, caller, revocation, scope. */
import { either, must, open, type Rule } from "../check/rule.ts";

/** In the order of the spec's part; ids are permanent. */
export const KEYS_RULES: readonly Rule[] = [
  must(
    "KEY-NEW-01",
    "Creating a key with a session answers 200 or 201 and one plaintext rk_live_ key",
    { section: "Agent keys", needs: ["browser"], decisions: ["D-132"] },
  ),
  must("KEY-NEW-02", "A key created without scopes may read and trade", {
    section: "Authentication 6",
    needs: ["browser", "market"],
    decisions: ["D-130"],
  }),
  open("KEY-NEW-03", "Whether the plaintext of a key stays out of every later GET", {
    section: "Authentication 2",
    needs: ["browser"],
    decisions: ["D-132"],
  }),
  must("KEY-NEW-04", "A key name of 80 characters is accepted", {
    section: "API key create request",
    needs: ["browser"],
    decisions: ["D-148"],
  }),
  must("KEY-NEW-05", "A key name of 81 characters is refused", {
    section: "API key create request",
    needs: ["browser"],
    decisions: ["D-148"],
  }),
  must("KEY-NEW-06", "Creating a key without a name is refused", {
    section: "API key create request",
    needs: ["browser"],
    decisions: ["D-002"],
  }),
  must("KEY-NEW-07", "A scope other than read, trade is not granted", {
    section: "API key create request",
    needs: ["browser"],
    decisions: ["D-134"],
  }),
  must("KEY-NEW-08", "Creating a key works under /v1 and /api/v1", {
    section: "Agent keys",
    needs: ["browser"],
    decisions: ["D-174"],
  }),
  must("KEY-NEW-09", "Two keys differ and have 32 or more characters after the prefix", {
    section: "Authentication 2",
    needs: ["browser"],
  }),
  must(
    "KEY-AUTH-01",
    "Creating and revoking a key without credentials are answered 401 and do nothing",
    { section: "Authentication 5" },
  ),
  must("KEY-AUTH-02", "A bearer key alone cannot create a key", {
    section: "Authentication 5",
    needs: ["agent"],
    decisions: ["D-135"],
  }),
  must("KEY-AUTH-03", "Creating a key for another owner's agent is answered 403", {
    section: "Authentication 9",
    needs: ["browser", "two-browsers"],
    decisions: ["D-094"],
  }),
  either("KEY-AUTH-04", "Creating a key for a random agent UUID is answered 404 (403 tolerated)", {
    section: "HTTP statuses",
    needs: ["browser"],
    decisions: ["D-094"],
  }),
  must("KEY-REV-01", "Revoking a key answers 2xx", {
    section: "Agent keys",
    needs: ["browser"],
    decisions: ["D-133"],
  }),
  must("KEY-REV-02", "A revoked key is answered 401 at once", {
    section: "States 4",
    needs: ["browser"],
  }),
  must("KEY-REV-03", "Other keys of the agent go on working after a revocation", {
    section: "States 4",
    needs: ["browser", "second-key"],
  }),
  open("KEY-REV-04", "Whether resting orders placed with a key outlive its revocation", {
    section: "States 4",
    needs: ["browser", "market"],
  }),
  either("KEY-REV-05", "Revoking an unknown key id is answered 404 (403 tolerated)", {
    section: "HTTP statuses",
    needs: ["browser"],
    decisions: ["D-133"],
  }),
  must("KEY-REV-06", "Revoking another owner's key is answered 403 and the key goes on working", {
    section: "Authentication 9",
    needs: ["browser", "two-browsers"],
  }),
  open("KEY-SCOPE-01", "What a read-only key may do", {
    section: "Gaps",
    needs: ["read-only-key", "market"],
    decisions: ["D-130"],
  }),
  must("KEY-OPER-01", "User credentials do not succeed on /agents/{agent_id}/keys", {
    section: "Agent keys",
    needs: ["agent", "browser"],
    decisions: ["D-144"],
  }),
];
