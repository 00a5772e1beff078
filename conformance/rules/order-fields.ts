/** Rules on the fields of POST /orders: required, typed, closed sets, defaults. */
import { either, must, open, type Rule } from "../check/rule.ts";

/** In the order of the spec's part; ids are permanent. */
export const ORDER_FIELDS_RULES: readonly Rule[] = [
  must("ORD-FIELD-01", "An order without market_id is refused", {
    section: "Order place request",
    needs: ["agent"],
    decisions: ["D-002", "D-003"],
  }),
  either(
    "ORD-FIELD-02",
    "A market_id that is not a UUID is refused, as validation or with UNKNOWN_MARKET",
    { section: "Order place request", needs: ["agent"], decisions: ["D-007"] },
  ),
  must("ORD-FIELD-03", "An order without side is refused", {
    section: "Order place request",
    needs: ["agent", "market"],
    decisions: ["D-002"],
  }),
  must("ORD-FIELD-04", "A side other than BUY or SELL is refused", {
    section: "Order place request",
    needs: ["agent", "market"],
    decisions: ["D-002"],
  }),
  must("ORD-FIELD-05", "An order without type is refused", {
    section: "Order place request",
    needs: ["agent", "market"],
    decisions: ["D-002"],
  }),
  must("ORD-FIELD-06", "A type other than LIMIT or MARKET is refused", {
    section: "Order place request",
    needs: ["agent", "market"],
    decisions: ["D-002"],
  }),
  must("ORD-FIELD-07", "An order without qty is refused", {
    section: "Order place request",
    needs: ["agent", "market"],
    decisions: ["D-002"],
  }),
  must("ORD-FIELD-08", 'A qty of a hopeless type (object, "abc", 1.5) is refused', {
    section: "Order place request",
    needs: ["agent", "market"],
    decisions: ["D-010"],
  }),
  must("ORD-FIELD-09", "A tif outside GTC, IOC, FOK, POST_ONLY is refused", {
    section: "Order place request",
    needs: ["agent", "market"],
    decisions: ["D-002"],
  }),
  either("ORD-FIELD-10", "A LIMIT order without price is refused", {
    section: "Behaviour 1",
    needs: ["agent", "market"],
    decisions: ["D-002"],
  }),
  must("ORD-FIELD-11", "A price of a hopeless type is refused", {
    section: "Order place request",
    needs: ["agent", "market"],
    decisions: ["D-010"],
  }),
  must("ORD-FIELD-12", "A price of 0.55 on a cents binary is never taken as 55", {
    section: "Order place request",
    needs: ["agent", "binary"],
    decisions: ["D-080"],
  }),
  must("ORD-FIELD-13", "A LIMIT order without tif behaves as GTC and rests", {
    section: "Order place request",
    needs: ["agent", "market"],
  }),
  must("ORD-FIELD-14", "A MARKET order without price is a valid shape", {
    section: "Order place request",
    needs: ["agent", "market"],
    decisions: ["D-023"],
  }),
  must("ORD-FIELD-15", "A MARKET order never rests, whatever tif is sent", {
    section: "Order place request",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-024"],
  }),
  must("ORD-FIELD-16", "A client_order_id made of letters, digits, _ - : . is accepted", {
    section: "Order place request",
    needs: ["agent", "market"],
    decisions: ["D-047"],
  }),
  must(
    "ORD-FIELD-17",
    "A client_order_id with another character (space, slash, non-ASCII) is refused",
    { section: "Order place request", needs: ["agent", "market"], decisions: ["D-047"] },
  ),
  must("ORD-FIELD-18", "Two orders without client_order_id are two orders", {
    section: "Order place request",
    needs: ["agent", "market"],
  }),
  open("ORD-FIELD-19", "The longest client_order_id accepted, and whether an empty one is", {
    section: "Limits",
    needs: ["agent", "market"],
    decisions: ["D-047"],
  }),
  open("ORD-FIELD-20", "Whether numeric strings, 55.0 or true pass for integers", {
    section: "Order place request",
    needs: ["agent", "market"],
    decisions: ["D-010"],
  }),
  open("ORD-FIELD-21", "Whether null passes for optional fields, and lower case for enums", {
    section: "Order place request",
    needs: ["agent", "market"],
    decisions: ["D-011"],
  }),
  either("ORD-FIELD-22", "An order body that is not JSON is answered 400 or 422", {
    section: "HTTP statuses",
    needs: ["agent"],
    decisions: ["D-002"],
  }),
  either("ORD-FIELD-23", "A JSON order body that is not an object is answered 400 or 422", {
    section: "HTTP statuses",
    needs: ["agent"],
    decisions: ["D-002"],
  }),
  either("ORD-FIELD-24", "An empty order body is answered 400, 415 or 422", {
    section: "HTTP statuses",
    needs: ["agent"],
    decisions: ["D-013"],
  }),
  must("ORD-FIELD-25", "After a validation refusal no order exists for that client_order_id", {
    section: "Behaviour 4",
    needs: ["agent", "market"],
  }),
  open(
    "ORD-FIELD-26",
    "Whether a client_order_id from a body that failed validation can be used afterwards",
    { section: "Behaviour 4", needs: ["agent", "market"], decisions: ["D-042"] },
  ),
  must("ORD-FIELD-27", "An order without reduce_only may open a position", {
    section: "Order place request",
    needs: ["two-owners", "binary", "quiet"],
  }),
  open(
    "ORD-FIELD-28",
    "What confirm_fat_finger true changes on an ordinary order (nothing is expected)",
    { section: "Order place request", needs: ["agent", "market"], decisions: ["D-062"] },
  ),
  must("ORD-FIELD-29", "reduce_only or confirm_fat_finger of a hopeless type (object) is refused", {
    section: "Order place request",
    needs: ["agent", "market"],
    decisions: ["D-010"],
  }),
];
