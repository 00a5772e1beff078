/** Open orders, one order, a ladder, an amend: what shows, to whom. Spec: Orders; D-030, D-031. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { mentions } from "../../../scenarios/deployment/reading/reading.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import { amend } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import { allOf, type Expectation } from "../../check/expectation.ts";
import { answerGist, answerThat, atMost, contains, http, unusual } from "../../expect/answers.ts";
import { rowsIfTold } from "../../expect/pages.ts";
import { readBy } from "../caller.ts";
import { OPEN_LIMIT_DEFAULT } from "./arrange.ts";
import { amendedOrders } from "./checks-amended.ts";

/** Not both of two orders, in a body of any shape. */
export function notBoth(first: string, second: string): Expectation<Exchange> {
  return answerThat("one of the two orders at most", ({ response }) => {
    return !mentions(response?.body, first) || !mentions(response?.body, second);
  });
}

const notAnId: Check = {
  title: 'GET /orders/open answers 200: "open" is not read as an order id',
  proves: ["OAPI-OPEN-01"],
  needs: ["agent"],
  each: true,
  async body(t) {
    t.expect("OAPI-OPEN-01", await t.agent.get("/orders/open"), http(200));
  },
};

const limited: Check = {
  title: "GET /orders/open gives one of two orders with limit=1, and never more than 500",
  proves: ["OAPI-OPEN-05"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const first = await agent.rests(market.resting());
    const second = await agent.rests(market.resting());
    const all = await t.reading(() => agent.openOrders(), contains(second.orderId));
    t.expect("OAPI-OPEN-05", all, atMost(OPEN_LIMIT_DEFAULT));
    const page = await agent.get("/orders/open", { limit: "1" });
    t.expect("OAPI-OPEN-05", page, allOf(rowsIfTold(1), notBoth(first.orderId, second.orderId)));
    const both = await agent.get("/orders/open", { limit: "2" });
    t.expect("OAPI-OPEN-05", both, rowsIfTold(2));
  },
};

const unknownOrder: Check = {
  title: "GET of an order that does not exist is answered 404, whoever of its callers asks",
  proves: ["OAPI-GET-03"],
  needs: ["agent"],
  each: true,
  async body(t) {
    t.expect("OAPI-GET-03", await readBy(t, `/orders/${UNKNOWN_UUID}`), http(404));
  },
};

const notUuid: Check = {
  title: "GET of an order id that is not a UUID",
  proves: ["OAPI-GET-04"],
  needs: ["agent"],
  async body(t) {
    const answer = await t.agent.order("not-a-uuid");
    t.observe("OAPI-GET-04", answerGist(answer), unusual(answer, ...statusesOf("D-002"), 404));
  },
};

const LADDER = "/orders/replace-ladder";

const ladderThere: Check = {
  title: "POST /orders/replace-ladder exists for an authenticated caller",
  proves: ["OAPI-LADDER-01"],
  needs: ["agent"],
  async body(t) {
    const ask = { method: "POST", path: LADDER, body: {} };
    const answer = await t.agent.request(ask);
    const warning = unusual(answer, ...statusesOf("D-031"));
    t.observe("OAPI-LADDER-01", answerGist(answer), warning);
  },
};

const ladderGuarded: Check = {
  title: "POST /orders/replace-ladder without credentials is refused",
  proves: ["OAPI-LADDER-02"],
  needs: [],
  each: true,
  async body(t) {
    const answer = await t.anonymously({ method: "POST", path: LADDER, body: {} });
    t.expect("OAPI-LADDER-02", answer, http(401, 404));
  },
};

const patched: Check = {
  title: "PATCH of an own resting order",
  proves: ["OAPI-AMEND-01"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const { orderId } = await agent.rests(market.resting(t.side, { qty: 2 }));
    const answer = await amend(agent, orderId, { qty: 1 });
    t.observe("OAPI-AMEND-01", answerGist(answer), unusual(answer, ...statusesOf("D-030"), 403));
  },
};

/** Checks of open orders, of one order, of the ladder and of an amend. */
export const openOrders: readonly Check[] = [
  notAnId,
  limited,
  unknownOrder,
  notUuid,
  ladderThere,
  ladderGuarded,
  patched,
  ...amendedOrders,
];
