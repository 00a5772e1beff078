/** Exact arithmetic, also where a plain product would lose cents. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { divideDown, divideTowardZero, divideUp, NOTIONAL_MAX, share } from "./money.ts";

test("divisions round the way they are named, below zero too", () => {
  assert.deepEqual([divideUp(7, 2), divideUp(6, 2), divideUp(-7, 2)], [4, 3, -3]);
  assert.deepEqual([divideDown(7, 2), divideDown(6, 2), divideDown(-7, 2)], [3, 3, -4]);
});

test("a division toward zero gives a loss as much as the gain it comes from, and no minus zero", () => {
  assert.deepEqual([divideTowardZero(7, 2), divideTowardZero(-7, 2)], [3, -3]);
  assert.ok(Object.is(divideTowardZero(-1, 2), 0));
});

test("divisions are exact up to the largest notional", () => {
  for (const by of [3, 1_000, 20_000]) {
    const units = Math.floor(NOTIONAL_MAX / by) * by;
    assert.equal(divideUp(units, by) * by, units);
    assert.equal(divideUp(units - by + 1, by) * by, units);
    assert.equal(divideDown(units + by - 1, by) * by, units);
  }
});

test("a share is exact where the product would not be", () => {
  for (const [amount, part, whole] of [
    [NOTIONAL_MAX, 6_999_999, 7_000_000],
    [NOTIONAL_MAX - 1, 1, 3],
    [10, 1, 4],
    [10, 4, 4],
  ] as const) {
    const exact = BigInt(amount) * BigInt(part);
    const down = Number(exact / BigInt(whole));
    const up = exact % BigInt(whole) === 0n ? down : down + 1;
    assert.equal(share(amount, { part, whole }, false), down);
    assert.equal(share(amount, { part, whole }, true), up);
  }
});
