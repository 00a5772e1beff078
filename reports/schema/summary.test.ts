import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { EVERY_RESULT, FAILED, KNOWN, reportOf, ruleResult } from "../conformance.fixture.ts";
import {
  areasOf,
  byReason,
  percentOfPromise,
  percentShown,
  shownText,
  verdictOf,
} from "./summary.ts";

const PASSED = ruleResult({ id: "GEN-JSON-01" });
const SKIPPED = ruleResult({ id: "MKT-LIST-01", result: "skipped", detail: "no check yet" });
const BROKEN = ruleResult({ id: "ERR-VAL-01", result: "error" });

describe("a report's summary", () => {
  it("counts as shown only what was judged", () => {
    const report = reportOf(EVERY_RESULT);
    assert.equal(report.shown, 4);
    assert.equal(report.total, 10);
    assert.deepEqual(report.open, { recorded: 1, total: 1 });
    assert.deepEqual(report.summary, {
      pass: 1,
      fail: 2,
      warn: 1,
      observed: 1,
      skipped: 3,
      inconclusive: 2,
      error: 1,
    });
  });

  it("says 100 percent only when every rule was shown", () => {
    assert.equal(percentShown(reportOf([], { shown: 372, total: 373 })), 99);
    assert.equal(percentShown(reportOf([], { shown: 373, total: 373 })), 100);
    assert.equal(percentShown(reportOf([])), 0);
  });

  it("gives the gravest verdict that applies", () => {
    const word = (report: Parameters<typeof verdictOf>[0]) => verdictOf(report).word;
    assert.equal(word(reportOf([PASSED, SKIPPED])), "PASS");
    assert.equal(word(reportOf([SKIPPED, BROKEN])), "NOTHING SHOWN");
    assert.equal(word(reportOf([PASSED, BROKEN])), "ERROR");
    assert.equal(word(reportOf([PASSED, BROKEN, FAILED])), "FAIL");
    assert.equal(word(reportOf([PASSED], { aborted: "target gone" })), "STOPPED");
    assert.equal(word(reportOf([FAILED], { aborted: "target gone" })), "FAIL");
  });

  it("is partial where less than nine tenths of what the profile promises was shown", () => {
    const open = ruleResult({ id: "IDEM-CONC-01", result: "inconclusive" });
    const nine = Array.from({ length: 9 }, () => PASSED);
    assert.equal(verdictOf(reportOf([...nine, open, SKIPPED, SKIPPED])).word, "PASS");
    const { word, sentence } = verdictOf(reportOf([...nine.slice(1), open, SKIPPED]));
    assert.equal(word, "PARTIAL");
    assert.match(sentence, /no rule failed, but 88% of what the profile promises was shown/);
    const untried = ["side=SELL", "kind=BTC_PERP"];
    const cells = { tried: 1, of: 2, failed: [], untried, lacking: [] };
    assert.equal(verdictOf(reportOf([PASSED, { ...PASSED, cells }])).word, "PARTIAL");
  });

  it("says where nothing could have failed", () => {
    const open = ruleResult({ id: "KEY-SCOPE-01", level: "open" });
    const { word, sentence } = verdictOf(reportOf([open]));
    assert.equal(word, "PARTIAL");
    assert.equal(sentence, "no rule failed, but the spec leaves open all that was looked at");
  });

  it("does not hold against a profile what it does not supply", () => {
    const report = reportOf([PASSED, SKIPPED]);
    assert.deepEqual([report.promised, report.total, percentOfPromise(report)], [1, 2, 100]);
    assert.equal(shownText(report), "1 of 2 (50%), 100% of the 1 promised");
    assert.equal(shownText(reportOf([PASSED])), "1 of 1 (100%)");
    const { sentence } = verdictOf(report);
    assert.equal(sentence, "no rule failed; what the profile supplies is enough for 1 of 2");
    assert.equal(verdictOf(reportOf([PASSED])).sentence, "no rule failed");
  });

  it("lets a known failure pass the run, and says so", () => {
    const { word, sentence } = verdictOf(reportOf([PASSED, KNOWN]));
    assert.equal(word, "PASS");
    assert.match(sentence, /1 known/);
    assert.equal(verdictOf(reportOf([KNOWN, FAILED])).sentence, "1 rule failed");
  });

  it("groups areas by id and reasons by size", () => {
    assert.deepEqual(
      areasOf(reportOf(EVERY_RESULT)).map(({ area, name, rules }) => [area, name, rules.length]),
      [
        ["GEN", "", 1],
        ["IDEM", "Idempotency", 3],
        ["TIF", "Time in force", 1],
        ["LIM", "", 2],
        ["MKT", "", 2],
        ["REJ", "", 1],
        ["ERR", "", 1],
      ],
    );
    assert.deepEqual(byReason(reportOf(EVERY_RESULT), "skipped"), [
      { reason: "no check yet", ids: ["MKT-LIST-01", "MKT-LIST-02"] },
      { reason: "needs bursts; add allow: [load]", ids: ["LIM-WRITE-01"] },
    ]);
  });
});
