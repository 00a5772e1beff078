import assert from "node:assert/strict";
import { test } from "node:test";
import { deepLineOf } from "./yaml-depth.ts";
import { yamlIn } from "./yaml-in.ts";

const DEEP = 5_000;

test("a text of ordinary depth is none too deep", () => {
  const nested = (times: number) => `${"[".repeat(times)}1${"]".repeat(times)}`;
  assert.equal(deepLineOf("a:\n  - b: [{ c: 1 }]\n"), null);
  assert.equal(deepLineOf(nested(200)), null);
  assert.equal(deepLineOf(Array(DEEP).fill("- [1, { a: 2 }]").join("\n")), null);
  assert.equal(deepLineOf(nested(201)), 1);
});

test("what is nested too deeply in any way is told with its line", () => {
  const ways = {
    lists: `a: 1\nb: ${"[".repeat(DEEP)}${"]".repeat(DEEP)}`,
    objects: `a: 1\nb: ${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`,
    "lists in a line": `a: 1\n${"- ".repeat(DEEP)}1`,
    "keys in a line": `a: 1\n${"? ".repeat(DEEP)}1`,
  };
  for (const [way, text] of Object.entries(ways)) {
    assert.equal(deepLineOf(text), 2, way);
    assert.throws(() => yamlIn("a.yaml", text), /^UsageError: a\.yaml:2: lists and objects nested/);
  }
  const block = Array.from({ length: DEEP }, (_, level) => `${" ".repeat(level)}a:`).join("\n");
  assert.equal(deepLineOf(block), 402);
});
