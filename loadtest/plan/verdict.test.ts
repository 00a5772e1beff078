import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { LoadReport } from "../../reports/schema/load.ts";
import { breakpointOf, USUAL } from "./breakpoint.ts";
import { judgeLimits } from "./judge-limits.ts";
import type { Measured } from "./measured.ts";
import { OUTCOMES } from "./outcome.ts";
import { type SettingsRequest, settingsOf } from "./settings.ts";
import { sloOf } from "./slo.ts";
import { exitCodeOf, judgeRun, type LoadEvidence } from "./verdict.ts";

const NONE = Object.fromEntries(OUTCOMES.map((one) => [one, 0])) as LoadReport["totals"];
const LAG = { count: 9, min: 0, p10: 0, p25: 0, p50: 1, p75: 1, p90: 2, p95: 2, p99: 3 };
const MEASURED: Measured = {
  totals: { ...NONE, accepted: 90, declined: 10 },
  flows: [],
  endpoints: [],
  reasons: {},
  series: { step_seconds: 1, steps: [] },
  stream: null,
  limits: [],
  first_limited_s: null,
  dropped: 0,
  lag: { ...LAG, p99_9: 3, p99_99: 3, max: 3 },
  duplicates: 0,
  ticketsReused: 0,
};

function judged(measured: Partial<Measured> = {}, given: Partial<LoadEvidence> = {}) {
  const evidence = { settings: settings(), cpuShare: 0.1, trouble: null, percentile: () => 7 };
  return judgeRun({ ...evidence, measured: { ...MEASURED, ...measured }, ...given });
}

const settings = (given: Partial<SettingsRequest> = {}) =>
  settingsOf({
    target: { baseUrl: "http://127.0.0.1:9000", streamUrl: null, prefix: "/v1" },
    ...{ plan: "average", seed: 1, runId: "t1", ...given },
  });
const word = (run: ReturnType<typeof judged>) => run.verdict.word;
const flow = (share: number) => ({
  ...{ name: "read", offered: 100, achieved: 100, dropped: 0, error_share: share },
  latency_from_schedule: null,
});

