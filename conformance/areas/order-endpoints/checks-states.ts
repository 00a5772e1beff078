/** Orders in every state: which listings show them, to whom of the agent's callers. Spec: Orders. */

import { listOf, statusOf } from "../../../scenarios/deployment/reading/reading.ts";
import { Inconclusive } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { ORDERS, PREFIXES, SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { allOf, type Expectation } from "../../check/expectation.ts";
import { answerThat, contains, lacks, recordStatus } from "../../expect/answers.ts";
import { rowsIfTold } from "../../expect/pages.ts";
import { demandOwnReader, OWN_CALLERS, readBy, restedOrder } from "../caller.ts";
import { demandWorking } from "../credentials.ts";
import { demandTaken, type OneOfEach, oneOfEach, roomFor } from "./arrange.ts";
import { RECORD_SAYS } from "./checks-cancel.ts";

const ofOwnCallers: Check = {
  title:
    "a resting order shows in both listings and alone, to every caller of its agent, and alone when it was " +
    "cancelled with all, as CANCELLED",
  proves: ["OAPI-LIST-02", "OAPI-OPEN-02", "OAPI-GET-01", RECORD_SAYS],
  needs: ["agent", "market"],
  over: { caller: OWN_CALLERS, prefix: PREFIXES },
  async body(t) {
    const orderId = await restedOrder(t);
    const shows = contains(orderId);
    roomFor(orderId, await t.reading(() => readBy(t, "/orders"), shows));
    await t.eventually("OAPI-LIST-02", () => readBy(t, "/orders"), shows);
    await t.eventually("OAPI-OPEN-02", () => readBy(t, "/orders/open"), shows);
    const alone = () => readBy(t, `/orders/${orderId}`);
    await t.eventually("OAPI-GET-01", alone, shows);
    await (t.cell.caller === "session" ? t.human : t.agent).cancelAll(t.market.id);
    await t.settle();
    await t.eventually("OAPI-GET-01", alone, shows);
    await demandTaken(t, orderId);
    await t.eventually(RECORD_SAYS, alone, recordStatus(orderId, "CANCELLED", "CANCELED"));
  },
};

const ofEachState: Check = {
  title: "orders new, partial, filled and cancelled show where they belong, and by their status",
  proves: ["OAPI-LIST-02", "OAPI-OPEN-02", "OAPI-OPEN-03", "OAPI-GET-01", "OAPI-LIST-06"],
  needs: ["two-owners", "market", "quiet"],
  over: ORDERS,
  async body(t) {
    const { agent, market } = t;
    const orders = await oneOfEach(t);
    await t.settle();
    for (const id of Object.values(orders)) {
      roomFor(id, await t.reading(() => agent.orders({ market_id: market.id }), contains(id)));
      await t.eventually("OAPI-LIST-02", () => agent.orders(), contains(id));
      await t.eventually("OAPI-GET-01", () => agent.order(id), contains(id));
    }
    const open = allOf(contains(orders.NEW), contains(orders.PARTIAL));
    await t.eventually("OAPI-OPEN-02", () => agent.openOrders(), open);
    const done = lacks(orders.FILLED, orders.CANCELLED);
    await t.eventually("OAPI-OPEN-03", () => agent.openOrders(), done);
    await judgeStatuses(t, orders);
  },
};

const ofThoseThatNeverRest: Check = {
  title: "an order that trades at once and never rests is listed and read too, of any type",
  proves: ["OAPI-LIST-02", "OAPI-GET-01"],
  needs: ["two-owners", "market", "quiet"],
  over: ORDERS,
  once: true,
  async body(t) {
    const { agent, other, market, side } = t;
    const [own = 0, price = 0] = await market.ladder(2);
    // With both sides quoted there is a mid for a MARKET order to go by.
    await other.rests(market.limit(side, own));
    const takers = ["IOC", "FOK"].map((tif) => market.limit(side, price, { tif }));
    // What an IOC order does not get is cut off: of which status it is told then others judge.
    const cut = market.limit(side, price, { tif: "IOC", qty: 2 });
    for (const taker of [...takers, cut, market.sweep(side)]) {
      await other.rests(market.limit(opposite(side), price));
      const { filledQty, orderId: id } = await agent.place(taker);
      if (filledQty !== 1) throw new Inconclusive(`an arranged fill of 1 filled ${filledQty}`);
      const orderId = String(id);
      const shows = contains(orderId);
      roomFor(orderId, await t.reading(() => agent.orders({ market_id: market.id }), shows));
      await t.eventually("OAPI-LIST-02", () => agent.orders(), shows);
      await t.eventually("OAPI-GET-01", () => agent.order(orderId), shows);
    }
  },
};

const hoursLater: Check = {
  title: "orders new, partial, filled and cancelled are listed and read hours later",
  proves: ["OAPI-LIST-09"],
  needs: ["two-owners", "market", "quiet", "hours"],
  once: true,
  async body(t) {
    const { agent, market } = t;
    const ids = Object.values(await oneOfEach(t));
    await t.clock.passHours();
    const listed = () => agent.orders({ market_id: market.id });
    for (const id of ids) {
      roomFor(id, await t.reading(listed, contains(id)));
      await t.eventually("OAPI-LIST-09", listed, contains(id));
      await t.eventually("OAPI-LIST-09", () => agent.order(id), contains(id));
    }
  },
};

const byReadOnlyKey: Check = {
  title: "orders are listed by their status to a read-only key too",
  proves: ["OAPI-LIST-06"],
  needs: ["agent", "read-only-key", "market"],
  over: { side: SIDES },
  async body(t) {
    const { agent, market, reader, side } = t;
    const resting = (await agent.rests(market.resting(side))).orderId;
    const cancelled = (await agent.rests(market.resting(side))).orderId;
    await agent.cancels(cancelled);
    const of = (status: string) => () => reader.orders({ status, market_id: market.id });
    demandOwnReader(t);
    demandWorking(await reader.orders());
    const listed = () => reader.orders({ market_id: market.id });
    for (const id of [resting, cancelled]) roomFor(id, await t.reading(listed, contains(id)));
    const isNew = allOf(narrowedTo("NEW"), contains(resting), lacks(cancelled));
    await t.eventually("OAPI-LIST-06", of("NEW"), isNew);
    const isDone = allOf(narrowedTo("CANCELLED"), contains(cancelled), lacks(resting));
    await t.eventually("OAPI-LIST-06", of("CANCELLED"), isDone);
  },
};

/** Judges the filter by status alone, with market_id, and with limit. */
async function judgeStatuses(t: CheckContext, orders: OneOfEach): Promise<void> {
  const { agent, market } = t;
  for (const [status, id] of Object.entries(orders)) {
    const others = Object.values(orders).filter((one) => one !== id);
    const demand = allOf(narrowedTo(status), contains(id), lacks(...others));
    for (const query of [{ status }, { status, market_id: market.id }]) {
      await t.eventually("OAPI-LIST-06", () => agent.orders(query), demand);
    }
    // The newest of all are of another status: what is counted is what was asked for.
    const one = () => agent.orders({ status, limit: "1" });
    await t.eventually("OAPI-LIST-06", one, allOf(rowsIfTold(1), narrowedTo(status)));
  }
  const declined = () => agent.orders({ status: "REJECTED" });
  const none = allOf(narrowedTo("REJECTED"), lacks(...Object.values(orders)));
  await t.eventually("OAPI-LIST-06", declined, none);
}

/** Every record whose status can be read has it. */
function narrowedTo(status: string): Expectation<Exchange> {
  return answerThat(`HTTP 200 with ${status} orders alone`, ({ response }) => {
    const records = listOf(response?.body) ?? [];
    const matches = (record: Parameters<typeof statusOf>[0]) =>
      (statusOf(record) ?? status).toUpperCase() === status;
    return response?.status === 200 && records.every(matches);
  });
}

/** Checks of listings by the state of orders. */
export const states: readonly Check[] = [
  ofOwnCallers,
  ofEachState,
  byReadOnlyKey,
  ofThoseThatNeverRest,
  hoursLater,
];
