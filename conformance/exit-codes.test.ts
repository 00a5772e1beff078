import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { startReference } from "../reference/index.ts";
import { fileWith } from "./command-line.fixture.ts";
import { interpose, type WireAnswer, type WireRequest } from "./interposer/interposer.ts";
import { type ConformOptions, conform } from "./run/conform.ts";

/** A venue that is as it should be, that lacks the empty prefix, or that puts off some reads. */
type Fate = "sound" | "broken" | "busy";

const REFUSALS: Record<Fate, (request: WireRequest) => WireAnswer | null> = {
  sound: () => null,
  broken: ({ prefix }) =>
    prefix === "" ? { status: 404, headers: {}, body: { code: "ROUTE_NOT_FOUND" } } : null,
  busy: ({ path }) =>
    path === "/positions" ? { status: 503, headers: {}, body: { code: "BUSY" } } : null,
};

/** What a run ends with at such a venue. */
async function ends(
  t: TestContext,
  fate: Fate,
  options: Partial<ConformOptions>,
): Promise<{ code: number; out: string }> {
  const venue = await startReference({ seed: 5 });
  const front = await interpose(
    venue.url,
    async (request, behind) => REFUSALS[fate](request) ?? behind(request),
  );
  const lines: string[] = [];
  const { mock } = t.mock.method(console, "log", (line: string) => void lines.push(line));
  try {
    const only = ["GEN-PREFIX-0{1,2}"];
    const profile = await fileWith(t, JSON.stringify({ ...venue.profile(), base_url: front.url }));
    const code = await conform({ only, skip: [], seed: 1, profile, ...options });
    return { code, out: lines.join("\n") };
  } finally {
    mock.restore();
    await front.close();
    await venue.close();
  }
}

const FAILING = "GEN-PREFIX-01";
const entry = (rule: string, expires: string) =>
  `- {rule: ${rule}, reason: next release, expires: ${expires}}\n`;

test("a run in which nothing failed ends with 0", async (t) => {
  const { code, out } = await ends(t, "sound", {});
  assert.match(out, /^PASS/);
  assert.equal(code, 0);
});

test("a failed rule ends it with 1, and a baseline to paste", async (t) => {
  const { code, out } = await ends(t, "broken", { baseline: await fileWith(t, "") });
  assert.match(out, /^FAIL {2}1 rule failed/);
  assert.match(out, /add:\n- rule: GEN-PREFIX-01\n {2}reason: CHANGE ME\n {2}expires: \d{4}-/);
  assert.equal(code, 1);
});

test("a failure the baseline knows ends it with 0", async (t) => {
  const baseline = await fileWith(t, entry(FAILING, "2999-12-31"));
  const { code, out } = await ends(t, "broken", { baseline });
  assert.doesNotMatch(out, /add:/);
  assert.equal(code, 0);
});

test("a stale baseline ends it with 1, whatever makes it stale", async (t) => {
  const cases: [Fate, string, RegExp][] = [
    ["broken", entry(FAILING, "2020-01-01"), /baseline: GEN-PREFIX-01: expired on 2020-01-01/],
    ["sound", entry(FAILING, "2999-12-31"), /baseline: GEN-PREFIX-01: no longer fails/],
    ["sound", entry("GEN-PREFIX-99", "2999-12-31"), /baseline: GEN-PREFIX-99: matches no rule/],
  ];
  for (const [fate, text, message] of cases) {
    const { code, out } = await ends(t, fate, { baseline: await fileWith(t, text) });
    assert.match(out, message);
    assert.equal(code, 1, text);
  }
});

test("a run that shows too little of its promise is partial, and ends with 0 unless more is demanded", async (t) => {
  const only = ["GEN-PREFIX-01", "ACC-POS-01"];
  const { code, out } = await ends(t, "busy", { only });
  assert.match(out, /^PARTIAL {2}no rule failed, but 50% of what the profile promises was shown/);
  assert.equal(code, 0);
  const little = await ends(t, "busy", { only, minShown: 51 });
  assert.match(little.out, /\n--min-shown 51: 50% of what the profile promises was shown\nPARTIAL/);
  const open = await ends(t, "busy", { only, failOn: "inconclusive" });
  assert.match(open.out, /\n--fail-on inconclusive: 1 rule came to no result\nPARTIAL/);
  assert.deepEqual([little.code, open.code], [1, 1]);
  assert.equal((await ends(t, "sound", { minShown: 100, failOn: "inconclusive" })).code, 0);
});

test("a run that could show nothing ends with 2", async (t) => {
  const { code, out } = await ends(t, "sound", { only: ["OPS-KILL-01"] });
  assert.match(out, /^NOTHING SHOWN/);
  assert.match(out, /control with capability freeze/);
  assert.equal(code, 2);
});
