import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { drawParameters } from "./parameters.ts";
import { run } from "./run.ts";

const STEPS = 300;

async function fingerprint(seed: number): Promise<string> {
  const { digest, tape, failure } = await run(drawParameters(seed, { steps: STEPS }));
  return JSON.stringify({ digest: digest(), tape, failure });
}

test("a seed does the same twice in one process", async () => {
  for (const seed of [1, 2, 3]) assert.equal(await fingerprint(seed), await fingerprint(seed));
});

test("a seed does the same in two processes", () => {
  const script = `
    const { drawParameters } = await import("./scenarios/simulation/parameters.ts");
    const { run } = await import("./scenarios/simulation/run.ts");
    console.log((await run(drawParameters(4, { steps: ${STEPS} }))).digest());`;
  const args = ["--import", "tsx", "--input-type=module", "-e", script];
  const [one, other] = [1, 2].map(() => String(execFileSync(process.execPath, args)));
  assert.match(one!, /^[0-9a-f]{64}\n$/);
  assert.equal(one, other);
});

test("another seed is another simulation", async () => {
  assert.notEqual(await fingerprint(1), await fingerprint(2));
});

test("every law holds on the reference, on both tiers", async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const tier = seed % 5 === 0 ? "http" : "core";
    const { failure } = await run(drawParameters(seed, { steps: STEPS, tier }));
    assert.equal(failure, null, `seed ${seed}: ${failure?.law}: ${failure?.message}`);
  }
});
