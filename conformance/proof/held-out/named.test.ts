import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { namings } from "./named.ts";
import type { DefectVerdict } from "./verdict.ts";

const verdict = (id: string, ...failed: string[]): DefectVerdict => {
  return { id, came: "judged", failed, unshown: 0 };
};
const naming = (whole: string[], ...singles: DefectVerdict[]) =>
  Object.fromEntries(namings(verdict("whole", ...whole), singles));

describe("a defect among others", () => {
  it("is named by a rule that fails of it alone", () => {
    const singles = [verdict("one", "A-01", "B-01"), verdict("other", "B-01")];
    assert.deepEqual(naming(["A-01", "B-01"], ...singles), {
      one: "named",
      other: "behind others",
    });
  });

  it("is not seen where nothing of it fails of the whole", () => {
    const singles = [verdict("one", "A-01"), verdict("other")];
    assert.deepEqual(naming(["B-01"], ...singles), { one: "not seen", other: "not seen" });
  });
});
