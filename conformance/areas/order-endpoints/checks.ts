/** GET /orders: what it contains, how its parameters narrow it. Spec: Orders. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { listOf, mentions } from "../../../scenarios/deployment/reading/reading.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../../check/check.ts";
import { allOf } from "../../check/expectation.ts";
import { answerGist, contains, http, unusual } from "../../expect/answers.ts";
import { rowsIfTold } from "../../expect/pages.ts";
import { judgeExactly } from "../defaults.ts";
import { LIMIT_DEFAULT } from "./arrange.ts";
import { cancelling } from "./checks-cancel.ts";
import { ofOthers } from "./checks-foreign.ts";
import { many } from "./checks-many.ts";
import { ofMarkets } from "./checks-markets.ts";
import { notBoth, openOrders } from "./checks-open.ts";
import { states } from "./checks-states.ts";

const answers: Check = {
  title: "GET /orders answers 200",
  proves: ["OAPI-LIST-01"],
  needs: ["agent"],
  each: true,
  async body(t) {
    t.expect("OAPI-LIST-01", await t.agent.orders(), http(200));
  },
};

/** Resting at once: enough to be quick, few enough for any cap on open orders. */
const BATCH = 20;

const defaultLimit: Check = {
  title: "GET /orders without limit gives just 200 of 201 orders, where it keeps cancelled ones",
  proves: ["OAPI-LIST-03"],
  needs: ["agent", "market", "many-orders"],
  async body(t) {
    const { agent, market } = t;
    const known = recordsIn(await agent.orders());
    let last = "";
    for (let placed = known; placed <= LIMIT_DEFAULT; placed += BATCH) {
      const orders = Array.from({ length: BATCH }, () => agent.rests(market.resting()));
      last = (await Promise.all(orders)).at(-1)?.orderId ?? last;
      await agent.cancelAll(market.id);
    }
    await t.settle();
    const keepsDone =
      last === "" || mentions((await agent.orders({ market_id: market.id })).response?.body, last);
    if (!keepsDone) throw new Missing("needs a list of orders that keeps cancelled ones");
    const sized = { path: "/orders", byDefault: LIMIT_DEFAULT, known: true as const };
    await judgeExactly(t, "OAPI-LIST-03", sized);
    if (known > 0) return; // of this market alone there may be fewer
    await judgeExactly(t, "OAPI-LIST-03", { ...sized, query: { market_id: market.id } });
  },
};

/** Errors: Missing when the list cannot be told in the body. */
function recordsIn(listing: Exchange): number {
  const list = listOf(listing.response?.body);
  if (list === null) throw new Missing("needs a list of orders whose records can be counted");
  return list.length;
}

const limited: Check = {
  title: "GET /orders with limit=1 gives one of two orders, and two with limit=2",
  proves: ["OAPI-LIST-04"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const first = await agent.rests(market.resting());
    const second = await agent.rests(market.resting());
    await t.reading(() => agent.orders(), contains(second.orderId));
    const page = await agent.orders({ limit: "1" });
    t.expect("OAPI-LIST-04", page, allOf(rowsIfTold(1), notBoth(first.orderId, second.orderId)));
    t.expect("OAPI-LIST-04", await agent.orders({ limit: "2" }), rowsIfTold(2));
  },
};

const unknownStatus: Check = {
  title: "GET /orders with an unknown status",
  proves: ["OAPI-LIST-07"],
  needs: ["agent"],
  async body(t) {
    const listing = await t.agent.orders({ status: "SLEEPING" });
    t.observe("OAPI-LIST-07", answerGist(listing), unusual(listing, ...statusesOf("D-091")));
  },
};

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  answers,
  defaultLimit,
  limited,
  unknownStatus,
  ...states,
  ...openOrders,
  ...cancelling,
  ...ofMarkets,
  ...many,
  ...ofOthers,
];
