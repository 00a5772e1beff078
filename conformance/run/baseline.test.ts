import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { ruleResult } from "../../reports/conformance.fixture.ts";
import type { Result } from "../../reports/schema/report.ts";
import { UsageError } from "../../scenarios/deployment/usage-error.ts";
import { applyBaseline, loadBaseline, suggestedEntries } from "./baseline.ts";
import type { JudgedRule } from "./results.ts";

const RULE = "TIF-GTC-01";
const TODAY = "2026-03-31";

function judged(result: Result, id = RULE): JudgedRule {
  return { rule: ruleResult({ id, result }), evidence: null };
}

function entry(given: { rule?: string; expires?: string } = {}) {
  return { rule: RULE, reason: "mended next week", expires: TODAY, ...given };
}

async function fileOf(t: TestContext, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "touchstone-"));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, "known.yaml");
  await writeFile(file, text);
  return file;
}

test("a failure the baseline knows is marked, to the last day", () => {
  const known = judged("fail");
  assert.deepEqual(applyBaseline([known], [entry()], TODAY), []);
  assert.deepEqual(known.rule.baseline, { reason: "mended next week", expires: TODAY });
});

test("an expired entry is stale and tolerates nothing", () => {
  const known = judged("fail");
  const problems = applyBaseline([known], [entry({ expires: "2026-03-30" })], TODAY);
  assert.deepEqual(problems, [`${RULE}: expired on 2026-03-30; mend or renew it`]);
  assert.equal(known.rule.baseline, undefined);
});

test("an entry that no longer fails is stale; one that could not be judged is not", () => {
  const stale = (["pass", "warn", "inconclusive", "skipped", "error"] as const).map(
    (result) => applyBaseline([judged(result)], [entry()], TODAY).length,
  );
  assert.deepEqual(stale, [1, 1, 0, 0, 0]);
});

test("an entry that matches no rule is stale; one that filters left out is not", () => {
  const problems = applyBaseline([judged("fail")], [entry({ rule: "TIF-GTC-99" })], TODAY);
  assert.deepEqual(problems, ["TIF-GTC-99: matches no rule; mend or remove it"]);
  assert.deepEqual(applyBaseline([], [entry()], TODAY), []);
});

test("suggested entries cover what is not known yet and read back", async (t) => {
  const all = [judged("fail"), judged("fail", "GEN-PREFIX-01"), judged("pass", "GEN-PREFIX-02")];
  applyBaseline(all, [entry()], TODAY);
  const file = await fileOf(t, suggestedEntries(all, "2026-06-29"));
  const entries = await loadBaseline(file);
  assert.deepEqual(entries, [
    { rule: "GEN-PREFIX-01", reason: "CHANGE ME", expires: "2026-06-29" },
  ]);
  assert.deepEqual(applyBaseline(all, entries, TODAY), []);
  assert.equal(suggestedEntries(all, "2026-06-29"), "");
});

test("an empty file knows nothing", async (t) => {
  assert.deepEqual(await loadBaseline(await fileOf(t, "# none\n")), []);
});

test("a malformed baseline is one line naming file, entry and field", async (t) => {
  const good = "- {rule: A, reason: b, expires: 2026-01-01}\n";
  const cases: [string, RegExp][] = [
    ["rule: A\n", /known\.yaml: must be a list of entries; each entry has rule/],
    [`${good}- {rule: A, expires: 2026-01-01}\n`, /entry 2 .*reason/],
    [`${good}${good}- {rule: A, reason: b, expires: soon}\n`, /entry 3\.expires /],
    ["- {rule: A, reason: b, expires: 2026-02-30}\n", /entry 1\.expires is no day/],
    ["- {rule: A, reason: b, expires: 2026-01-01, who: me}\n", /entry 1\.who is no field/],
    [`${good}- {rule: A\n  reason: [\n`, /known\.yaml:\d+: not YAML; /],
  ];
  for (const [text, message] of cases) {
    const file = await fileOf(t, text);
    await assert.rejects(loadBaseline(file), (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, message);
      assert.ok(error.message.startsWith(file) && !error.message.includes("\n"), error.message);
      return true;
    });
  }
});

test("a missing baseline names the file", async () => {
  await assert.rejects(loadBaseline("no/such.yaml"), /cannot read the baseline no\/such\.yaml/);
});
