/** What every OrderPlaceResult of a run looks like. Spec: OrderPlaceResult. */

import type { PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { isUuid, ZERO_UUID } from "../../scenarios/deployment/wire/uuid.ts";
import type { Check } from "../check/check.ts";
import { placedThat } from "../expect/placed.ts";
import {
  fillsInPart,
  plausibleQuantities,
  readableQuantities,
  unfillableFok,
} from "./order-result-orders.ts";
import { resultWatch } from "./order-result-watch.ts";

const REQUIRED = ["order_id", "market_id", "status", "filled_qty", "remaining_qty", "fills"];
const STATUSES = ["NEW", "PARTIAL", "FILLED", "CANCELLED", "REJECTED"];

const has = (member: string) => (placed: PlaceResponse) => (placed.result[member] ?? null) !== null;
const orderedQty = (placed: PlaceResponse) => Number(placed.sent["qty"]);

const required = resultWatch({
  rule: "RES-SHAPE-01",
  title: "every order result has its six required members",
  demand: {
    says: `the members ${REQUIRED.join(", ")}`,
    judge: (placed) => {
      const missing = REQUIRED.filter((member) => !has(member)(placed));
      return missing.length === 0
        ? { ok: true }
        : { ok: false, actual: `a result without ${missing.join(", ")}` };
    },
  },
});

const ownId = resultWatch({
  rule: "RES-SHAPE-02",
  title: "every accepted order has a UUID of its own",
  about: (placed) => placed.fate === "accepted" && isUuid(placed.orderId),
  demand: placedThat("an order_id other than the zero UUID", (p) => p.orderId !== ZERO_UUID),
});

const echoesMarket = resultWatch({
  rule: "RES-SHAPE-03",
  title: "every order result echoes the market it was sent for",
  about: has("market_id"),
  demand: placedThat(
    "the market_id of the request",
    ({ result, sent }) =>
      String(result["market_id"]).toLowerCase() === String(sent["market_id"]).toLowerCase(),
  ),
});

const knownStatus = resultWatch({
  rule: "RES-SHAPE-04",
  title: "every order result has one of the five statuses",
  about: has("status"),
  demand: placedThat(`status ${STATUSES.join(", ")}`, (p) => STATUSES.includes(p.status ?? "")),
});

const filledInRange = resultWatch({
  rule: "RES-SHAPE-05",
  title: "every order result has filled_qty from 0 to qty",
  about: readableQuantities,
  demand: placedThat(
    "filled from 0 to qty",
    (placed) => placed.filledQty! >= 0 && placed.filledQty! <= orderedQty(placed),
  ),
});

const remainingInRange = resultWatch({
  rule: "RES-SHAPE-06",
  title: "every order result has filled_qty and remaining_qty within qty",
  about: plausibleQuantities,
  demand: placedThat(
    "remaining of at least 0, and filled + remaining of at most qty",
    (placed) =>
      placed.remainingQty! >= 0 && placed.filledQty! + placed.remainingQty! <= orderedQty(placed),
  ),
});

const fillsMatch = resultWatch({
  rule: "RES-SHAPE-07",
  title: "every order result lists fills exactly when something was filled",
  needs: ["two-owners", "binary", "quiet"],
  about: (placed) => has("fills")(placed) && plausibleQuantities(placed),
  demand: placedThat(
    "fills as an array that is empty exactly when filled is 0",
    ({ fills, filledQty }) => fills !== null && (fills.length === 0) === (filledQty === 0),
  ),
  provoke: fillsInPart,
});

const noAverage = resultWatch({
  rule: "RES-SHAPE-08",
  title: "every order result without fills has no average price",
  about: (placed) => placed.filledQty === 0,
  demand: placedThat(
    "avg_fill_price_cents null or absent",
    (placed) => !has("avg_fill_price_cents")(placed),
  ),
});

const reasonGiven = resultWatch({
  rule: "RES-SHAPE-11",
  title: "every declined order says why",
  about: (placed) => placed.fate === "declined",
  demand: placedThat("a non-empty reject_reason", (placed) => Boolean(placed.reason)),
  provoke: (t) => unfillableFok(t, "BUY"),
});

const noReason = resultWatch({
  rule: "RES-SHAPE-12",
  title: "an accepted order has no reject_reason",
  about: (placed) => placed.fate === "accepted",
  demand: placedThat("reject_reason null or absent", (placed) => !has("reject_reason")(placed)),
});

const messageType = resultWatch({
  rule: "RES-SHAPE-13",
  title: "every order result has a text, null or nothing as reject_message",
  demand: placedThat(
    "reject_message as a string, null or absent",
    (placed) =>
      !has("reject_message")(placed) || typeof placed.result["reject_message"] === "string",
  ),
});

/** Watches over the members of every order result. */
export const orderResultShape: readonly Check[] = [
  required,
  ownId,
  echoesMarket,
  knownStatus,
  filledInRange,
  remainingInRange,
  fillsMatch,
  noAverage,
  reasonGiven,
  noReason,
  messageType,
];
