import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Value } from "typebox/value";
import { LIMIT, loadReport } from "../load.fixture.ts";
import { LoadReportSchema } from "../schema/load.ts";
import { renderLoadHtml } from "./load-html.ts";
import { loadJunit } from "./load-junit.ts";
import { loadMarkdown, renderLoad } from "./load-terminal.ts";

const invalid = loadReport({
  verdict: { word: "INVALID", sentence: "k6 dropped 3 iterations" },
  validity: { ...loadReport().validity, valid: false, reasons: ["k6 dropped 3 iterations"] },
});

describe("the schema of load reports", () => {
  it("accepts a whole report, and refuses an outcome that is negative or missing", () => {
    const report = loadReport({ limits: [LIMIT] });
    assert.deepEqual([...Value.Errors(LoadReportSchema, report)], []);
    const { lost: _, ...without } = report.totals;
    assert.equal(Value.Check(LoadReportSchema, { ...report, totals: without }), false);
    const negative = { ...report.totals, lost: -1 };
    assert.equal(Value.Check(LoadReportSchema, { ...report, totals: negative }), false);
  });
});

describe("a load report in a terminal", () => {
  const text = renderLoad(loadReport({ limits: [LIMIT] }), { color: false });

  it("says first what was lowered, then the verdict, then whether it is valid", () => {
    const [note, verdict, validity] = text.split("\n");
    assert.match(note ?? "", /^rate lowered from 9\.0\/s/);
    assert.match(verdict ?? "", /^FAIL {2}errors: 2%/);
    assert.equal(validity, "valid: 0 dropped, schedule lag p95 5.0 ms, generator 13% of 2 cores");
  });

  it("shows flows from the schedule, endpoints from sending, limits, reasons and the stream", () => {
    assert.match(text, /^cross +50 +49 +2\.0 +5\.0 +60\.0 +123$/m);
    assert.match(text, /^place +100 +88 +10 +0 +0 +2 +2\.0/m);
    assert.match(text, /^writes +600 +600 +0\.9 s +yes +60 s +2\.0 ms late +10 of 10$/m);
    assert.match(text, /^ +7 {2}POST_ONLY_WOULD_CROSS\n +3 {2}OTHER$/m);
    assert.match(text, /12 frames; connected p50 2\.0 ms, max 123 ms; order to frame/);
  });

  it("calls an invalid run so before anything else", () => {
    assert.match(renderLoad(invalid, { color: false }), /^INVALID .*\nnot valid: k6 dropped 3/m);
  });

  it("prints nothing of a target that could move the cursor", () => {
    assert.ok(!text.includes("\u001b"));
  });
});

describe("a load report elsewhere", () => {
  it("is a failure per demand in JUnit, and an error where the run is not valid", () => {
    assert.match(loadJunit(loadReport()), /tests="3" failures="1" errors="0" skipped="0"/);
    assert.match(loadJunit(invalid), /tests="3" failures="0" errors="1" skipped="2"/);
  });

  it("lets nothing that a target says become markup", () => {
    assert.doesNotMatch(renderLoadHtml(loadReport()), /<b>/);
    assert.equal(loadMarkdown(loadReport()).split("```").length, 3);
  });
});
