import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { profileOf } from "../../scenarios/deployment/profile/profile.ts";
import { jsonServer, type SeenRequest } from "../../scenarios/deployment/server.fixture.ts";
import { PositionsHeld } from "./positions-held.ts";
import { SHARED_MARKET, stateAt } from "./run-state.fixture.ts";

const KEYS: Record<string, string> = { maker: "key-of-maker", taker: "key-of-taker" };

/** Agents at a venue that has nobody to trade with unless `gives` says so. */
async function holding(t: TestContext, held: Record<string, number>, gives: boolean) {
  const keyOf = ({ authorization = "" }: SeenRequest) => authorization.replace("Bearer ", "");
  const venue = await jsonServer(t, {
    "GET /v1/positions": (asked: SeenRequest) => {
      return [200, [{ market_id: SHARED_MARKET.id, net_qty: held[keyOf(asked)] }]];
    },
    "POST /v1/orders": (asked: SeenRequest) => {
      const { side, qty } = JSON.parse(asked.body);
      if (gives) held[keyOf(asked)]! += side === "SELL" ? -qty : qty;
      return [200, { status: gives ? "FILLED" : "REJECTED" }];
    },
  });
  const agents = Object.entries(KEYS).map(([name, api_key]) => ({ name, owner: name, api_key }));
  const { deployment } = stateAt(t, venue.url);
  const profile = profileOf({ base_url: venue.url, agents });
  const positions = new PositionsHeld({ ...deployment, profile });
  await positions.look();
  held["key-of-taker"] = -3;
  held["key-of-maker"] = 5;
  const markets = new Map([[SHARED_MARKET.id, SHARED_MARKET]]);
  const left = await positions.changed({ hadOrders: (name) => name === "taker" }, markets);
  const orders = venue.seen.filter(({ route }) => route === "POST /v1/orders");
  return { left, orders: orders.map(({ body }) => JSON.parse(body)) };
}

const BEFORE = { "key-of-maker": 2, "key-of-taker": 0 };

test("tells what an agent holds that it did not hold before, where it had orders", async (t) => {
  const { left } = await holding(t, { ...BEFORE }, false);
  assert.deepEqual(left, [
    {
      ...{ what: "position", id: SHARED_MARKET.id, agent: "taker" },
      why: "holds -3, and 0 before the run",
    },
  ]);
});

test("gives it back where somebody takes it, reducing only", async (t) => {
  const { left, orders } = await holding(t, { ...BEFORE }, true);
  assert.deepEqual(left, []);
  assert.deepEqual(orders, [
    {
      ...{ market_id: SHARED_MARKET.id, side: "BUY", type: "MARKET", qty: 3 },
      reduce_only: true,
    },
  ]);
});
