/** The house is tidy: where things lie, who knows whom, and that every name leads somewhere. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findingsOf, HOUSE_RULES, idleWaivers } from "./tidy/house-rules.ts";
import { readTree } from "./tidy/tree.ts";
import { NOT_YET } from "./tidy/waivers.ts";

const tree = readTree();

for (const rule of HOUSE_RULES) {
  test(`${rule.number}: ${rule.title}`, async (t) => {
    const found = await findingsOf(rule, tree);
    if (NOT_YET.includes(rule.number))
      return t.diagnostic(`${found.length} findings, not yet none`);
    assert.equal(found.length, 0, `\n${found.join("\n")}\n`);
    assert.deepEqual(await idleWaivers(rule, tree), [], "waivers that waive nothing");
  });
}
