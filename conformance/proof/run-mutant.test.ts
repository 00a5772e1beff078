import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Report } from "../../reports/schema/report.ts";
import { MUTANTS } from "../catalogue/mutants.ts";
import { changeOrder } from "../interposer/changes.ts";
import type { Mutant } from "../interposer/mutant.ts";
import { runMutant, verdictOn } from "./run-mutant.ts";

const MUTANT: Mutant = {
  name: "example",
  breaks: ["TIF-IOC-01"],
  alsoBreaks: ["TIF-IOC-02"],
  defect: "An example.",
};

function results(outcomes: Record<string, string>): Report["rules"] {
  return Object.entries(outcomes).map(([id, result]) => ({ id, result, detail: "seen" })) as never;
}

describe("a verdict on a mutant", () => {
  const KILLS = [
    { "TIF-IOC-01": "fail", "TIF-IOC-02": "inconclusive" },
    { "TIF-IOC-01": "fail", "TIF-IOC-02": "fail" },
  ];
  for (const outcomes of KILLS) {
    it(`is a kill for ${JSON.stringify(outcomes)}`, () => {
      assert.deepEqual(verdictOn(MUTANT, results(outcomes)), { outcome: "killed", why: "" });
    });
  }

  for (const result of ["pass", "warn", "inconclusive", "error", "skipped", "observed"]) {
    it(`is no kill when the rule came to ${result}`, () => {
      const { outcome, why } = verdictOn(MUTANT, results({ "TIF-IOC-01": result }));
      assert.equal(outcome, "survived");
      assert.match(why, new RegExp(`TIF-IOC-01 ${result}: seen`));
    });
  }

  it("is no kill when a rule failed that the defect does not break", () => {
    const result = verdictOn(MUTANT, results({ "TIF-IOC-01": "fail", "TIF-GTC-01": "fail" }));
    assert.equal(result.outcome, "survived");
    assert.match(result.why, /TIF-GTC-01/);
  });

  it("is no kill when the rule has no check", () => {
    assert.equal(verdictOn(MUTANT, []).outcome, "survived");
  });

  describe("where a check of its rule was left out", () => {
    const leftOut = [{ title: "one", proves: ["TIF-IOC-01"], needs: [], body: async () => {} }];
    const came = (outcomes: Record<string, string>) =>
      verdictOn(MUTANT, results(outcomes), leftOut).outcome;

    it("is left to that check, as far as the others saw nothing", () => {
      assert.equal(came({ "TIF-IOC-01": "pass" }), "needs control");
      assert.equal(came({ "TIF-IOC-01": "fail" }), "killed");
    });

    it("excuses neither another rule nor an error of the harness", () => {
      assert.equal(came({ "TIF-IOC-01": "pass", "TIF-GTC-01": "fail" }), "survived");
      assert.equal(came({ "TIF-IOC-01": "error" }), "survived");
    });
  });
});

describe("a run on a mutant", () => {
  const iocRests: Mutant = {
    ...MUTANT,
    wire: () => changeOrder(({ tif }) => tif === "IOC" && { tif: "GTC" }),
  };

  for (const control of [true, false]) {
    it(`finds a defect ${control ? "with" : "without"} control`, async () => {
      assert.deepEqual(await runMutant(iocRests, control), { outcome: "killed", why: "" });
    });
  }

  it("lets a venue without a defect survive", async () => {
    assert.equal((await runMutant(MUTANT, true)).outcome, "survived");
  });

  it("leaves rules that need an operator to a target with control", async () => {
    const { outcome } = await runMutant({ ...MUTANT, breaks: ["OPS-KILL-01"] }, false);
    assert.equal(outcome, "needs control");
  });

  it("finds without control what a check that needs no operator shows", async () => {
    const noHeader = MUTANTS.find(({ name }) => name === "no-csrf-header-on-orders");
    assert.ok(noHeader);
    assert.equal((await runMutant(noHeader, false)).outcome, "killed");
  });
});
