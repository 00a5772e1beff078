import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { DEFECTS } from "./index.ts";

const MIN = 50;

test("plants fifty defects at least, in every area", () => {
  assert.ok(DEFECTS.length >= MIN, `${DEFECTS.length}`);
  const areas = new Set(DEFECTS.map(({ area }) => area));
  assert.deepEqual([...areas].sort(), ["concurrency", "core", "idempotency", "recovery", "stream"]);
});

test("gives each defect a name of its own", () => {
  assert.equal(new Set(DEFECTS.map(({ id }) => id)).size, DEFECTS.length);
});

for (const { id, file, find, replace } of DEFECTS) {
  test(`${id} changes exactly one place`, () => {
    const text = readFileSync(new URL(`../../reference/${file}`, import.meta.url), "utf8");
    assert.equal(text.split(find).length - 1, 1, `in ${file}: ${find}`);
    assert.notEqual(find, replace);
  });
}
