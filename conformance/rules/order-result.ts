/** Rules on OrderPlaceResult: its fields, its HTTP status and what each order status means. */
import { either, must, open, type Rule } from "../check/rule.ts";

/** In the order of the spec's part; ids are permanent. */
export const ORDER_RESULT_RULES: readonly Rule[] = [
  must(
    "RES-SHAPE-01",
    "A result has order_id, market_id, status, filled_qty, remaining_qty and fills",
    { section: "OrderPlaceResult", needs: ["agent", "market"] },
  ),
  must("RES-SHAPE-02", "An accepted order has a UUID other than the zero UUID", {
    section: "OrderPlaceResult",
    needs: ["agent", "market"],
  }),
  must("RES-SHAPE-03", "market_id in the result echoes the request", {
    section: "OrderPlaceResult",
    needs: ["agent", "market"],
  }),
  must("RES-SHAPE-04", "status is NEW, PARTIAL, FILLED, CANCELLED or REJECTED", {
    section: "OrderPlaceResult",
    needs: ["agent", "market"],
  }),
  must("RES-SHAPE-05", "filled_qty is from 0 to qty", {
    section: "OrderPlaceResult",
    needs: ["agent", "market"],
  }),
  must(
    "RES-SHAPE-06",
    "remaining_qty is not negative, and filled_qty + remaining_qty is at most qty",
    { section: "OrderPlaceResult", needs: ["agent", "market"] },
  ),
  must("RES-SHAPE-07", "fills is an array, empty exactly when filled_qty is 0", {
    section: "OrderPlaceResult",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-034"],
  }),
  must("RES-SHAPE-08", "avg_fill_price_cents is null or absent when nothing was filled", {
    section: "OrderPlaceResult",
    needs: ["agent", "market"],
  }),
  must(
    "RES-SHAPE-09",
    "avg_fill_price_cents of a filled order is a number not worse than its limit price",
    { section: "OrderPlaceResult", needs: ["two-owners", "binary", "quiet"], decisions: ["D-033"] },
  ),
  either(
    "RES-SHAPE-10",
    "avg_fill_price_cents is the volume-weighted average of the fills, where these are readable",
    { section: "OrderPlaceResult", needs: ["two-owners", "binary", "quiet"], decisions: ["D-034"] },
  ),
  must("RES-SHAPE-11", "A REJECTED result carries a non-empty reject_reason", {
    section: "Behaviour 5",
    needs: ["agent", "market"],
  }),
  open("RES-SHAPE-12", "Whether reject_reason is null or absent when the order is not REJECTED", {
    section: "OrderPlaceResult",
    needs: ["agent", "market"],
  }),
  must("RES-SHAPE-13", "reject_message is a string, null or absent", {
    section: "OrderPlaceResult",
    needs: ["agent", "market"],
  }),
  must("RES-SHAPE-14", "effective_leverage is null or absent on a binary", {
    section: "OrderPlaceResult",
    needs: ["agent", "binary"],
  }),
  must("RES-SHAPE-15", "effective_leverage is an integer of at least 1 on an accepted perp order", {
    section: "OrderPlaceResult",
    needs: ["agent", "perp"],
    decisions: ["D-075"],
  }),
  must("RES-HTTP-01", "An accepted order is answered 201", {
    section: "Endpoints, Errors",
    needs: ["agent", "market"],
    decisions: ["D-001"],
  }),
  either(
    "RES-HTTP-02",
    "An engine decline is answered 200 (201 tolerated) with an OrderPlaceResult",
    { section: "Errors", needs: ["agent", "market"], decisions: ["D-001"] },
  ),
  must("RES-STATE-01", "NEW means filled_qty 0 and remaining_qty equal to qty", {
    section: "States 3",
    needs: ["agent", "market"],
  }),
  must(
    "RES-STATE-02",
    "PARTIAL of a resting order means 0 < filled_qty < qty and remaining_qty = qty - filled_qty",
    { section: "States 3", needs: ["two-owners", "binary", "quiet"] },
  ),
  must("RES-STATE-03", "FILLED means filled_qty equal to qty and remaining_qty 0", {
    section: "States 3",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-021"],
  }),
  must("RES-STATE-04", "REJECTED means the zero UUID, filled_qty 0, remaining_qty 0 and no fills", {
    section: "States 2, Result",
    needs: ["agent", "market"],
    decisions: ["D-009"],
  }),
  must("RES-STATE-05", "An IOC, FOK or MARKET result has remaining_qty 0", {
    section: "OrderPlaceResult",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-021"],
  }),
  must("RES-STATE-06", "A rejected order is not in /orders/open", {
    section: "States 2",
    needs: ["agent", "market"],
    decisions: ["D-009"],
  }),
  open("RES-STATE-07", "What GET /orders/{zero UUID} answers (neither 200 nor 5xx is expected)", {
    section: "States 2",
    needs: ["agent"],
    decisions: ["D-009"],
  }),
];
