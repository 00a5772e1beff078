import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { STATE_DEFECTS } from "./defects.ts";
import { heldOutPage } from "./page.ts";
import { type DefectVerdict, firstVerdicts, type GivenVerdict } from "./verdict.ts";

const [seen, missed, broken] = STATE_DEFECTS.map(({ id }) => id) as [string, string, string];
const judged = (id: string, ...failed: string[]): DefectVerdict => {
  return { id, came: "judged", failed, unshown: 0 };
};
const given = (verdict: DefectVerdict): [string, GivenVerdict] => {
  return [verdict.id, { ...verdict, commit: "0123456789ab", date: "2026-01-01" }];
};
const first = new Map([
  given(judged(seen, "A-01", "A-02", "A-03", "A-04", "A-05")),
  given(judged(missed)),
  given({ ...judged(broken), came: "does not start" }),
]);
const rowOf = (page: string, name: string) =>
  page.split("\n").find((line) => line.startsWith(`| ${name} |`)) ?? "";

describe("the page of held-out defects", () => {
  it("tells what was seen, missed and not judged", () => {
    const page = heldOutPage(first, new Map());
    assert.match(rowOf(page, seen), /\| A-01, A-02, A-03, A-04 and 1 more \| {2}\|$/);
    assert.match(rowOf(page, missed), /\| \*\*missed\*\* \| {2}\|$/);
    assert.match(rowOf(page, broken), /\| not judged: does not start \| {2}\|$/);
    assert.equal(rowOf(page, "**all**"), "| **all** | 2 | 1 (50%) | 0 (0%) | 0 |");
  });

  it("tells the latest verdict beside the first one, which stays, and who gave how many", () => {
    const page = heldOutPage(first, new Map([given(judged(missed, "B-01"))]));
    assert.match(rowOf(page, missed), /\| \*\*missed\*\* \| B-01 \|$/);
    assert.equal(rowOf(page, "**all**"), "| **all** | 2 | 1 (50%) | 1 (50%) | 1 (100%) |");
    assert.match(page, /^First verdicts by the checks of 0123456789ab, 2026-01-01 \(3\)\.$/m);
  });

  it("tells each round of defects apart", () => {
    const later = { ...judged(missed), commit: "ba9876543210", date: "2026-01-02" };
    const page = heldOutPage(new Map([...first, [missed, later]]), new Map());
    assert.equal(
      rowOf(page, "first judged by 0123456789ab"),
      "| first judged by 0123456789ab | 1 | 1 (100%) | 0 (0%) | 0 |",
    );
    assert.equal(
      rowOf(page, "first judged by ba9876543210"),
      "| first judged by ba9876543210 | 1 | 0 (0%) | 0 (0%) | 0 |",
    );
  });

  it("shows what a defect is about as it is, tags among it", () => {
    const page = heldOutPage(first, new Map());
    assert.doesNotMatch(page, /<[a-z/]/i);
    assert.match(page, /Bearer &lt;value of the session cookie>/);
  });

  it("is told of the verdicts that were given first", () => {
    const page = readFileSync("docs/tables/held-out.md", "utf8");
    for (const { id, came, failed } of firstVerdicts().values()) {
      const row = rowOf(page, id);
      if (row === "" || came !== "judged") continue;
      assert.ok(row.includes(failed[0] ?? "| **missed** |"), row);
    }
  });
});
