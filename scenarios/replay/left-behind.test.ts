import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { CHECKS } from "../../conformance/catalogue/checks.ts";
import { MUTANTS } from "../../conformance/catalogue/mutants.ts";
import { ruleById } from "../../conformance/catalogue/rules.ts";
import { scenarioChecks } from "../../conformance/catalogue/scenario-checks.ts";
import type { Check } from "../../conformance/check/check.ts";
import { SEED, startVariant, type VariantVenue } from "../../conformance/proof/variant-venue.ts";
import { judgeDeployment } from "../../conformance/run/judge-deployment.ts";
import { connectTo } from "../deployment/connect.ts";
import { survey } from "../deployment/survey.ts";
import { drawParameters } from "../simulation/parameters.ts";
import { run } from "../simulation/run.ts";
import { tapeToSession } from "../simulation/tape-to-session.ts";
import { embedded, lasting, type OpenDeployment } from "./deployment.ts";
import { playFile } from "./play-file.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-left-"));
after(() => rmSync(folder, { recursive: true }));

async function played(file: string, open: OpenDeployment) {
  const how = { seed: SEED, strict: false, speed: "max", ignore: [] } as const;
  return (await playFile(file, { ...how, open })).result;
}

/** The file that a run of these checks leaves behind for a rule that fails. */
async function leftBehind(venue: VariantVenue, check: Check, rule: string): Promise<string> {
  const facts = { fresh: true, runId: "left" };
  const deployment = await survey(await connectTo(venue.profile, facts));
  try {
    const selection = { rules: check.proves.map(ruleById), checks: [check] };
    const { sessions } = await judgeDeployment(deployment, selection, { seed: SEED });
    const left = sessions.find(({ file }) => file.includes(rule));
    assert.ok(left, `${rule} did not fail`);
    const file = join(folder, left.file.replaceAll("/", "-"));
    writeFileSync(file, left.text);
    return file;
  } finally {
    await deployment.close();
  }
}

const proving = (rule: string): Check => CHECKS.find(({ proves }) => proves.includes(rule))!;
const checkOf = (name: string): Check =>
  scenarioChecks().find(({ scenario }) => scenario.file.includes(`/${name}.`))!;

describe("what a failure left behind replays as it is", () => {
  const FAILURES: Record<string, [check: Check, rule: string, mutant: string]> = {
    "a check": [proving("MATCH-SWEEP-01"), "MATCH-SWEEP-01", "only-the-best-level-trades"],
    "a scenario": [checkOf("sweep-levels"), "MATCH-SWEEP-01", "only-the-best-level-trades"],
    "a shrunk property": [
      proving("PROP-STATEFUL-01"),
      "PROP-STATEFUL-01",
      "order-cut-after-cancel-all",
    ],
  };
  for (const [what, [check, rule, name]] of Object.entries(FAILURES)) {
    it(`of ${what}: the same on the venue with the defect, different on one without`, async () => {
      const venue = await startVariant(MUTANTS.find((one) => one.name === name)!, {
        control: true,
        seed: SEED,
      });
      try {
        const file = await leftBehind(venue, check, rule);
        const again = await played(file, lasting(venue.profile, { allowsControl: true }));
        assert.equal(again.result, "pass", again.detail ?? "");
        assert.ok(again.played > 1);
        assert.equal((await played(file, embedded)).result, "fail");
      } finally {
        await venue.close();
      }
    });
  }

  it("of a simulated venue", async () => {
    const { tape } = await run(drawParameters(5, { steps: 300, faults: [] }));
    const file = join(folder, "simulated.session.jsonl");
    writeFileSync(file, await tapeToSession(tape, SEED));
    const { result, verdict, detail } = await played(file, embedded);
    assert.deepEqual([result, verdict], ["pass", "equivalent"], detail ?? "");
  });
});
