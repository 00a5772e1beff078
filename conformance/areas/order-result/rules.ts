/** Rules on OrderPlaceResult: its fields, its HTTP status and what each order status means. */
import { ORDERS, PREFIXES, SIDES } from "../../check/cell.ts";
import { either, must, open, type Rule } from "../../check/rule.ts";

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must(
    "RES-SHAPE-01",
    "A result has order_id, market_id, status, filled_qty, remaining_qty and fills",
    {
      section: "OrderPlaceResult",
      fix:
        "Write all six members in every result. Serializers that drop empty lists, zeros or " +
        "nulls are the usual cause: switch that off here.",
    },
  ),
  must(
    "RES-SHAPE-02",
    "An accepted order has a UUID of its own: not the zero UUID, nor another order's",
    {
      section: "OrderPlaceResult",
      fix:
        "Give the order its id on acceptance, before the answer is built. An answer made from " +
        "the request, or before the insert returns, has none.",
    },
  ),
  must("RES-SHAPE-03", "market_id in the result echoes the request", {
    section: "OrderPlaceResult",
    fix:
      "Copy market_id from the request, or from the market it was resolved to. An internal " +
      "or parent id must not leak into the answer.",
  }),
  must("RES-SHAPE-04", "status is NEW, PARTIAL, FILLED, CANCELLED or REJECTED", {
    section: "OrderPlaceResult",
    fix:
      "Map internal states to the five words in one place, and fail loudly on a state the " +
      "map does not know.",
  }),
  must("RES-SHAPE-05", "filled_qty is from 0 to qty", {
    section: "OrderPlaceResult",
    fix:
      "Count fills from 0 upwards, and never derive filled_qty from a remaining quantity " +
      "that uses other conventions.",
  }),
  must(
    "RES-SHAPE-06",
    "remaining_qty is not negative, and filled_qty + remaining_qty is at most qty",
    {
      section: "OrderPlaceResult",
      follows: ["RES-STATE-01", "RES-STATE-02", "RES-STATE-03", "RES-STATE-05"],
      fix:
        "Take both quantities from one snapshot after matching. Reading remaining_qty before " +
        "and filled_qty after a fill counts a contract twice.",
    },
  ),
  must("RES-SHAPE-07", "fills is an array, empty exactly when filled_qty is 0", {
    section: "OrderPlaceResult",
    decisions: ["D-034"],
    fix:
      "Return the fills of this order that arrival produced. An answer built before the " +
      "matching thread reports its fills comes out empty.",
  }),
  must("RES-SHAPE-08", "avg_fill_price_cents is null or absent when nothing was filled", {
    section: "OrderPlaceResult",
    fix:
      "Send null until something was filled: 0 is a price. Guard the division by a quantity " +
      "of zero.",
  }),
  must(
    "RES-SHAPE-09",
    "avg_fill_price_cents of a filled order is a number not worse than its limit price",
    {
      section: "OrderPlaceResult",
      over: ORDERS,
      decisions: ["D-033"],
      fix:
        "Compute the average from this order's fills, in the market's own price unit. Null, or " +
        "the maker's side of the trade, or cents for dollars are the usual slips.",
    },
  ),
  either(
    "RES-SHAPE-10",
    "avg_fill_price_cents is the volume-weighted average of the fills, where these are readable",
    {
      section: "OrderPlaceResult",
      follows: ["RES-SHAPE-09"],
      over: ORDERS,
      decisions: ["D-034"],
      fix:
        "Weight each fill's price by its quantity: sum of price times quantity, divided by the " +
        "sum of quantities.",
    },
  ),
  must("RES-SHAPE-11", "A REJECTED result carries a non-empty reject_reason", {
    section: "Behaviour 5",
    follows: ["RES-SHAPE-01"],
    fix:
      "Set reject_reason wherever status becomes REJECTED; one constructor for declines " +
      "makes it impossible to forget.",
  }),
  open("RES-SHAPE-12", "Whether reject_reason is null or absent when the order is not REJECTED", {
    section: "OrderPlaceResult",
  }),
  must("RES-SHAPE-13", "reject_message is a string, null or absent", {
    section: "OrderPlaceResult",
    fix:
      "Make reject_message plain text. Structured reasons belong elsewhere: clients print " +
      "this member.",
  }),
  must("RES-SHAPE-14", "effective_leverage is null or absent on a binary", {
    section: "OrderPlaceResult",
    over: { ...ORDERS, kind: ["BTC_BINARY", "BTC_PARLAY"] },
    fix:
      "Leave effective_leverage null on a binary, which has no leverage. A default of 1 from " +
      "the account says otherwise.",
  }),
  must("RES-SHAPE-15", "effective_leverage is an integer of at least 1 on an accepted perp order", {
    section: "OrderPlaceResult",
    over: { side: SIDES, prefix: PREFIXES },
    decisions: ["D-075"],
    fix:
      "Put the leverage that was applied into every accepted perp result, also when the " +
      "order named none.",
  }),
  must("RES-SHAPE-16", "Each fill is one execution: its price is on the grid, none is an average", {
    section: "OrderPlaceResult, Resources",
    follows: ["RES-SHAPE-10"],
    over: ORDERS,
    decisions: ["D-034"],
    fix:
      "List every execution with its own price. Merging those of one order into one row gives " +
      "prices that nobody traded at.",
  }),
  must("RES-HTTP-01", "An accepted order is answered 201", {
    section: "Endpoints, Errors",
    decisions: ["D-001"],
    fix:
      "Answer 201 whenever the order entered the ledger, even when it was filled or " +
      "cancelled at once. Only declines are 200.",
  }),
  either(
    "RES-HTTP-02",
    "An engine decline is answered 200 (201 tolerated) with an OrderPlaceResult",
    {
      section: "Errors",
      over: ORDERS,
      decisions: ["D-001"],
      fix:
        "Answer a business refusal with 200 and an OrderPlaceResult with status REJECTED. Keep " +
        "4xx for requests the engine never saw.",
    },
  ),
  must("RES-STATE-01", "NEW means filled_qty 0 and remaining_qty equal to qty", {
    section: "States 3",
    fix:
      "Answer NEW only when nothing was filled, with remaining_qty equal to qty. A result " +
      "built from an uninitialised record has 0 there.",
  }),
  must(
    "RES-STATE-02",
    "PARTIAL of a resting order means 0 < filled_qty < qty and remaining_qty = qty - filled_qty",
    {
      section: "States 3",
      fix:
        "Keep remaining_qty as qty minus filled_qty while the order rests; zero it only when " +
        "the rest is cut.",
    },
  ),
  must("RES-STATE-03", "FILLED means filled_qty equal to qty and remaining_qty 0", {
    section: "States 3",
    over: ORDERS,
    decisions: ["D-021"],
    fix:
      "Set status after the last fill is counted, so that FILLED always means filled_qty " +
      "equal to qty and nothing remaining.",
  }),
  must("RES-STATE-04", "REJECTED means the zero UUID, filled_qty 0, remaining_qty 0 and no fills", {
    section: "States 2, Result",
    decisions: ["D-009"],
    fix:
      "Answer every decline with the zero UUID and zero quantities. Orders that get their id " +
      "before admission leak it into the decline.",
  }),
  must("RES-STATE-05", "An IOC, FOK or MARKET result has remaining_qty 0", {
    section: "OrderPlaceResult",
    follows: ["TIF-IOC-01", "TIF-IOC-03", "TIF-MKT-03", "ORD-FIELD-15", "TIF-FOK-02"],
    decisions: ["D-021"],
    fix:
      "Cut the rest of IOC, FOK and MARKET orders before the answer is built: remaining_qty " +
      "is what still works, and nothing does.",
  }),
  must("RES-STATE-06", "A rejected order is not in /orders/open", {
    section: "States 2",
    over: ORDERS,
    decisions: ["D-009"],
    fix:
      "Do not put declined orders among the open ones. List by the states that rest, NEW and " +
      "PARTIAL, not by everything that is not cancelled.",
  }),
  open("RES-STATE-07", "What GET /orders/{zero UUID} answers (neither 200 nor 5xx is expected)", {
    section: "States 2",
    over: { prefix: PREFIXES },
    decisions: ["D-009"],
  }),
];
