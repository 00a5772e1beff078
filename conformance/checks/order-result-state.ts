/** What the HTTP status and each order status of a result mean. Spec: States, Errors. */
import { statusesOf } from "../../scenarios/decisions/forms.ts";
import type { PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { ZERO_UUID } from "../../scenarios/deployment/wire/uuid.ts";
import { noMoreOpenThan, openCount } from "../areas/rejection.ts";
import type { Check } from "../check/check.ts";
import { anyOf, odd } from "../check/expectation.ts";
import { http, lacks } from "../expect/answers.ts";
import { declined, filledWhole, nothingRemains, placedThat, resting } from "../expect/placed.ts";
import {
  fillsInPart,
  fillsWhole,
  plausibleQuantities,
  unfillableFok,
} from "./order-result-orders.ts";
import { resultWatch } from "./order-result-watch.ts";

/** A reduce_only order may be trimmed to less than it asked for (D-072). */
const untrimmed = (placed: PlaceResponse) =>
  plausibleQuantities(placed) && !placed.sent["reduce_only"];

const cutByNature = ({ sent }: PlaceResponse) => sent["type"] === "MARKET" || sent["tif"] === "IOC";
const neverRests = (placed: PlaceResponse) => cutByNature(placed) || placed.sent["tif"] === "FOK";

const created = resultWatch({
  rule: "RES-HTTP-01",
  title: "every accepted order is answered 201",
  about: (placed) => placed.fate === "accepted",
  demand: placedThat("HTTP 201", (placed) => placed.httpStatus === 201),
});

const declineForm: Check = {
  title: "an engine decline is answered 200 with an order result",
  proves: ["RES-HTTP-02"],
  needs: ["agent", "market"],
  async body(t) {
    t.expect("RES-HTTP-02", await unfillableFok(t, "BUY"), declined());
  },
};

const newRests = resultWatch({
  rule: "RES-STATE-01",
  title: "every NEW order has nothing filled and all of it remaining",
  about: (placed) => placed.status === "NEW" && untrimmed(placed),
  demand: resting,
});

const partialRests = resultWatch({
  rule: "RES-STATE-02",
  title: "every PARTIAL order that rests has filled some and keeps the rest",
  needs: ["two-owners", "binary", "quiet"],
  about: (placed) => placed.status === "PARTIAL" && untrimmed(placed) && !neverRests(placed),
  demand: placedThat("0 < filled < qty and remaining = qty - filled", (placed) => {
    const qty = Number(placed.sent["qty"]);
    const filledQty = placed.filledQty!;
    return filledQty > 0 && filledQty < qty && placed.remainingQty === qty - filledQty;
  }),
  provoke: fillsInPart,
});

/** Some venues call what an IOC or MARKET order got FILLED, though its rest was cut (D-021). */
const filledAsFarAsItWent = odd(
  placedThat(
    "an IOC or MARKET order FILLED with 0 < filled < qty and remaining 0",
    (placed) => cutByNature(placed) && placed.filledQty! > 0 && placed.remainingQty === 0,
  ),
  "an IOC or MARKET order filled in part is called FILLED",
);

const filledEntirely = resultWatch({
  rule: "RES-STATE-03",
  title: "every FILLED order has filled its qty and keeps nothing",
  needs: ["two-owners", "binary", "quiet"],
  about: (placed) => placed.status === "FILLED" && untrimmed(placed),
  demand: anyOf(filledWhole, filledAsFarAsItWent),
  provoke: fillsWhole,
});

const rejectedIsNothing = resultWatch({
  rule: "RES-STATE-04",
  title: "every REJECTED order has the zero UUID and no quantities",
  about: (placed) => placed.fate === "declined" && placed.orderId !== null,
  demand: placedThat(
    "the zero UUID, filled 0, remaining 0 and no fills",
    (placed) =>
      placed.orderId === ZERO_UUID &&
      (placed.filledQty ?? 0) === 0 &&
      (placed.remainingQty ?? 0) === 0 &&
      (placed.fills ?? []).length === 0,
  ),
  provoke: (t) => unfillableFok(t, "SELL"),
});

const nothingLeft = resultWatch({
  rule: "RES-STATE-05",
  title: "every IOC, FOK or MARKET order has nothing remaining",
  needs: ["two-owners", "binary", "quiet"],
  about: (placed) =>
    neverRests(placed) && placed.fate === "accepted" && placed.remainingQty !== null,
  demand: nothingRemains,
  provoke: (t) => fillsInPart(t, { tif: "IOC" }),
});

const notOpen: Check = {
  title: "a rejected order is not in /orders/open",
  proves: ["RES-STATE-06"],
  needs: ["agent", "market"],
  async body(t) {
    const before = openCount(await t.agent.openOrders());
    const { sent } = await unfillableFok(t, "SELL");
    await t.settle();
    const open = await t.agent.openOrders();
    t.expect("RES-STATE-06", open, lacks(String(sent["client_order_id"]), ZERO_UUID));
    t.expect("RES-STATE-06", open, noMoreOpenThan(before));
  },
};

const zeroIdUnknown: Check = {
  title: "the zero UUID names no order",
  proves: ["RES-STATE-07"],
  needs: ["agent"],
  async body(t) {
    const tolerates = [500, 502, 503];
    const answer = await t.agent.order(ZERO_UUID, { tolerates });
    t.expect("RES-STATE-07", answer, http(...statusesOf("D-009")));
  },
};

/** Checks and watches of the meaning of statuses. */
export const orderResultState: readonly Check[] = [
  created,
  declineForm,
  newRests,
  partialRests,
  filledEntirely,
  rejectedIsNothing,
  nothingLeft,
  notOpen,
  zeroIdUnknown,
];
