import assert from "node:assert/strict";
import { test } from "node:test";
import { FAULT_NAMES } from "./faults.ts";
import { drawParameters, type Parameters } from "./parameters.ts";
import { RUNS_MAX, shrinkSimulation } from "./shrink-simulation.ts";
import type { Law } from "./violation.ts";

const FAILING = {
  ...{ seed: 7, law: "view" as const },
  overrides: { steps: 2_000, agents: 20, faults: FAULT_NAMES },
};

/** Runs that break the law that `breaks` names, three commands before their end. */
function runsThat(breaks: (simulation: Parameters) => Law | null) {
  const lived: Parameters[] = [];
  const live = async (simulation: Parameters) => {
    lived.push(simulation);
    const law = breaks(simulation);
    const tape = Array.from({ length: simulation.steps }, (_, at) => ({
      at,
      snapshot: true as const,
    }));
    return { tape, failure: law && { law, message: `${law} broke`, step: simulation.steps - 3 } };
  };
  return { lived, live };
}

const losesFrames = ({ steps, agents, faults }: Parameters): Law | null =>
  steps >= 40 && agents >= 3 && faults["stream-gap"] !== undefined ? "view" : null;

test("leaves of a simulation what it takes to break the law, and how to make it again", async () => {
  const { live, lived } = runsThat(losesFrames);
  const small = await shrinkSimulation(FAILING, live);
  assert.ok(small !== null);
  const { agents, faults, steps = 0 } = small.overrides;
  assert.deepEqual({ agents, faults }, { agents: 3, faults: ["stream-gap"] });
  assert.ok(steps >= 40 && steps < 50, `${steps} commands`);
  assert.equal(small.tape.length, steps - 3);
  assert.equal(small.message, "view broke");
  assert.equal(losesFrames(drawParameters(FAILING.seed, small.overrides)), "view");
  assert.ok(lived.length <= RUNS_MAX, `${lived.length} simulations`);
  assert.ok(lived.every(({ seed }) => seed === FAILING.seed));
});

test("passes by a smaller simulation that breaks another law", async () => {
  const { live } = runsThat(({ steps }) => (steps < 1_500 ? "convergence" : "view"));
  const small = await shrinkSimulation(FAILING, live);
  assert.ok(small?.overrides.steps !== undefined && small.overrides.steps >= 1_500);
});

test("finds nothing where every smaller simulation is sound, and gives up in time", async () => {
  const { live, lived } = runsThat(() => null);
  assert.equal(await shrinkSimulation(FAILING, live), null);
  assert.ok(lived.length <= RUNS_MAX, `${lived.length} simulations`);
});
