import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { EVERY_RESULT, reportOf, ruleResult } from "../conformance.fixture.ts";
import { renderJunit } from "./junit.ts";

/** The testcase element of a rule, up to its end. */
function caseOf(xml: string, id: string): string {
  const start = xml.indexOf(`<testcase classname="touchstone.${id.split("-")[0]}" name="${id} `);
  assert.notEqual(start, -1, id);
  return xml.slice(start, xml.indexOf("\n<testcase", start) >>> 0).split("</testsuite>")[0] ?? "";
}

describe("junit.xml", () => {
  const xml = renderJunit(reportOf(EVERY_RESULT));

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

  it("keeps line breaks in a message", () => {
    const rule = ruleResult({ id: "GEN-JSON-01", result: "error", detail: "one\ntwo" });
    assert.match(renderJunit(reportOf([rule])), /message="one&#10;two"/);
  });
});
