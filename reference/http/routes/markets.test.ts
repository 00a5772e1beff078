import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { VIRTUAL_START_MS } from "../../injected/clock.ts";
import { startTestVenue } from "../../proof/seeded-venue.fixture.ts";

const { api, place, market, control } = await startTestVenue();
const UNKNOWN = "11111111-1111-4111-8111-111111111111";

/** Those of the profile, and those of the series: three windows, two parlays, a perpetual. */
const ALL = 7 + 6;

const list = async (query: string) => {
  const { body } = await api.get(`/v1/markets${query}`).expect(200);
  return body.markets as { id: string; kind: string; status: string }[];
};

describe("GET /markets", () => {
  it("lists every market, and echoes the page it is", async () => {
    const { body } = await api.get("/v1/markets").expect(200);
    assert.equal(body.markets.length, ALL);
    assert.deepEqual([body.count, body.limit, body.offset], [ALL, 50, 0]);
  });

  it("narrows by status and kind", async () => {
    for (const status of ["OPEN", "EXPIRED", "RESOLVED", "VOID"]) {
      const found = await list(`?status=${status}`);
      assert.ok(found.length > 0);
      for (const entry of found) assert.equal(entry.status, status);
    }
    const perps = await list("?status=OPEN&kind=BTC_PERP");
    assert.equal(perps.length, 2);
    assert.equal(perps[0]?.id, market("BTC_PERP"));
    for (const entry of perps) assert.equal(entry.kind, "BTC_PERP");
  });

  it("gives pages that do not overlap", async () => {
    const pages = [await list("?limit=7"), await list("?limit=7&offset=7")];
    const ids = pages.flat().map((entry) => entry.id);
    assert.deepEqual(
      pages.map((page) => page.length),
      [7, ALL - 7],
    );
    assert.equal(new Set(ids).size, ALL);
  });

  const BAD = ["status=open", "status=", "kind=BTC", "kind=", "limit=0", "limit=1001", "limit=abc"];
  BAD.push(
    "limit=",
    "limit=-1",
    "offset=-1",
    "offset=100001",
    "offset=abc",
    "offset=",
    "offset=1.5",
  );
  for (const query of BAD) {
    it(`refuses ${query} with 422`, async () => {
      const { status, body } = await api.get(`/v1/markets?${query}`);
      assert.equal(status, 422);
      assert.deepEqual(body.detail[0].loc, ["query", query.split("=")[0]]);
    });
  }
});

describe("GET /markets/active", () => {
  it("lists the open ones, soonest expiry first, then what never expires", async () => {
    const { body } = await api.get("/v1/markets/active").expect(200);
    assert.equal(body.markets.length, 4 + 6);
    for (const entry of body.markets) assert.equal(entry.status, "OPEN");
    const minutes = body.markets.map(({ expiry_ts_ms: end }: { expiry_ts_ms: number | null }) =>
      end === null ? null : (end - VIRTUAL_START_MS) / 60_000,
    );
    assert.deepEqual(minutes, [15, 30, 30, 45, 45, null, null, null, null, null]);
    const { body: one } = await api.get("/v1/markets/active?limit=1").expect(200);
    assert.equal(one.markets.length, 1);
  });
});

describe("GET /markets/{market_id}", () => {
  it("gives the record with its geometry", async () => {
    const id = market("BTC_BINARY");
    const { body } = await api.get(`/v1/markets/${id}`).expect(200);
    const { title, ...record } = body;
    assert.equal(typeof title, "string");
    assert.deepEqual(record, {
      id,
      market_id: id,
      kind: "BTC_BINARY",
      status: "OPEN",
      series_id: null,
      event_id: null,
      fixture_key: null,
      open_ts_ms: VIRTUAL_START_MS,
      expiry_ts_ms: null,
      geometry: {
        min_price: 1,
        max_price: 99,
        tick_size: 1,
        price_unit: "cents",
        payout: 100,
        contract_multiplier: null,
      },
      legs: [],
      strike_price: null,
      resolution: null,
      settlement_price: null,
      settled_ts_ms: null,
      mark_price: null,
      best_bid: null,
      best_ask: null,
      max_position: 100_000,
      max_leverage: null,
      maintenance_margin_bps: null,
    });
  });

  it("names a parlay's legs", async () => {
    const { body } = await api.get(`/v1/markets/${market("BTC_PARLAY")}`).expect(200);
    assert.ok(body.legs.includes(market("BTC_BINARY")));
  });

  it("answers 404 for an unknown id and 422 for what is no id", async () => {
    const { body } = await api.get(`/v1/markets/${UNKNOWN}`).expect(404);
    assert.equal(body.code, "MARKET_NOT_FOUND");
    await api.get("/v1/markets/btc").expect(422);
  });

  it("does not take event-history for an id", async () => {
    const { body } = await api.get("/v1/markets/event-history").expect(200);
    assert.deepEqual(body.markets, []);
  });
});

describe("GET /markets/{market_id}/book", () => {
  it("gives the levels of both sides, best first, as deep as asked", async () => {
    const id = market("BTC_BINARY");
    for (const price of [40, 41, 41]) await place("maker", { price, qty: 2 }).expect(201);
    for (const price of [60, 61]) await place("maker", { side: "SELL", price }).expect(201);
    const { body } = await api.get(`/v1/markets/${id}/book`).expect(200);
    assert.deepEqual(body.bids, [
      { price: 41, qty: 4 },
      { price: 40, qty: 2 },
    ]);
    assert.deepEqual(body.asks, [
      { price: 60, qty: 5 },
      { price: 61, qty: 5 },
    ]);
    const { body: top } = await api.get(`/v1/markets/${id}/book?depth=1`).expect(200);
    assert.deepEqual([top.bids.length, top.asks.length], [1, 1]);
    await place("maker", { price: 39 }).expect(201);
    const { body: later } = await api.get(`/v1/markets/${id}/book`).expect(200);
    assert.ok(later.seq > body.seq);
  });

  it("refuses depths outside 1 to 500, and unknown markets", async () => {
    for (const depth of ["0", "-1", "501", "x"]) {
      await api.get(`/v1/markets/${market("BTC_PERP")}/book?depth=${depth}`).expect(422);
    }
    await api.get(`/v1/markets/${market("BTC_PERP")}/book?depth=500`).expect(200);
    await api.get(`/v1/markets/${UNKNOWN}/book`).expect(404);
  });
});

it("lists what can be traded first, the soonest to expire leading, then what ended last", async () => {
  const { body } = await control("post", "/markets", { kind: "BTC_BINARY" }).expect(200);
  const open = await list("?status=OPEN");
  assert.deepEqual((await list("")).slice(0, open.length), open);
  const { body: active } = await api.get("/v1/markets/active").expect(200);
  assert.deepEqual(open, active.markets);
  assert.equal(open.at(-1)!.id, body.market_id);
  await control("post", "/clock", { advance_ms: 20 * 60_000 }).expect(200);
  const later = await list("");
  const firstEnded = later.findIndex(({ status }) => status !== "OPEN");
  assert.equal(later[firstEnded]!.id, open[0]!.id);
  assert.ok(later.slice(firstEnded).every(({ status }) => status !== "OPEN"));
  const page = await list(`?limit=5&offset=${firstEnded - 2}`);
  assert.deepEqual(page, later.slice(firstEnded - 2, firstEnded + 3));
});
