import assert from "node:assert/strict";
import { it } from "node:test";
import { CandleSeries } from "./candles.ts";

it("answers for as many candles as it keeps, however many there were", () => {
  const series = new CandleSeries(1, 3);
  for (let second = 0; second < 20; second++) {
    series.add({ atMs: second * 1_000, price: second, qty: 1 });
    const starts = series.newest(3).map(({ startMs }) => startMs / 1_000);
    const expected = [second - 2, second - 1, second].filter((start) => start >= 0);
    assert.deepEqual(starts, expected);
  }
});

it("counts a print that comes late in the latest candle, for what is told stays told", () => {
  const series = new CandleSeries(60, 10);
  series.add({ atMs: 60_000, price: 10, qty: 1 });
  series.add({ atMs: 59_999, price: 12, qty: 2 });
  assert.deepEqual(series.newest(10), [
    { startMs: 60_000, open: 10, high: 12, low: 10, close: 12, volume: 3, trades: 2 },
  ]);
});
