import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { MUTANTS } from "../../conformance/catalogue/mutants.ts";
import { DIALECTS } from "../../conformance/dialects/index.ts";
import type { VenueVariation } from "../../conformance/interposer/variation.ts";
import { SEED, startVariant } from "../../conformance/proof/variant-venue.ts";
import { embeddedGround, groundAt } from "../replay/ground.ts";
import type { Scenario } from "../scenario/format.ts";
import { readStory } from "../scenario/read.ts";
import { runScenario } from "../scenario/run.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
const stories = new Map<string, Scenario>();
for (const file of files)
  stories.set(file.replace(".yaml", ""), await readStory(join(folder, file)));

async function toldOn(variation: VenueVariation, name: string) {
  const venue = await startVariant(variation, { control: true, seed: SEED });
  const ground = await groundAt(venue.profile)(SEED);
  try {
    return await runScenario(stories.get(name)!, ground);
  } finally {
    await ground.close();
    await venue.close();
  }
}

describe("the library of stories", () => {
  it("has at least forty, no two of which say the same", () => {
    assert.ok(stories.size >= 40, `${stories.size}`);
    assert.equal(new Set([...stories.values()].map(({ story }) => story)).size, stories.size);
  });

  for (const [name, story] of stories) {
    it(`${name}: ${story.story}`, async () => {
      const ground = await embeddedGround(SEED);
      const { result, detail, step } = await runScenario(story, ground).finally(() =>
        ground.close(),
      );
      assert.equal(result, "pass", `step ${step?.number}: ${detail}`);
    });
  }

  const DEFECTS: [story: string, mutant: string][] = [
    ["sweep-levels", "only-the-best-level-trades"],
    ["immediate-or-cancel", "ioc-remainder-rests"],
    ["strangers-keep-out", "foreign-order-unknown"],
    ["retrying-bot", "price-is-part-of-the-id"],
    ["leave-one-market", "cancel-all-of-one-market"],
    ["unknown-market", "unknown-market-is-closed"],
  ];
  for (const [story, name] of DEFECTS) {
    it(`goes another way in ${story} on a venue where ${name}`, async () => {
      const mutant = MUTANTS.find((one) => one.name === name);
      const { result, step } = await toldOn(mutant!, story);
      assert.equal(result, "fail");
      assert.ok(step);
    });
  }

  const LEGAL: [story: string, dialect: string][] = [
    ["immediate-or-cancel", "cut-order-filled"],
    ["two-prefixes-one-service", "cancels-as-204"],
    ["human-with-a-browser", "csrf-refused-419"],
    ["ticket-for-nobody-else", "ticket-of-a-stranger-404"],
    ["malformed-orders", "validation-as-422-array"],
    ["last-minute", "market-closed-as-409"],
  ];
  for (const [story, name] of LEGAL) {
    it(`goes well in ${story} where the venue legally differs: ${name}`, async () => {
      const dialect = DIALECTS.find((one) => one.name === name);
      const { result, detail } = await toldOn(dialect!, story);
      assert.equal(result, "pass", detail ?? "");
    });
  }
});
