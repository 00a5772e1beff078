import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { VIRTUAL_START_MS } from "../../injected/clock.ts";
import { startTestVenue } from "../../proof/seeded-venue.fixture.ts";

const { api, place, control, order, bearer } = await startTestVenue();
const UNKNOWN = "11111111-1111-4111-8111-111111111111";

const advance = (ms: number) => control("post", "/clock", { advance_ms: ms }).expect(200);
const newMarket = async (): Promise<string> => {
  const { body } = await control("post", "/markets", { kind: "BTC_BINARY" }).expect(200);
  return body.market_id;
};
/** A trade at a price, taken by a BUY. */
const trade = async (market_id: string, price: number, qty: number) => {
  await place("maker", { market_id, side: "SELL", price, qty }).expect(201);
  await place("taker", { market_id, side: "BUY", price, qty }).expect(201);
};
const read = async (marketId: string, path: string) =>
  (await api.get(`/v1/markets/${marketId}/${path}`).expect(200)).body;

describe("GET /markets/{market_id}/trades", () => {
  it("gives trades, newest first, as many as asked", async () => {
    const id = await newMarket();
    for (const price of [40, 41, 42]) await trade(id, price, price - 39);
    const { trades, count, limit } = await read(id, "trades");
    assert.deepEqual([count, limit], [3, 100]);
    assert.deepEqual(
      trades.map(({ price, qty, taker_side }: Record<string, unknown>) => [price, qty, taker_side]),
      [
        [42, 3, "BUY"],
        [41, 2, "BUY"],
        [40, 1, "BUY"],
      ],
    );
    const { trades: last } = await read(id, "trades?limit=1");
    assert.deepEqual(last, [trades[0]]);
  });

  it("tells the same id as the fill", async () => {
    const id = await newMarket();
    await place("maker", { market_id: id, side: "SELL", price: 50, qty: 1 }).expect(201);
    const { body } = await place("taker", { market_id: id, price: 50, qty: 1 }).expect(201);
    const { trades } = await read(id, "trades");
    assert.equal(trades[0].trade_id, body.fills[0].trade_id);
  });
});

describe("GET /markets/{market_id}/candles", () => {
  it("aligns candles to their period and leaves empty ones out", async () => {
    const id = await newMarket();
    const { body } = await advance(0);
    await advance(3_600_000 - ((body.now_ms - VIRTUAL_START_MS) % 3_600_000));
    const start = (await advance(0)).body.now_ms;
    for (const price of [40, 45, 38, 42]) await trade(id, price, 2);
    await advance(150_000);
    await trade(id, 50, 1);
    const { candles, count, period_seconds, limit } = await read(id, "candles");
    assert.deepEqual([count, period_seconds, limit], [2, 60, 500]);
    const prices = { open: 40, high: 45, low: 38, close: 42 };
    assert.deepEqual(candles[0], { start_ts_ms: start, ...prices, volume: 8, trades: 4 });
    assert.equal(candles[1].start_ts_ms, start + 120_000);
    assert.deepEqual((await read(id, "candles?limit=1")).candles, [candles[1]]);
    const hour = await read(id, "candles?period_seconds=3600");
    assert.deepEqual(hour.candles, [
      { start_ts_ms: start, open: 40, high: 50, low: 38, close: 50, volume: 9, trades: 5 },
    ]);
  });
});

describe("GET /markets/{market_id}/mid-history", () => {
  it("has a point a second while both sides exist", async () => {
    const id = await newMarket();
    await place("maker", { market_id: id, price: 40, qty: 1 }).expect(201);
    await advance(3_000);
    assert.deepEqual((await read(id, "mid-history")).points, []);
    const { body } = await place("maker", { market_id: id, side: "SELL", price: 45, qty: 1 });
    const from = (await advance(0)).body.now_ms;
    await advance(2_000);
    const mids = (await read(id, "mid-history")).points;
    assert.deepEqual(
      mids,
      [0, 1, 2].map((second) => ({ ts_ms: from + second * 1_000, mid: 42.5 })),
    );
    await advance(1_000);
    await api
      .delete(`/v1/orders/${body.order_id}`)
      .set("Authorization", bearer("maker"))
      .expect(200);
    await advance(5_000);
    const later = await read(id, "mid-history");
    assert.deepEqual([later.points.length, later.count, later.limit], [3, 3, 3_600]);
    assert.deepEqual((await read(id, "mid-history?limit=1")).points, [mids[2]]);
  });
});

describe("GET /markets/event-history", () => {
  it("is empty without an event, and for an unknown one", async () => {
    for (const query of ["", "?event_id=", "?event_id=none", "?fixture_key=none"]) {
      const { body } = await api.get(`/v1/markets/event-history${query}`).expect(200);
      assert.deepEqual([body.markets, body.count], [[], 0]);
    }
  });
});

const SIZES = (name: string, max: number) =>
  ["0", "-1", String(max + 1), "abc", "", "1.5", "1e2", "99999999999999999999"].map(
    (value) => `${name}=${value}`,
  );
const PERIODS = ["abc", "", "0", "-60", "61", "86401", "60.0"].map(
  (value) => `period_seconds=${value}`,
);
const BAD: [path: string, queries: string[]][] = [
  ["trades", SIZES("limit", 1_000)],
  ["candles", [...SIZES("limit", 1_000), ...PERIODS]],
  ["mid-history", SIZES("limit", 3_600)],
];

describe("bad parameters", () => {
  for (const [path, queries] of BAD) {
    for (const query of queries) {
      it(`${path}?${query} is refused with 422`, async () => {
        const { market_id } = order();
        const { status, body } = await api.get(`/v1/markets/${market_id}/${path}?${query}`);
        assert.equal(status, 422);
        assert.deepEqual(body.detail[0].loc, ["query", query.split("=")[0]]);
      });
    }
    it(`${path} takes the first of repeated parameters`, async () => {
      const { market_id } = order();
      await api.get(`/v1/markets/${market_id}/${path}?limit=1&limit=abc`).expect(200);
    });
    it(`${path} of an unknown market is 404`, async () => {
      const { body } = await api.get(`/v1/markets/${UNKNOWN}/${path}`).expect(404);
      assert.equal(body.code, "MARKET_NOT_FOUND");
      await api.get(`/v1/markets/btc/${path}`).expect(422);
    });
  }
  for (const query of [...SIZES("limit", 1_000), ...PERIODS]) {
    it(`event-history?${query} is refused with 422`, async () => {
      const { body } = await api.get(`/v1/markets/event-history?${query}`).expect(422);
      assert.deepEqual(body.detail[0].loc, ["query", query.split("=")[0]]);
    });
  }
});
