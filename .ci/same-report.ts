/** Two runs of the embedded reference with one seed, in two processes, give the same report. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withoutTimes } from "../reports/render/json.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-"));
try {
  const [first, second] = ["a", "b"].map((name) => {
    const dir = join(folder, name);
    execFileSync(process.execPath, ["touchstone.mjs", "conform", "--seed", "7", "--report", dir]);
    return withoutTimes(JSON.parse(readFileSync(join(dir, "report.json"), "utf8")));
  });
  assert.deepEqual(first, second);
  console.log("equal but for times");
} finally {
  rmSync(folder, { recursive: true });
}
