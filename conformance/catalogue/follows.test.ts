import assert from "node:assert/strict";
import { test } from "node:test";
import { RULES } from "./rules.ts";

const byId = new Map(RULES.map((rule) => [rule.id, rule]));

test("a rule follows rules that are there, can fail, and never itself in the end", () => {
  for (const { id, follows = [] } of RULES) {
    for (const base of follows) assert.notEqual(byId.get(base)?.level ?? "open", "open", base);
    assert.ok(!isAbove(id, follows), `${id} follows itself`);
  }
});

function isAbove(id: string, below: readonly string[], seen = new Set<string>()): boolean {
  return below.some((one) => {
    if (one === id) return true;
    if (seen.has(one)) return false;
    seen.add(one);
    return isAbove(id, byId.get(one)?.follows ?? [], seen);
  });
}
