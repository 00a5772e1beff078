/** Rules on health, the kill switch, feature gates, life cycles and the version. */

import { ENDED, KINDS, ORDERS, PREFIXES, SIDES } from "../../check/cell.ts";
import { conditional, either, must, open, type Rule } from "../../check/rule.ts";

const EVERYWHERE = { prefix: PREFIXES } as const;
/** Whoever may place an order, by whatever credentials. */
const TRADERS = { ...ORDERS, caller: ["second-key", "session"] } as const;
/** A market of any kind, with orders of either side in it, as it ends in any way. */
const ENDS = { kind: KINDS, side: SIDES, status: ENDED } as const;

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must("OPS-HEALTH-01", "GET /health answers 200", {
    section: "Health",
    over: EVERYWHERE,
    decisions: ["D-170"],
    fix: "Serve /health outside of authentication and rate limits: load balancers have no key.",
  }),
  must("OPS-HEALTH-02", "GET /live answers 200", {
    section: "Health",
    over: EVERYWHERE,
    fix: "Serve /live outside of authentication, and let it depend on nothing but the process.",
  }),
  either("OPS-HEALTH-03", "GET /ready answers 200 (503 noted)", {
    section: "Health",
    over: EVERYWHERE,
    decisions: ["D-173"],
    fix: "Serve /ready outside of authentication: 200 when warm, 503 until then.",
  }),
  must("OPS-KILL-01", "A new order on a frozen venue is answered 503 EXCHANGE_FROZEN", {
    section: "Reject codes",
    decisions: ["D-170"],
    over: TRADERS,
    fix:
      "Check the kill switch before admission and answer 503 EXCHANGE_FROZEN. A freeze built " +
      "by closing markets gives another code.",
  }),
  open("OPS-KILL-02", "What cancels, reads and replays meet on a frozen venue", {
    section: "(silent)",
    decisions: ["D-170"],
  }),
  open("OPS-KILL-03", "Whether resting orders on a frozen venue do not trade", {
    section: "(silent)",
    decisions: ["D-170"],
  }),
  must("OPS-KILL-04", "After the kill switch is released orders are accepted again", {
    section: "Reject codes",
    over: ORDERS,
    fix:
      "Make release undo all that freezing did, on every node, and test it: a switch is used " +
      "in the worst hour.",
  }),
  must("OPS-KILL-05", "An order refused on a frozen venue neither rests nor trades", {
    section: "Reject codes",
    follows: ["OPS-KILL-01"],
    decisions: ["D-170"],
    over: ORDERS,
    fix:
      "Ask for the kill switch before the order reaches the engine, in every handler that enters " +
      "orders: one that answers 503 afterwards has traded all the same.",
  }),
  must("OPS-KILL-06", "What was refused on a frozen venue is accepted under the same id later", {
    section: "Behaviour 2",
    follows: ["IDEM-REJ-02"],
    decisions: ["D-042"],
    over: ORDERS,
    fix:
      "Remember a client_order_id with the result of the engine. What never came to the engine " +
      "has no result, and a client that tries again after the release means this very order.",
  }),
  must("OPS-KILL-07", "An amend or a ladder on a frozen venue changes no order and enters none", {
    section: "Reject codes",
    decisions: ["D-030", "D-031", "D-170"],
    over: ORDERS,
    fix:
      "Ask for the kill switch in every command that can put an order into the book: an order " +
      "that is repriced, or a rung of a ladder, enters it like a new one.",
  }),
  conditional(
    "OPS-KILL-08",
    "An order that is cancelled on a frozen venue leaves its book and the open orders",
    {
      section: "Endpoints, Orders",
      follows: ["OAPI-CXL-01", "OAPI-CXL-02"],
      decisions: ["D-170"],
      over: { kind: KINDS, side: SIDES, caller: ["key", "session"] },
      fix:
        "Let books and lists follow every change of an order, and not only trades: nothing trades " +
        "in a freeze, but where cancels are served the book moves with them.",
    },
  ),
  conditional(
    "OPS-GATE-01",
    "A closed feature is an error envelope, not EXCHANGE_FROZEN, under each prefix or none",
    {
      section: "HTTP statuses",
      follows: ["ERR-ENV-01"],
      decisions: ["D-171"],
      over: EVERYWHERE,
      fix:
        "Render the refusal of a closed feature gate by the common error renderer, with a code " +
        "that names the feature gate.",
    },
  ),
  open("STATE-MKT-01", "Whether the market statuses seen only move forward", {
    section: "States gaps",
    decisions: ["D-032"],
  }),
  open("STATE-ORD-01", "Whether terminal order statuses stay and executed quantity never falls", {
    section: "States gaps",
    decisions: ["D-020"],
  }),
  open("STATE-ORD-02", "What becomes of resting orders when a market leaves OPEN", {
    section: "States gaps",
    decisions: ["D-032"],
    over: ENDS,
  }),
  must(
    "STATE-ORD-03",
    "An order refused on a market that has closed trades with none that rested",
    {
      section: "States 1",
      follows: ["REJ-CLOSED-01", "REJ-CLOSED-02", "REJ-CLOSED-03"],
      decisions: ["D-032"],
      over: ENDS,
      fix:
        "Look at the market's status before the book is touched, in the thread that matches: an " +
        "order that is matched first and refused then has changed the other side.",
    },
  ),
  must("STATE-ORD-04", "An order can still be read after its market has closed", {
    section: "Endpoints, Orders",
    follows: ["OAPI-GET-01"],
    decisions: ["D-032", "D-090"],
    over: ENDS,
    fix:
      "Keep orders when a market ends: clients book by these records. Look for a clean-up that " +
      "drops the market's orders with its book.",
  }),
  must(
    "STATE-ORD-05",
    "An order that the end of its market has cancelled is not among the open ones",
    {
      section: "Endpoints, Orders",
      decisions: ["D-032"],
      over: ENDS,
      fix:
        "Let the end of a market cancel its orders by the command that clients use, so that their " +
        "records and the list of open orders follow alike.",
    },
  ),
  conditional("STATE-ORD-06", "A status that an order's record has is one of the five", {
    section: "States",
    follows: ["RES-SHAPE-04"],
    decisions: ["D-090"],
    fix:
      "Map every state of the engine to one of the five where a record is written: what expired, " +
      "or ended with its market, is CANCELLED.",
  }),
  conditional("VER-DOC-01", "A machine-readable description, where one is, says version 0.1.0", {
    section: "Versioning",
    decisions: ["D-175"],
    fix: "Write the version of the interface into info.version, not that of the build.",
  }),
];
