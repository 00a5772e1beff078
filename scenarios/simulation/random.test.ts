import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "./random.ts";

test("draws the same on every machine and version", () => {
  const random = new Random(7, "pinned");
  const drawn = Array.from({ length: 4 }, () => random.next());
  assert.deepEqual(drawn, [793_204_952, 4_060_041_085, 631_604_845, 3_589_536_579]);
});

test("draws a part of a subject whatever was drawn of the whole", () => {
  const [one, other] = [new Random(7, "whole"), new Random(7, "whole")];
  other.next();
  assert.equal(one.fork("part").next(), other.fork("part").next());
});

test("draws both ends of a range, and nothing outside", () => {
  const random = new Random(1, "range");
  const drawn = new Set(Array.from({ length: 200 }, () => random.between(3, 6)));
  assert.deepEqual([...drawn].sort(), [3, 4, 5, 6]);
});

test("takes one item at least of a list, in its order", () => {
  const random = new Random(1, "some");
  for (let n = 0; n < 100; n++) {
    const taken = random.some(["a", "b", "c"]);
    assert.ok(taken.length >= 1);
    assert.deepEqual(taken, taken.toSorted());
  }
});
