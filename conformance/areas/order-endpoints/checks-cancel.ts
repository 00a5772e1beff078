/** Cancels of one order: what they do, by whom, in which state. Spec: Orders; D-092. */

import { oddOf, statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { OrderBody, PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import {
  type Json,
  listOf,
  member,
  statusIn,
} from "../../../scenarios/deployment/reading/reading.ts";
import { Missing, readable, StandsOn } from "../../../scenarios/deployment/stops.ts";
import { type Exchange, succeeded } from "../../../scenarios/deployment/wire/exchange.ts";
import { UNKNOWN_UUID, ZERO_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import { KINDS, ORDERS, PREFIXES, SIDES } from "../../check/cell.ts";
import { amend } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { anyOf, type Expectation, that } from "../../check/expectation.ts";
import { shrinkingSide } from "../../check/take-position.ts";
import {
  answerGist,
  answerThat,
  contains,
  http,
  lacks,
  oddHttp,
  unusual,
} from "../../expect/answers.ts";
import { filled } from "../../expect/placed.ts";
import { callerIn, OWN_CALLERS, readBy, restedOrder } from "../caller.ts";
import { givenBack, measureReserve } from "../reserve.ts";

/** How long a fill may still follow a confirmed cancel (D-029). */
const GRACE_MS = 2_000;

/** HTTP 200, or a success without a body, which is unusual (D-092, D-093). */
export const cancelAnswered = anyOf(
  http(...statusesOf("D-092")),
  ...oddOf("D-092").map((status) => oddHttp(status, "a cancel is documented to answer 200")),
);

/** The rule on the status in the record of an order that was cancelled, by whatever cancel. */
export const RECORD_SAYS = "OAPI-CXL-03";

const cancels: Check = {
  title: "a cancelled order leaves /orders/open and its record says CANCELLED",
  proves: ["OAPI-CXL-01", "OAPI-CXL-02", RECORD_SAYS],
  needs: ["agent", "market"],
  over: ORDERS,
  async body(t) {
    const { agent, market } = t;
    const { orderId } = await agent.rests(market.resting());
    const behind = await agent.rests(market.resting());
    t.expect("OAPI-CXL-01", await agent.cancel(orderId), cancelAnswered);
    await t.settle();
    await t.eventually("OAPI-CXL-02", () => agent.openOrders(), lacks(orderId));
    if (market.info.own) {
      const left = contains(behind.orderId);
      await t.eventually("OAPI-CXL-02", () => agent.openOrders(market.id), left);
    }
    const status = await t.reading(() => readStatus(agent, orderId), cancelled);
    t.expect(RECORD_SAYS, readable(status, STATUS), cancelled);
  },
};

const cancelsReducing: Check = {
  title: "an order that may only reduce a position is cancelled like any other",
  proves: ["OAPI-CXL-01", "OAPI-CXL-02"],
  needs: ["market", "quiet"],
  over: { kind: KINDS, position: ["long", "short"] },
  async body(t) {
    const { agent, market, cell } = t;
    const order = market.resting(shrinkingSide(cell), { reduce_only: true });
    const { orderId } = await agent.rests(order);
    t.expect("OAPI-CXL-01", await agent.cancel(orderId), cancelAnswered);
    await t.settle();
    await t.eventually("OAPI-CXL-02", () => agent.openOrders(), lacks(orderId));
  },
};

const besideAnAmendment: Check = {
  title: "an order that is cancelled at the moment it is amended leaves /orders/open for good",
  proves: ["OAPI-CXL-02"],
  needs: ["agent", "market"],
  over: { kind: KINDS, side: SIDES },
  once: true,
  async body(t) {
    const { agent, market } = t;
    const { orderId, sent } = await agent.rests(market.resting());
    const [, cancel] = await Promise.all([
      amend(agent, orderId, { price: sent["price"], qty: 1 }),
      agent.cancel(orderId),
    ]);
    if (!succeeded(cancel)) {
      throw new Missing("did not arise: a cancel beside an amendment that is carried out");
    }
    await t.settle();
    await t.eventually("OAPI-CXL-02", () => agent.openOrders(), hasNone(orderId));
    // What a venue has amended may have another id (D-030), which nobody knows.
    await agent.cancelAll(market.id);
  },
};

/** No record is of this order; one that took its place may name it. */
function hasNone(orderId: string): Expectation<Exchange> {
  const isOf = (record: Json) => (member(record, "orderid") ?? member(record, "id")) === orderId;
  return answerThat("HTTP 200 without that order", ({ response }) => {
    return response?.status === 200 && !listOf(response.body)?.some(isOf);
  });
}

const STATUS = "the status of an order";

const cancelled: Expectation<string | null> = that("status CANCELLED", (status) => {
  return status === "CANCELLED" || status === "CANCELED";
});

/** Status in an order's record; null where none can be read, or not yet (D-090, D-098). */
async function readStatus(agent: AgentClient, orderId: string): Promise<string | null> {
  const { response } = await agent.order(orderId);
  return statusIn(response?.body, orderId)?.toUpperCase() ?? null;
}

const byOwnCallers: Check = {
  title: "every caller of an agent may cancel its order, which leaves /orders/open",
  proves: ["OAPI-CXL-01", "OAPI-CXL-02"],
  needs: ["agent", "market"],
  over: { caller: OWN_CALLERS, prefix: PREFIXES },
  async body(t) {
    const orderId = await restedOrder(t);
    const cancel = { method: "DELETE", path: `/orders/${orderId}` };
    t.expect("OAPI-CXL-01", await callerIn(t).request(cancel), cancelAnswered);
    await t.settle();
    await t.eventually("OAPI-CXL-02", () => readBy(t, "/orders/open"), lacks(orderId));
  },
};

const cannotFill: Check = {
  title: "a cancelled order, untouched or filled in part, can no longer be filled",
  proves: ["OAPI-CXL-04", "OAPI-CXL-02"],
  needs: ["two-owners", "market", "quiet"],
  over: ORDERS,
  async body(t) {
    const { agent, other, market, side } = t;
    const [price = 0] = await market.inside();
    for (const isTouched of [false, true]) {
      // One is taken before, and one may be taken within the grace.
      const { orderId } = await agent.rests(market.limit(side, price, { qty: 3 }));
      if (isTouched) await other.takes(market.limit(opposite(side), price));
      await confirmedCancel(agent, orderId);
      const taking = () => other.provoke(market.limit(opposite(side), price, { tif: "IOC" }));
      t.expect("OAPI-CXL-04", await fillAfterGrace(t, taking), filled(0));
      await t.eventually("OAPI-CXL-02", () => agent.openOrders(), lacks(orderId));
    }
  },
};

/** Errors: StandsOn when the cancel was not confirmed. */
async function confirmedCancel(agent: AgentClient, orderId: string): Promise<void> {
  const answer = await agent.cancel(orderId);
  if (cancelAnswered.judge(answer).ok) return;
  throw new StandsOn("OAPI-CXL-01", `a cancel was answered ${answer.response?.status}`);
}

/** The first fill is within the grace; only one that comes later counts. */
async function fillAfterGrace(
  t: CheckContext,
  taking: () => Promise<PlaceResponse>,
): Promise<PlaceResponse> {
  const atOnce = await taking();
  if (atOnce.filledQty === 0) return atOnce;
  await t.clock.pass(GRACE_MS);
  return taking();
}

const unknownOrder: Check = {
  title: "DELETE of an order that does not exist is answered 404, whoever of its callers asks",
  proves: ["OAPI-CXL-06"],
  needs: ["agent"],
  each: true,
  async body(t) {
    const cancel = { method: "DELETE", path: `/orders/${UNKNOWN_UUID}` };
    t.expect("OAPI-CXL-06", await callerIn(t).request(cancel), http(404));
    // What was declined has this id, which a venue may find malformed, or nobody's own.
    const nothing = { method: "DELETE", path: `/orders/${ZERO_UUID}` };
    const refused = http(...statusesOf("D-009"));
    t.expect("OAPI-CXL-06", await callerIn(t).request(nothing), refused);
  },
};

const secondCancel: Check = {
  title: "a second DELETE of a cancelled order",
  proves: ["OAPI-CXL-07"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const { orderId } = await agent.rests(market.resting());
    await confirmedCancel(agent, orderId);
    const answer = await agent.cancel(orderId);
    const warning = unusual(answer, ...statusesOf("D-028"));
    t.observe("OAPI-CXL-07", answerGist(answer), warning);
  },
};

const filledOrder: Check = {
  title: "DELETE of a filled order does not make it CANCELLED",
  proves: ["OAPI-CXL-08"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent, other, market, side } = t;
    const [price = 0] = await market.inside();
    const { orderId } = await agent.rests(market.limit(side, price));
    await other.takes(market.limit(opposite(side), price));
    await agent.cancel(orderId);
    await t.settle();
    const status = readable(await readStatus(agent, orderId), STATUS);
    t.expect("OAPI-CXL-08", status, notCancelled);
  },
};

const notCancelled: Expectation<string> = that("a status other than CANCELLED", (status) => {
  return !status.startsWith("CANCEL");
});

const givesBack: Check = {
  title: "a cancel gives back the cash that the order reserved",
  proves: ["OAPI-CXL-09"],
  needs: ["agent", "market"],
  async body(t) {
    await t.flat(t.agent);
    const reserve = await measureReserve(t, costly(t));
    t.expect("OAPI-CXL-09", reserve.after, givenBack(reserve));
  },
};

/** Enough contracts for a reserve that shows, even where the far end of the band is cheap. */
function costly({ market, side }: CheckContext): OrderBody {
  return market.resting(side, { qty: market.info.kind === "BTC_PERP" ? 1 : 10 });
}

/** Checks of cancels. */
export const cancelling: readonly Check[] = [
  cancels,
  cancelsReducing,
  besideAnAmendment,
  byOwnCallers,
  cannotFill,
  unknownOrder,
  secondCancel,
  filledOrder,
  givesBack,
];
