import assert from "node:assert/strict";
import { it } from "node:test";
import { systemClock, VIRTUAL_START_MS, VirtualClock } from "./clock.ts";

it("virtual time starts on 5 January 2026 and moves only when advanced", () => {
  const clock = new VirtualClock();
  assert.equal(new Date(clock.nowMs()).toISOString(), "2026-01-05T00:00:00.000Z");
  assert.equal(clock.advance(1_500), VIRTUAL_START_MS + 1_500);
  assert.equal(clock.nowMs(), VIRTUAL_START_MS + 1_500);
});

it("virtual time never goes back nor stands between two milliseconds", () => {
  const clock = new VirtualClock();
  for (const ms of [-1, 0.5, Number.NaN]) assert.throws(() => clock.advance(ms), RangeError);
  assert.equal(clock.advance(0), VIRTUAL_START_MS);
});

it("real time is the machine's", () => {
  const before = Date.now();
  assert.ok(systemClock.nowMs() >= before);
});
