/** Orders of somebody else: kept from sight and from harm. Spec: Authentication 9; D-094. */

import { StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Check } from "../../check/check.ts";
import { contains, http, lacks } from "../../expect/answers.ts";
import { callerIn, readBy } from "../caller.ts";

const strangers: Check = {
  title: "no stranger, a sibling neither, sees, reads or cancels an agent's order",
  proves: ["OAPI-LIST-08", "OAPI-OPEN-06", "OAPI-GET-02", "OAPI-CXL-05", "OAPI-ALL-03"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const { orderId } = await agent.rests(market.resting());
    const shown = contains(orderId);
    const isShown = async () => shown.judge(await t.reading(() => agent.openOrders(), shown)).ok;
    if (!(await isShown())) throw new StandsOn("OAPI-OPEN-02", "a resting order does not show");
    const stranger = callerIn(t);
    const path = `/orders/${orderId}`;
    const query = { market_id: market.id };
    const list = (of: string) => stranger.request({ method: "GET", path: of, query });
    t.expect("OAPI-LIST-08", await readBy(t, "/orders"), lacks(orderId));
    t.expect("OAPI-LIST-08", await list("/orders"), lacks(orderId));
    t.expect("OAPI-OPEN-06", await readBy(t, "/orders/open"), lacks(orderId));
    t.expect("OAPI-OPEN-06", await list("/orders/open"), lacks(orderId));
    t.expect("OAPI-GET-02", await readBy(t, path), http(403));
    t.expect("OAPI-CXL-05", await stranger.request({ method: "DELETE", path }), http(403));
    await t.settle();
    t.expect("OAPI-CXL-05", await agent.openOrders(), shown);
    await stranger.request({ method: "DELETE", path: "/orders", query });
    await stranger.request({ method: "DELETE", path: "/orders" });
    await t.settle();
    t.expect("OAPI-ALL-03", await agent.openOrders(), shown);
  },
};

/** Checks of orders of others. */
export const ofStrangers: readonly Check[] = [strangers];
