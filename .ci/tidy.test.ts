/** The house is tidy: where things lie, who knows whom, and that every name leads somewhere. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findingsOf, HOUSE_RULES, idleWaivers } from "./tidy/house-rules.ts";
import { readTree } from "./tidy/tree.ts";

const tree = readTree();

for (const rule of HOUSE_RULES) {
  test(`${rule.number}: ${rule.title}`, async () => {
    const found = await findingsOf(rule, tree);
    assert.equal(found.length, 0, `\n${found.join("\n")}\n`);
    assert.deepEqual(await idleWaivers(rule, tree), [], "waivers that waive nothing");
  });
}
