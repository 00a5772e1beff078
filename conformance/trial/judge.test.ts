import assert from "node:assert/strict";
import { test } from "node:test";
import { is } from "../expect/expectation.ts";
import { Inconclusive } from "../verdict.ts";
import { Judge } from "./judge.ts";

const RULES = ["TIF-FOK-02", "TIF-FOK-03"];

function judged(rules: readonly string[], end: unknown) {
  const judge = new Judge(RULES, () => 1);
  for (const rule of rules) judge.expect(rule, 1, is(1));
  return Object.fromEntries(judge.close(end).map(({ rule, result }) => [rule, result]));
}

test("a body that ends by itself keeps what it showed", () => {
  assert.deepEqual(judged(RULES, undefined), { "TIF-FOK-02": "pass", "TIF-FOK-03": "pass" });
});

test("a body cut short leaves the rule it judged last unshown, and those it never reached", () => {
  const cut = new Inconclusive("a stranger traded");
  assert.deepEqual(judged(RULES, cut), { "TIF-FOK-02": "pass", "TIF-FOK-03": "inconclusive" });
  assert.deepEqual(judged(["TIF-FOK-02"], cut), {
    "TIF-FOK-02": "inconclusive",
    "TIF-FOK-03": "inconclusive",
  });
});
