import assert from "node:assert/strict";
import { test } from "node:test";
import { TradableMarket } from "../../scenarios/deployment/market.ts";
import type { MarketInfo } from "../../scenarios/deployment/profile/credentials.ts";
import type { BookReading } from "../../scenarios/deployment/reading/reading.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { numbersOfOrder, numbersOfQuery } from "./numbers.ts";
import type { NarrowedFailure } from "./prober.ts";

const BINARY: MarketInfo = {
  ...{ id: "noon", kind: "BTC_BINARY", status: "OPEN", band: [1, 99], tick: 1 },
  ...{ markPrice: null, own: true },
};
const PERP: MarketInfo = {
  ...{ id: "perp", kind: "BTC_PERP", status: "OPEN", band: [1_000, 400_000], tick: 10 },
  ...{ markPrice: 65_000, own: false },
};
const marketOf = (info: MarketInfo) =>
  new TradableMarket(info, { freshId: () => "", readBook: async () => null });

/** An order or a read that was answered so. */
function failure(
  given: Partial<NarrowedFailure["request"]>,
  { status = 200, body = {} }: { status?: number; body?: unknown },
): NarrowedFailure {
  const request = {
    ...{ method: "POST", prefix: "/v1", path: "/orders", query: {}, headers: {} },
    ...{ caller: "key" as const, marketId: "noon", arranged: false },
    ...given,
  };
  const deciding = { response: { status, headers: {}, bodyText: "", body } } as Exchange;
  return { request, deciding, meets: () => false };
}

const DECLINED = { body: { status: "REJECTED" } };
const TAKEN = { status: 201, body: { status: "NEW" } };

function priceRange(
  order: object,
  answer: object,
  given: { info?: MarketInfo; book?: BookReading },
) {
  const body = { side: "BUY", type: "LIMIT", ...order };
  const { info = BINARY, book = null } = given;
  const varied = numbersOfOrder(failure({ body }, answer), marketOf(info), book);
  const range = varied.find(({ name }) => name === "price")?.range;
  return range && [range.low, range.high, range.step];
}

test("a refused price is varied over the band, an accepted one that lies outside further out", () => {
  assert.deepEqual(priceRange({ price: 1 }, DECLINED, {}), [1, 99, 1]);
  assert.equal(priceRange({ price: 100 }, DECLINED, {}), undefined);
  assert.deepEqual(priceRange({ price: 100 }, TAKEN, {}), [100, 200, 1]);
  assert.deepEqual(priceRange({ price: 0 }, TAKEN, {}), [-100, 0, 1]);
  assert.equal(priceRange({ price: 0.5 }, TAKEN, {}), undefined);
});

test("where others quote, prices stay behind theirs", () => {
  const book = { bids: [{ price: 40, qty: 1 }], asks: [{ price: 60, qty: 1 }] } as BookReading;
  assert.deepEqual(priceRange({ price: 1 }, DECLINED, { book }), [1, 39, 1]);
  assert.deepEqual(priceRange({ price: 99, side: "SELL" }, DECLINED, { book }), [61, 99, 1]);
  assert.equal(priceRange({ price: 50 }, DECLINED, { book }), undefined);
  const bare = { bids: [], asks: [{ price: 60, qty: 1 }] } as unknown as BookReading;
  assert.deepEqual(priceRange({ price: 1 }, DECLINED, { book: bare }), [1, 59, 1]);
});

test("on a perp prices stay near the mark, or reach as far as the one that failed", () => {
  const info = PERP;
  assert.deepEqual(priceRange({ price: 60_000 }, DECLINED, { info }), [32_500, 97_500, 10]);
  assert.deepEqual(priceRange({ price: 1_000 }, DECLINED, { info }), [1_000, 97_500, 10]);
  assert.equal(priceRange({ price: 60_001 }, DECLINED, { info }), undefined);
});

test("quantities are smaller where others trade too, and windows long enough to be met", () => {
  const ranges = (body: object, answer: object, info: MarketInfo) =>
    Object.fromEntries(
      numbersOfOrder(failure({ body: { ...body } }, answer), marketOf(info), null).map(
        ({ name, range }) => [name, [range.low, range.high]],
      ),
    );
  assert.deepEqual(ranges({ qty: 2 }, DECLINED, BINARY), { qty: [1, 100] });
  assert.deepEqual(ranges({ qty: 2 }, DECLINED, PERP), { qty: [1, 10] });
  assert.deepEqual(ranges({ qty: 0 }, TAKEN, BINARY), { qty: [-10, 0] });
  assert.deepEqual(ranges({ qty: "2" }, DECLINED, BINARY), {});
  const windows = (recv_window_ms: number) => ranges({ recv_window_ms }, DECLINED, BINARY);
  assert.deepEqual(windows(60_000), { recv_window_ms: [5_000, 60_000] });
  assert.deepEqual(windows(100), {});
});

test("of a query its whole numbers are varied", () => {
  const query = { limit: "5", status: "OPEN", offset: "-1" };
  const ranges = (status: number) =>
    numbersOfQuery(failure({ method: "GET", query }, { status })).map(({ name, range }) => [
      name,
      range.low,
      range.high,
    ]);
  assert.deepEqual(ranges(422), [
    ["limit", 1, 1_000],
    ["offset", -1, 1_000],
  ]);
  assert.deepEqual(ranges(200), [["offset", -1_001, -1]]);
});
