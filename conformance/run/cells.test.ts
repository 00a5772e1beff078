import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import type { MarketInfo } from "../../scenarios/deployment/profile/credentials.ts";
import type { MarketKind } from "../../scenarios/deployment/vocabulary.ts";
import { KINDS, type Over, PREFIXES, SIDES } from "../check/cell.ts";
import type { Check } from "../check/check.ts";
import { is } from "../check/expectation.ts";
import { must } from "../check/rule.ts";
import type { Effort } from "./cell-plan.ts";
import { judgeRules } from "./results.ts";
import { runChecks } from "./run.ts";
import { checkOf, SHARED_MARKET, stateAt } from "./run-state.fixture.ts";

const ID = "OWN-CELL-01";

const marketOf = (kind: MarketKind): MarketInfo => ({ ...SHARED_MARKET, id: kind, kind });

interface Given {
  over: Over;
  body: Check["body"];
  check?: Partial<Check>;
  kinds?: readonly MarketKind[];
  effort?: Effort;
}

/** What a rule over these cells comes to on a target with markets of these kinds. */
async function judged(t: TestContext, { over, body, check, kinds = KINDS, effort }: Given) {
  const rule = must(ID, "a rule of this test", { section: "(silent)", over });
  const state = stateAt(t, "http://127.0.0.1:1", { markets: kinds.map(marketOf), effort });
  state.admit([rule]);
  const checks = [checkOf(body, { proves: [ID], needs: ["market"], over, ...check })];
  const shown = await runChecks(checks, state);
  const [one] = judgeRules([rule], shown, "http://127.0.0.1:1");
  assert.ok(one);
  return { result: one.rule.result, detail: one.rule.detail, ...one.rule.cells };
}

const holds: Check["body"] = async (t) => t.expect(ID, 1, is(1));
const failsOn =
  (wrong: (t: Parameters<Check["body"]>[0]) => boolean): Check["body"] =>
  async (t) =>
    t.expect(ID, wrong(t) ? 0 : 1, is(1));

describe("a rule over kinds and sides", () => {
  const over = { kind: KINDS, side: SIDES };

  it("is shown when every value was tried, in fewer cells without agents of its own", async (t) => {
    const { result, tried, of, untried } = await judged(t, { over, body: holds });
    assert.deepEqual(
      { result, tried, of, untried },
      { result: "pass", tried: 3, of: 6, untried: [] },
    );
  });

  it("looks at every pair at full effort", async (t) => {
    const { tried, of } = await judged(t, { over, body: holds, effort: "full" });
    assert.deepEqual({ tried, of }, { tried: 6, of: 6 });
  });

  it("fails in one cell, says which, and in how many it held", async (t) => {
    const body = failsOn(({ market, side }) => market.info.kind === "BTC_PERP" && side === "SELL");
    const { result, failed, detail } = await judged(t, { over, body, effort: "full" });
    assert.equal(result, "fail");
    assert.deepEqual(failed, ["kind=BTC_PERP side=SELL"]);
    assert.match(detail ?? "", /^kind=BTC_PERP side=SELL only: 1 of 6 cells; expected 1; saw 0/);
  });

  it("names what all failed cells have in common", async (t) => {
    const body = failsOn(({ market }) => market.info.kind === "BTC_PARLAY");
    const { failed } = await judged(t, { over, body, effort: "full" });
    assert.deepEqual(failed, ["kind=BTC_PARLAY"]);
    assert.deepEqual((await judged(t, { over, body: failsOn(() => true) })).failed, ["every cell"]);
  });

  it("says nothing of where it failed in a check that ranges over something else", async (t) => {
    let calls = 0;
    const body: Check["body"] = async (t) => t.expect(ID, calls++ === 0 ? 0 : 1, is(1));
    const check = { over: { prefix: PREFIXES } };
    const { result, detail, failed } = await judged(t, { over, body, check, effort: "full" });
    assert.deepEqual([result, failed], ["fail", []]);
    assert.match(detail ?? "", /^expected 1; saw 0/);
  });

  it("leaves out a kind that the target lacks, and says what would supply it", async (t) => {
    const kinds = ["BTC_BINARY", "BTC_PARLAY"] as const;
    const { tried, of, lacking } = await judged(t, { over, body: holds, kinds, effort: "full" });
    assert.deepEqual({ tried, of }, { tried: 4, of: 4 });
    assert.match(lacking?.[0] ?? "", /^kind=BTC_PERP: needs an OPEN perp: a markets entry/);
  });

  it("is skipped where the target has none of the values", async (t) => {
    const { result } = await judged(t, { over: { kind: ["BTC_PERP"] }, body: holds, kinds: [] });
    assert.equal(result, "skipped");
  });

  it("is not undone by a cell that nothing could be shown in", async (t) => {
    const body: Check["body"] = async (t) => {
      if (t.side === "BUY") t.expect(ID, 1, is(1));
      else t.moot(ID, "no seller came");
    };
    const { result, untried } = await judged(t, { over, body, effort: "full" });
    assert.deepEqual({ result, untried }, { result: "pass", untried: ["side=SELL"] });
  });
});

describe("a check of which each cell is one request", () => {
  it("is run in every cell, on one lease, and goes on after a failure", async (t) => {
    const seen: string[] = [];
    const body: Check["body"] = async (t) => {
      seen.push(`${t.cell.route} ${t.cell.prefix}`);
      t.expect(ID, t.cell.route === "GET /live" && t.cell.prefix === "/api", is(false));
    };
    const over = { route: ["GET /health", "GET /live"], prefix: PREFIXES };
    const { tried, failed } = await judged(t, { over, body, check: { each: true, needs: [] } });
    assert.equal(seen.length, 8);
    assert.equal(tried, 8);
    assert.deepEqual(failed, ["route=GET /live prefix=/api"]);
  });
});
