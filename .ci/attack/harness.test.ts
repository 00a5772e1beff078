/** The attack on the harness finds what is planted, whatever it is that a run does wrong. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { attack, type EndedRun } from "./harness.ts";

const GOOD: EndedRun = {
  code: 1,
  output: "GEN-01 failed: “Größe”\n\tsee above\r\n",
  isLate: false,
};

const PLANTED: [title: string, ended: Partial<EndedRun>, found: RegExp | null][] = [
  ["an orderly end", {}, null],
  ["a stack", { output: "boom\n    at run (/a/b.ts:3:4)\n" }, /^stack: /],
  ["an error that nobody expected", { output: "unexpected error; please report it" }, /^stack: /],
  ["an escape", { output: "the target says \u001b[2J" }, /^control character: /],
  ["text turned around", { output: "it names \u202egnp" }, /^control character: /],
  ["a C1 control", { output: "it names \u009b2J" }, /^control character: /],
  ["an unknown exit code", { code: 7 }, /^exit code: /],
  ["an end by a signal", { code: null }, /^exit code: /],
  ["a run that never ends", { code: null, isLate: true }, /^never ends: /],
];

for (const [title, ended, expected] of PLANTED) {
  test(`${title} is ${expected === null ? "nothing" : "found"}`, async () => {
    const { tried, found } = await attack({ draws: 1, seed: 1 }, async (profile) => {
      assert.ok(existsSync(profile));
      return { ...GOOD, ...ended };
    });
    assert.ok(tried > 0);
    if (expected === null) assert.deepEqual(found, []);
    else assert.match(found.join("\n"), expected);
  });
}
