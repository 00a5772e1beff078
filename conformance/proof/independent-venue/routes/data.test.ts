import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { callAs, limitOrder, type Opened, openVenue } from "../callers.fixture.ts";

describe("data of an independent venue", () => {
  let venue: Opened;
  let anybody: ReturnType<typeof callAs>;
  let market: string;
  before(async () => {
    venue = await openVenue({ wire: "bare", publicData: true, counts: "strict" });
    anybody = callAs(venue.url, {});
    market = venue.market("BTC_BINARY", "OPEN", 1);
    const [maker, taker] = [venue.caller("maker"), venue.caller("taker")];
    await taker("POST", "/orders", limitOrder(market, "BUY", { price: 40, qty: 1 }));
    for (const price of [60, 61]) {
      await maker("POST", "/orders", limitOrder(market, "SELL", { price, qty: 2 }));
      await taker("POST", "/orders", limitOrder(market, "BUY", { price, qty: 2 }));
    }
  });
  after(() => venue.close());

  const records = async (path: string) => (await anybody("GET", path)).body;

  test("tells trades, candles and mids of a market, the newest of them where few are wanted", async () => {
    const of = (what: string) => records(`/markets/${market}/${what}`);
    assert.deepEqual(
      (await of("trades")).map(({ price }: { price: number }) => price),
      [60, 61],
    );
    assert.equal((await of("trades?limit=1"))[0].price, 61);
    const [[, ...candle]] = await of("candles?period_seconds=86400");
    assert.deepEqual(candle, [60, 61, 60, 61, 4]);
    assert.deepEqual((await of("mid-history")).at(-1)[1], 50.5);
  });

  test("tells candles of an event, and none of an unknown one", async () => {
    const { event_id: event, series_id: series } = await records(`/markets/${market}`);
    const path = "/markets/event-history?period_seconds=86400";
    assert.equal((await records(`${path}&event_id=${event}`)).length, 1);
    assert.deepEqual(await records(`${path}&event_id=nothing`), []);
    const context = await records(`/series/${series}/context?upcoming_limit=2`);
    assert.deepEqual([context.history.length, context.upcoming.length], [8, 2]);
    assert.equal((await anybody("GET", "/series/nothing/context")).status, 404);
  });

  test("has a spot price for every second, and candles of any period", async () => {
    assert.equal((await records("/feed/btc-spot/history")).length, 900);
    const [[first], [second]] = await records("/feed/btc-spot/candles?limit=2");
    assert.equal(second - first, 300_000);
    assert.equal((await anybody("GET", "/feed/btc-spot/health")).status, 200);
  });

  test("ranks accounts by what they ask for, both ways and page by page", async () => {
    const names = async (query: string) =>
      (await records(`/leaderboard${query}`)).map(({ name }: { name: string }) => name);
    const best = await names("");
    assert.deepEqual(await names("?order=asc"), best.toReversed());
    assert.deepEqual(await names("?offset=1&limit=1"), [best[1]]);
    const [{ public_id: id }] = await records("/leaderboard?sort=volume");
    assert.equal((await records(`/leaderboard/account/${id}`)).public_id, id);
    assert.equal((await anybody("GET", "/leaderboard/account/nobody")).status, 404);
  });

  test("answers 422 with the parameter's place for what is no number or word of it", async () => {
    const paths = [
      "/markets?limit=abc",
      "/markets?offset=1.5",
      "/markets?status=SLEEPING",
      `/markets/${market}/book?depth=-1`,
      `/markets/${market}/candles?period_seconds=x`,
      "/series/btc-above/context?history_limit=x",
      "/feed/btc-spot/history?seconds=",
      "/leaderboard?sort=beauty",
    ];
    for (const path of paths) {
      const { status, body } = await anybody("GET", path);
      assert.deepEqual([status, body.detail[0].loc[0]], [422, "query"], path);
    }
  });
});
