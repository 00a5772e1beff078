/** Open orders, one order, a ladder, an amend: what shows, to whom. Spec: Orders; D-030, D-031. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { mentions } from "../../../scenarios/deployment/reading/reading.ts";
import { StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { allOf, type Expectation } from "../../check/expectation.ts";
import { oncePerLease } from "../../check/once.ts";
import {
  answerGist,
  answerThat,
  atMost,
  contains,
  http,
  lacks,
  unusual,
} from "../../expect/answers.ts";
import { asCaller } from "../caller-request.ts";

/** Not both of two orders, in a body of any shape. */
export function notBoth(first: string, second: string): Expectation<Exchange> {
  return answerThat("one of the two orders at most", ({ response }) => {
    return !mentions(response?.body, first) || !mentions(response?.body, second);
  });
}

/**
 * A resting order of the other agent, which shows in its own list of open orders by now.
 * Errors: StandsOn when it does not.
 */
export async function othersOrder(t: CheckContext): Promise<string> {
  const { other, market } = t;
  const { orderId } = await other.rests(market.resting("SELL"));
  const listing = await t.reading(() => other.openOrders(), contains(orderId));
  if (contains(orderId).judge(listing).ok) return orderId;
  throw new StandsOn("OAPI-OPEN-02", "a resting order is not in its owner's list");
}

const OPEN_LIMIT_DEFAULT = 500;

const notAnId: Check = {
  title: 'GET /orders/open answers 200: "open" is not read as an order id',
  proves: ["OAPI-OPEN-01"],
  needs: ["agent"],
  async body(t) {
    t.expect("OAPI-OPEN-01", await t.agent.get("/orders/open"), http(200));
  },
};

const containsResting: Check = {
  title: "GET /orders/open contains a resting order",
  proves: ["OAPI-OPEN-02"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const { orderId } = await agent.rests(market.resting());
    await t.eventually("OAPI-OPEN-02", () => agent.openOrders(), contains(orderId));
  },
};

const lacksFinished: Check = {
  title: "GET /orders/open lacks an order cancelled and an order filled",
  proves: ["OAPI-OPEN-03"],
  needs: ["two-owners", "binary", "quiet"],
  async body(t) {
    const { agent, other, market } = t;
    const cancelled = await agent.rests(market.resting());
    await agent.cancel(cancelled.orderId);
    const [price = 0] = await market.inside();
    const filled = await agent.rests(market.limit("SELL", price));
    await other.takes(market.limit("BUY", price));
    await t.settle();
    const neither = lacks(cancelled.orderId, filled.orderId);
    await t.eventually("OAPI-OPEN-03", () => agent.openOrders(), neither);
  },
};

const byMarket: Check = {
  title: "GET /orders/open with market_id gives that market's orders alone",
  proves: ["OAPI-OPEN-04"],
  needs: ["agent", "two-markets"],
  async body(t) {
    const { agent, market, secondMarket } = t;
    const elsewhere = await agent.rests(secondMarket.resting());
    const here = await agent.rests(market.resting());
    const narrowed = allOf(contains(here.orderId), lacks(elsewhere.orderId));
    await agent.openOrders();
    const ofMarket = () => agent.get("/orders/open", { market_id: market.id });
    await t.eventually("OAPI-OPEN-04", ofMarket, allOf(http(200), narrowed));
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
    t.expect("OAPI-OPEN-05", page, allOf(atMost(1), notBoth(first.orderId, second.orderId)));
  },
};

const ownAlone: Check = {
  title: "GET /orders/open shows no order of another agent",
  proves: ["OAPI-OPEN-06"],
  needs: ["two-owners", "market"],
  async body(t) {
    const { agent, market } = t;
    const foreign = await othersOrder(t);
    t.expect("OAPI-OPEN-06", await agent.openOrders(), lacks(foreign));
    t.expect("OAPI-OPEN-06", await agent.openOrders(market.id), lacks(foreign));
  },
};

const ownOrder: Check = {
  title: "GET of an own order answers 200 with its id",
  proves: ["OAPI-GET-01"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const { orderId } = await agent.rests(market.resting());
    await t.eventually("OAPI-GET-01", () => agent.order(orderId), contains(orderId));
  },
};

const ownedByAgent = oncePerLease(({ agent, market }) => agent.rests(market.resting()));

const foreignOrder: Check = {
  title: "GET of another agent's order is answered 403",
  proves: ["OAPI-GET-02"],
  needs: ["agent", "market"],
  each: true,
  async body(t) {
    const { orderId } = await ownedByAgent(t);
    const path = `/orders/${orderId}`;
    const read = () => asCaller(t, { method: "GET", path });
    await t.eventually("OAPI-GET-02", read, http(403));
  },
};

const unknownOrder: Check = {
  title: "GET of an order that does not exist is answered 404",
  proves: ["OAPI-GET-03"],
  needs: ["agent"],
  async body(t) {
    t.expect("OAPI-GET-03", await t.agent.order(UNKNOWN_UUID), http(404));
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
  async body(t) {
    const answer = await t.anonymously({ method: "POST", path: LADDER, body: {} });
    t.expect("OAPI-LADDER-02", answer, http(401, ...statusesOf("D-002")));
  },
};

const amend: Check = {
  title: "PATCH of an own resting order",
  proves: ["OAPI-AMEND-01"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const { orderId } = await agent.rests(market.resting("BUY", { qty: 2 }));
    const ask = { method: "PATCH", path: `/orders/${orderId}`, body: { qty: 1 } };
    const answer = await agent.request({ ...ask, tolerates: [501] });
    t.observe("OAPI-AMEND-01", answerGist(answer), unusual(answer, ...statusesOf("D-030"), 403));
  },
};

/** Checks of open orders, of one order, of the ladder and of an amend. */
export const openOrders: readonly Check[] = [
  notAnId,
  containsResting,
  lacksFinished,
  byMarket,
  limited,
  ownAlone,
  ownOrder,
  foreignOrder,
  unknownOrder,
  notUuid,
  ladderThere,
  ladderGuarded,
  amend,
];
