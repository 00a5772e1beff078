import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FAILED, reportOf, ruleResult } from "../conformance.fixture.ts";
import type { Report, RuleResult } from "../schema/report.ts";
import { columnNames, compareRuns } from "./conformance.ts";
import { comparisonPage } from "./conformance-page.ts";
import { comparisonText } from "./conformance-text.ts";

const holds = ruleResult({ id: FAILED.id });
const same = ruleResult({ id: "GEN-JSON-01" });

function run(rules: RuleResult[], name: string, url = `http://${name}`): Report {
  return reportOf(rules, { target: { name, url, embedded: false, control: [] } });
}

const relations = (reports: Report[]) =>
  compareRuns(reports).map(({ id, relation }) => `${id} ${relation}`);

describe("conformance runs side by side", () => {
  it("puts what differs before what is the same", () => {
    const reports = [run([same, holds], "a"), run([same, FAILED], "b")];
    assert.deepEqual(relations(reports), [`${FAILED.id} differs`, "GEN-JSON-01 same"]);
  });

  it("calls it a flip only between two runs of one deployment", () => {
    const twice = [run([holds], "a"), run([FAILED], "a")];
    assert.deepEqual(relations(twice), [`${FAILED.id} flipped`]);
    assert.match(comparisonText(twice, { color: false }), /1 rule flipped between runs of one/);
    assert.deepEqual(relations([run([holds], "a", "http://1"), run([FAILED], "a", "http://2")]), [
      `${FAILED.id} differs`,
    ]);
  });

  it("notices another behaviour behind the same result", () => {
    const seen = (observed: unknown) =>
      ruleResult({ id: "REJ-COOL-01", result: "observed", observed });
    const seenBy = (one: unknown, other: unknown) =>
      relations([run([seen(one)], "a"), run([seen(other)], "b")]);
    assert.deepEqual(seenBy({ after: 5 }, { after: 6 }), ["REJ-COOL-01 seen otherwise"]);
    assert.deepEqual(seenBy({ a: 1, b: 2 }, { b: 2, a: 1 }), ["REJ-COOL-01 same"]);
  });

  it("tells a rule that one run does not have", () => {
    const reports = [run([same, holds], "a"), run([same], "b")];
    assert.deepEqual(relations(reports), [`${FAILED.id} differs`, "GEN-JSON-01 same"]);
    assert.match(comparisonText(reports, { color: false }), /IDEM-REPLAY-01 +pass +not run/);
  });

  it("tells columns of one name apart by when they ran", () => {
    assert.deepEqual(columnNames([run([], "a"), run([], "b")]), ["a", "b"]);
    assert.equal(columnNames([run([], "a"), run([], "a")])[0], "a 2026-01-02T03:04:05");
  });

  it("lets nothing that a target says become markup", () => {
    const html = comparisonPage([run([FAILED], "<i>x"), run([holds], "b")]);
    assert.ok(!html.includes("<b onclick") && !html.includes("<i>x"));
    assert.match(html, /order_id &#60;b onclick/);
  });

  it("lets no id of a foreign report become markup or paint the terminal", () => {
    const leave = `"><meta http-equiv="refresh" content="0;url=//x"><base href="//x">\u001b[32m`;
    const reports = [run([{ ...FAILED, id: leave }], "a"), run([{ ...holds, id: leave }], "b")];
    const html = comparisonPage(reports);
    assert.ok(!html.includes("<base") && !/http-equiv="refresh"/.test(html));
    assert.ok(!comparisonText(reports, { color: false }).includes("\u001b"));
  });

  it("has a policy that allows no form, no base and no network", () => {
    const html = comparisonPage([run([FAILED], "a"), run([holds], "b")]);
    const [, policy = ""] =
      /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html) ?? [];
    for (const part of ["default-src 'none'", "base-uri 'none'", "form-action 'none'"]) {
      assert.ok(policy.includes(part), part);
    }
  });
});
