/** DELETE /orders: whose and which orders a cancel of all takes. Spec: Orders; D-093, D-097. */
import { statusesOf } from "../../scenarios/decisions/forms.ts";
import { UNKNOWN_UUID } from "../../scenarios/deployment/wire/uuid.ts";
import type { Check } from "../check/check.ts";
import { anyOf } from "../check/expectation.ts";
import { contains, http, lacks } from "../expect/answers.ts";
import { cancelAnswered } from "./order-endpoints-cancel.ts";
import { othersOrder } from "./order-endpoints-list.ts";

const everything: Check = {
  title: "DELETE /orders answers 200 and takes the orders of every market",
  proves: ["OAPI-ALL-01"],
  needs: ["agent", "two-markets"],
  async body(t) {
    const { agent, market, secondMarket } = t;
    const here = await agent.rests(market.resting());
    const there = await agent.rests(secondMarket.resting());
    t.expect("OAPI-ALL-01", await agent.cancelAll(), cancelAnswered);
    const gone = lacks(here.orderId, there.orderId);
    await t.settle();
    await t.eventually("OAPI-ALL-01", () => agent.openOrders(), gone);
  },
};

const oneMarket: Check = {
  title: "DELETE /orders with market_id takes that market's orders alone",
  proves: ["OAPI-ALL-02"],
  needs: ["agent", "two-markets"],
  async body(t) {
    const { agent, market, secondMarket } = t;
    const there = await agent.rests(secondMarket.resting());
    const here = await agent.rests(market.resting());
    t.expect("OAPI-ALL-02", await agent.cancelAll(market.id), cancelAnswered);
    await t.settle();
    await t.eventually("OAPI-ALL-02", () => agent.openOrders(), lacks(here.orderId));
    await t.eventually("OAPI-ALL-02", () => agent.openOrders(), contains(there.orderId));
  },
};

const othersStay: Check = {
  title: "DELETE /orders leaves another agent's orders open",
  proves: ["OAPI-ALL-03"],
  needs: ["two-owners", "market"],
  async body(t) {
    const { agent, other, market } = t;
    const foreign = await othersOrder(t);
    await agent.rests(market.resting());
    await agent.cancelAll();
    await agent.cancelAll(market.id);
    await t.settle();
    t.expect("OAPI-ALL-03", await other.openOrders(), contains(foreign));
  },
};

const nothingOpen: Check = {
  title: "DELETE /orders with nothing open answers 200",
  proves: ["OAPI-ALL-04"],
  needs: ["agent"],
  async body(t) {
    await t.agent.cancelAll();
    t.expect("OAPI-ALL-04", await t.agent.cancelAll(), cancelAnswered);
  },
};

const unknownMarket: Check = {
  title: "DELETE /orders with an unknown market_id cancels nothing",
  proves: ["OAPI-ALL-05"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const { orderId } = await agent.rests(market.resting());
    await t.reading(() => agent.openOrders(), contains(orderId));
    const answered = anyOf(cancelAnswered, http(...statusesOf("D-097")));
    t.expect("OAPI-ALL-05", await agent.cancelAll(UNKNOWN_UUID), answered);
    await t.settle();
    t.expect("OAPI-ALL-05", await agent.openOrders(), contains(orderId));
  },
};

export const orderEndpointsCancelAll: readonly Check[] = [
  everything,
  oneMarket,
  othersStay,
  nothingOpen,
  unknownMarket,
];
