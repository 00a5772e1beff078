/** Two runs of the embedded reference with one seed give the same report, nearly all checks in their conditions. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withoutTimes } from "../reports/render/json.ts";

/** Conditions that keep a check from its verdict look at nothing: on the reference few may. */
const LACKING_MOST = 0.02;

const folder = mkdtempSync(join(tmpdir(), "touchstone-"));
try {
  const reportIn = (name: string) => {
    const dir = join(folder, name);
    execFileSync(process.execPath, ["touchstone.mjs", "conform", "--seed", "7", "--report", dir]);
    return withoutTimes(JSON.parse(readFileSync(join(dir, "report.json"), "utf8")));
  };
  const first = reportIn("a");
  assert.deepEqual(reportIn("b"), first);
  console.log("equal but for times");
  const { tried, lacking } = first.conditions;
  console.log(`checks came to a verdict in ${tried - lacking.length} of ${tried} conditions`);
  const share = lacking.length / tried;
  assert.ok(share <= LACKING_MOST, `without them alone: ${lacking.join("; ")}`);
} finally {
  rmSync(folder, { recursive: true });
}
