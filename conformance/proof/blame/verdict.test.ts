import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Result } from "../../../reports/schema/report.ts";
import { blameOf, verdictOf } from "./verdict.ts";

const mutant = {
  ...{ name: "example", breaks: ["TIF-IOC-01"], alsoBreaks: ["TIF-IOC-02"] },
  defect: "An example.",
};
const ran = (results: Record<string, Result>, isReached = true) => ({ results, isReached });
const unchanged = ran({
  ...{ "TIF-IOC-01": "pass", "TIF-IOC-02": "pass", "TIF-GTC-01": "pass" },
  ...{ "GEN-INT-01": "fail", "OPS-KILL-01": "inconclusive" },
});

function judged(results: Record<string, Result>, isReached = true) {
  return verdictOf({ id: "example", isOfCell: true, mutant }, ran(results, isReached), unchanged);
}

describe("the blame for a defect", () => {
  it("is sorted by whose the rules are", () => {
    const every = { "TIF-IOC-01": "fail", "TIF-IOC-02": "fail", "TIF-GTC-01": "fail" } as const;
    const { own, byNature, beside } = judged(every);
    assert.deepEqual([own, byNature, beside], [["TIF-IOC-01"], ["TIF-IOC-02"], ["TIF-GTC-01"]]);
  });

  const TOLD: [Record<string, Result>, string][] = [
    [{ "TIF-IOC-01": "fail", "TIF-GTC-01": "inconclusive" }, "own alone"],
    [{ "TIF-IOC-01": "fail", "TIF-IOC-02": "fail" }, "by nature"],
    [{ "TIF-IOC-01": "fail", "TIF-IOC-02": "fail", "TIF-GTC-01": "fail" }, "others beside"],
    [{ "TIF-IOC-01": "pass", "TIF-GTC-01": "fail" }, "others beside"],
    [{ "TIF-IOC-01": "pass" }, "missed"],
  ];
  for (const [results, told] of TOLD) {
    it(`is "${told}" for ${JSON.stringify(results)}`, () => {
      assert.equal(blameOf(judged(results)), told);
    });
  }

  it("is of a cell that is not met whatever fails there", () => {
    assert.equal(blameOf(judged({ "TIF-IOC-01": "pass" }, false)), "unmet");
    assert.equal(blameOf(judged({ "TIF-GTC-01": "fail" }, false)), "unmet");
  });

  it("leaves out what the unchanged venue does not keep either", () => {
    const { beside, leftOpen } = judged({ "GEN-INT-01": "fail", "OPS-KILL-01": "inconclusive" });
    assert.deepEqual([beside, leftOpen], [[], []]);
  });

  it("counts what comes to nothing apart", () => {
    const open = { "TIF-IOC-01": "fail", "TIF-GTC-01": "inconclusive" } as const;
    assert.deepEqual(judged(open).leftOpen, ["TIF-GTC-01"]);
  });
});
