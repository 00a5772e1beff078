import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { Value } from "typebox/value";
import { EVERY_RESULT, FAILED, reportOf } from "../conformance.fixture.ts";
import { REPORT_SCHEMAS } from "./publish.ts";
import { RESULTS, ReportSchema } from "./report.ts";

describe("the report schema", () => {
  it("accepts a report with every result", () => {
    const report = reportOf(EVERY_RESULT);
    assert.deepEqual(new Set(report.rules.map((rule) => rule.result)), new Set(RESULTS));
    assert.deepEqual(Value.Errors(ReportSchema, report), []);
  });

  it("refuses an unknown result, a negative count and a session outside of failures", () => {
    const good = reportOf([FAILED]);
    const failure = { ...FAILED.failure, session: "../elsewhere.session.jsonl" };
    for (const bad of [
      { ...good, rules: [{ ...FAILED, result: "green" }] },
      { ...good, shown: -1 },
      { ...good, rules: [{ ...FAILED, failure }] },
    ])
      assert.equal(Value.Check(ReportSchema, bad), false);
    assert.equal(Value.Check(ReportSchema, good), true);
  });

  it("is published as it is, as those of the other kinds are", () => {
    for (const [file, text] of Object.entries(REPORT_SCHEMAS)) {
      assert.equal(readFileSync(file, "utf8"), text());
    }
  });
});
