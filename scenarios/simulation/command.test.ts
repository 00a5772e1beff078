import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSeed, parseSeeds } from "./command.ts";

test("takes a number, and the hash of a commit", () => {
  assert.equal(parseSeed("42"), 42);
  assert.equal(parseSeed("00000000000ff0000000000000000000000000ab"), 255);
});

for (const text of ["", "-1", "1.5", "seven", "99999999999999999", "ff"]) {
  test(`refuses "${text}" as a seed in one line`, () => {
    assert.throws(() => parseSeed(text), { name: "UsageError", message: /--seed takes/ });
  });
}

test("takes a range with both ends, and none that runs backwards", () => {
  assert.deepEqual(parseSeeds("3..9"), { first: 3, last: 9 });
  assert.throws(() => parseSeeds("9..3"), { name: "UsageError", message: /such as 1\.\.200/ });
  assert.throws(() => parseSeeds("3"), { name: "UsageError" });
});
