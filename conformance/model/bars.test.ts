import assert from "node:assert/strict";
import { test } from "node:test";
import { barsOf } from "./bars.ts";

test("each period with a trade has a bar, and no other", () => {
  const trades = [
    { tsMs: 61_000, price: 50, qty: 1 },
    { tsMs: 61_000, price: 52, qty: 2 },
    { tsMs: 119_999, price: 49, qty: 1 },
    { tsMs: 180_000, price: 51, qty: 5 },
  ];
  assert.deepEqual(barsOf(trades, 60_000), [
    { startMs: 60_000, open: 50, high: 52, low: 49, close: 49, volume: 4 },
    { startMs: 180_000, open: 51, high: 51, low: 51, close: 51, volume: 5 },
  ]);
  assert.deepEqual(barsOf([], 60_000), []);
});
