/** Order bodies with a field missing, of a hopeless type or outside its closed set. */
import { statusesOf } from "../../scenarios/decisions/forms.ts";
import { type Rejection, rejection } from "../areas/rejection.ts";
import type { Check } from "../check/check.ts";
import { anyOf } from "../check/expectation.ts";
import { anyRefusal, declined, envelope, placedThat } from "../expect/placed.ts";

/** Either status of a malformed body (D-002); its shape is judged once, by the error rules. */
const badRequest = anyOf(
  ...statusesOf("D-002").map((status) =>
    placedThat(`HTTP ${status}`, ({ httpStatus }) => httpStatus === status),
  ),
);

/** A malformed order and how it is refused. */
function malformed(
  rule: string,
  title: string,
  spec: Pick<Rejection, "breaks"> & Partial<Rejection>,
): Check {
  return rejection({ rule, title, needs: ["agent", "market"], as: badRequest, ...spec });
}

/** Orders that lack a required field. */
const missing: readonly Check[] = [
  malformed("ORD-FIELD-01", "an order without market_id is refused", {
    breaks: (order) => ({ ...order, market_id: undefined }),
  }),
  malformed("ORD-FIELD-03", "an order without side is refused", {
    breaks: (order) => ({ ...order, side: undefined }),
  }),
  malformed("ORD-FIELD-05", "an order without type is refused", {
    breaks: (order) => ({ ...order, type: undefined }),
  }),
  malformed("ORD-FIELD-07", "an order without qty is refused", {
    breaks: (order) => ({ ...order, qty: undefined }),
  }),
  malformed("ORD-FIELD-10", "a LIMIT order without price is refused", {
    breaks: (order) => ({ ...order, price: undefined }),
  }),
];

/** Words no venue extends its sets by. */
const outsideTheSet: readonly Check[] = [
  malformed("ORD-FIELD-04", "a side other than BUY or SELL is refused", {
    breaks: (order) => ({ ...order, side: "SIDEWAYS" }),
  }),
  malformed("ORD-FIELD-06", "a type other than LIMIT or MARKET is refused", {
    breaks: (order) => ({ ...order, type: "GUESS" }),
  }),
  malformed("ORD-FIELD-09", "a tif outside its four values is refused", {
    breaks: (order) => ({ ...order, tif: "SOMEDAY" }),
  }),
];

/** Types that no lenient parser takes for the right one (D-010). */
const hopelessTypes: readonly Check[] = [
  malformed("ORD-FIELD-02", "a market_id that is not a UUID is refused", {
    breaks: (order) => ({ ...order, market_id: "not-a-market" }),
    as: anyOf(badRequest, declined("UNKNOWN_MARKET"), envelope(404, "UNKNOWN_MARKET")),
  }),
  malformed("ORD-FIELD-08", "a qty of a hopeless type is refused", {
    breaks: [{}, "abc", 1.5].map((qty) => (order) => ({ ...order, qty })),
  }),
  malformed("ORD-FIELD-11", "a price of a hopeless type is refused", {
    breaks: [
      (order) => ({ ...order, price: {} }),
      (order) => ({ ...order, price: "abc" }),
      // A cut to an integer would leave a good price.
      (order) => ({ ...order, price: Number(order["price"]) + 0.5 }),
    ],
  }),
  malformed("ORD-FIELD-12", "a price of 0.55 on a cents binary is never taken as 55", {
    needs: ["agent", "binary"],
    breaks: (order) => ({ ...order, price: 0.55 }),
    as: anyRefusal,
  }),
  malformed("ORD-FIELD-29", "a flag of a hopeless type is refused", {
    breaks: ["reduce_only", "confirm_fat_finger"].map((flag) => (order) => ({
      ...order,
      [flag]: { value: true },
    })),
  }),
];

/** Checks of required fields, closed sets and types. */
export const orderFieldsRequired: readonly Check[] = [
  ...missing,
  ...outsideTheSet,
  ...hopelessTypes,
];
