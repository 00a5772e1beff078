/** GET /orders: what it contains, how its parameters narrow it. Spec: Orders. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { listOf, mentions, statusOf } from "../../../scenarios/deployment/reading/reading.ts";
import { Inconclusive, Missing } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../../check/check.ts";
import { allOf, anyOf, type Expectation, odd } from "../../check/expectation.ts";
import {
  answerGist,
  answerThat,
  atMost,
  contains,
  http,
  lacks,
  unusual,
} from "../../expect/answers.ts";
import { cancelling } from "./checks-cancel.ts";
import { notBoth, openOrders, othersOrder } from "./checks-open.ts";

const LIMIT_DEFAULT = 200;

const answers: Check = {
  title: "GET /orders answers 200",
  proves: ["OAPI-LIST-01"],
  needs: ["agent"],
  async body(t) {
    t.expect("OAPI-LIST-01", await t.agent.orders(), http(200));
  },
};

const containsOwn: Check = {
  title: "GET /orders contains an order just placed",
  proves: ["OAPI-LIST-02"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const { orderId } = await agent.rests(market.resting());
    const listing = await t.reading(() => agent.orders(), contains(orderId));
    roomFor(orderId, listing);
    t.expect("OAPI-LIST-02", listing, contains(orderId));
  },
};

/** Errors: Inconclusive when an order is missing from a full page: older ones may come first. */
function roomFor(orderId: string, listing: Exchange): void {
  const { body } = listing.response ?? {};
  const full = (listOf(body)?.length ?? 0) >= LIMIT_DEFAULT;
  if (full && !mentions(body, orderId)) throw new Inconclusive("the agent's list is a full page");
}

/** Resting at once: enough to be quick, few enough for any cap on open orders. */
const BATCH = 20;

const defaultLimit: Check = {
  title: "GET /orders without limit gives at most 200 of 201 orders",
  proves: ["OAPI-LIST-03"],
  needs: ["agent", "market", "many-orders"],
  async body(t) {
    const { agent, market } = t;
    const known = recordsIn(await agent.orders());
    for (let placed = known; placed <= LIMIT_DEFAULT; placed += BATCH) {
      const orders = Array.from({ length: BATCH }, () => agent.rests(market.resting()));
      await Promise.all(orders);
      await agent.cancelAll(market.id);
    }
    await t.settle();
    t.expect("OAPI-LIST-03", await agent.orders(), atMost(LIMIT_DEFAULT));
  },
};

/** Errors: Missing when the list cannot be told in the body. */
function recordsIn(listing: Exchange): number {
  const list = listOf(listing.response?.body);
  if (list === null) throw new Missing("needs a list of orders whose records can be counted");
  return list.length;
}

const limitOne: Check = {
  title: "GET /orders with limit=1 gives one of two orders at most",
  proves: ["OAPI-LIST-04"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const first = await agent.rests(market.resting());
    const second = await agent.rests(market.resting());
    await t.reading(() => agent.orders(), contains(second.orderId));
    const page = await agent.orders({ limit: "1" });
    t.expect("OAPI-LIST-04", page, allOf(atMost(1), notBoth(first.orderId, second.orderId)));
  },
};

const byMarket: Check = {
  title: "GET /orders with market_id gives that market's orders alone",
  proves: ["OAPI-LIST-05"],
  needs: ["agent", "two-markets"],
  async body(t) {
    const { agent, market, secondMarket } = t;
    const elsewhere = await agent.rests(secondMarket.resting());
    const here = await agent.rests(market.resting());
    const read = () => agent.orders({ market_id: market.id });
    const listing = await t.reading(read, contains(here.orderId));
    roomFor(here.orderId, listing);
    t.expect("OAPI-LIST-05", listing, allOf(contains(here.orderId), lacks(elsewhere.orderId)));
  },
};

const STATUSES = ["NEW", "PARTIAL", "FILLED", "CANCELLED", "REJECTED"];

const byStatus: Check = {
  title: "GET /orders takes each documented status and gives orders in it",
  proves: ["OAPI-LIST-06"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const cancelled = await agent.rests(market.resting("SELL"));
    await agent.cancel(cancelled.orderId);
    await agent.rests(market.resting());
    for (const status of STATUSES) {
      const read = () => agent.orders({ status });
      await t.eventually("OAPI-LIST-06", read, narrowedTo(status));
    }
  },
};

/** Every record whose status can be read has it; others among them are odd (D-091). */
function narrowedTo(status: string): Expectation<Exchange> {
  const only = answerThat(`HTTP 200 with ${status} orders alone`, ({ response }) => {
    const records = listOf(response?.body) ?? [];
    const matches = (record: Parameters<typeof statusOf>[0]) =>
      (statusOf(record) ?? status).toUpperCase() === status;
    return response?.status === 200 && records.every(matches);
  });
  return anyOf(only, odd(http(200), `status=${status} also gives orders of another status`));
}

const unknownStatus: Check = {
  title: "GET /orders with an unknown status",
  proves: ["OAPI-LIST-07"],
  needs: ["agent"],
  async body(t) {
    const listing = await t.agent.orders({ status: "SLEEPING" });
    t.observe("OAPI-LIST-07", answerGist(listing), unusual(listing, ...statusesOf("D-091")));
  },
};

const ownAlone: Check = {
  title: "GET /orders shows no order of another agent",
  proves: ["OAPI-LIST-08"],
  needs: ["two-owners", "market"],
  async body(t) {
    const { agent, market } = t;
    const foreign = await othersOrder(t);
    const here = { market_id: market.id };
    t.expect("OAPI-LIST-08", await agent.orders(), lacks(foreign));
    t.expect("OAPI-LIST-08", await agent.orders(here), lacks(foreign));
  },
};

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  answers,
  containsOwn,
  defaultLimit,
  limitOne,
  byMarket,
  byStatus,
  unknownStatus,
  ownAlone,
  ...openOrders,
  ...cancelling,
];
