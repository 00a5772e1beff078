import assert from "node:assert/strict";
import { test } from "node:test";
import {
  candlesOf,
  listNamed,
  pointsOf,
  publicIdOf,
  rowsOf,
  seriesOf,
  tradesOf,
} from "./data-reading.ts";

const AT_MS = 1_800_000_000_000;

test("rows are the body, or its only list, of records or of arrays", () => {
  assert.equal(rowsOf([{ a: 1 }, { a: 2 }])?.length, 2);
  assert.equal(rowsOf({ limit: 5, candles: [[1, 2, 3]] })?.length, 1);
  assert.equal(rowsOf({ data: { items: [{}] }, tags: [] })?.length, 1);
  assert.deepEqual(rowsOf({ points: [] }), []);
  for (const body of [{ t: [1, 2], c: [3, 4] }, { a: [{}], b: [{}] }, "text", null, {}]) {
    assert.equal(rowsOf(body), null, JSON.stringify(body));
  }
});

test("candles are read under long and short names, and not in part", () => {
  const long = { start_ts_ms: AT_MS, open: 1, high: 4, low: 1, close: "2", volume: 7 };
  const short = { t: AT_MS / 1_000, o: 1, h: 4, l: 1, c: 2, v: "7" };
  const read = { startMs: AT_MS, open: 1, high: 4, low: 1, close: 2, volume: 7 };
  assert.deepEqual(candlesOf([long, short]), [read, read]);
  const { volume: _, ...silent } = long;
  assert.equal(candlesOf([silent])?.[0]?.volume, null);
  assert.equal(candlesOf([long, { ...short, h: null }]), null);
  assert.equal(candlesOf([[AT_MS, 1, 4, 1, 2]]), null);
});

test("trades have a time, a price and a quantity, and are not read in part", () => {
  const trades = [
    { ts_ms: AT_MS, price: 5, qty: 2 },
    { timestamp: AT_MS / 1_000, px: "5", size: "2" },
  ];
  assert.deepEqual(
    tradesOf({ trades }),
    trades.map(() => ({ tsMs: AT_MS, price: 5, qty: 2 })),
  );
  assert.equal(tradesOf([{ ts_ms: AT_MS, price: 5 }]), null);
});

test("points have their time in ms, in seconds or as a date", () => {
  const iso = new Date(AT_MS).toISOString();
  const points = [
    { ts_ms: AT_MS, price: 5 },
    { timestamp: AT_MS / 1_000, mid: 5 },
    { time: iso, value: "5" },
  ];
  assert.deepEqual(
    pointsOf({ points }),
    points.map(() => ({ tsMs: AT_MS, price: 5 })),
  );
  assert.equal(pointsOf([{ t: 17, price: 5 }]), null);
});

test("a list is found by its name, at most one level down", () => {
  assert.deepEqual(listNamed({ series: {}, history: [1], upcoming: [] }, "history"), [1]);
  assert.deepEqual(listNamed({ context: { upcoming_markets: [2] } }, "upcoming"), [2]);
  assert.equal(listNamed({ history: [1], price_history: [2] }, "history"), null);
  assert.equal(listNamed([], "history"), null);
});

test("public ids and series are read from the record or what it holds", () => {
  assert.equal(publicIdOf({ account: { publicId: "p-1" } }), "p-1");
  assert.equal(publicIdOf({ rank: 1 }), null);
  assert.equal(seriesOf({ series_id: "s-1" }), "s-1");
  assert.equal(seriesOf({ series: { id: "s-2" } }), "s-2");
  assert.equal(seriesOf({ series_id: null }), null);
});
