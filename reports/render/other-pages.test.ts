/** The pages of load runs, simulations and replays: what each must tell, and nothing as markup. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { loadReport } from "../load.fixture.ts";
import type { ReplayReport } from "../schema/replay.ts";
import type { SimulationReport } from "../schema/simulation.ts";
import { renderLoadHtml } from "./load-html.ts";
import { renderReplayHtml } from "./replay-html.ts";
import { renderSimulationHtml } from "./simulation-html.ts";

const run = {
  schema: "touchstone-report/1" as const,
  tool: { name: "touchstone" as const, version: "0.1.0" },
  target: {
    name: "<i>venue",
    url: "http://127.0.0.1:9000",
    embedded: false,
    control: [] as string[],
  },
  ...{ seed: 7, started_at: "2026-01-02T03:04:05.000Z", duration_ms: 8_123 },
};

const broken: SimulationReport = {
  ...run,
  kind: "simulation",
  ...{ seed_last: 9, parameters: { agents: 4 }, seeds: 1, commands: 2_000, events: 900 },
  ...{ virtual_ms: 7_200_000, codes: { RATE_LIMITED: 3 }, order_rules: {}, faults: { crash: 2 } },
  laws: [{ law: "cash", statement: "no cash is made", result: "fail" }],
  failure: {
    ...{ seed: 7, law: "cash", message: "<i>5 cents", step: 12, command: "touchstone simulate" },
    ...{ shrunk_to: 3, session: "failures/seed-7.session.jsonl" },
  },
};

const replayed: ReplayReport = {
  ...run,
  kind: "replay",
  verdict: { word: "FAIL", sentence: "1 went another way" },
  summary: { pass: 0, fail: 1, skipped: 0, inconclusive: 0 },
  files: [
    {
      ...{ file: "monday.session.jsonl", kind: "session", title: "staging", shows: [] },
      ...{ result: "fail", verdict: "different", detail: null, played: 4, counts: {} },
      ...{ allowed: [], ignored: [{ why: "a price of the day", count: 2 }], warnings: [] },
      findings: [
        {
          ...{ n: 3, what: "maker places", verdict: "different", why: "status", cause: null },
          differences: [
            { at: "text", recorded: "rests at 40 as NEW", live: "rests at 40 as <i>" },
            { at: "gone", recorded: 5 },
          ],
        },
      ],
    } as ReplayReport["files"][number],
  ],
};

describe("the pages of other runs", () => {
  it("draw a load run: outcomes over time, latency, the spectrum", () => {
    const html = renderLoadHtml(loadReport());
    for (const title of ["Requests a second, by outcome", "Latency spectrum from sending"]) {
      assert.match(html, new RegExp(`<figcaption>${title}`));
    }
    const main = html.slice(html.indexOf("<main>"), html.indexOf("</main>"));
    assert.doesNotMatch(main, /NaN|undefined|Infinity/);
  });

  it("tell of a simulation which law broke, at which seed, and how to see it again", () => {
    const html = renderSimulationHtml(broken);
    assert.match(html, /FAIL<\/span> seed 7 breaks cash: no cash is made/);
    assert.match(html, /entry 12 of the tape; 3 entries show it/);
    assert.match(html, /href="failures\/seed-7\.session\.jsonl" download/);
    assert.match(renderSimulationHtml({ ...broken, failure: null }), /every law held in 1 seed</);
  });

  it("tell of a replay where it went another way, and what is absent", () => {
    const html = renderReplayHtml(replayed);
    assert.match(html, /rests at 40 as <del>NEW<\/del>/);
    assert.match(html, /<pre class="actual">\(absent\)/);
    assert.match(html, /not compared: a price of the day \(2\)/);
  });

  it("let nothing that a target says become markup", () => {
    for (const html of [renderSimulationHtml(broken), renderReplayHtml(replayed)]) {
      assert.ok(!html.includes("<i>5") && !html.includes("<i>venue") && !html.includes("as <i>"));
    }
  });
});
