/** What the HTTP status and each order status of a result mean. Spec: States, Errors. */

import { isDocumented } from "../../../scenarios/decisions/decline-codes.ts";
import { httpOf, statusesOf } from "../../../scenarios/decisions/forms.ts";
import { jsonIn } from "../../../scenarios/deployment/reading/json-in.ts";
import {
  type OrderBody,
  objectOf,
  type PlaceResponse,
  readPlaced,
} from "../../../scenarios/deployment/reading/order.ts";
import { objectsIn } from "../../../scenarios/deployment/reading/reading.ts";
import { isRepeat } from "../../../scenarios/deployment/reading/repeats.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { ZERO_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import { asItWent } from "../../../scenarios/deployment/wire/written.ts";
import type { Check, Watch } from "../../check/check.ts";
import { opposite } from "../../check/check-context.ts";
import { allOf, anyOf, odd, that } from "../../check/expectation.ts";
import { answerThat, http, lacks } from "../../expect/answers.ts";
import { isPlacement } from "../../expect/listed-routes.ts";
import { declined, filledWhole, nothingRemains, placedThat, resting } from "../../expect/placed.ts";
import { isWellFormedThroughout } from "../../expect/well-formed.ts";
import { noMoreOpenThan, openCount } from "../rejection.ts";
import { resultWatch } from "../result-watch.ts";
import { fillsInPart, fillsWhole, plausibleQuantities, unfillableFok } from "./arrange.ts";

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
    t.expect("RES-HTTP-02", await unfillableFok(t), declined());
  },
};

/** What a schema may hold off first, with whatever code. Units: contracts. */
const PAST_32_BITS = 2 ** 31;

/** Whether a schema has nothing to say of an order, whatever its market takes (D-077). */
function isPlain({ qty, margin_mode: mode = null, ...order }: OrderBody): boolean {
  return isWellFormedThroughout({ ...order, qty }) && mode === null && Number(qty) < PAST_32_BITS;
}

/** The answer to a plain order whose code is a decline's alone; null for any other exchange. */
function ofDeclineAlone(exchange: Exchange): PlaceResponse | null {
  if (!isPlacement(exchange)) return null;
  const { reason } = readPlaced({}, exchange);
  if (reason === null || !isDocumented(reason) || httpOf(reason).length > 0) return null;
  const order = objectOf(jsonIn(asItWent(exchange.request) ?? ""));
  return isPlain(order) && !isRepeat(exchange) ? readPlaced(order, exchange) : null;
}

const asResult = placedThat("a result with status REJECTED", ({ fate }) => fate === "declined");

const noDeclineAsError: Watch = {
  title: "a code that the table knows with 200 REJECTED alone comes in no error",
  proves: ["RES-HTTP-02"],
  needs: ["agent", "market"],
  selects: (exchange) => ofDeclineAlone(exchange) !== null,
  expects: { says: asResult.says, judge: (exchange) => asResult.judge(ofDeclineAlone(exchange)!) },
  async body(t) {
    await unfillableFok(t);
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

/** So many that one is a small part of them. Units: contracts. */
const MANY = 400;

const allButOne: Check = {
  title:
    "an order of many contracts that finds all but one of them is not FILLED, but who takes it",
  proves: ["RES-STATE-03"],
  needs: ["two-owners", "market", "quiet", "operator"],
  once: true,
  async body(t) {
    const { agent, other, market, side } = t;
    const [price = 0] = await market.inside();
    await other.rests(market.limit(opposite(side), price, { qty: MANY - 1 }));
    const placed = await agent.place(market.limit(side, price, { qty: MANY }));
    if (placed.fate !== "accepted") throw new Missing(`needs an order of ${MANY} that is taken`);
    t.expect("RES-STATE-03", placed, partlyFilled);
    const last = await other.place(market.limit(opposite(side), price));
    t.expect("RES-STATE-03", last, wholeIfFilled);
  },
};

const wholeIfFilled = placedThat("FILLED whole, or not FILLED", (placed) => {
  return placed.status !== "FILLED" || filledWhole.judge(placed).ok;
});

const partlyFilled = placedThat("not FILLED, with one remaining", ({ status, remainingQty }) => {
  return status !== "FILLED" && remainingQty === 1;
});

const rejectedIsNothing = resultWatch({
  rule: "RES-STATE-04",
  title: "every REJECTED order has the zero UUID and no quantities",
  about: (placed) => placed.fate === "declined" && placed.orderId !== null,
  demand: allOf(
    that(
      "the zero UUID",
      (placed) => placed.orderId === ZERO_UUID,
      ({ reason, orderId }) => `REJECTED with ${reason} and order_id ${orderId}`,
    ),
    placedThat(
      "filled 0, remaining 0 and no fills",
      (placed) =>
        (placed.filledQty ?? 0) === 0 &&
        (placed.remainingQty ?? 0) === 0 &&
        (placed.fills ?? []).length === 0,
    ),
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
    const { sent } = await unfillableFok(t);
    await t.settle();
    const isNotThere = allOf(lacks(String(sent["client_order_id"])), hasNoZeroOrder);
    const open = await t.agent.openOrders();
    t.expect("RES-STATE-06", open, isNotThere);
    t.expect("RES-STATE-06", open, noMoreOpenThan(before));
    t.expect("RES-STATE-06", await t.agent.openOrders(t.market.id), isNotThere);
  },
};

/** Other members may have the zero UUID for none. */
const hasNoZeroOrder = answerThat(
  "no order with the zero UUID",
  ({ response }) =>
    !objectsIn(response?.body).some(({ order_id, id }) => [order_id, id].includes(ZERO_UUID)),
);

const zeroIdUnknown: Check = {
  title: "the zero UUID names no order",
  proves: ["RES-STATE-07"],
  needs: ["agent"],
  async body(t) {
    const tolerates = [500, ...statusesOf("D-169")];
    const answer = await t.agent.order(ZERO_UUID, { tolerates });
    t.expect("RES-STATE-07", answer, http(...statusesOf("D-009")));
  },
};

/** Checks of statuses. */
export const statuses: readonly Check[] = [
  created,
  declineForm,
  noDeclineAsError,
  newRests,
  partialRests,
  filledEntirely,
  allButOne,
  rejectedIsNothing,
  nothingLeft,
  notOpen,
  zeroIdUnknown,
];
