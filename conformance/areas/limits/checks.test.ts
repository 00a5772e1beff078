import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { CheckContext } from "../../check/check-context.ts";
import type { Expectation } from "../../check/expectation.ts";
import { CHECKS } from "./checks.ts";

const check = CHECKS.find(({ title }) => title === "a rate-limited POST /orders places nothing");

/** A venue that answers some of the orders it is sent 429, and places some, by their number. */
function venue(refuses: (n: number) => boolean, places: (n: number) => boolean) {
  const open = new Set<string>();
  let [drawn, spent, sent] = [0, 0, 0];
  const answer = (status: number, body: unknown = {}) =>
    ({
      request: {},
      response: { status, headers: {}, bodyText: "", body },
      at: 0,
      took: 1,
    }) as Exchange;
  const listing = async () => answer(200, { orders: [...open].map((id) => ({ id })) });
  const agent = {
    // The limit lifts after the first probing, and holds after the second.
    burst: async () => answer(++spent % 21 === 16 || sent > 20 ? 429 : 200),
    placeOnce: async (order: { client_order_id: string }) => {
      sent += 1;
      const isRefused = refuses(sent);
      if (places(sent)) open.add(order.client_order_id);
      return { sent: order, httpStatus: isRefused ? 429 : 201, fate: isRefused ? "" : "accepted" };
    },
    openOrders: listing,
    orders: listing,
  };
  const market = { id: "m", resting: () => ({ client_order_id: `order-${++drawn}-` }) };
  return { agent, market };
}

async function failures(parts: ReturnType<typeof venue>): Promise<number> {
  let failed = 0;
  const expect = <T>(_: string, value: T, { judge }: Expectation<T>) => {
    if (!judge(value).ok) failed += 1;
  };
  const run = { alone: async () => {} };
  const t = { ...parts, run, settle: async () => {}, expect } as unknown as CheckContext;
  await check!.body!(t);
  return failed;
}

const fromSixth = (n: number) => n > 5;

test("an order that passed while the limit had lifted is not held against a venue", async () => {
  assert.equal(await failures(venue(fromSixth, (n) => n <= 5)), 0);
});

test("an order that is placed all the same is found", async () => {
  assert.equal(await failures(venue(fromSixth, (n) => n <= 6)), 3);
});
