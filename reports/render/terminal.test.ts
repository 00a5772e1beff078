import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { EVERY_RESULT, reportOf, ruleResult } from "../conformance.fixture.ts";
import { renderSummary } from "./terminal.ts";

const PLAIN = { color: false, width: 80 };
const ESCAPE = "\u001b";

describe("the terminal summary", () => {
  const text = renderSummary(reportOf(EVERY_RESULT), PLAIN);

  it("opens with the verdict and how many rules were shown", () => {
    const [first, second] = text.split("\n");
    assert.equal(first, "FAIL  1 rule failed");
    assert.equal(second, "rules shown 4 of 10 (40%), 57% of the 7 promised, 1 of 1 open place recorded");
  });

  it("counts every area and all of them", () => {
    assert.match(text, /^area +pass +fail +warn +observed +skipped +inconclusive +error$/m);
    assert.match(text, /^IDEM +\. +1 +\. +\. +\. +2 +\.$/m);
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
    const long = renderSummary(reportOf(open), PLAIN);
    assert.match(long, /REJ-OPEN-29/);
    assert.doesNotMatch(long, /REJ-OPEN-30/);
    assert.match(long, /5 more in report\.json/);
  });

  it("wraps prose at the width and keeps what is copied whole", () => {
    const detail = "word ".repeat(40).trim();
    const rules = [...EVERY_RESULT, ruleResult({ id: "LIM-HDR-01", result: "warn", detail })];
    const lines = renderSummary(reportOf(rules), { color: false, width: 60 }).split("\n");
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
      PLAIN,
    );
    assert.match(stopped, /^STOPPED/);
    assert.match(stopped, /ended early: the target stopped answering/);
  });
});
