/** Rules on WebSocket tickets. */
import { PREFIXES } from "../../check/cell.ts";
import { either, must, type Rule } from "../../check/rule.ts";

const UNDER_EACH = { prefix: PREFIXES };

/** What is no UUID: a text, a number, a list. */
const NO_UUIDS = ['"not-a-uuid"', "17", "[]"];

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must(
    "TKT-MINT-01",
    "A bearer key with no body or {} mints a ticket: 201 with ticket and expires_at",
    {
      section: "WebSocket ticket",
      over: { caller: ["key", "second-key"], prefix: PREFIXES },
      fix: "Answer 201 with ticket and expires_at, for an empty body and for {}.",
    },
  ),
  must("TKT-MINT-02", "A ticket starts with rw_live_", {
    section: "WebSocket ticket",
    over: { caller: ["key", "session"], prefix: PREFIXES },
    fix:
      "Put rw_live_ in front of the random part, so that tickets and keys cannot be mistaken " +
      "for each other.",
  }),
  must("TKT-MINT-03", "expires_at is ISO 8601, 60 s after minting (5 s slack)", {
    section: "WebSocket ticket",
    follows: ["TKT-MINT-01"],
    over: { caller: ["key", "session"], prefix: PREFIXES },
    decisions: ["D-150"],
    fix:
      "Send expires_at as ISO 8601 in UTC, 60 seconds after minting by the clock that later " +
      "decides whether the ticket is too old.",
  }),
  must("TKT-MINT-04", "A bearer key with its own agent_id mints a ticket: 201", {
    section: "WebSocket ticket",
    follows: ["TKT-MINT-01"],
    over: UNDER_EACH,
    fix:
      "Accept the key's own agent_id. Compare UUIDs without regard to case, after resolving " +
      "the key.",
  }),
  must("TKT-MINT-05", "A bearer key with another agent's agent_id is answered 403", {
    section: "Authentication 9",
    over: { caller: ["sibling", "other"], prefix: PREFIXES },
    decisions: ["D-15A"],
    fix:
      "Compare agent_id with the key's own agent and answer 403, for agents of the same owner " +
      "too. Trusting the body gives away somebody else's private feed.",
  }),
  either("TKT-MINT-06", "An agent_id that is not a UUID is answered 400 or 422", {
    section: "WebSocket ticket",
    over: { value: NO_UUIDS, caller: ["key", "session"], prefix: PREFIXES },
    decisions: ["D-002"],
    fix: "Validate the form of agent_id before the ownership check: 400 or 422.",
  }),
  must("TKT-MINT-07", "A session without agent_id is refused a ticket", {
    section: "WebSocket ticket",
    over: UNDER_EACH,
    decisions: ["D-137"],
    fix:
      "Ask for agent_id when the caller is a session: it may own several agents, and picking " +
      "one is a guess.",
  }),
  must("TKT-MINT-08", "A session with its own agent_id mints a ticket: 201", {
    section: "WebSocket ticket",
    follows: ["TKT-MINT-01"],
    over: UNDER_EACH,
    fix:
      "Accept sessions with their CSRF header on this route. A route registered for keys " +
      "alone leaves the site without its feed.",
  }),
  must("TKT-MINT-09", "A session with another owner's agent_id is answered 403", {
    section: "Authentication 9",
    over: UNDER_EACH,
    decisions: ["D-15A"],
    fix: "Check that the agent belongs to the session's account and answer 403.",
  }),
  must("TKT-MINT-10", "Minting a ticket without credentials is answered 401", {
    section: "Authentication 9",
    follows: ["AUTH-BEAR-02"],
    over: UNDER_EACH,
    fix: "Require credentials on the route itself.",
  }),
  must("TKT-MINT-11", "Two tickets differ", {
    section: "WebSocket ticket",
    over: UNDER_EACH,
    fix:
      "Draw each ticket anew from a cryptographic source. Caching of the answer, or one " +
      "ticket per agent, breaks single use.",
  }),
  either("TKT-MINT-12", "An agent_id that no agent has is answered 404 (403 accepted)", {
    section: "HTTP statuses",
    over: { caller: ["key", "session"], prefix: PREFIXES },
    decisions: ["D-15A", "D-002"],
    fix:
      "Look the agent up before a ticket is made, and answer 404 when there is none: a check of " +
      "its owner that is left out for a missing agent lets every UUID by.",
  }),
];