describe("the verdict", () => {
  it("passes declines: they are answers", () => {
    assert.equal(word(judged()), "PASS");
    assert.equal(word(judged({ totals: { ...NONE, declined: 10 } })), "PASS");
  });

  it("calls a run invalid, whatever else it showed, when the generator was the bottleneck", () => {
    const failing = { flows: [flow(1)] };
    for (const [measured, given, reason] of [
      [{ dropped: 1 }, {}, /dropped 1 iterations/],
      [{ lag: { ...MEASURED.lag!, p95: 101 } }, {}, /late: p95 of the schedule lag 101 ms/],
      [{}, { cpuShare: 0.81 }, /used 81% of this machine/],
      [{}, { trouble: "k6 ended with exit code 107" }, /exit code 107/],
      [{ totals: NONE }, {}, /nothing was measured/],
    ] as const) {
      const run = judged({ ...failing, ...measured }, given);
      assert.equal(word(run), "INVALID");
      assert.match(run.verdict.sentence, reason);
      assert.equal(exitCodeOf(run.verdict), 2);
    }
  });

  it("stays valid at the edge of what the generator may use", () => {
    const lag = { ...MEASURED.lag!, p95: 100 };
    assert.equal(word(judged({ lag }, { cpuShare: 0.8 })), "PASS");
  });

  it("allows a plan its share of errors, and no more", () => {
    assert.equal(word(judged({ flows: [flow(0.001)] })), "PASS");
    const failed = judged({ flows: [flow(0.002)], totals: { ...NONE, accepted: 9, lost: 2 } });
    assert.equal(exitCodeOf(failed.verdict), 1);
    assert.match(failed.verdict.sentence, /^errors: 0\.20% of a flow's requests \(2 lost\)/);
  });

  it("fails malformed answers and second orders of a key, however few", () => {
    assert.equal(word(judged({ totals: { ...MEASURED.totals, malformed: 1 } })), "FAIL");
    assert.equal(word(judged({ duplicates: 1 })), "FAIL");
    assert.equal(word(judged({ ticketsReused: 1 })), "FAIL");
  });

  it("fails a 429 below the limit, but where a plan provokes it", () => {
    const limited = { totals: { ...MEASURED.totals, limited: 3 }, first_limited_s: 4 };
    assert.match(judged(limited).verdict.sentence, /3 of 103, from second 4 on/);
    assert.equal(word(judged(limited, { settings: settings({ plan: "spike" }) })), "PASS");
  });

  it("fails an objective that is missed, and one of which nothing was timed", () => {
    const slos = [sloOf("place=p99<7.5")!];
    const wanting = { settings: settings({ slos }) };
    assert.equal(word(judged({}, wanting)), "PASS");
    assert.equal(word(judged({}, { ...wanting, percentile: () => 7.5 })), "FAIL");
    assert.equal(word(judged({}, { ...wanting, percentile: () => null })), "FAIL");
  });

  it("finds a soak that slows down", () => {
    const steps = (last: number) =>
      [10, 10, 11, 12, last].map((p99, at) => {
        return { at, offered: 5, outcomes: { ...NONE, accepted: 5 }, p50: 1, p99 };
      });
    const soak = { settings: settings({ plan: "soak" }) };
    const of = (last: number) =>
      word(judged({ series: { step_seconds: 1, steps: steps(last) } }, soak));
    assert.equal(of(12), "PASS");
    assert.equal(of(12.1), "FAIL");
  });
});

describe("the verdict of a ramp", () => {
  const at = (p99: number) => {
    const step = { at: 0, offered: 5, outcomes: { ...NONE, accepted: 5 }, p50: 1, p99 };
    return { series: { step_seconds: 1, steps: [step, step] } };
  };
  const ramp = { settings: settings({ plan: "breakpoint", slos: [sloOf("place=p99<50")!] }) };

  it("is no failure for ending in trouble, but for carrying nothing", () => {
    const trouble = { flows: [flow(0.5)], dropped: 9, lag: { ...MEASURED.lag!, p95: 900 } };
    assert.equal(word(judged({ ...at(49), ...trouble }, ramp)), "PASS");
    assert.equal(word(judged({ ...at(50), ...trouble }, ramp)), "FAIL");
  });
});

describe("the limits", () => {
  const limit: LoadReport["limits"][number] = {
    ...{ class: "write", documented: 600, passed: 600, span_ms: 900, limited: true },
    ...{ coded: true, retry_after_s: 60, recovered_late_ms: 2, passed_again: 10, strange: 0 },
  };
  const holds = (given: Partial<typeof limit>) =>
    judgeLimits([{ ...limit, ...given }]).every(({ passed }) => passed);

  it("hold where 429 begins exactly, or later by a window that ended or a bucket that refills", () => {
    assert.ok(holds({}));
    assert.ok(holds({ passed: 612 }));
    assert.ok(holds({ passed: 1_200 }));
  });

  it("hold where an answer was lost that the venue may have counted", () => {
    assert.ok(holds({ passed: 598, strange: 2 }));
    assert.ok(!holds({ passed: 597, strange: 2 }));
  });

  it("are broken by a 429 too early, none at all, or one that lies about when to come back", () => {
    assert.ok(!holds({ passed: 599 }));
    assert.ok(!holds({ passed: 1_261 }));
    assert.ok(!holds({ limited: false }));
    assert.ok(!holds({ retry_after_s: null }));
    assert.ok(!holds({ recovered_late_ms: null }));
    assert.ok(!holds({ recovered_late_ms: 1_501 }));
  });
});

describe("the breakpoint", () => {
  const step = (at: number, given: object = {}) => {
    const outcomes = { ...NONE, accepted: 10 * (at + 1), ...given };
    return { at, offered: 10 * (at + 1), outcomes, p50: 1, p99: 5 };
  };
  const of = (steps: ReturnType<typeof step>[]) => breakpointOf({ step_seconds: 1, steps }, USUAL);

  it("is the last step before two bad ones", () => {
    const found = of([
      step(0),
      step(1, { lost: 1 }),
      step(2),
      step(3, { lost: 9 }),
      step(4, { lost: 9 }),
    ]);
    assert.equal(found?.rate, 30);
    assert.match(found?.ended_by ?? "", /^second 3: 18\.4% errors/);
  });

  it("is found by latency and by starving too", () => {
    const slow = [step(0), { ...step(1), p99: 1_000 }, { ...step(2), p99: 2_000 }];
    assert.equal(of(slow)?.rate, 10);
    const starved = [step(0), step(1, { accepted: 5 }), step(2, { accepted: 5 })];
    assert.match(of(starved)?.ended_by ?? "", /half of the iterations/);
  });

  it("says when the plan ended first, and when no rate was carried", () => {
    assert.match(of([step(0), step(1)])?.ended_by ?? "", /plan ended first/);
    assert.equal(of([step(0, { lost: 99 }), step(1, { lost: 99 })]), null);
  });
});
