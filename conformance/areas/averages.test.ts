import assert from "node:assert/strict";
import { test } from "node:test";
import { isMean } from "./averages.ts";

test("rounds a mean between prices to one decimal, and no mean that is a price", () => {
  assert.ok(isMean(50.3, 151 / 3, 1));
  assert.ok(isMean(50.33, 151 / 3, 1));
  assert.ok(!isMean(50.4, 151 / 3, 1));
  assert.ok(!isMean(50.04, 50, 1));
});

test("tells prices a hundredth apart where averages are dollars", () => {
  assert.ok(isMean(0.5, 50, 0.01));
  assert.ok(!isMean(0.51, 50, 0.01));
  assert.ok(isMean(0.5, 151 / 3, 0.01));
});
