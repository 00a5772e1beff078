import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { discoverMarkets } from "./discover.ts";
import { profileOf } from "./profile/profile.ts";
import type { ProfileFile } from "./profile/profile-schema.ts";
import { Redactor } from "./secrets/redact.ts";
import { type CannedRoutes, jsonServer, type SeenRequest } from "./server.fixture.ts";
import { Client } from "./wire/client.ts";

async function discover(
  t: TestContext,
  routes: CannedRoutes,
  markets: ProfileFile["markets"] = [],
) {
  const { url, seen } = await jsonServer(t, routes);
  const client = new Client({ baseUrl: url, redactor: new Redactor() });
  t.after(() => client.close());
  const found = await discoverMarkets(profileOf({ base_url: url, markets }), client);
  return { ...found, seen };
}

const listing = (records: object[]) => (asked: SeenRequest) => {
  const query = new URLSearchParams(asked.query);
  const offset = Number(query.get("offset"));
  const matching = records.filter((one) => "status" in one && one.status === query.get("status"));
  return { markets: matching.slice(offset, offset + Number(query.get("limit"))) };
};

const binary = (id: string, more: object = {}) => ({
  id,
  kind: "BTC_BINARY",
  status: "OPEN",
  ...more,
});

test("reads band, tick and mark of listed markets", async (t) => {
  const perp = {
    ...{ market_id: "p", kind: "BTC_PERP", status: "OPEN", mark_price: 6_500_000 },
    geometry: { min_price: 100_000, max_price: 20_000_000, tick_size: 100 },
  };
  const { markets, problems } = await discover(t, { "GET /v1/markets": listing([perp]) });
  assert.deepEqual(problems, []);
  assert.deepEqual(markets, [
    {
      ...{ id: "p", kind: "BTC_PERP", status: "OPEN", band: [100_000, 20_000_000], tick: 100 },
      ...{ markPrice: 6_500_000, own: false },
    },
  ]);
});

test("prices a perp by its book where no mark in price units is told", async (t) => {
  const geometry = { min_price: 1_000, max_price: 500_000, tick_size: 5 };
  const perp = { id: "p", kind: "BTC_PERP", status: "OPEN", geometry, mark_price: "6500000" };
  const { markets } = await discover(t, {
    "GET /v1/markets": listing([perp]),
    "GET /v1/markets/p/book": () => ({ bids: [[64_980, 3]], asks: [[65_030, 1]] }),
  });
  assert.equal(markets[0]?.markPrice, 65_005);
});

test("takes 1 to 99 and tick 1 for a binary without geometry", async (t) => {
  const { markets } = await discover(t, { "GET /v1/markets": listing([binary("b")]) });
  assert.deepEqual([markets[0]?.band, markets[0]?.tick], [[1, 99], 1]);
});

test("leaves out a perp whose band or tick nobody shows, and says so", async (t) => {
  const record = { id: "p", kind: "BTC_PERP", status: "OPEN" };
  const { markets, problems } = await discover(t, { "GET /v1/markets": listing([record]) });
  assert.deepEqual(markets, []);
  assert.match(problems[0]?.message ?? "", /^band of perp p cannot be read; state band and tick/);
});

test("keeps three markets of a kind and status, found on later pages too", async (t) => {
  const odd = Array.from({ length: 50 }, (_, n) => ({ ...binary(`x${n}`), kind: "ETH_PERP" }));
  const records = [...odd, ...["b1", "b2", "b3", "b4"].map((id) => binary(id))];
  const closed = binary("v1", { status: "VOID" });
  const { markets } = await discover(t, { "GET /v1/markets": listing([...records, closed]) });
  assert.deepEqual(
    markets.map(({ id }) => id),
    ["b1", "b2", "b3", "v1"],
  );
});

test("asks nothing about markets the profile states whole", async (t) => {
  const stated = { ...binary("b"), kind: "BTC_BINARY", status: "VOID", band: [5, 95], tick: 5 };
  const { markets, seen } = await discover(t, {}, [stated as never]);
  assert.deepEqual([markets[0]?.band, markets[0]?.tick, markets[0]?.status], [[5, 95], 5, "VOID"]);
  assert.deepEqual(seen, []);
});

test("completes a stated market from its record, the profile's word first", async (t) => {
  const { markets } = await discover(
    t,
    {
      "GET /v1/markets/b": {
        market: binary("b", { geometry: { price_min: 2, price_max: 98, tick: 2 } }),
      },
    },
    [{ id: "b", kind: "BTC_BINARY", tick: 1 }],
  );
  assert.deepEqual([markets[0]?.band, markets[0]?.tick], [[2, 98], 1]);
});

test("reads the mark of a perp whose geometry the profile states", async (t) => {
  const record = { id: "p", kind: "BTC_PERP", status: "OPEN", mark: 700, band: [1, 2], tick: 9 };
  const stated = { id: "p", kind: "BTC_PERP", band: [100, 900], tick: 100 } as const;
  const { markets } = await discover(t, { "GET /v1/markets/p": record }, [
    { ...stated, band: [...stated.band] },
  ]);
  assert.deepEqual(
    [markets[0]?.band, markets[0]?.tick, markets[0]?.markPrice],
    [[100, 900], 100, 700],
  );
});

test("finds nothing where the listing cannot be read", async (t) => {
  assert.deepEqual((await discover(t, { "GET /v1/markets": [500, "oops"] })).markets, []);
});
