import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { EVERY_RESULT, reportOf, ruleResult } from "../conformance.fixture.ts";
import { renderJson, withoutTimes } from "./json.ts";

describe("report.json", () => {
  it("says the whole report and ends with a line break", () => {
    const report = reportOf(EVERY_RESULT);
    const text = renderJson(report);
    assert.deepEqual(JSON.parse(text), report);
    assert.ok(text.endsWith("\n}\n"));
  });

  it("orders keys by the schema and observed values by name", () => {
    const rule = ruleResult({ id: "REJ-COOL-01", observed: { b: { z: 1, y: [2] }, a: 1 } });
    const report = reportOf([rule]);
    const reversed = JSON.parse(JSON.stringify(report), (_, value) =>
      value && typeof value === "object" && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );
    assert.equal(renderJson(reversed), renderJson(report));
    assert.match(renderJson(report), /^\{\n {2}"schema"/);
    assert.match(renderJson(report), /"a": 1,\s+"b": \{\s+"y": \[\s+2\s+\],\s+"z": 1/);
  });

  it("keeps observed keys that every object inherits", () => {
    const observed = JSON.parse('{"constructor":1,"__proto__":{"x":2}}');
    const text = renderJson(reportOf([ruleResult({ id: "REJ-COOL-01", observed })]));
    assert.match(text, /"__proto__": \{\s+"x": 2\s+\},\s+"constructor": 1/);
  });

  it("compares two runs without their times", () => {
    const first = reportOf(EVERY_RESULT);
    const later = { ...first, started_at: "2027-01-01T00:00:00.000Z", duration_ms: 1 };
    assert.deepEqual(withoutTimes(first), withoutTimes(later));
    assert.notDeepEqual(withoutTimes(first), withoutTimes({ ...later, seed: 8 }));
  });
});
