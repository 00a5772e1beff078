import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { EVERY_RESULT, FAILED, REFUSED, reportOf, ruleResult } from "../conformance.fixture.ts";
import { LINES_MOST, renderSummary } from "./terminal.ts";

const PLAIN = { color: false, width: 80 };
const WHOLE = { ...PLAIN, verbose: true };
const ESCAPE = "\u001b";

/** Failures of an area each, with all that can be told of them. */
const manyFailures = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...REFUSED, id: `IDEM-MANY-${n}` }));

const linesOf = (text: string) => text.trimEnd().split("\n");

describe("the terminal's page", () => {
  const text = renderSummary(reportOf(EVERY_RESULT), PLAIN);

  it("says the verdict first and last", () => {
    const lines = linesOf(text);
    assert.equal(lines[0], "FAIL  1 rule failed");
    assert.equal(lines.at(-1), lines[0]);
    const noted = linesOf(
      renderSummary(reportOf(EVERY_RESULT), { ...PLAIN, notes: ["report: x"] }),
    );
    assert.deepEqual(noted.slice(-2), ["report: x", "FAIL  1 rule failed"]);
  });

  it("tells a cause with what it takes to mend it, and what stands on it", () => {
    const cells = { tried: 4, of: 4, failed: ["side=SELL"], untried: [], lacking: [] };
    const cause = {
      ...{ rule: FAILED.id, cells: cells.failed, narrowed: "refused at 1, accepted from 2 on" },
      ...{ also: ["IDEM-CONC-01"], stands: ["IDEM-CONC-02", "TIF-PO-04"] },
    };
    const failed = { ...FAILED, cells, about: { ...FAILED.about!, source: "a/checks.ts:18" } };
    const page = renderSummary(reportOf([failed], { causes: [cause] }), PLAIN);
    assert.match(
      page,
      /^Causes: what failed by itself, heaviest first\nIDEM-REPLAY-01 {2}IDEM-REPLAY/m,
    );
    for (const line of [
      "where     only side=SELL; tried 4 of 4 cells",
      "narrowed  refused at 1, accepted from 2 on",
      "expected  order_id 5f0c",
      "exchange  POST /v1/orders -> no answer",
      "check     a/checks.ts:18",
      "beside    1 rule failed: IDEM-CONC-01; 2 rules stand on it: IDEM-CONC-02",
    ])
      assert.ok(page.includes(`  ${line}`), line);
    assert.match(page, /fix {7}Store the order's id .* there before\n {12}admission, answer/);
    assert.doesNotMatch(page, /curl/);
  });

  it("says where to read on", () => {
    assert.match(text, /^touchstone explain IDEM-REPLAY-01 says what it asks; --verbose/m);
    const passed = renderSummary(reportOf([ruleResult({ id: "GEN-JSON-01" })]), PLAIN);
    assert.match(passed, /^--verbose prints everything; --report DIR writes it as a page$/m);
  });

  it("names areas, and marks what failed in them", () => {
    assert.match(text, /^IDEM {3}Idempotency +×1 1\/3 /m);
    assert.match(text, /^LIM {30,}1\/1$/m);
  });

  it("folds the rest to counts and reasons", () => {
    assert.match(text, /^Known failures {2}1: TIF-PO-04 repricing .* \(until …$/m);
    assert.match(text, /^Harness errors {2}1: ERR-VAL-01 TypeError: x$/m);
    assert.match(text, /^Inconclusive {4}2 a stranger filled it$/m);
    assert.match(text, /^Skipped {9}2 no check yet; 1 needs bursts; add allow: \[load\]$/m);
    assert.doesNotMatch(text, /MKT-LIST-01|IDEM-CONC-01/);
  });

  it("says of inconclusive rules which stand on a failure", () => {
    const open = { result: "inconclusive", stands: FAILED.id, detail: "stands on it" } as const;
    const rules = [FAILED, ruleResult({ id: "IDEM-CONC-01", ...open })];
    assert.match(renderSummary(reportOf(rules), PLAIN), /^Inconclusive {4}1 on what failed$/m);
  });

  it("tells what the deciding request was refused with", () => {
    const answered = /^ {2}answered {2}400 \{"message":"<b>x-request-id<\/b> is required"\}$/m;
    assert.match(renderSummary(reportOf([REFUSED]), PLAIN), answered);
    assert.match(renderSummary(reportOf([REFUSED]), WHOLE), answered);
    assert.doesNotMatch(text, /^ {2}answered/m);
  });

  it("never takes more than 60 lines, the heaviest causes in full", () => {
    for (const count of [3, 7, 40]) {
      const rules = [...EVERY_RESULT, ...manyFailures(count)];
      for (const width of [80, 100]) {
        const lines = linesOf(renderSummary(reportOf(rules), { color: false, width }));
        assert.ok(lines.length <= LINES_MOST, `${count} causes take ${lines.length} lines`);
        assert.ok(lines.every((line) => line.length <= width));
        assert.ok(lines.filter((line) => line.startsWith("  expected")).length >= 3);
      }
    }
  });

  it("tells the next causes in a line each, then how many there are", () => {
    const page = renderSummary(reportOf(manyFailures(40)), PLAIN);
    const brief = linesOf(page).filter((line) =>
      /^IDEM-MANY-\d+ {2}IDEM-REPLAY-01 holds: order_id <b/.test(line),
    );
    assert.ok(brief.length >= 5);
    const full = linesOf(page).filter((line) => line.startsWith("  expected")).length;
    const rest = 40 - full - brief.length;
    assert.match(page, new RegExp(`^ {2}and ${rest} more causes: --verbose tells them`, "m"));
  });

  it("is yellow where too little was shown", () => {
    const open = ruleResult({ id: "IDEM-CONC-01", result: "inconclusive" });
    const report = reportOf([ruleResult({ id: "GEN-JSON-01" }), open]);
    const page = renderSummary(report, { color: true, width: 80 });
    assert.ok(page.includes(`${ESCAPE}[33mPARTIAL`));
  });
});

describe("the terminal's page with everything on it", () => {
  const text = renderSummary(reportOf(EVERY_RESULT), WHOLE);

  it("opens with the verdict and how many rules were shown", () => {
    const [first, second] = text.split("\n");
    assert.equal(first, "FAIL  1 rule failed");
    assert.equal(
      second,
      "rules shown 4 of 10 (40%), 57% of the 7 promised, 1 of 1 open place recorded",
    );
  });

  it("counts every area and all of them", () => {
    assert.match(text, /^area +pass +fail +warn +observed +skipped +inconclusive +error$/m);
    assert.match(text, /^IDEM +\. +1 +\. +\. +\. +2 +\. +Idempotency$/m);
    assert.match(text, /^all +1 +2 +1 +1 +3 +2 +1$/m);
  });

  it("shows a failure with all that repeats it", () => {
    assert.match(text, /^IDEM-REPLAY-01 {2}IDEM-REPLAY-01 holds$/m);
    assert.match(text, /^ {2}spec {6}Behaviour 2 \(must\)$/m);
    assert.match(text, /^ {2}expected {2}order_id 5f0c$/m);
    assert.match(text, /^ {2}actual {4}order_id <b/m);
    assert.match(text, /POST \/v1\/orders -> 201\n {12}POST \/v1\/orders -> no answer$/m);
    assert.match(text, /^ {2}curl {6}curl -H .*\$MAKER_KEY.*orders$/m);
    assert.match(text, /^ {2}fix {7}Store the order's id .* there before\n {12}admission, answer/m);
    assert.match(text, /^ {2}session {3}failures\/IDEM-REPLAY-01\.session\.jsonl$/m);
  });

  it("groups what shares a reason", () => {
    assert.match(text, /2 {2}a stranger filled it: IDEM-CONC-01 IDEM-CONC-02/);
    assert.match(text, /2 {2}no check yet\n {2}1 {2}needs bursts; add allow: \[load\]/);
  });

  it("lists known failures, warnings, errors and open places", () => {
    assert.match(text, /TIF-PO-04 {2}repricing .* \(until 2026-03-31\)/);
    assert.match(text, /LIM-429-02 {2}Retry-After is 0/);
    assert.match(text, /ERR-VAL-01 {2}TypeError: x/);
    assert.match(text, /REJ-COOL-01 {2}\{"after":5\}/);
  });

  it("leaves long lists of open places to report.json", () => {
    const open = Array.from({ length: 25 }, (_, n) =>
      ruleResult({ id: `REJ-OPEN-${10 + n}`, result: "observed", observed: n }),
    );
    const long = renderSummary(reportOf(open), WHOLE);
    assert.match(long, /REJ-OPEN-29/);
    assert.doesNotMatch(long, /REJ-OPEN-30/);
    assert.match(long, /5 more in report\.json/);
  });

  it("wraps prose at the width and keeps what is copied whole", () => {
    const detail = "word ".repeat(40).trim();
    const rules = [...EVERY_RESULT, ruleResult({ id: "LIM-HDR-01", result: "warn", detail })];
    const lines = renderSummary(reportOf(rules), { ...WHOLE, width: 60 }).split("\n");
    const wrapped = lines.filter((line) => line.includes("word"));
    assert.ok(wrapped.length > 3 && wrapped.every((line) => line.length <= 60));
    assert.ok(lines.some((line) => line.includes("curl -H") && line.length > 60));
  });

  it("colours only when asked and never passes on a target's escapes", () => {
    assert.ok(!text.includes(ESCAPE));
    assert.match(text, /\\u\{1b\}\[31mred/);
    const colored = renderSummary(reportOf(EVERY_RESULT), { color: true, width: 80 });
    assert.ok(colored.includes(`${ESCAPE}[31mFAIL`));
  });

  it("says why a run ended early and never calls that a pass", () => {
    const aborted = "the target stopped answering";
    const stopped = renderSummary(
      reportOf([ruleResult({ id: "GEN-JSON-01" })], { aborted }),
      WHOLE,
    );
    assert.match(stopped, /^STOPPED/);
    assert.match(stopped, /ended early: the target stopped answering/);
  });
});
