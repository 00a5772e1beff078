import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { loadComparisonText } from "./compare/load-page.ts";
import { readRuns } from "./compare/read.ts";
import { EVERY_RESULT, reportOf, ruleResult } from "./conformance.fixture.ts";
import { loadReport } from "./load.fixture.ts";
import { conformanceBadge, loadBadge } from "./render/badge.ts";
import { report } from "./report.ts";

const folder = mkdtempSync(join(tmpdir(), "report-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A report directory that holds this text. */
function directory(name: string, content: unknown): string {
  const dir = join(folder, name);
  mkdirSync(dir, { recursive: true });
  const text = typeof content === "string" ? content : JSON.stringify(content);
  writeFileSync(join(dir, "report.json"), text);
  return dir;
}

const good = directory("good", reportOf([ruleResult({ id: "GEN-JSON-01" })]));
const load = directory("load", loadReport());

describe("the report command", () => {
  it("writes the page and the badge", async () => {
    const out = join(folder, "page.html");
    const badge = join(folder, "badge.svg");
    assert.equal(await report([good], { out, badge }), 0);
    assert.match(readFileSync(out, "utf8"), /<!doctype html>[\s\S]*GEN-JSON-01/);
    assert.match(readFileSync(badge, "utf8"), /aria-label="touchstone: 1\/1"/);
  });

  const refused: [string, string[], RegExp][] = [
    ["a directory that is not there", ["nowhere"], /^nowhere: no such directory; give that/],
    ["a directory without a report", [folder], /report\.json: cannot be read; give the dir/],
    ["what is no JSON", [directory("broken", "{")], /report\.json: is no JSON/],
    ["another schema", [directory("other", { schema: "x/2" })], /its schema is "x\/2", not t/],
    ["a report cut short", [directory("cut", { ...reportOf([]), shown: -1 })], /\/shown must be/],
    [
      "a kind without columns",
      [directory("kind", { ...reportOf([]), kind: "replay" })],
      /kind "replay"/,
    ],
    ["runs of two kinds", [good, load], /a conformance run, .* a load run: give runs of one kind/],
  ];
  for (const [what, paths, message] of refused) {
    it(`refuses ${what} in one line`, async () => {
      await assert.rejects(readRuns(paths), (error: Error) => {
        assert.match(error.message, message);
        assert.equal(error.message.includes("\n"), false);
        return error.name === "RunError";
      });
      assert.equal(await report(paths, { out: join(folder, "never.html") }), 2);
    });
  }

  it("gives a badge of one run only", async () => {
    const flags = { out: join(folder, "p.html"), badge: join(folder, "b.svg") };
    assert.equal(await report([good, good], flags), 2);
  });
});

describe("load runs side by side", () => {
  it("stand in columns, with the caveat that single runs need", () => {
    const text = loadComparisonText([loadReport(), loadReport()]);
    assert.match(text, /^verdict +FAIL +FAIL$/m);
    assert.match(text, /place +2\.0 \/ 60\.0 +2\.0 \/ 60\.0/);
    assert.match(text, /a difference may be noise/);
  });

  it("are refused where their plans differ", () => {
    const { plan } = loadReport();
    const other = loadReport({ plan: { ...plan, name: "spike" } });
    assert.throws(() => loadComparisonText([loadReport(), other]), /different plans .*spike/);
  });
});

describe("a badge", () => {
  it("is yellow and says how much was shown where that is too little", () => {
    const open = ruleResult({ id: "IDEM-CONC-01", result: "inconclusive" });
    const svg = conformanceBadge(reportOf([ruleResult({ id: "GEN-JSON-01" }), open]));
    assert.match(svg, /touchstone: partial 50%/);
    assert.match(svg, /fill="#8f5a00"/);
  });

  it("tells failures before what was shown", () => {
    assert.match(conformanceBadge(reportOf(EVERY_RESULT)), /touchstone: 1 rule failed/);
    assert.match(loadBadge(loadReport()), /touchstone: \w+ fail/);
  });
});
