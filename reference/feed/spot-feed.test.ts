import assert from "node:assert/strict";
import { it } from "node:test";
import { type Candle, CandleSeries, PERIODS_S } from "../data/candles.ts";
import { VIRTUAL_START_MS } from "../injected/clock.ts";
import { generatedSource } from "./generated-source.ts";
import { CANDLES_MAX, SpotFeed } from "./spot-feed.ts";

const DAY_MS = 24 * 3_600_000;
const source = generatedSource(7);

/** Candles made of all prices anew. */
function afresh(nowMs: number, periodS: number, limit: number): Candle[] {
  const periodMs = periodS * 1_000;
  const reach = Math.ceil((nowMs - 2 * DAY_MS) / periodMs);
  const asked = Math.floor(nowMs / periodMs) - limit + 1;
  const series = new CandleSeries(periodS, limit);
  for (const { tsMs, priceCents } of source.prices(Math.max(reach, asked) * periodMs, nowMs)) {
    series.add({ atMs: tsMs, price: priceCents, qty: 0 });
  }
  return series.newest(limit);
}

it("keeps candles that are those of all prices, however time goes on, jumps or steps back", () => {
  const feed = new SpotFeed(source);
  let nowMs = VIRTUAL_START_MS;
  for (const step of [0, 999, 1, 61_000, 5 * 3_600_000, -7_000, 40 * DAY_MS, 86_400_000]) {
    nowMs += step;
    for (const period of PERIODS_S) {
      for (const limit of [1, 500, CANDLES_MAX]) {
        assert.deepEqual(feed.candles(nowMs, period, limit), afresh(nowMs, period, limit));
      }
    }
  }
});

it("asks its source for what is new since, not for two days each time", () => {
  let given = 0;
  const prices: typeof source.prices = (fromMs, toMs) => {
    const found = source.prices(fromMs, toMs);
    given += found.length;
    return found;
  };
  const feed = new SpotFeed({ ...source, prices });
  feed.candles(VIRTUAL_START_MS, 300, 500);
  given = 0;
  for (let second = 1; second <= 60; second++) {
    feed.candles(VIRTUAL_START_MS + second * 1_000, 300, 500);
  }
  assert.equal(given, 60);
});
