import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { agentsNeeded, carriedBy, demandOf } from "./budget.ts";
import type { FlowName } from "./flows.ts";
import { PLANS, type PlanName, stagesOf } from "./plans.ts";
import { mostPerMinute, secondsOf } from "./schedule.ts";
import { peakRate, type SettingsRequest, settingsOf } from "./settings.ts";
import { sloOf, sloText } from "./slo.ts";

const settings = (given: Partial<SettingsRequest> = {}) =>
  settingsOf({
    target: { baseUrl: "http://127.0.0.1:9000", streamUrl: null, prefix: "/v1" },
    plan: "soak",
    seed: 1,
    runId: "t1",
    sockets: 0,
    ...given,
  });
const only = (flow: FlowName, rate: number) => settings({ flows: [flow], rate });

describe("the budget", () => {
  it("needs 125 agents for 1,000 writes a second, as placing and cancelling are two", () => {
    assert.equal(agentsNeeded(only("rest-and-cancel", 500)), 125);
    assert.equal(agentsNeeded(only("read", 800)), 10);
  });

  it("counts what streams write", () => {
    const { writes } = demandOf(settings({ flows: ["read"], rate: 1, sockets: 3 }));
    assert.equal(writes, 180);
  });

  it("leaves a run alone that its agents can carry", () => {
    const run = only("rest-and-cancel", 8);
    assert.equal(agentsNeeded(run), 2);
    assert.deepEqual(carriedBy(run, 2), { settings: run, note: null });
  });

  it("lowers the rate to what fewer agents can carry, and says so", () => {
    const { settings: lowered, note } = carriedBy(only("rest-and-cancel", 80), 4);
    assert.equal(peakRate(lowered), 16);
    assert.match(
      note ?? "",
      /^rate lowered from 80\.0\/s to 16\.0\/s at its peak: 4 agents where 20/,
    );
    assert.ok(agentsNeeded(lowered) <= 4);
  });

  it("never lets a lowered plan pass 80% of a limit in any minute", () => {
    for (const plan of Object.keys(PLANS) as PlanName[]) {
      const { settings: run } = carriedBy(settings({ plan, rate: 100 }), 3);
      const writes = run.flows.reduce((n, f) => n + mostPerMinute(f.stages) * f.cost.writes, 0);
      // k6 takes whole starts a minute, at least one
      assert.ok(writes <= 3 * 480 + 10, `${plan}: ${writes}`);
    }
  });
});

describe("a plan", () => {
  it("lasts as long as it says, after its warm-up", () => {
    for (const plan of Object.values(PLANS)) {
      const stages = stagesOf(plan, plan.rate, plan.seconds);
      const warmup = stages[0]?.seconds ?? 0;
      assert.ok(Math.abs(secondsOf(stages) - warmup - plan.seconds) < 0.01);
    }
  });

  it("shares its rate among its flows by weight", () => {
    const { flows } = settings({ rate: 60 });
    const peaks = Object.fromEntries(flows.map(({ name, stages }) => [name, stages[1]?.to]));
    assert.deepEqual(peaks, {
      read: 30,
      "rest-and-cancel": 12,
      cross: 6,
      decline: 6,
      "replay-key": 3,
      ticket: 3,
    });
  });
});

describe("an objective", () => {
  it("is read as it is written", () => {
    assert.deepEqual(sloOf("place=p99<50"), { subject: "place", percentile: 99, belowMs: 50 });
    assert.equal(sloText(sloOf("rest-and-cancel = p99.9 < 2.5")!), "rest-and-cancel=p99.9<2.5");
  });

  it("has one form", () => {
    for (const text of [
      "place",
      "place=p99",
      "place=99<50",
      "place=p0<50",
      "=p99<5",
      "place=p99<x",
    ]) {
      assert.equal(sloOf(text), null, text);
    }
  });
});
