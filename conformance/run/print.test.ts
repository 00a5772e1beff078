import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { FAILED, reportOf, ruleResult } from "../../reports/conformance.fixture.ts";
import { type PrintFlags, printRun } from "./print.ts";

/** Lines that a run with so many broken properties prints. */
function printed(t: TestContext, count: number, flags: PrintFlags): string[] {
  const properties = ["PROP-STATEFUL-01", "PROP-STATEFUL-02", "PROP-STATEFUL-03"].slice(0, count);
  const rules = properties.map((id) => {
    const session = `failures/${id}.session.jsonl`;
    return { ...FAILED, id, failure: { ...FAILED.failure!, session } };
  });
  const report = reportOf([ruleResult({ id: "GEN-JSON-01" }), ...rules]);
  const judged = rules.map((rule) => ({ rule, evidence: null }));
  const lines: string[] = [];
  const { mock } = t.mock.method(console, "log", (text: string) => void lines.push(text));
  printRun({ judged, report, objections: ["--min-shown 99: 80% of it"] }, flags);
  mock.restore();
  return lines.join("\n").split("\n");
}

test("a run ends with the verdict, what fails it beside a rule before that", (t) => {
  const lines = printed(t, 1, { report: "out", target: "http://v" });
  assert.deepEqual(lines.slice(-4), [
    "replay: touchstone replay out/failures/PROP-STATEFUL-01.session.jsonl --target http://v",
    "report: out/index.html",
    "--min-shown 99: 80% of it",
    "FAIL  1 rule failed",
  ]);
});

test("a few new failures are printed as entries of a baseline, many when everything is asked for", (t) => {
  const flags = { baseline: "known.yaml" };
  assert.ok(printed(t, 1, flags).includes("- rule: PROP-STATEFUL-01"));
  const many = printed(t, 3, flags);
  assert.ok(many.includes("baseline: 3 new failures; --verbose prints entries to paste"));
  assert.ok(!many.includes("- rule: PROP-STATEFUL-01"));
  assert.ok(printed(t, 3, { ...flags, verbose: true }).includes("- rule: PROP-STATEFUL-03"));
});

test("of many broken properties the first are replayed unasked", (t) => {
  const replays = (flags: PrintFlags) =>
    printed(t, 3, flags).filter((line) => line.startsWith("replay: "));
  assert.equal(replays({ report: "out" }).at(-1), "replay: 1 more with --verbose");
  assert.equal(replays({ report: "out", verbose: true }).length, 3);
  assert.deepEqual(replays({}), []);
});
