import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  EVERY_RESULT,
  FAILED,
  finishedRun,
  REFUSED,
  reportOf,
  ruleResult,
} from "../conformance.fixture.ts";
import { renderJunit } from "./junit.ts";

/** The testcase element of a rule, up to its end. */
function caseOf(xml: string, id: string): string {
  const start = xml.indexOf(`<testcase classname="touchstone.${id.split("-")[0]}" name="${id} `);
  assert.notEqual(start, -1, id);
  return xml.slice(start, xml.indexOf("\n<testcase", start) >>> 0).split("</testsuite>")[0] ?? "";
}

describe("junit.xml", () => {
  const xml = renderJunit(finishedRun(reportOf(EVERY_RESULT)));

  it("has a suite per area and a case per rule, counted", () => {
    assert.equal(xml.match(/<testsuite /g)?.length, 7);
    assert.equal(xml.match(/<testcase /g)?.length, EVERY_RESULT.length);
    assert.match(xml, /<testsuites name="touchstone staging" tests="11" failures="1" errors="1"/);
    assert.match(xml, /skipped="6" time="8\.123">/);
    assert.match(xml, /<testsuite name="IDEM" tests="3" failures="1" errors="0" skipped="2"/);
  });

  it("closes every element it opens", () => {
    const open: string[] = [];
    for (const [, closing, name, empty] of xml.matchAll(/<(\/?)([a-z-]+)(?:\s[^<>]*?)?(\/?)>/g)) {
      if (closing) assert.equal(open.pop(), name);
      else if (!empty) open.push(name ?? "");
    }
    assert.deepEqual(open, []);
  });

  it("maps every result to what a machine gates on", () => {
    assert.match(caseOf(xml, "GEN-JSON-01"), /\/>\s*$/);
    assert.match(caseOf(xml, "IDEM-REPLAY-01"), /<failure message=/);
    assert.match(caseOf(xml, "ERR-VAL-01"), /<error message="TypeError: x">/);
    assert.match(caseOf(xml, "MKT-LIST-01"), /<skipped message="skipped: no check yet">/);
    assert.match(caseOf(xml, "IDEM-CONC-01"), /<skipped message="inconclusive: a stranger/);
    assert.match(caseOf(xml, "LIM-429-02"), /<system-out>warn: Retry-After is 0</);
    assert.match(caseOf(xml, "REJ-COOL-01"), /<system-out>observed: \{&#34;after&#34;:5\}</);
  });

  it("does not fail on a known failure", () => {
    assert.match(caseOf(xml, "TIF-PO-04"), /<skipped message="known failure: repricing/);
  });

  it("carries the evidence, escaped, without what XML cannot hold", () => {
    const failed = caseOf(xml, "IDEM-REPLAY-01");
    assert.match(
      failed,
      /expected: order_id 5f0c\nactual: order_id &#60;b onclick=&#34;x&#34;&#62;/,
    );
    assert.match(failed, /&#38; \\u\{1b\}\[31mred/);
    assert.match(failed, /POST \/v1\/orders -&#62; no answer/);
    assert.match(failed, /failures\/IDEM-REPLAY-01\.session\.jsonl/);
  });

  it("tells everything that is known of a failure", () => {
    const cells = { tried: 1, of: 4, failed: ["side=SELL"], untried: [], lacking: [] };
    const failure = { ...REFUSED.failure!, narrowed: "refused at 1, accepted from 2 on" };
    const about = { ...FAILED.about!, source: "a/checks.ts:18" };
    const cause = {
      rule: FAILED.id,
      cells: [],
      also: [],
      stands: ["IDEM-CONC-01"],
      narrowed: null,
    };
    const report = reportOf([{ ...FAILED, cells, failure, about }], { causes: [cause] });
    const failed = caseOf(renderJunit(finishedRun(report)), FAILED.id);
    for (const line of [
      "rule: IDEM-REPLAY-01 holds",
      "detail: another order came back",
      "where: only side=SELL; tried 1 of 4 cells",
      "narrowed: refused at 1, accepted from 2 on",
      "answered: 400 {&#34;message&#34;:&#34;&#60;b&#62;x-request-id&#60;/b&#62; is required&#34;}",
      "beside: 1 rule stands on it: IDEM-CONC-01",
      "fix: Store the order&#39;s id when it is accepted",
      "check: a/checks.ts:18",
    ])
      assert.ok(failed.includes(line), line);
  });

  it("gives a rule its part of the time its checks took, and a suite the sum", () => {
    const rules = ["GEN-PREFIX-01", "GEN-PREFIX-02", "GEN-PREFIX-03"].map((id) =>
      ruleResult({ id, checks: ["one"] }),
    );
    const alone = ruleResult({ id: "GEN-PREFIX-04", checks: ["one", "two", "unknown"] });
    const timings = ["one", "two"].map((check) => ({ check, requests: 1, tookMs: 2_000 }));
    const text = renderJunit({ report: reportOf([...rules, alone]), timings });
    assert.match(text, /name="GEN-PREFIX-02 GEN-PREFIX-02 holds" time="0.500"/);
    assert.match(text, /name="GEN-PREFIX-04 GEN-PREFIX-04 holds" time="2.500"/);
    assert.match(text, /<testsuite name="GEN" [^>]* time="4.000"/);
  });

  it("keeps line breaks in a message", () => {
    const rule = ruleResult({ id: "GEN-JSON-01", result: "error", detail: "one\ntwo" });
    assert.match(renderJunit(finishedRun(reportOf([rule]))), /message="one&#10;two"/);
  });
});
