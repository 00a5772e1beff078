import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { reportOf } from "../../reports/conformance.fixture.ts";
import type { Report, RuleResult } from "../../reports/schema/report.ts";
import { folder } from "../command-line.fixture.ts";
import { earlierReport, markUnstable } from "./unstable.ts";

function rule(observed: unknown, level: RuleResult["level"] = "either"): RuleResult {
  const words = { section: "s", statement: "x", detail: null, checks: [] };
  return { id: "TIF-IOC-02", level, result: "pass", observed, ...words };
}

const earlier = (observed: unknown) =>
  ({ target: { url: "http://venue" }, rules: [rule(observed)] }) as unknown as Report;

test("warns when the same deployment takes another documented branch than before", () => {
  const now = { rule: rule("CANCELLED"), evidence: null };
  markUnstable([now], earlier("REJECTED"), "http://venue");
  assert.equal(now.rule.result, "warn");
  assert.match(now.rule.detail ?? "", /"REJECTED" in the run before, "CANCELLED" now/);
});

test("leaves equal branches, other deployments and rules without branches alone", () => {
  const same = { rule: rule("CANCELLED"), evidence: null };
  markUnstable([same], earlier("CANCELLED"), "http://venue");
  const elsewhere = { rule: rule("CANCELLED"), evidence: null };
  markUnstable([elsewhere], earlier("REJECTED"), "http://other");
  const must = { rule: rule("CANCELLED", "must"), evidence: null };
  markUnstable([must], earlier("REJECTED"), "http://venue");
  assert.deepEqual(
    [same, elsewhere, must].map((one) => one.rule.result),
    ["pass", "pass", "pass"],
  );
});

test("compares with an earlier report of conformance alone: a folder may hold another kind", async (t) => {
  const dir = await folder(t);
  assert.equal(await earlierReport(dir), null);
  const report = { ...reportOf([]), kind: "conformance" };
  for (const [found, isCompared] of [
    [{ ...report, kind: "replay" }, false],
    [report, true],
  ] as const) {
    await writeFile(join(dir, "report.json"), JSON.stringify(found));
    assert.equal((await earlierReport(dir)) !== null, isCompared, found.kind);
  }
});
