import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { MUTANTS } from "../../conformance/catalogue/mutants.ts";
import { DIALECTS } from "../../conformance/dialects/index.ts";
import type { VenueVariation } from "../../conformance/interposer/variation.ts";
import { SEED, startVariant } from "../../conformance/proof/variant-venue.ts";
import { embedded, lasting } from "../replay/deployment.ts";
import type { Scenario } from "../scenario/format.ts";
import { readScenario } from "../scenario/read.ts";
import { runScenario } from "../scenario/run.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
const scenarios = new Map<string, Scenario>();
for (const file of files)
  scenarios.set(file.replace(".yaml", ""), await readScenario(join(folder, file)));

async function runOn(variation: VenueVariation, name: string) {
  const venue = await startVariant(variation, { control: true, seed: SEED });
  const deployment = await lasting(venue.profile, { allowsControl: true })(SEED);
  try {
    return await runScenario(scenarios.get(name)!, deployment);
  } finally {
    await deployment.close();
    await venue.close();
  }
}

describe("the library of scenarios", () => {
  it("has at least forty, no two of which say the same", () => {
    assert.ok(scenarios.size >= 40, `${scenarios.size}`);
    assert.equal(new Set([...scenarios.values()].map(({ story }) => story)).size, scenarios.size);
  });

  for (const [name, scenario] of scenarios) {
    it(`${name}: ${scenario.story}`, async () => {
      const deployment = await embedded(SEED);
      const { result, detail, step } = await runScenario(scenario, deployment).finally(() =>
        deployment.close(),
      );
      assert.equal(result, "pass", `step ${step?.number}: ${detail}`);
    });
  }

  const DEFECTS: [scenario: string, mutant: string][] = [
    ["sweep-levels", "only-the-best-level-trades"],
    ["immediate-or-cancel", "ioc-remainder-rests"],
    ["strangers-keep-out", "foreign-order-unknown"],
    ["retrying-bot", "price-is-part-of-the-id"],
    ["leave-one-market", "cancel-all-ignores-market"],
    ["unknown-market", "unknown-market-is-closed"],
  ];
  for (const [scenario, name] of DEFECTS) {
    it(`goes another way in ${scenario} on a venue where ${name}`, async () => {
      const mutant = MUTANTS.find((one) => one.name === name);
      const { result, step } = await runOn(mutant!, scenario);
      assert.equal(result, "fail");
      assert.ok(step);
    });
  }

  const LEGAL: [scenario: string, dialect: string][] = [
    ["immediate-or-cancel", "cut-order-filled"],
    ["two-prefixes-one-service", "cancels-as-204"],
    ["human-with-a-browser", "csrf-refused-419"],
    ["ticket-for-nobody-else", "ticket-of-a-stranger-404"],
    ["malformed-orders", "validation-as-422-array"],
    ["last-minute", "market-closed-as-409"],
  ];
  for (const [scenario, name] of LEGAL) {
    it(`goes well in ${scenario} where the venue legally differs: ${name}`, async () => {
      const dialect = DIALECTS.find((one) => one.name === name);
      const { result, detail } = await runOn(dialect!, scenario);
      assert.equal(result, "pass", detail ?? "");
    });
  }
});
