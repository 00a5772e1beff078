/** Orders of somebody else: kept from sight and from harm. Spec: Authentication 9; D-094. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { inTurnOf } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { allOf, anyOf } from "../../check/expectation.ts";
import { contains, http, lacks } from "../../expect/answers.ts";
import { amendsNothing } from "../amends-nothing.ts";
import { callerIn, demandOwnReader, readBy } from "../caller.ts";
import { oneOfEach, shownOrder } from "./arrange.ts";

/** Judges that it is not among the orders in a status; that the status is known is another rule's. */
async function judgeByStatus(t: CheckContext, status: string, orderId: string): Promise<void> {
  const demand = anyOf(lacks(orderId), http(...statusesOf("D-002")));
  for (const query of [{ status }, { status, market_id: t.market.id }]) {
    const listing = await callerIn(t).request({ method: "GET", path: "/orders", query });
    t.expect("OAPI-LIST-08", listing, demand);
  }
}

/** Judges that it is not read, before its owner has read it or after: what is kept of it is its owner's. */
async function judgeUnread(t: CheckContext, orderId: string): Promise<void> {
  const path = `/orders/${orderId}`;
  t.expect("OAPI-GET-02", await readBy(t, path), http(403));
  await t.agent.order(orderId);
  t.expect("OAPI-GET-02", await readBy(t, path), http(403));
}

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
    await judgeByStatus(t, "NEW", orderId);
    t.expect("OAPI-OPEN-06", await readBy(t, "/orders/open"), lacks(orderId));
    t.expect("OAPI-OPEN-06", await list("/orders/open"), lacks(orderId));
    await judgeUnread(t, orderId);
    t.expect("OAPI-CXL-05", await foreign.request({ method: "DELETE", path }), http(403));
    await t.settle();
    t.expect("OAPI-CXL-05", await agent.openOrders(), shown);
    // Whose orders they are the caller says, and no parameter.
    const of = inTurnOf(t.cell, [query, { ...query, agent_id: agent.agentId }]);
    await foreign.request({ method: "DELETE", path: "/orders", query: of });
    await foreign.request({ method: "DELETE", path: "/orders" });
    await t.settle();
    t.expect("OAPI-ALL-03", await agent.openOrders(), shown);
  },
};

/**
 * Orders of the agent by their states: one in each, and one that has traded at once and never rested. That
 * one is left out where its owner does not read it either: then it is no order that there is (D-094).
 */
async function ordersInStates(t: CheckContext): Promise<readonly (readonly [string, string])[]> {
  const { agent, other, market, side } = t;
  const [price = 0] = await market.inside();
  await other.rests(market.limit(opposite(side), price));
  const taken = await agent.takes(market.limit(side, price, { tif: "IOC" }));
  const takenId = String(taken.orderId);
  const orders = Object.entries(await oneOfEach(t));
  await t.settle();
  const isRead = contains(takenId).judge(await agent.order(takenId)).ok;
  return isRead ? [...orders, ["FILLED", takenId]] : orders;
}

const inEachState: Check = {
  title: "an order of another agent is 403 and not listed, filled in part, ended or not",
  proves: ["OAPI-LIST-08", "OAPI-GET-02", "OAPI-CXL-05"],
  needs: ["two-owners", "market", "quiet"],
  once: true,
  async body(t) {
    const orders = await ordersInStates(t);
    for (const [status, id] of orders) {
      const path = `/orders/${id}`;
      await judgeByStatus(t, status, id);
      await judgeUnread(t, id);
      t.expect("OAPI-CXL-05", await callerIn(t).request({ method: "DELETE", path }), http(403));
    }
    await t.settle();
    const open = orders.filter(([status]) => status === "NEW" || status === "PARTIAL");
    const shown = allOf(...open.map(([, id]) => contains(id)));
    t.expect("OAPI-CXL-05", await t.agent.openOrders(), shown);
  },
};

/** Errors: Missing where a key that only reads may not read this. */
function demandRead({ request, response }: Exchange): void {
  if (response?.status === 200) return;
  throw new Missing(`needs a read-only key that may ask for ${request.method} ${request.path}`);
}

const byReadOnlyKey: Check = {
  title: "an order of another agent is 403 and not listed to a read-only key either",
  proves: ["OAPI-LIST-08", "OAPI-GET-02"],
  needs: ["two-owners", "read-only-key", "market"],
  once: true,
  over: {},
  async body(t) {
    const { other, reader } = t;
    demandOwnReader(t);
    const own = await shownOrder(t);
    const orderId = await shownOrder(t, other);
    const listing = await reader.orders();
    // Which scope reads orders is not shown.
    demandRead(listing);
    t.expect("OAPI-LIST-08", listing, lacks(orderId));
    demandRead(await reader.order(own));
    t.expect("OAPI-GET-02", await reader.order(orderId), http(403));
  },
};

const amendedFromOutside: Check = {
  title: "nobody else amends an order of an agent; who serves PATCH of its own answers 403",
  proves: ["OAPI-AMEND-02"],
  needs: ["agent", "market"],
  once: true,
  async body(t) {
    const send = (ask: ApiRequest) => callerIn(t).request(ask);
    await amendsNothing(t, "OAPI-AMEND-02", { owner: t.agent, send, status: 403 });
  },
};

/** Checks of orders of others. */
export const ofOthers: readonly Check[] = [
  fromOutside,
  inEachState,
  byReadOnlyKey,
  amendedFromOutside,
];
