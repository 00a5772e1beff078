import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { DoneSet } from "./done-set.ts";

const SIZE = 100;

function setOf(indexes: Iterable<number>): DoneSet {
  const set = new DoneSet(SIZE);
  for (const index of indexes) set.add(index);
  return set;
}

describe("a set of what is done", () => {
  const indexes = fc.uniqueArray(fc.nat(SIZE - 1), { maxLength: SIZE, size: "max" });

  it("knows what it holds, and the first that it does not", () => {
    const property = fc.property(indexes, indexes, (added, taken) => {
      const set = setOf(added);
      for (const index of taken) set.delete(index);
      const left = new Set(added.filter((index) => !taken.includes(index)));
      const all = Array.from({ length: SIZE }, (_, index) => index);
      assert.deepEqual(
        all.filter((index) => set.has(index)),
        all.filter((index) => left.has(index)),
      );
      assert.equal(
        set.first,
        [...all, SIZE].find((index) => !left.has(index)),
      );
      assert.equal(set.key(), setOf(left).key());
    });
    fc.assert(property);
  });

  it("has a key of its own, wherever its bits are", () => {
    const single = Array.from({ length: SIZE }, (_, index) => setOf([index]).key());
    assert.equal(new Set(single).size, SIZE);
    const property = fc.property(indexes, fc.nat(SIZE - 1), (some, index) => {
      const others = some.filter((one) => one !== index);
      assert.notEqual(setOf(others).key(), setOf([...others, index]).key());
    });
    fc.assert(property);
  });
});
