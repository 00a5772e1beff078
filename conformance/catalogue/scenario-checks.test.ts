import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Check } from "../check/check.ts";
import type { VenueVariation } from "../interposer/variation.ts";
import { judgeSuite } from "../proof/run-suite.ts";
import { SEED, startVariant } from "../proof/variant-venue.ts";
import { CHECKS } from "./checks.ts";
import { MUTANTS } from "./mutants.ts";
import { ruleById } from "./rules.ts";
import { scenarioCheck, scenarioChecks } from "./scenario-checks.ts";

/** What checks come to on a venue, rule by rule, as far as they did not pass. */
async function judged(checks: readonly Check[], variation: VenueVariation, control = true) {
  const venue = await startVariant(variation, { control, seed: SEED });
  try {
    const { rules } = await judgeSuite(venue.profile, { checks, patienceMs: 150 });
    return rules.filter(({ result }) => result !== "pass");
  } finally {
    await venue.close();
  }
}

const checkNamed = (name: string) =>
  scenarioChecks().find(({ scenario }) => scenario.file.includes(`/${name}.`))!;
const mutant = (name: string) => MUTANTS.find((one) => one.name === name)!;
const results = (rules: { id: string; result: string }[]) =>
  Object.fromEntries(rules.map(({ id, result }) => [id, result]));

describe("scenarios as checks", () => {
  it("each judge rules that can fail, all of which have checks of their own", () => {
    const own = new Set(CHECKS.flatMap(({ proves }) => proves));
    for (const { proves, title } of scenarioChecks()) {
      assert.ok(proves.length > 0, title);
      for (const id of proves) assert.ok(own.has(id) && ruleById(id).level !== "open", id);
    }
  });

  it("have titles that no other check has", () => {
    const titles = [...CHECKS, ...scenarioChecks()].map(({ title }) => title);
    assert.equal(new Set(titles).size, titles.length);
  });

  it("fail the first rule that they show where nothing else did, with step and session", async () => {
    const rules = await judged([checkNamed("sweep-levels")], mutant("only-the-best-level-trades"));
    assert.deepEqual(results(rules), {
      "MATCH-SWEEP-01": "fail",
      "MATCH-CROSS-02": "inconclusive",
      "RES-STATE-03": "inconclusive",
    });
    const first = rules.find(({ result }) => result === "fail");
    assert.match(first?.detail ?? "", /sweep-levels\.yaml:\d+: step 4 \(taker\): expected status/);
    assert.equal(first?.failure?.exchanges.at(-1)?.path, "/v1/orders");
  });

  it("fail the rule whose own check failed, if they show it, and no other", async () => {
    const own = CHECKS.filter(({ proves }) => proves.includes("TIF-IOC-04"));
    const venue = mutant("ioc-remainder-rests");
    const rules = await judged([...own, checkNamed("immediate-or-cancel")], venue);
    const failed = rules.filter(({ result }) => result === "fail");
    assert.equal(failed.length, 1, JSON.stringify(results(rules)));
  });

  it("stand on a rule that failed and that they do not show", async () => {
    const own = CHECKS.filter(({ proves }) => proves.includes("MATCH-SWEEP-01"));
    const check = scenarioCheck({
      ...checkNamed("sweep-levels").scenario,
      shows: ["RES-STATE-03"],
    });
    const rules = await judged([...own, check], mutant("only-the-best-level-trades"));
    const stood = rules.find(({ id }) => id === "RES-STATE-03");
    assert.equal(stood?.result, "inconclusive");
    assert.match(stood?.detail ?? "", /MATCH-SWEEP-01/);
  });

  it("are skipped without an operator, and say what would help", async () => {
    const rules = await judged([checkNamed("sweep-levels")], {}, false);
    assert.deepEqual(new Set(rules.map(({ result }) => result)), new Set(["skipped"]));
    assert.match(rules[0]?.detail ?? "", /control with capability markets/);
  });

  it("all pass on the reference", async () => {
    assert.deepEqual(await judged(scenarioChecks(), {}), []);
  });
});
