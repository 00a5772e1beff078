/** Rules on the order routes that change what rests: cancel, cancel all, ladder, amend. */
import { KINDS, ORDERS, PREFIXES, SIDES } from "../../check/cell.ts";
import { conditional, either, must, open, type Rule } from "../../check/rule.ts";
import { FOREIGN_CALLERS, OWN_CALLERS } from "../caller.ts";

/** In the spec's order; ids are permanent. */
export const CANCEL_RULES: readonly Rule[] = [
  must("OAPI-CXL-01", "DELETE of an own resting order answers 200", {
    section: "Orders",
    follows: ["RES-SHAPE-02"],
    over: { ...ORDERS, caller: OWN_CALLERS },
    decisions: ["D-092"],
    fix:
      "Answer 200 when the order was cancelled. A status set from a second look-up, after " +
      "the order is gone, turns into 404 or 409.",
  }),
  must("OAPI-CXL-02", "A cancelled order leaves /orders/open", {
    section: "Orders",
    over: { ...ORDERS, caller: OWN_CALLERS },
    fix: "Cancel before answering. If the engine is asynchronous, wait for its confirmation.",
  }),
  either(
    "OAPI-CXL-03",
    "The record of a cancelled order says CANCELLED, where a status is readable",
    {
      section: "States",
      follows: ["OAPI-CXL-02", "OAPI-CXL-01"],
      over: { ...ORDERS, caller: OWN_CALLERS },
      decisions: ["D-090"],
      fix:
        "Write CANCELLED for an order that was accepted once. REJECTED is for orders that " +
        "never were.",
    },
  ),
  must("OAPI-CXL-04", "A cancelled order can no longer be filled", {
    section: "Orders",
    follows: ["OAPI-CXL-02"],
    over: ORDERS,
    decisions: ["D-029"],
    fix:
      "Take the order out of the book itself, not only out of lists and records, before the " +
      "200 goes out.",
  }),
  must("OAPI-CXL-05", "DELETE of another agent's order is answered 403 and the order stays open", {
    section: "Authentication 9",
    // That it stays open is read in the list.
    follows: ["OAPI-OPEN-02"],
    over: { ...ORDERS, caller: FOREIGN_CALLERS },
    decisions: ["D-094"],
    fix:
      "Compare the agent before acting, not after. A 403 that is decided once the command " +
      "was sent comes too late.",
  }),
  must("OAPI-CXL-06", "DELETE of a random order UUID is answered 404", {
    section: "HTTP statuses",
    follows: ["SESS-CSRF-03", "OAPI-GET-03"],
    over: { caller: OWN_CALLERS, prefix: PREFIXES },
    fix: "Answer 404 when nothing was found: a delete that affects no rows is not a success.",
  }),
  open("OAPI-CXL-07", "What a second DELETE of a cancelled order answers", {
    section: "(silent)",
    over: { kind: KINDS, side: SIDES },
    decisions: ["D-028"],
  }),
  must("OAPI-CXL-08", "DELETE of a filled order does not make it CANCELLED", {
    section: "States",
    over: ORDERS,
    decisions: ["D-028"],
    fix:
      "Cancel only what is NEW or PARTIAL, in the same step as the check. An update without " +
      "a condition on the status rewrites history.",
  }),
  open("OAPI-CXL-09", "Whether a cancel gives the reserved cash back", {
    section: "(silent)",
    over: { kind: KINDS, side: SIDES },
    decisions: ["D-074"],
  }),
  must("OAPI-ALL-01", "DELETE /orders answers 200 and all own orders leave /orders/open", {
    section: "Orders",
    follows: ["OAPI-OPEN-03"],
    over: { kind: KINDS, caller: ["second-key", "session"], prefix: PREFIXES },
    decisions: ["D-093"],
    fix:
      "Cancel every resting order of the agent, over all markets and pages. A loop that " +
      "reads one page, or one market, stops early.",
  }),
  must("OAPI-ALL-02", "DELETE /orders with market_id cancels only that market's orders", {
    section: "Orders",
    follows: ["OAPI-ALL-01"],
    over: { kind: KINDS, prefix: PREFIXES },
    fix:
      "Hand market_id to the command. A parameter read from the body of a DELETE is lost on " +
      "the way.",
  }),
  must("OAPI-ALL-03", "DELETE /orders leaves other agents' orders open", {
    section: "Orders",
    over: { ...ORDERS, caller: FOREIGN_CALLERS },
    fix:
      "Scope the command by the agent of the credentials. Cancelling by market alone empties " +
      "the whole book.",
  }),
  must("OAPI-ALL-04", "DELETE /orders with nothing open answers 200", {
    section: "Orders",
    over: { prefix: PREFIXES },
    decisions: ["D-093"],
    fix:
      "Answer 200 when there was nothing to cancel: cancel-all is what a client sends when " +
      "it does not know.",
  }),
  must(
    "OAPI-ALL-05",
    "DELETE /orders with an unknown market_id cancels nothing of another market",
    {
      section: "Orders",
      follows: ["OAPI-ALL-02"],
      over: { kind: KINDS, prefix: PREFIXES },
      decisions: ["D-097"],
      fix:
        "Treat an unknown market_id as a filter that matches nothing, or refuse it. It must " +
        "never become no filter at all.",
    },
  ),
  open("OAPI-LADDER-01", "Whether POST /orders/replace-ladder exists for an authenticated caller", {
    section: "Orders",
    decisions: ["D-031"],
  }),
  either(
    "OAPI-LADDER-02",
    "POST /orders/replace-ladder without credentials is 401, or 404 where there is none",
    {
      section: "Authentication 9",
      follows: ["AUTH-BEAR-02"],
      over: { prefix: PREFIXES },
      decisions: ["D-031"],
      fix:
        "Put the route behind the same authentication as POST /orders. Routes added later are " +
        "often registered outside of it.",
    },
  ),
  open("OAPI-AMEND-01", "Whether PATCH /orders/{order_id} exists and what it does", {
    section: "Gaps",
    over: { kind: KINDS, side: SIDES },
    decisions: ["D-030"],
  }),
  must("OAPI-AMEND-02", "PATCH of another agent's order changes nothing; served, it is 403", {
    section: "Authentication 9",
    follows: ["OAPI-GET-02"],
    over: { ...ORDERS, caller: FOREIGN_CALLERS },
    decisions: ["D-030", "D-094"],
    fix:
      "Compare the agent before an order is amended, as for a cancel: a route that the spec does " +
      "not list is guarded like those that it does.",
  }),
  conditional("OAPI-AMEND-03", "An amendment leaves an order of whole contracts", {
    section: "Resources",
    over: ORDERS,
    decisions: ["D-030"],
    fix: "Validate what an amendment asks for by the schema of the order that it changes.",
  }),
];
