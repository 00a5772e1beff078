/** Orders of somebody else: kept from sight and from harm. Spec: Authentication 9; D-094. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { inTurnOf } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { allOf, anyOf } from "../../check/expectation.ts";
import { contains, http, lacks } from "../../expect/answers.ts";
import { amendsNothing } from "../amends-nothing.ts";
import { callerIn, readBy } from "../caller.ts";
import { oneOfEach, shownOrder } from "./arrange.ts";

/** Judges that it is not among the orders in a status; that the status is known is another rule's. */
async function judgeByStatus(t: CheckContext, status: string, orderId: string): Promise<void> {
  const demand = anyOf(lacks(orderId), http(...statusesOf("D-002")));
  for (const query of [{ status }, { status, market_id: t.market.id }]) {
    const listing = await callerIn(t).request({ method: "GET", path: "/orders", query });
    t.expect("OAPI-LIST-08", listing, demand);
  }
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
    t.expect("OAPI-GET-02", await readBy(t, path), http(403));
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

const inEachState: Check = {
  title: "an order of another agent is 403 and not listed, filled in part, ended or not",
  proves: ["OAPI-LIST-08", "OAPI-GET-02", "OAPI-CXL-05"],
  needs: ["two-owners", "market", "quiet"],
  once: true,
  async body(t) {
    const orders = await oneOfEach(t);
    await t.settle();
    for (const [status, id] of Object.entries(orders)) {
      const path = `/orders/${id}`;
      await judgeByStatus(t, status, id);
      t.expect("OAPI-GET-02", await readBy(t, path), http(403));
      t.expect("OAPI-CXL-05", await callerIn(t).request({ method: "DELETE", path }), http(403));
    }
    await t.settle();
    const open = allOf(contains(orders.NEW), contains(orders.PARTIAL));
    t.expect("OAPI-CXL-05", await t.agent.openOrders(), open);
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
export const ofOthers: readonly Check[] = [fromOutside, inEachState, amendedFromOutside];
