import assert from "node:assert/strict";
import { it } from "node:test";
import { VirtualClock } from "../injected/clock.ts";
import { COUNTERS_MAX, LoginGuard } from "./login-guard.ts";

it("forgets the oldest failures when there are too many to remember", () => {
  const guard = new LoginGuard(new VirtualClock());
  const isHeld = () => guard.enter("victim@example.com", "first") > 0;
  for (let failures = 0; failures < 5; failures++) assert.equal(isHeld(), false);
  assert.equal(isHeld(), true);
  for (let n = 0; n < COUNTERS_MAX / 2 - 1; n++) guard.enter("x@example.com", String(n));
  assert.equal(isHeld(), true);
  for (let n = 0; n < 2; n++) guard.enter("x@example.com", `more ${n}`);
  assert.equal(isHeld(), false);
});
