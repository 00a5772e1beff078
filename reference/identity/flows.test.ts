import assert from "node:assert/strict";
import { test } from "node:test";
import { VirtualClock } from "../injected/clock.ts";
import { Entropy } from "../injected/entropy.ts";
import { FLOW_LIFE_MS, Flows } from "./flows.ts";

const FLOWS_MAX = 10_000;

test("begun sign-ins past their number push the oldest out", () => {
  const flows = new Flows({ clock: new VirtualClock(), entropy: new Entropy(1) });
  const states = Array.from({ length: FLOWS_MAX + 1 }, () => flows.begin().state);
  assert.equal(flows.end(states[0]!), null);
  assert.equal(flows.end(states[1]!)?.state, states[1]);
});

test("a begun sign-in ends ten minutes after it was begun", () => {
  const clock = new VirtualClock();
  const flows = new Flows({ clock, entropy: new Entropy(1) });
  const [early, late] = [flows.begin(), flows.begin()];
  clock.advance(FLOW_LIFE_MS - 1);
  assert.notEqual(flows.end(early.state), null);
  clock.advance(1);
  assert.equal(flows.end(late.state), null);
});
