/** Rules on the order routes: list, open, get, cancel, cancel all, ladder, amend. */
import { PREFIXES } from "../../check/cell.ts";
import { either, must, open, type Rule } from "../../check/rule.ts";

/** Who is another agent: also one of the same owner, and a session. */
const OTHERS = ["sibling", "other", "other-session"] as const;

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must("OAPI-LIST-01", "GET /orders answers 200", {
    section: "Orders",
    decisions: ["D-090"],
    fix:
      "Serve GET /orders under every prefix for keys with read scope. A router that knows " +
      "POST /orders alone answers 404 or 405.",
  }),
  must("OAPI-LIST-02", "GET /orders contains an order just placed", {
    section: "Orders",
    decisions: ["D-090", "D-098"],
    fix:
      "List orders of every status, resting ones included, and without a delay: a read " +
      "replica that lags shows up here.",
  }),
  must("OAPI-LIST-03", "GET /orders without limit gives at most 200 records", {
    section: "Orders",
    decisions: ["D-113"],
    fix: "Apply a default of 200 where limit is absent, in the query rather than in the client.",
  }),
  must("OAPI-LIST-04", "GET /orders with limit=1 gives at most one record", {
    section: "Orders",
    fix:
      "Hand limit to the query. A parameter that is validated but not used is the usual " +
      "cause.",
  }),
  must("OAPI-LIST-05", "GET /orders with market_id gives only that market's orders", {
    section: "Orders",
    fix: "Filter by market_id before the limit is applied. Check the name of the parameter too.",
  }),
  either("OAPI-LIST-06", "GET /orders with a documented status gives only orders in it", {
    section: "Orders",
    decisions: ["D-091"],
    fix: "Accept every status the result can carry, in the same spelling, as a filter.",
  }),
  open("OAPI-LIST-07", "What GET /orders does with an unknown status", {
    section: "Orders gaps",
    decisions: ["D-091"],
  }),
  must("OAPI-LIST-08", "GET /orders shows no order of another agent", {
    section: "Orders",
    fix:
      "Scope the query by the agent of the credentials, in the one place that all order " +
      "reads share. A caller's parameter never widens it.",
  }),
  either("OAPI-LIST-09", "GET /orders with limit=abc is answered 422 (400 tolerated)", {
    section: "HTTP statuses",
    decisions: ["D-002"],
    fix: "Validate query parameters: text where a number is due is 422, not a silent default.",
  }),
  must("OAPI-OPEN-01", 'GET /orders/open answers 200: "open" is not read as an order id', {
    section: "Orders",
    decisions: ["D-095"],
    fix: "Register /orders/open before /orders/{order_id}, or constrain the id to UUIDs.",
  }),
  must("OAPI-OPEN-02", "GET /orders/open contains a resting order", {
    section: "Orders",
    decisions: ["D-098"],
    fix:
      "List NEW and PARTIAL orders straight from the book or from a projection that is up to " +
      "date when the 201 goes out.",
  }),
  must("OAPI-OPEN-03", "GET /orders/open lacks cancelled and filled orders", {
    section: "Orders",
    decisions: ["D-098"],
    fix:
      "Leave out orders that are done. Update the list when an order is filled as well as " +
      "when it is cancelled.",
  }),
  must("OAPI-OPEN-04", "GET /orders/open with market_id gives only that market's orders", {
    section: "Orders",
    fix:
      "Hand market_id to the query of open orders too: it is often built apart from that of " +
      "GET /orders.",
  }),
  must(
    "OAPI-OPEN-05",
    "GET /orders/open gives at most one record with limit=1 and at most 500 by default",
    { section: "Orders", fix: "Apply limit, and a default of 500, to open orders too." },
  ),
  must("OAPI-OPEN-06", "GET /orders/open shows no order of another agent", {
    section: "Orders",
    fix:
      "Scope open orders by the agent of the credentials. Reading them straight from the " +
      "shared book forgets it easily.",
  }),
  must("OAPI-GET-01", "GET of an own order answers 200 with its id", {
    section: "Orders",
    decisions: ["D-090"],
    fix:
      "Look the order up where it lives in every state: an archive of finished orders does " +
      "not hold the resting ones, nor the book the finished.",
  }),
  must("OAPI-GET-02", "GET of another agent's order is answered 403", {
    section: "Authentication 9",
    over: { caller: OTHERS, prefix: PREFIXES },
    decisions: ["D-094"],
    fix:
      "Look up by id first, then compare owners and answer 403. A query that filters by " +
      "owner cannot tell foreign from missing.",
  }),
  must("OAPI-GET-03", "GET of a random order UUID is answered 404", {
    section: "HTTP statuses",
    fix:
      "Answer 404 with an envelope when the look-up finds nothing. Serializing a missing " +
      "record gives 200 and null.",
  }),
  open("OAPI-GET-04", "What GET of an order id that is not a UUID answers", {
    section: "(silent)",
    decisions: ["D-113"],
  }),
  must("OAPI-CXL-01", "DELETE of an own resting order answers 200", {
    section: "Orders",
    decisions: ["D-092"],
    fix:
      "Answer 200 when the order was cancelled. A status set from a second look-up, after " +
      "the order is gone, turns into 404 or 409.",
  }),
  must("OAPI-CXL-02", "A cancelled order leaves /orders/open", {
    section: "Orders",
    fix: "Cancel before answering. If the engine is asynchronous, wait for its confirmation.",
  }),
  either(
    "OAPI-CXL-03",
    "The record of a cancelled order says CANCELLED, where a status is readable",
    {
      section: "States",
      decisions: ["D-090"],
      fix:
        "Write CANCELLED for an order that was accepted once. REJECTED is for orders that " +
        "never were.",
    },
  ),
  must("OAPI-CXL-04", "A cancelled order can no longer be filled", {
    section: "Orders",
    decisions: ["D-029"],
    fix:
      "Take the order out of the book itself, not only out of lists and records, before the " +
      "200 goes out.",
  }),
  must("OAPI-CXL-05", "DELETE of another agent's order is answered 403 and the order stays open", {
    section: "Authentication 9",
    over: { caller: OTHERS, prefix: PREFIXES },
    decisions: ["D-094"],
    fix:
      "Compare the owner before acting, not after. A 403 that is decided once the command " +
      "was sent comes too late.",
  }),
  must("OAPI-CXL-06", "DELETE of a random order UUID is answered 404", {
    section: "HTTP statuses",
    fix: "Answer 404 when nothing was found: a delete that affects no rows is not a success.",
  }),
  open("OAPI-CXL-07", "What a second DELETE of a cancelled order answers", {
    section: "(silent)",
    decisions: ["D-028"],
  }),
  must("OAPI-CXL-08", "DELETE of a filled order does not make it CANCELLED", {
    section: "States",
    decisions: ["D-028"],
    fix:
      "Cancel only what is NEW or PARTIAL, in the same step as the check. An update without " +
      "a condition on the status rewrites history.",
  }),
  open("OAPI-CXL-09", "Whether a cancel gives the reserved cash back", {
    section: "(silent)",
    decisions: ["D-074"],
  }),
  must("OAPI-ALL-01", "DELETE /orders answers 200 and all own orders leave /orders/open", {
    section: "Orders",
    decisions: ["D-093"],
    fix:
      "Cancel every resting order of the agent, over all markets and pages. A loop that " +
      "reads one page, or one market, stops early.",
  }),
  must("OAPI-ALL-02", "DELETE /orders with market_id cancels only that market's orders", {
    section: "Orders",
    fix:
      "Hand market_id to the command. A parameter read from the body of a DELETE is lost on " +
      "the way.",
  }),
  must("OAPI-ALL-03", "DELETE /orders leaves other agents' orders open", {
    section: "Orders",
    fix:
      "Scope the command by the agent of the credentials. Cancelling by market alone empties " +
      "the whole book.",
  }),
  must("OAPI-ALL-04", "DELETE /orders with nothing open answers 200", {
    section: "Orders",
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
    "POST /orders/replace-ladder without credentials is 401 (400 and 422 tolerated)",
    {
      section: "Authentication 9",
      decisions: ["D-031"],
      fix:
        "Put the route behind the same authentication as POST /orders. Routes added later are " +
        "often registered outside of it.",
    },
  ),
  open("OAPI-AMEND-01", "Whether PATCH /orders/{order_id} exists and what it does", {
    section: "Gaps",
    decisions: ["D-030"],
  }),
];
