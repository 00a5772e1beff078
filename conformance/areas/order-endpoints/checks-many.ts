/** All of an agent's orders: more than a page of them, and in every market. Spec: Orders. */

import { KINDS, PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { lacks } from "../../expect/answers.ts";
import { asCaller, demandOwnCaller, demandSameAgent } from "../caller.ts";
import { judgeExactly } from "../defaults.ts";
import { inBothMarkets, OPEN_LIMIT_DEFAULT } from "./arrange.ts";
import { cancelAnswered } from "./checks-cancel.ts";

/** Placed at once: enough to be quick, and 501 in whole batches without coming near the write limit. */
const BATCH = 167;

const moreThanAPage: Check = {
  title: "of 501 open orders 500 are in /orders/open without limit, and none after DELETE /orders",
  proves: ["OAPI-OPEN-07", "OAPI-ALL-01"],
  needs: ["agent", "market", "many-orders", "operator"],
  over: {},
  async body(t) {
    const { agent, market, side } = t;
    const ids: string[] = [];
    while (ids.length <= OPEN_LIMIT_DEFAULT) {
      const batch = Array.from({ length: BATCH }, () =>
        agent.rests(market.resting(side, { qty: 1 })),
      );
      ids.push(...(await Promise.all(batch)).map(({ orderId }) => orderId));
    }
    await judgeExactly(t, "OAPI-OPEN-07", {
      path: "/orders/open",
      byDefault: OPEN_LIMIT_DEFAULT,
      known: true,
    });
    t.expect("OAPI-ALL-01", await agent.cancelAll(), cancelAnswered);
    await t.settle();
    await t.eventually("OAPI-ALL-01", () => agent.openOrders(), lacks(...ids));
  },
};

const everything: Check = {
  title: "DELETE /orders answers 200 and takes the orders of both sides in every market",
  proves: ["OAPI-ALL-01"],
  needs: ["agent", "two-markets"],
  over: { kind: KINDS, prefix: PREFIXES },
  async body(t) {
    const { agent } = t;
    const { here, there } = await inBothMarkets(t);
    t.expect("OAPI-ALL-01", await agent.cancelAll(), cancelAnswered);
    await t.settle();
    await t.eventually("OAPI-ALL-01", () => agent.openOrders(), lacks(...here, ...there));
  },
};

const ofOtherCallers: Check = {
  title: "DELETE /orders takes what another caller of the agent has placed",
  proves: ["OAPI-ALL-01"],
  needs: ["agent", "market"],
  over: { caller: ["second-key", "session"], prefix: PREFIXES },
  once: true,
  async body(t) {
    const { agent, market, cell } = t;
    demandOwnCaller(t);
    if (cell.caller === "session") await demandSameAgent(t.human);
    const { orderId } = await agent.rests(market.resting());
    t.expect(
      "OAPI-ALL-01",
      await asCaller(t, { method: "DELETE", path: "/orders" }),
      cancelAnswered,
    );
    await t.settle();
    await t.eventually("OAPI-ALL-01", () => agent.openOrders(), lacks(orderId));
  },
};

/** Checks of all orders at once. */
export const many: readonly Check[] = [moreThanAPage, everything, ofOtherCallers];
