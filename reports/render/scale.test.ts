import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { linearScale, logScale } from "./scale.ts";

describe("a linear scale", () => {
  it("starts at zero and ends at a round number above the highest value", () => {
    assert.deepEqual(linearScale(1_175).ticks, [0, 500, 1_000, 1_500]);
    assert.deepEqual(linearScale(0.3).ticks, [0, 0.1, 0.2, 0.3]);
    assert.equal(linearScale(1_175).place(750), 0.5);
  });

  it("has room for a row of zeros", () => {
    assert.ok(linearScale(0).ticks.length > 1);
    assert.equal(linearScale(0).place(0), 0);
  });
});

describe("a logarithmic scale", () => {
  it("is labelled at the powers of ten around the values", () => {
    assert.deepEqual(logScale(0.8, 1_400).ticks, [0.1, 1, 10, 100, 1_000, 10_000]);
    assert.ok(Math.abs(logScale(1, 100).place(10) - 0.5) < 1e-9);
  });

  it("puts what has no logarithm at the lowest place", () => {
    assert.equal(logScale(1, 100).place(0), 0);
  });
});
