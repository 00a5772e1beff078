/** Orders of somebody else: kept from sight and from harm. Spec: Authentication 9; D-094. */

import { type Json, recordOf, wholeQty } from "../../../scenarios/deployment/reading/reading.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { amends } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import { allOf, type Expectation, that } from "../../check/expectation.ts";
import { contains, http, lacks } from "../../expect/answers.ts";
import { callerIn, readBy } from "../caller.ts";
import { oneOfEach, shownOrder } from "./arrange.ts";

const fromOutside: Check = {
  title: "nobody else, a sibling neither, sees, reads or cancels an order of an agent",
  proves: ["OAPI-LIST-08", "OAPI-OPEN-06", "OAPI-GET-02", "OAPI-CXL-05", "OAPI-ALL-03"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const orderId = await shownOrder(t);
    const shown = contains(orderId);
    const foreign = callerIn(t);
    const path = `/orders/${orderId}`;
    const query = { market_id: market.id };
    const list = (of: string) => foreign.request({ method: "GET", path: of, query });
    t.expect("OAPI-LIST-08", await readBy(t, "/orders"), lacks(orderId));
    t.expect("OAPI-LIST-08", await list("/orders"), lacks(orderId));
    t.expect("OAPI-OPEN-06", await readBy(t, "/orders/open"), lacks(orderId));
    t.expect("OAPI-OPEN-06", await list("/orders/open"), lacks(orderId));
    t.expect("OAPI-GET-02", await readBy(t, path), http(403));
    t.expect("OAPI-CXL-05", await foreign.request({ method: "DELETE", path }), http(403));
    await t.settle();
    t.expect("OAPI-CXL-05", await agent.openOrders(), shown);
    await foreign.request({ method: "DELETE", path: "/orders", query });
    await foreign.request({ method: "DELETE", path: "/orders" });
    await t.settle();
    t.expect("OAPI-ALL-03", await agent.openOrders(), shown);
  },
};

const inEachState: Check = {
  title: "an order of another agent is refused with 403, filled in part, ended or not",
  proves: ["OAPI-GET-02", "OAPI-CXL-05"],
  needs: ["two-owners", "market", "quiet"],
  once: true,
  async body(t) {
    const orders = await oneOfEach(t);
    await t.settle();
    for (const id of Object.values(orders)) {
      const path = `/orders/${id}`;
      t.expect("OAPI-GET-02", await readBy(t, path), http(403));
      t.expect("OAPI-CXL-05", await callerIn(t).request({ method: "DELETE", path }), http(403));
    }
    await t.settle();
    const open = allOf(contains(orders.NEW), contains(orders.PARTIAL));
    t.expect("OAPI-CXL-05", await t.agent.openOrders(), open);
  },
};

const QTY = 2;

const amendedFromOutside: Check = {
  title: "nobody else amends an order of an agent; who serves PATCH of its own answers 403",
  proves: ["OAPI-AMEND-02"],
  needs: ["agent", "market"],
  once: true,
  async body(t) {
    const { agent, market } = t;
    const { orderId, sent } = await agent.rests(market.resting(t.side, { qty: QTY }));
    const asked = { price: Number(sent["price"]), qty: 1 };
    const ask = { method: "PATCH", path: `/orders/${orderId}`, body: asked, tolerates: [501] };
    const answer = await callerIn(t).request(ask);
    await t.settle();
    t.expect("OAPI-AMEND-02", recordIn(await agent.order(orderId), orderId), stillOf(QTY));
    // The spec shows no amendment (D-030): what is no order's PATCH is nobody's resource.
    if (await amends(t, agent, { orderId, ...asked })) t.expect("OAPI-AMEND-02", answer, http(403));
  },
};

const recordIn = ({ response }: Exchange, orderId: string): Json =>
  recordOf(response?.body, orderId) ?? {};

/** What cannot be read is not judged. */
function stillOf(qty: number): Expectation<Json> {
  const demand = (record: Json) => [null, qty].includes(wholeQty(record));
  return that(`an order of ${qty} as before`, demand, (record) => `one of ${wholeQty(record)}`);
}

/** Checks of orders of others. */
export const ofOthers: readonly Check[] = [fromOutside, inEachState, amendedFromOutside];
