import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { VIRTUAL_START_MS } from "../../injected/clock.ts";
import { startTestVenue } from "../../proof/seeded-venue.fixture.ts";

const { api, control, place } = await startTestVenue({ makers: true });
const MINUTE_MS = 60_000;

interface Market {
  id: string;
  status: string;
  resolution: string | null;
  title: string;
  legs: string[];
  event_id: string;
  fixture_key: string;
  series_id: string;
  expiry_ts_ms: number;
  best_bid: number | null;
  best_ask: number | null;
}

const contextOf = async (seriesId: string, query = "") =>
  (await api.get(`/v1/series/${seriesId}/context${query}`).expect(200)).body;
const advance = (minutes: number) =>
  control("post", "/clock", { advance_ms: minutes * MINUTE_MS }).expect(200);
const spotAt = async (atMs: number): Promise<number> => {
  const { body } = await api.get("/v1/feed/btc-spot/history?seconds=86400").expect(200);
  return body.points.find(({ ts_ms }: { ts_ms: number }) => ts_ms === atMs).price;
};
const strikeOf = ({ title }: Market): number =>
  Number(/above ([\d,]+) USD/.exec(title)![1]!.replaceAll(",", ""));

describe("a new venue", () => {
  it("has three windows open, each of fifteen minutes, quoted on both sides", async () => {
    const { current_market, upcoming, history } = await contextOf("btc-above-15m");
    const windows: Market[] = [current_market, ...upcoming];
    assert.deepEqual(
      windows.map((market) => (market.expiry_ts_ms - VIRTUAL_START_MS) / MINUTE_MS),
      [15, 30, 45],
    );
    assert.deepEqual(history, []);
    for (const market of windows) assert.ok(market.best_ask! - market.best_bid! >= 6);
  });

  it("trades with a newcomer's first order on every series", async () => {
    for (const seriesId of ["btc-above-15m", "btc-above-twice-15m", "btc-perpetual"]) {
      const { current_market } = await contextOf(seriesId);
      const order = { market_id: current_market.id, type: "MARKET", qty: 1, price: undefined };
      const { body } = await place("taker", order).expect(201);
      assert.equal(body.status, "FILLED", seriesId);
    }
  });
});

describe("a window", () => {
  it("expires on time, is settled by the price at its expiry, and another opens", async () => {
    const { current_market: first } = await contextOf("btc-above-15m");
    await advance(14.9);
    assert.equal((await contextOf("btc-above-15m")).current_market.id, first.id);
    await advance(0.1);
    const { body: expired } = await api.get(`/v1/markets/${first.id}`).expect(200);
    assert.equal(expired.status, "EXPIRED");
    const { current_market: second, upcoming } = await contextOf("btc-above-15m");
    assert.equal(second.expiry_ts_ms, first.expiry_ts_ms + 15 * MINUTE_MS);
    assert.equal(upcoming.length, 2);
    await advance(1);
    const { history } = await contextOf("btc-above-15m");
    const isAbove = (await spotAt(first.expiry_ts_ms)) > strikeOf(first);
    assert.deepEqual(
      history.map(({ id, resolution }: Market) => [id, resolution]),
      [[first.id, isAbove ? "YES" : "NO"]],
    );
  });

  it("is remembered, newest first and as many as asked; a parlay wins when both legs did", async () => {
    await advance(120);
    const { history } = await contextOf("btc-above-15m");
    const ends = history.map((market: Market) => market.expiry_ts_ms);
    assert.equal(history.length, 8);
    assert.deepEqual(ends, ends.toSorted().toReversed());
    const { history: few, upcoming } = await contextOf(
      "btc-above-15m",
      "?history_limit=2&upcoming_limit=1",
    );
    assert.deepEqual([few, upcoming.length], [history.slice(0, 2), 1]);
    const { history: parlays } = await contextOf("btc-above-twice-15m", "?history_limit=5");
    for (const parlay of parlays as Market[]) {
      const legs = await Promise.all(parlay.legs.map((id) => api.get(`/v1/markets/${id}`)));
      const won = legs.every(({ body }) => body.resolution === "YES");
      assert.equal(parlay.resolution, won ? "YES" : "NO");
    }
  });

  it("has a history under its event's id and under its fixture key", async () => {
    const { current_market: market } = await contextOf("btc-above-15m");
    await advance(2);
    for (const name of [`event_id=${market.event_id}`, `fixture_key=${market.fixture_key}`]) {
      const { body } = await api.get(`/v1/markets/event-history?${name}`).expect(200);
      assert.deepEqual([body.count, body.markets[0].market_id], [1, market.id]);
      assert.ok(body.markets[0].points.length >= 2);
    }
    const both = `event_id=${market.event_id}&fixture_key=none`;
    const { body } = await api.get(`/v1/markets/event-history?${both}`).expect(200);
    assert.equal(body.count, 0);
  });

  it("is void when the price at its expiry stays out of reach", async () => {
    const { current_market: market } = await contextOf("btc-above-15m");
    await control("put", "/upstream", { reachable: false }).expect(200);
    const { body } = await api.get("/v1/series/btc-above-15m/context").expect(502);
    assert.equal(body.code, "UPSTREAM_UNAVAILABLE");
    const statusAfter = async (minutes: number) => {
      await advance(minutes);
      return (await api.get(`/v1/markets/${market.id}`).expect(200)).body.status;
    };
    assert.equal(await statusAfter(20), "EXPIRED");
    assert.equal(await statusAfter(15), "VOID");
    const { body: open } = await api.get("/v1/markets/active").expect(200);
    const perp = open.markets.find((one: Market) => one.series_id === "btc-perpetual");
    assert.deepEqual([perp.mark_price, perp.best_bid, perp.best_ask], [null, null, null]);
    await control("put", "/upstream", { reachable: true }).expect(200);
    await advance(1);
    assert.equal((await contextOf("btc-above-15m")).upcoming.length, 2);
  });
});

it("an unknown series is 404", async () => {
  const { body } = await api.get("/v1/series/none/context").expect(404);
  assert.equal(body.code, "SERIES_NOT_FOUND");
});

for (const name of ["history_limit", "upcoming_limit"]) {
  for (const value of ["0", "-1", "1001", "abc", "", "1.5", "99999999999999999999"]) {
    it(`${name}=${value} is refused with 422`, async () => {
      const path = `/v1/series/btc-perpetual/context?${name}=${value}`;
      const { body } = await api.get(path).expect(422);
      assert.deepEqual(body.detail[0].loc, ["query", name]);
    });
  }
}
