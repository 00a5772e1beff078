import assert from "node:assert/strict";
import test from "node:test";
import { type BenchRow, verdictOf } from "../reports/schema/bench.ts";
import { tableOf } from "./bench-page.ts";

const MADE = { file: "x.bench.ts", commit: "0123456789", date: "2026-01-05", machine: "any" };
const row: BenchRow = { name: "a rate", measured: 0.6, unit: "×", aim: 0.8, note: "so" };
const WHY = "no answer without it";

test("a row without a bound misses its aim or meets it", () => {
  assert.equal(verdictOf(row), "missed");
  assert.equal(verdictOf({ ...row, measured: 0.8 }), "met");
});

test("an aim is beyond a bound that is worse than it", () => {
  assert.equal(verdictOf({ ...row, bound: { measured: 0.75, why: WHY } }), "beyond");
  assert.equal(verdictOf({ ...row, bound: { measured: 0.8, why: WHY } }), "missed");
  assert.equal(verdictOf({ ...row, measured: 0.9, bound: { measured: 0.75, why: WHY } }), "met");
});

test("where less is better, a bound above the aim is the worse one", () => {
  const cost: BenchRow = { ...row, measured: 9, aim: 5, isAtMost: true };
  assert.equal(verdictOf({ ...cost, bound: { measured: 6, why: WHY } }), "beyond");
  assert.equal(verdictOf({ ...cost, bound: { measured: 4, why: WHY } }), "missed");
});

test("a bound is shown with the share of it that was reached, and the aim stays missed", () => {
  const table = tableOf([{ ...MADE, ...row, bound: { measured: 0.75, why: WHY } }]);
  assert.match(table, /\*\*missed\*\*, and beyond the bound \| 0\.75 ×, of which 80%: no answer/);
});
