/** Rules on rate limits, 429 answers and page bounds. */
import { either, must, open, type Rule } from "../../check/rule.ts";
import { AMEND, KEY_ROUTES, READ_ROUTES } from "../../spec/route-table.ts";

/** Nobody counts whether a venue lives, nor what a browser asks before it has an agent. */
const UNCOUNTED = /^GET \/(health|live|ready|openapi|auth\/|feed\/btc-spot\/health)/;
/** Every kind of read that a key may send. Spec: Limits; R-03. */
export const COUNTED_READS = READ_ROUTES.filter((route) => !UNCOUNTED.test(route));

/** What one order is cancelled by. */
export const CANCEL = "DELETE /orders/{order_id}";
/** What orders are placed and cancelled by. */
export const ORDER_WRITES = ["POST /orders", CANCEL, "DELETE /orders"];

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must("LIM-WRITE-01", "After a quiet minute 600 writes of mixed kinds meet no 429", {
    section: "Limits",
    decisions: ["D-163"],
    fix:
      "Let 600 writes pass in 60 s for each agent. Limits counted per second, or a bucket " +
      "whose refill is too slow, cut in early.",
  }),
  must(
    "LIM-WRITE-02",
    "Above 600 writes in 60 s a 429 comes; what a bucket regains and a fixed edge may pass",
    {
      section: "Limits",
      decisions: ["D-163"],
      fix:
        "Count writes per agent and answer 429 above 600 in 60 s. If the gateway should do it, " +
        "check that it is switched on for this deployment.",
    },
  ),
  must("LIM-WRITE-03", "When one key is write-limited, the agent's other key and browser are too", {
    section: "Limits",
    follows: ["LIM-WRITE-02"],
    over: { caller: ["second-key", "session"] },
    fix:
      "Count by agent, after the key was resolved. Counting by key lets an agent multiply " +
      "its limit.",
  }),
  must("LIM-WRITE-04", "When one agent is write-limited, another agent is not", {
    section: "Limits",
    over: { caller: ["other", "sibling"] },
    fix:
      "Count by agent. A global or per-address counter lets one bot stop everybody behind " +
      "the same address.",
  }),
  must("LIM-WRITE-05", "A write-limited agent can still read, a read-limited one write", {
    section: "Limits",
    follows: ["LIM-WRITE-02", "LIM-READ-02"],
    decisions: ["D-168"],
    fix:
      "Keep separate counters for reads and writes, so that a limited agent can still look " +
      "after its orders.",
  }),
  must("LIM-WRITE-06", "After Retry-After a write passes, and a read", {
    section: "Limits",
    follows: ["LIM-WRITE-02", "LIM-READ-02"],
    fix: "Compute Retry-After from when the next write will really pass, rounded up.",
  }),
  must(
    "LIM-WRITE-07",
    "A rate-limited write does nothing: no order is placed or cancelled, no id is bound",
    {
      section: "Limits",
      follows: ["LIM-WRITE-02"],
      fix:
        "Decide before the handler runs. A limiter that looks at answers, or runs beside the " +
        "engine, refuses orders that were placed.",
    },
  ),
  must("LIM-WRITE-08", "Each kind of write counts: it is refused where the budget is spent", {
    section: "Limits",
    follows: ["LIM-WRITE-02", "LIM-WRITE-03"],
    over: { route: [...ORDER_WRITES, AMEND, ...KEY_ROUTES] },
    decisions: ["D-163"],
    fix: "Put the limiter in front of every route of writes. A route added later often lacks it.",
  }),
  must("LIM-READ-01", "After a quiet minute 6000 reads of mixed kinds meet no 429", {
    section: "Limits",
    decisions: ["D-163"],
    fix:
      "Let 6000 reads pass in 60 s for each agent, without a lower limit of the gateway in " +
      "front.",
  }),
  must(
    "LIM-READ-02",
    "Above 6000 reads in 60 s a 429 comes; what a bucket regains and a fixed edge may pass",
    {
      section: "Limits",
      follows: ["LIM-WRITE-02"],
      decisions: ["D-163"],
      fix:
        "Count reads per agent and answer 429 above 6000 in 60 s. A cache that answers ahead " +
        "of the limiter leaves reads without a limit.",
    },
  ),
  must(
    "LIM-READ-03",
    "Each kind of read by a key counts: it is refused where the budget is spent",
    {
      section: "Limits",
      follows: ["LIM-READ-02"],
      over: { route: COUNTED_READS },
      decisions: ["D-163"],
      fix: "Put the limiter in front of every read, whether or not it takes credentials: a key says whose it is.",
    },
  ),
  must("LIM-READ-04", "When one key is read-limited, the agent's other key and browser are too", {
    section: "Limits",
    follows: ["LIM-READ-02", "LIM-WRITE-03"],
    over: { caller: ["second-key", "session"] },
    fix:
      "Count reads by agent as writes are, after the key was resolved: a limiter of the gateway " +
      "mostly counts by key or by address.",
  }),
  must("LIM-READ-05", "When one agent is read-limited, another agent is not", {
    section: "Limits",
    follows: ["LIM-WRITE-04"],
    over: { caller: ["other", "sibling"] },
    fix:
      "Count reads by agent, not by owner or address: agents of one owner have a budget each, and " +
      "so have those behind one address.",
  }),
  either("LIM-429-01", "A 429 has code RATE_LIMITED at top level or under detail", {
    section: "Limits",
    decisions: ["D-005"],
    fix:
      "Send the code RATE_LIMITED, at the top level or under detail. A gateway's limiter has " +
      "a body of its own: configure it.",
  }),
  must("LIM-429-02", "A 429 has Retry-After: a whole number from 1 to 60, in digits", {
    section: "Limits",
    decisions: ["D-165"],
    fix: "Add Retry-After in whole seconds to every 429, also to those a gateway sends.",
  }),
  open("LIM-HDR-01", "The quota headers sent", { section: "(silent)", decisions: ["D-167"] }),
  open("LIM-COUNT-01", "Whether refused requests count", {
    section: "(silent)",
    decisions: ["D-164"],
  }),
  either(
    "LIM-PAGE-01",
    "Huge, zero or negative sizes, offsets and spans: 200, 400 or 422, never 5xx",
    {
      section: "Gaps",
      decisions: ["D-113"],
      fix:
        "Bound every paging parameter in the schema: refuse, or cut to the bound. Never hand a " +
        "negative or huge number to the database.",
    },
  ),
  must("LIM-SIZE-01", "A size that is left out is the one that the spec lists, for whoever asks", {
    section: "Limits",
    follows: [
      ...["MKT-LIST-08", "MKT-ACT-03", "MKT-SER-03", "LEAD-LIST-06"],
      ...["SPOT-HIST-03", "SPOT-CDL-02", "SPOT-CDL-03"],
    ],
    over: { caller: ["key", "second-key", "read-key", "session", "sibling", "nobody"] },
    decisions: ["D-112"],
    fix:
      "Let the schema of a route fill in what is left out, before anybody looks who asks: pages for " +
      "guests or browsers often have a size of their own.",
  }),
];
