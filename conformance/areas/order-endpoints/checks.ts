/** GET /orders: what it contains, how its parameters narrow it. Spec: Orders. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { Check } from "../../check/check.ts";
import { allOf } from "../../check/expectation.ts";
import { answerGist, contains, http, unusual } from "../../expect/answers.ts";
import { rowsIfTold } from "../../expect/pages.ts";
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

const limited: Check = {
  title: "GET /orders with limit=1 gives one of two orders, and two with limit=2",
  proves: ["OAPI-LIST-04"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const first = await agent.rests(market.resting());
    const second = await agent.rests(market.resting());
    const [one, two] = [first.orderId, second.orderId];
    for (const query of [{}, { market_id: market.id }]) {
      // A list by market may be another one, and each of them late.
      await t.reading(() => agent.orders(query), allOf(contains(one), contains(two)));
      const pageOf = (limit: string) => () => agent.orders({ ...query, limit });
      await t.eventually("OAPI-LIST-04", pageOf("1"), allOf(rowsIfTold(1), notBoth(one, two)));
      await t.eventually("OAPI-LIST-04", pageOf("2"), rowsIfTold(2));
    }
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
  limited,
  unknownStatus,
  ...states,
  ...openOrders,
  ...cancelling,
  ...ofMarkets,
  ...many,
  ...ofOthers,
];
