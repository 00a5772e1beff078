import assert from "node:assert/strict";
import { test } from "node:test";
import { FAULT_NAMES } from "./faults.ts";
import { drawParameters, type Parameters } from "./parameters.ts";
import { shrinkWorld, WORLDS_MAX } from "./shrink-simulation.ts";
import type { Law } from "./violation.ts";

const WORLD = {
  ...{ seed: 7, law: "view" as const },
  overrides: { steps: 2_000, agents: 20, faults: FAULT_NAMES },
};

/** Lives through worlds that break the law that `breaks` names, three commands before their end. */
function worldsThat(breaks: (world: Parameters) => Law | null) {
  const lived: Parameters[] = [];
  const live = async (world: Parameters) => {
    lived.push(world);
    const law = breaks(world);
    const tape = Array.from({ length: world.steps }, (_, at) => ({ at, snapshot: true as const }));
    return { tape, failure: law && { law, message: `${law} broke`, step: world.steps - 3 } };
  };
  return { lived, live };
}

const losesFrames = ({ steps, agents, faults }: Parameters): Law | null =>
  steps >= 40 && agents >= 3 && faults["stream-gap"] !== undefined ? "view" : null;

test("leaves of a world what it takes to break the law, and how to make it again", async () => {
  const { live, lived } = worldsThat(losesFrames);
  const small = await shrinkWorld(WORLD, live);
  assert.ok(small !== null);
  const { agents, faults, steps = 0 } = small.overrides;
  assert.deepEqual({ agents, faults }, { agents: 3, faults: ["stream-gap"] });
  assert.ok(steps >= 40 && steps < 50, `${steps} commands`);
  assert.equal(small.tape.length, steps - 3);
  assert.equal(small.message, "view broke");
  assert.equal(losesFrames(drawParameters(WORLD.seed, small.overrides)), "view");
  assert.ok(lived.length <= WORLDS_MAX, `${lived.length} worlds`);
  assert.ok(lived.every(({ seed }) => seed === WORLD.seed));
});

test("passes by a smaller world that breaks another law", async () => {
  const { live } = worldsThat(({ steps }) => (steps < 1_500 ? "convergence" : "view"));
  const small = await shrinkWorld(WORLD, live);
  assert.ok(small?.overrides.steps !== undefined && small.overrides.steps >= 1_500);
});

test("finds nothing where every smaller world is sound, and gives up in time", async () => {
  const { live, lived } = worldsThat(() => null);
  assert.equal(await shrinkWorld(WORLD, live), null);
  assert.ok(lived.length <= WORLDS_MAX, `${lived.length} worlds`);
});
