import assert from "node:assert/strict";
import { test } from "node:test";
import { TradableMarket } from "./market.ts";
import type { MarketInfo } from "./profile/credentials.ts";
import { Inconclusive } from "./stops.ts";

type Sides = { bids?: number[]; asks?: number[] };

/** A market with the given geometry and third parties' prices, best first. */
function marketOf(info: Partial<MarketInfo> = {}, book: Sides | null = {}): TradableMarket {
  let made = 0;
  const levels = (prices: number[] = []) => prices.map((price) => ({ price, qty: 5 }));
  return new TradableMarket(
    {
      id: "m-1",
      kind: "BTC_BINARY",
      status: "OPEN",
      band: [1, 99],
      tick: 1,
      markPrice: null,
      own: false,
      ...info,
    },
    {
      freshId: () => `id-${++made}`,
      readBook: async () => book && { bids: levels(book.bids), asks: levels(book.asks) },
    },
  );
}

const perp: Partial<MarketInfo> = {
  kind: "BTC_PERP",
  band: [100_000, 20_000_000],
  tick: 100,
  markPrice: 6_500_000,
};

test("a binary rests near the far ends of its band, farther from them where nobody else trades", () => {
  const market = marketOf();
  assert.deepEqual([market.far("BUY"), market.far("SELL")], [3, 97]);
  const own = marketOf({ own: true });
  assert.deepEqual([own.far("BUY"), own.far("SELL")], [10, 90]);
});

test("where no one else trades the place is drawn, never near the edge nor the middle", () => {
  const placeOf = (lot: number) =>
    new TradableMarket(marketOf({ own: true }).info, {
      ...{ freshId: () => "", readBook: async () => null, lot },
    }).far("BUY");
  assert.deepEqual([placeOf(0), placeOf(0.999)], [5, 15]);
});

test("a band off the grid is entered on it", () => {
  const market = marketOf({ band: [3, 98], tick: 5 });
  assert.deepEqual([market.far("BUY"), market.far("SELL")], [10, 90]);
});

test("a perp rests a tenth from its mark, on the grid", () => {
  const market = marketOf({ ...perp, markPrice: 6_500_033 });
  assert.deepEqual([market.far("BUY"), market.far("SELL")], [5_850_000, 7_150_000]);
});

test("a perp whose mark is near an end of the band rests inside the band", () => {
  assert.equal(marketOf({ ...perp, markPrice: 100_500 }).far("BUY"), 100_000);
  assert.equal(marketOf({ ...perp, markPrice: 19_900_000 }).far("SELL"), 20_000_000);
});

test("a limit order is the smallest, with an id of its own, and any field can be changed", () => {
  const market = marketOf();
  const order = market.limit("SELL", 40, { tif: "IOC", qty: 3 });
  assert.deepEqual(order, {
    market_id: "m-1",
    side: "SELL",
    type: "LIMIT",
    price: 40,
    qty: 3,
    client_order_id: "id-1",
    tif: "IOC",
  });
  assert.equal(market.resting()["client_order_id"], "id-2");
});

test("a market order carries no price", () => {
  assert.equal("price" in marketOf().sweep("BUY"), false);
});

test("in an empty book own orders meet in the middle", async () => {
  assert.deepEqual(await marketOf().inside(), [50]);
  assert.deepEqual(await marketOf({}, null).inside(), [50], "an unreadable book counts as empty");
});

test("own orders meet strictly between the best prices of others", async () => {
  const cases: [Sides, number, number[]][] = [
    [{ bids: [48, 40], asks: [50] }, 1, [49]],
    [{ bids: [48], asks: [51] }, 2, [49, 50]],
    [{ bids: [97] }, 2, [98, 99]],
    [{ asks: [3] }, 2, [1, 2]],
    [{ asks: [50, 2] }, 1, [1]],
  ];
  for (const [book, count, expected] of cases) {
    assert.deepEqual(await marketOf({}, book).inside(count), expected, JSON.stringify(book));
  }
});

test("prices inside keep to the tick", async () => {
  const market = marketOf({ band: [5, 95], tick: 5 }, { bids: [40], asks: [70] });
  assert.deepEqual(await market.inside(3), [50, 55, 60]);
});

test("on a perp they stay near the mark where others leave room, else beside them", async () => {
  assert.deepEqual(await marketOf(perp).inside(), [6_500_000]);
  assert.deepEqual(await marketOf(perp, { bids: [6_600_000] }).inside(), [6_600_100]);
  assert.deepEqual(await marketOf(perp, { asks: [6_400_000] }).inside(2), [6_399_800, 6_399_900]);
});

test("without room between others there is no verdict", async () => {
  await assert.rejects(marketOf({}, { bids: [49], asks: [50] }).inside(), Inconclusive);
  await assert.rejects(marketOf({}, { bids: [48], asks: [50] }).inside(2), Inconclusive);
  await assert.rejects(marketOf({}, { bids: [99] }).inside(), /no room/);
});
