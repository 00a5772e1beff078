import assert from "node:assert/strict";
import { test } from "node:test";
import { MARKETS_MAX, RecordedMarkets } from "./markets.ts";

const described = (id: string) => ({
  ...{ id, kind: "BTC_BINARY", status: "OPEN" },
  ...{ min_price: 1, max_price: 99, tick_size: 1 },
});

const uuid = (n: number) => `${String(n).padStart(8, "0")}-0000-4000-8000-000000000000`;

test("describes so many markets that were there before, and no more", () => {
  const markets = new RecordedMarkets();
  const list = Array.from({ length: MARKETS_MAX + 1 }, (_, n) => described(uuid(n)));
  assert.equal(markets.learn("/v1/markets", { markets: list }), MARKETS_MAX);
  assert.deepEqual(markets.described, {}, "nobody asked about any of them");
  for (const { id } of list) markets.ask(`/v1/markets/${id}`);
  assert.equal(Object.keys(markets.described).length, MARKETS_MAX);
  for (const { id } of list) markets.open(id);
  assert.deepEqual(markets.described, {});
});

const ASKED: Record<string, string> = {
  "a path": `/v1/markets/${uuid(1)}/book`,
  "a query": `/v1/orders?market_id=${uuid(1)}`,
  "a body with spaces": `/v1/orders {"qty": 1, "market_id": "${uuid(1)}"}`,
  "a list": `/v1/x {"market_ids": [ "${uuid(1)}" ]}`,
  "JSON in a JSON text": `/v1/x {"said":"{\\"market_id\\":\\"${uuid(1)}\\"}"}`,
  "a channel": ` {"op":"subscribe","channels":["book:${uuid(1)}"]}`,
};
for (const [where, said] of Object.entries(ASKED)) {
  test(`describes what was asked about in ${where}, be it listed before or after`, () => {
    for (const isListed of [true, false]) {
      const markets = new RecordedMarkets();
      const list = [1, 2, 3].map((n) => described(uuid(n)));
      if (isListed) markets.learn("/v1/markets", list);
      markets.ask(said);
      markets.ask(`/v1/orders/${uuid(2)}`);
      if (!isListed) markets.learn("/v1/markets", list);
      const found = isListed ? [uuid(1), uuid(2)] : [uuid(1)];
      assert.deepEqual(Object.keys(markets.described), found);
    }
  });
}

test("describes the legs of a parlay that was asked about", () => {
  const markets = new RecordedMarkets();
  const legs = [uuid(1), uuid(2)];
  const parlay = { ...described(uuid(3)), kind: "BTC_PARLAY", legs };
  markets.learn("/v1/markets", [...[1, 2, 4].map((n) => described(uuid(n))), parlay]);
  markets.ask(`/v1/markets/${uuid(3)}`);
  assert.deepEqual(Object.keys(markets.described), [...legs, uuid(3)]);
});

test("looks through a long body in time that grows with its length", () => {
  const markets = new RecordedMarkets();
  const start = performance.now();
  for (const piece of ["a", "market", " ", '"', "0", "a:"]) {
    markets.ask(piece.repeat(400_000 / piece.length));
    markets.ask(`market${piece.repeat(400_000 / piece.length)}`);
  }
  assert.ok(performance.now() - start < 5_000);
});
