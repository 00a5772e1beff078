import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { ELSEWHERE_DEFECTS, STATE_DEFECTS } from "./defects.ts";
import { WHOLE } from "./page.ts";
import { addFirst, firstVerdicts, latestVerdicts, putLatest } from "./verdict.ts";

const first = (id: string) => {
  const judged = { came: "judged", failed: ["A-01"], unshown: 0 } as const;
  return { id, ...judged, commit: "0123456789ab", date: "2026-01-01" };
};

describe("first verdicts", () => {
  it("are added, and never given twice", () => {
    const file = join(mkdtempSync(join(tmpdir(), "touchstone-first-")), "first.jsonl");
    addFirst([first("one")], file);
    addFirst([first("other")], file);
    const before = readFileSync(file, "utf8");
    assert.throws(() => addFirst([first("new"), first("one")], file), RangeError);
    assert.equal(readFileSync(file, "utf8"), before);
    const lines = before
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.deepEqual(lines, [first("one"), first("other")]);
  });

  it("are of every defect, and of the venue that has all of one kind", () => {
    const ids = [...STATE_DEFECTS, ...ELSEWHERE_DEFECTS].map(({ id }) => id);
    assert.deepEqual([...firstVerdicts().keys()].sort(), [...ids, WHOLE].sort());
  });
});

describe("latest verdicts", () => {
  it("take the place of earlier ones on the same defect", () => {
    const file = join(mkdtempSync(join(tmpdir(), "touchstone-latest-")), "latest.jsonl");
    putLatest([first("one"), first("other")], file);
    putLatest([{ ...first("one"), failed: [], commit: "ba9876543210" }], file);
    const all = [...latestVerdicts(file).values()];
    assert.deepEqual(
      all.map(({ id, failed, commit }) => [id, failed.length, commit]),
      [
        ["one", 0, "ba9876543210"],
        ["other", 1, "0123456789ab"],
      ],
    );
  });
});
