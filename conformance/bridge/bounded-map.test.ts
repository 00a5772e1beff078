import assert from "node:assert/strict";
import { test } from "node:test";
import { BoundedMap } from "./bounded-map.ts";

test("what was put in first leaves a full map, and is told of", () => {
  const left: number[] = [];
  const map = new BoundedMap<number>(2, (value) => left.push(value));
  for (const value of [1, 2, 3]) map.set(`k${value}`, value);
  assert.deepEqual(left, [1]);
  assert.deepEqual([map.get("k1"), map.get("k2")], [undefined, 2]);
  map.delete("k2");
  assert.deepEqual(map.takeAll(), [3]);
  assert.deepEqual(map.takeAll(), []);
});
