import assert from "node:assert/strict";
import { test } from "node:test";
import { profileOf } from "../../scenarios/deployment/profile/profile.ts";
import { jsonServer } from "../../scenarios/deployment/server.fixture.ts";
import { PositionsHeld } from "./positions-held.ts";
import { SHARED_MARKET, stateAt } from "./run-state.fixture.ts";

const KEYS: Record<string, string> = { maker: "key-of-maker", taker: "key-of-taker" };

test("tells what an agent holds that it did not hold before, where it had orders", async (t) => {
  const held: Record<string, number> = { "key-of-maker": 2, "key-of-taker": 0 };
  const venue = await jsonServer(t, {
    "GET /v1/positions": ({ authorization = "" }) => {
      const net_qty = held[authorization.replace("Bearer ", "")];
      return [200, [{ market_id: SHARED_MARKET.id, net_qty }]];
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
  assert.deepEqual(left, [
    {
      ...{ what: "position", id: SHARED_MARKET.id, agent: "taker" },
      why: "holds -3, and 0 before the run",
    },
  ]);
});
