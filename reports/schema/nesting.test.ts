import assert from "node:assert/strict";
import { test } from "node:test";
import { nestsTooDeep } from "./nesting.ts";

const deep = (levels: number) => `${"[".repeat(levels)}1${"]".repeat(levels)}`;

test("a thousand levels may be walked, one more may not", () => {
  assert.equal(nestsTooDeep(deep(1_000)), false);
  assert.equal(nestsTooDeep(deep(1_001)), true);
  assert.equal(nestsTooDeep(`${'{"a":'.repeat(1_001)}1`), true);
});

test("brackets in texts are no levels, nor are many lists beside each other", () => {
  assert.equal(nestsTooDeep(JSON.stringify(`"\\${"[".repeat(2_000)}`)), false);
  assert.equal(nestsTooDeep(`[${"[],".repeat(2_000)}1]`), false);
});
