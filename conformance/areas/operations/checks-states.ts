/** Life cycles of orders and markets, which the spec leaves open. Spec: States gaps; D-020, D-032. */

import {
  type Json,
  listOf,
  recordOf,
  statusIn,
  statusOf,
} from "../../../scenarios/deployment/reading/reading.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { ORDER_STATUSES } from "../../../scenarios/deployment/vocabulary.ts";
import { routeOf } from "../../../scenarios/deployment/wire/client.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { amend } from "../../check/changed-orders.ts";
import type { Check, Watch } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { allOf, show, that } from "../../check/expectation.ts";
import { recordExecuted, recordStatus } from "../../expect/answers.ts";
import { endedMarkets } from "./checks-ends.ts";

const MARKETS_APART_MS = 1_000;
const FINAL = ["RESOLVED", "VOID"];

const marketsMoveForward: Check = {
  title: "a market seen RESOLVED or VOID is not OPEN later",
  proves: ["STATE-MKT-01"],
  needs: ["agent"],
  async body(t) {
    const final = await finalMarkets(t);
    await t.clock.pass(MARKETS_APART_MS);
    const open = await t.agent.get("/markets", { status: "OPEN" });
    t.expect("STATE-MKT-01", open, noneOpen(final));
  },
};

const cancelledStays: Check = {
  title: "a cancelled order stays cancelled, be it cancelled or amended once more",
  proves: ["STATE-ORD-01"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const { orderId, sent } = await agent.rests(market.resting());
    await agent.cancels(orderId);
    const cancelled = recordStatus(orderId, "CANCELLED");
    await t.eventually("STATE-ORD-01", () => agent.order(orderId), cancelled);
    // What is done may be told as gone, or as a conflict (D-028).
    await agent.cancel(orderId);
    await amend(agent, orderId, { price: Number(sent["price"]), qty: 2 });
    await t.settle();
    t.expect("STATE-ORD-01", await agent.order(orderId), cancelled);
  },
};

const executedStays: Check = {
  title: "a cancel takes nothing back of what an order has executed",
  proves: ["STATE-ORD-01"],
  needs: ["two-owners", "binary", "quiet"],
  async body(t) {
    const { agent: taker, other: maker, market } = t;
    const [price = 0] = await market.inside();
    const { orderId } = await maker.rests(market.limit("SELL", price, { qty: 2 }));
    await taker.place(market.limit("BUY", price));
    await t.eventually("STATE-ORD-01", () => maker.order(orderId), recordExecuted(orderId, 1));
    await maker.cancels(orderId);
    await t.eventually(
      "STATE-ORD-01",
      () => maker.order(orderId),
      allOf(recordStatus(orderId, "CANCELLED"), recordExecuted(orderId, 1)),
    );
  },
};

/** Ids of the markets whose record says RESOLVED or VOID. Errors: Missing when there is none. */
async function finalMarkets({ agent }: CheckContext): Promise<string[]> {
  const ids: string[] = [];
  for (const status of FINAL) {
    const { response } = await agent.get("/markets", { status });
    const records = listOf(response?.body) ?? [];
    const final = records.filter((record) => FINAL.includes(statusOf(record) ?? ""));
    ids.push(...final.map((record) => String(record["id"] ?? record["market_id"])));
  }
  if (ids.length === 0) throw new Missing("no RESOLVED or VOID market could be read");
  return ids;
}

function noneOpen(ids: readonly string[]) {
  const reopened = ({ response }: Exchange) =>
    ids.filter((id) => statusIn(response?.body, id) === "OPEN");
  return that<Exchange>(
    "no market OPEN that was RESOLVED or VOID before",
    (exchange) => reopened(exchange).length === 0,
    (exchange) => `${reopened(exchange).length} of them OPEN`,
  );
}

const STATUSES: readonly unknown[] = ORDER_STATUSES;

/** Statuses that an answer of 200 tells of orders, in any letter case (D-090); none of any other. */
function orderStatuses({ request, response }: Exchange): string[] {
  const { method, path } = request;
  if (method !== "GET" || response?.status !== 200) return [];
  return ordersIn(path, response.body).flatMap(({ status }) =>
    typeof status === "string" ? [status.toUpperCase()] : [],
  );
}

function ordersIn(path: string, body: unknown): Json[] {
  const route = routeOf(path);
  if (route === "/orders" || route === "/orders/open") return listOf(body) ?? [];
  const record = route === "/orders/{id}" ? recordOf(body, path.split("/").at(-1)!) : null;
  return record === null ? [] : [record];
}

const documented: Watch = {
  title: "every status in a record of an order is a documented one",
  proves: ["STATE-ORD-06"],
  needs: ["agent", "market"],
  selects: (exchange) => orderStatuses(exchange).length > 0,
  expects: that(
    `status ${STATUSES.join(", ")}`,
    (exchange) => orderStatuses(exchange).every((status) => STATUSES.includes(status)),
    (exchange) => show([...new Set(orderStatuses(exchange))]),
  ),
  async body(t) {
    const { orderId } = await t.agent.rests(t.market.resting());
    await t.agent.order(orderId);
  },
};

/** Checks of life cycles. */
export const states: readonly (Check | Watch)[] = [
  documented,
  marketsMoveForward,
  cancelledStays,
  executedStays,
  ...endedMarkets,
];
