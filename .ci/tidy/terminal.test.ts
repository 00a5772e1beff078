import assert from "node:assert/strict";
import { test } from "node:test";
import { terminal } from "./terminal.ts";

test("what prints is found wherever it stands, but in the one place", () => {
  const prints = 'const a = 1;\nconsole.log("a");\n';
  const tree = new Map([
    ["scenarios/replay/run.ts", prints],
    ["conformance/run/print.ts", "process.stdout.write(text);"],
    ["reports/render/say.ts", prints],
    ["scenarios/replay/run.test.ts", prints],
  ]);
  assert.deepEqual(terminal(tree), [
    "scenarios/replay/run.ts:2: prints; use reports/render/say.ts",
    "conformance/run/print.ts:1: prints; use reports/render/say.ts",
  ]);
});
