/** GET /orders/open and GET /orders/{order_id}: what shows, and to whom. Spec: Orders. */
import { statusesOf } from "../../scenarios/decisions/forms.ts";
import { UNKNOWN_UUID } from "../../scenarios/deployment/wire/uuid.ts";
import type { Check } from "../check/check.ts";
import { allOf } from "../check/expectation.ts";
import { answerGist, atMost, contains, http, lacks, unusual } from "../expect/answers.ts";
import { notBoth, othersOrder } from "./order-endpoints-list.ts";

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

const foreignOrder: Check = {
  title: "GET of another owner's order is answered 403",
  proves: ["OAPI-GET-02"],
  needs: ["two-owners", "market"],
  async body(t) {
    const foreign = await othersOrder(t);
    await t.eventually("OAPI-GET-02", () => t.agent.order(foreign), http(403));
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

export const orderEndpointsOpen: readonly Check[] = [
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
];
