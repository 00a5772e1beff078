import assert from "node:assert/strict";
import { test } from "node:test";
import { FAULT_NAMES, type FaultName, Faults } from "./faults.ts";
import { drawParameters, type Parameters } from "./parameters.ts";
import { Random } from "./random.ts";
import { run } from "./run.ts";

/** Every fault finds its occasion here: stamps, streams, a perp, seconds that pass. */
const ALL_FAULTS: Parameters = {
  ...drawParameters(11, { steps: 400, agents: 6, faults: [] }),
  temperaments: { maker: 2, taker: 2, momentum: 1 },
  thinkMs: [50, 400],
  latencyMs: [1, 50],
  commitMs: 20,
  markets: { BTC_BINARY: 1, BTC_PERP: 1, BTC_PARLAY: 0 },
  clientIdShare: 0.9,
  stampShare: 0.5,
};
const RATE = 0.2;

const lived = async (faults: Parameters["faults"]) => {
  const { tape, struck, failure } = await run({ ...ALL_FAULTS, faults });
  assert.equal(failure, null);
  return { text: JSON.stringify(tape), struck };
};
const quiet = await lived({});

test("there are fourteen faults at least", () => {
  assert.ok(FAULT_NAMES.length >= 14);
});

for (const name of FAULT_NAMES) {
  test(`${name} changes what happens`, async () => {
    const { text, struck } = await lived({ [name]: RATE });
    assert.ok((struck.get(name) ?? 0) > 0, "it struck");
    assert.notEqual(text, quiet.text);
  });
}

test("a fault that is healed, or not named, never strikes", () => {
  const faults = new Faults({ delay: 1 }, new Random(1, "test"));
  assert.equal(faults.strikes("delay"), true);
  assert.equal(faults.strikes("crash" satisfies FaultName), false);
  faults.heal();
  assert.equal(faults.strikes("delay"), false);
});
