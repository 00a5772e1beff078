/** All of an agent's orders: more than a page of them, and in every market. Spec: Orders. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { mentions } from "../../../scenarios/deployment/reading/reading.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { lacks } from "../../expect/answers.ts";
import { exactlyRows, rowCount } from "../../expect/pages.ts";
import { asCaller, demandOwnCaller, demandSameAgent } from "../caller.ts";
import { judgeExactly } from "../defaults.ts";
import { inBothMarkets, LIMIT_DEFAULT, OPEN_LIMIT_DEFAULT } from "./arrange.ts";
import { cancelAnswered } from "./checks-cancel.ts";
import {
  type FirstOrder,
  judgeFirstOpen,
  judgeFirstRead,
  judgeFirstReplay,
  judgeSizes,
  OF_SIZES,
  OF_THE_FIRST,
  recordsIn,
  restAtOnce,
} from "./first-of-many.ts";

/** Placed at once: enough to be quick, and 501 in whole batches without coming near the write limit. */
const BATCH = 167;

/** Resting at once: enough to be quick, few enough for any cap on open orders. */
const FEW = 20;

const defaultLimit: Check = {
  title: "GET /orders without limit gives just 200 of 201 orders, where it keeps cancelled ones",
  proves: ["OAPI-LIST-03", ...OF_THE_FIRST.ended, ...OF_SIZES["/orders"]],
  needs: ["agent", "market", "many-orders"],
  over: {},
  async body(t) {
    const { agent, market } = t;
    const first = await placedBeyond(t);
    await judgeFirstRead(t, first);
    await judgeSizes(t, "/orders");
    const sized = { path: "/orders", byDefault: LIMIT_DEFAULT, known: true as const };
    await judgeExactly(t, "OAPI-LIST-03", sized);
    const query = { market_id: market.id };
    const here = recordsIn(await agent.orders({ ...query, limit: String(LIMIT_DEFAULT) }));
    if (here < LIMIT_DEFAULT) return; // of all markets there were enough
    await judgeExactly(t, "OAPI-LIST-03", { ...sized, query });
    // Some of those that were here may have been filled.
    const done = { status: "CANCELLED" };
    const ended = recordsIn(await agent.orders({ ...done, limit: String(LIMIT_DEFAULT) }));
    if (ended < LIMIT_DEFAULT) return;
    await judgeExactly(t, "OAPI-LIST-03", { ...sized, query: done });
  },
};

const defaultLimitOfCallers: Check = {
  title: "GET /orders without limit gives just 200 of 201 orders to every caller of the agent",
  proves: ["OAPI-LIST-03"],
  needs: ["agent", "market", "many-orders", "operator"],
  over: { caller: ["second-key", "read-key", "session"] },
  once: true,
  async body(t) {
    demandOwnCaller(t);
    if (t.cell.caller === "session") await demandSameAgent(t.human);
    await placedBeyond(t);
    const listed = () => asCaller(t, { method: "GET", path: "/orders" });
    const { response } = await listed();
    if (statusesOf("D-130", "scopeRefusal").includes(response?.status ?? 0)) {
      throw new Missing("needs a caller that may read orders");
    }
    await t.eventually("OAPI-LIST-03", listed, exactlyRows(LIMIT_DEFAULT, rowCount));
  },
};

/**
 * Places and cancels until there is more than a page, a few at least. Returns the first that it placed.
 * Errors: Missing where that cannot be read.
 */
async function placedBeyond(t: CheckContext): Promise<FirstOrder> {
  const { agent, market } = t;
  const known = recordsIn(await agent.orders());
  const all: FirstOrder[] = [];
  do {
    const orders = Array.from({ length: FEW }, () => agent.rests(market.resting()));
    all.push(...(await Promise.all(orders)));
    await agent.cancelAll(market.id);
  } while (known + all.length <= LIMIT_DEFAULT);
  await t.settle();
  const { response } = await agent.orders({ market_id: market.id });
  if (mentions(response?.body, all.at(-1)!.orderId)) return all[0]!;
  throw new Missing("needs a list of orders that keeps cancelled ones");
}

const moreThanAPage: Check = {
  title:
    "of 501 open orders 500 are in /orders/open without limit, 200 in /orders, and none after DELETE",
  proves: [
    ...["OAPI-OPEN-07", "OAPI-LIST-03", "OAPI-ALL-01"],
    ...[...OF_THE_FIRST.resting, ...OF_SIZES["/orders"], ...OF_SIZES["/orders/open"]],
  ],
  needs: ["agent", "market", "many-orders", "operator"],
  over: {},
  async body(t) {
    const { agent, market, side } = t;
    const first = await agent.rests(market.resting(side, { qty: 1 }));
    const ids: string[] = [];
    while (ids.length <= OPEN_LIMIT_DEFAULT) ids.push(...(await restAtOnce(t, BATCH)));
    await judgeFirstRead(t, first);
    await judgeFirstReplay(t, first);
    await judgeSizes(t, "/orders");
    await judgeSizes(t, "/orders/open");
    const open = { path: "/orders/open", byDefault: OPEN_LIMIT_DEFAULT, known: true as const };
    await judgeExactly(t, "OAPI-OPEN-07", open);
    await judgeExactly(t, "OAPI-OPEN-07", { ...open, query: { market_id: market.id } });
    const fresh = { path: "/orders", byDefault: LIMIT_DEFAULT, query: { status: "NEW" } };
    await judgeExactly(t, "OAPI-LIST-03", fresh);
    for (const id of ids.slice(-2)) await agent.cancels(id);
    await judgeFirstOpen(t, first.orderId);
    ids.push(...(await restAtOnce(t, 2)));
    t.expect("OAPI-ALL-01", await agent.cancelAll(), cancelAnswered);
    await t.settle();
    await t.eventually("OAPI-ALL-01", () => agent.openOrders(), lacks(...ids));
  },
};

/** Of both sides, in two markets. */
const everything = (spec: Pick<Check, "title" | "needs" | "over">): Check => ({
  ...spec,
  proves: ["OAPI-ALL-01"],
  async body(t) {
    const { agent } = t;
    const { here, there } = await inBothMarkets(t);
    t.expect("OAPI-ALL-01", await agent.cancelAll(), cancelAnswered);
    await t.settle();
    await t.eventually("OAPI-ALL-01", () => agent.openOrders(), lacks(...here, ...there));
  },
});

const inEveryMarket = everything({
  title: "DELETE /orders answers 200 and takes the orders of both sides in every market",
  needs: ["agent", "two-markets"],
  over: { kind: ["BTC_BINARY", "BTC_PARLAY"], prefix: ["/v1", "/api"] },
});

const ofEveryKind = everything({
  title: "DELETE /orders answers 200 and takes the orders in markets of two kinds",
  needs: ["agent", "other-kind"],
  over: { kind: ["BTC_BINARY", "BTC_PERP"], prefix: ["", "/api/v1"] },
});

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
export const many: readonly Check[] = [
  defaultLimit,
  defaultLimitOfCallers,
  moreThanAPage,
  inEveryMarket,
  ofEveryKind,
  ofOtherCallers,
];
