import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { dueBy, mostPerMinute, type RateStage, secondsOf, startOf } from "./schedule.ts";

const RAMP: RateStage[] = [
  { seconds: 2, from: 10, to: 10 },
  { seconds: 10, from: 0, to: 20 },
  { seconds: 0, from: 5, to: 5 },
  { seconds: 10, from: 5, to: 5 },
];

describe("the schedule", () => {
  it("counts the starts due under the rate's line", () => {
    assert.equal(dueBy(RAMP, 2), 20);
    assert.equal(dueBy(RAMP, 12), 120);
    assert.equal(dueBy(RAMP, 7), 45);
    assert.equal(dueBy(RAMP, 1_000), 170);
  });

  it("starts iteration i when i + 1 are due, as k6 does", () => {
    assert.equal(startOf(RAMP, 0), 0.1);
    assert.equal(startOf(RAMP, 19), 2);
    assert.equal(startOf(RAMP, 119), 12);
    assert.equal(startOf(RAMP, 124), 13);
    assert.equal(startOf(RAMP, 170), null);
  });

  it("is inverted exactly, whatever the stages", () => {
    const rate = fc.integer({ min: 1, max: 100 });
    const stage = fc.record({ seconds: fc.integer({ min: 1, max: 60 }), from: rate, to: rate });
    fc.assert(
      fc.property(fc.array(stage, { minLength: 1, maxLength: 5 }), fc.nat(5_000), (stages, i) => {
        const at = startOf(stages, i);
        if (at === null) return dueBy(stages, secondsOf(stages)) < i + 1;
        return Math.abs(dueBy(stages, at) - (i + 1)) < 1e-6;
      }),
    );
  });

  it("knows the busiest minute", () => {
    assert.equal(mostPerMinute([{ seconds: 30, from: 2, to: 2 }]), 60);
    assert.equal(mostPerMinute([{ seconds: 600, from: 2, to: 2 }]), 120);
  });
});
