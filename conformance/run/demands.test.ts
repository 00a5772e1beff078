import assert from "node:assert/strict";
import { test } from "node:test";
import { EVERY_RESULT, reportOf, ruleResult } from "../../reports/conformance.fixture.ts";
import { unmet } from "./demands.ts";

const report = reportOf(EVERY_RESULT);

test("a run meets what nobody demands", () => {
  assert.deepEqual(unmet(report, {}), []);
});

test("a run that shows less of its promise than demanded says so", () => {
  assert.deepEqual(unmet(report, { minShown: 57 }), []);
  assert.deepEqual(unmet(report, { minShown: 58 }), [
    "--min-shown 58: 57% of what the profile promises was shown",
  ]);
});

test("inconclusive rules fail a run that may have none", () => {
  const found = unmet(report, { failOn: "inconclusive" });
  assert.deepEqual(found, ["--fail-on inconclusive: 2 rules came to no result"]);
  const passed = reportOf([ruleResult({ id: "GEN-JSON-01" })]);
  assert.deepEqual(unmet(passed, { failOn: "inconclusive" }), []);
});
