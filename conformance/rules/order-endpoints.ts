/** Rules on the order routes: list, open, get, cancel, cancel all, ladder, amend. */
import { either, must, open, type Rule } from "../check/rule.ts";

/** In the order of the spec's part; ids are permanent. */
export const ORDER_ENDPOINTS_RULES: readonly Rule[] = [
  must("OAPI-LIST-01", "GET /orders answers 200", {
    section: "Orders",
    needs: ["agent"],
    decisions: ["D-090"],
  }),
  must("OAPI-LIST-02", "GET /orders contains an order just placed", {
    section: "Orders",
    needs: ["agent", "market"],
    decisions: ["D-090", "D-098"],
  }),
  must("OAPI-LIST-03", "GET /orders without limit gives at most 200 records", {
    section: "Orders",
    needs: ["agent", "many-orders"],
    decisions: ["D-113"],
  }),
  must("OAPI-LIST-04", "GET /orders with limit=1 gives at most one record", {
    section: "Orders",
    needs: ["agent", "market"],
  }),
  must("OAPI-LIST-05", "GET /orders with market_id gives only that market's orders", {
    section: "Orders",
    needs: ["agent", "two-markets"],
  }),
  either("OAPI-LIST-06", "GET /orders with a documented status gives only orders in it", {
    section: "Orders",
    needs: ["agent", "market"],
    decisions: ["D-091"],
  }),
  open("OAPI-LIST-07", "What GET /orders does with an unknown status", {
    section: "Orders gaps",
    needs: ["agent"],
    decisions: ["D-091"],
  }),
  must("OAPI-LIST-08", "GET /orders shows no order of another agent", {
    section: "Orders",
    needs: ["two-owners", "market"],
  }),
  either("OAPI-LIST-09", "GET /orders with limit=abc is answered 422 (400 tolerated)", {
    section: "HTTP statuses",
    needs: ["agent"],
    decisions: ["D-002"],
  }),
  must("OAPI-OPEN-01", 'GET /orders/open answers 200: "open" is not read as an order id', {
    section: "Orders",
    needs: ["agent"],
    decisions: ["D-095"],
  }),
  must("OAPI-OPEN-02", "GET /orders/open contains a resting order", {
    section: "Orders",
    needs: ["agent", "market"],
    decisions: ["D-098"],
  }),
  must("OAPI-OPEN-03", "GET /orders/open lacks cancelled and filled orders", {
    section: "Orders",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-098"],
  }),
  must("OAPI-OPEN-04", "GET /orders/open with market_id gives only that market's orders", {
    section: "Orders",
    needs: ["agent", "two-markets"],
  }),
  must(
    "OAPI-OPEN-05",
    "GET /orders/open gives at most one record with limit=1 and at most 500 by default",
    { section: "Orders", needs: ["agent", "market"] },
  ),
  must("OAPI-OPEN-06", "GET /orders/open shows no order of another agent", {
    section: "Orders",
    needs: ["two-owners", "market"],
  }),
  must("OAPI-GET-01", "GET of an own order answers 200 with its id", {
    section: "Orders",
    needs: ["agent", "market"],
    decisions: ["D-090"],
  }),
  must("OAPI-GET-02", "GET of another owner's order is answered 403", {
    section: "Authentication 9",
    needs: ["two-owners", "market"],
    decisions: ["D-094"],
  }),
  must("OAPI-GET-03", "GET of a random order UUID is answered 404", {
    section: "HTTP statuses",
    needs: ["agent"],
  }),
  open("OAPI-GET-04", "What GET of an order id that is not a UUID answers", {
    section: "(silent)",
    needs: ["agent"],
    decisions: ["D-113"],
  }),
  must("OAPI-CXL-01", "DELETE of an own resting order answers 200", {
    section: "Orders",
    needs: ["agent", "market"],
    decisions: ["D-092"],
  }),
  must("OAPI-CXL-02", "A cancelled order leaves /orders/open", {
    section: "Orders",
    needs: ["agent", "market"],
  }),
  either(
    "OAPI-CXL-03",
    "The record of a cancelled order says CANCELLED, where a status is readable",
    { section: "States", needs: ["agent", "market"], decisions: ["D-090"] },
  ),
  must("OAPI-CXL-04", "A cancelled order can no longer be filled", {
    section: "Orders",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-029"],
  }),
  must("OAPI-CXL-05", "DELETE of another owner's order is answered 403 and the order stays open", {
    section: "Authentication 9",
    needs: ["two-owners", "market"],
    decisions: ["D-094"],
  }),
  must("OAPI-CXL-06", "DELETE of a random order UUID is answered 404", {
    section: "HTTP statuses",
    needs: ["agent"],
  }),
  open("OAPI-CXL-07", "What a second DELETE of a cancelled order answers", {
    section: "(silent)",
    needs: ["agent", "market"],
    decisions: ["D-028"],
  }),
  must("OAPI-CXL-08", "DELETE of a filled order does not make it CANCELLED", {
    section: "States",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-028"],
  }),
  open("OAPI-CXL-09", "Whether a cancel gives the reserved cash back", {
    section: "(silent)",
    needs: ["agent", "market"],
    decisions: ["D-074"],
  }),
  must("OAPI-ALL-01", "DELETE /orders answers 200 and all own orders leave /orders/open", {
    section: "Orders",
    needs: ["agent", "two-markets"],
    decisions: ["D-093"],
  }),
  must("OAPI-ALL-02", "DELETE /orders with market_id cancels only that market's orders", {
    section: "Orders",
    needs: ["agent", "two-markets"],
  }),
  must("OAPI-ALL-03", "DELETE /orders leaves other agents' orders open", {
    section: "Orders",
    needs: ["two-owners", "market"],
  }),
  must("OAPI-ALL-04", "DELETE /orders with nothing open answers 200", {
    section: "Orders",
    needs: ["agent"],
    decisions: ["D-093"],
  }),
  must(
    "OAPI-ALL-05",
    "DELETE /orders with an unknown market_id cancels nothing of another market",
    { section: "Orders", needs: ["agent", "market"], decisions: ["D-097"] },
  ),
  open("OAPI-LADDER-01", "Whether POST /orders/replace-ladder exists for an authenticated caller", {
    section: "Orders",
    needs: ["agent"],
    decisions: ["D-031"],
  }),
  either(
    "OAPI-LADDER-02",
    "POST /orders/replace-ladder without credentials is 401 (400 and 422 tolerated)",
    { section: "Authentication 9", decisions: ["D-031"] },
  ),
  open("OAPI-AMEND-01", "Whether PATCH /orders/{order_id} exists and what it does", {
    section: "Gaps",
    needs: ["agent", "market"],
    decisions: ["D-030"],
  }),
];
