import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { blamePage } from "./page.ts";
import { insideOf, sharesOf } from "./shares.ts";
import type { BlameVerdict } from "./verdict.ts";

function verdict(id: string, found: Partial<BlameVerdict>): BlameVerdict {
  const nothing = { isReached: true, own: [], byNature: [], beside: [], leftOpen: [] };
  return { id, isOfCell: false, breaks: ["A-01"], ...nothing, ...found };
}

const VERDICTS = [
  verdict("alone", { own: ["A-01"], leftOpen: ["B-01"] }),
  verdict("nature", { own: ["A-01"], byNature: ["A-02"] }),
  verdict("one-beside", { own: ["A-01"], beside: ["B-01"] }),
  verdict("two-beside @ side=BUY", { isOfCell: true, beside: ["B-01", "B-02"] }),
  verdict("missed", {}),
  verdict("unmet @ side=SELL", { isOfCell: true, isReached: false }),
];
const page = blamePage(VERDICTS, "0123456789ab");

describe("shares of blame", () => {
  it("count a defect by its nature inside, and one that fails nothing not at all", () => {
    assert.deepEqual(sharesOf(VERDICTS), { judged: 4, alone: 1, byNature: 1, beside: 2 });
    assert.equal(insideOf(VERDICTS), 0.5);
    assert.equal(insideOf([]), 1);
  });
});

describe("the page of blame", () => {
  it("tells both shares, and what was left open", () => {
    assert.match(page, /Together: 4 judged: 1 told by their own rules alone \(25\.0%\), 1 more/);
    assert.match(page, /\(50\.0% together\); rules left open: 1\./);
  });

  it("has the worst first, with the rules of its own that did not see it", () => {
    assert.match(page, /The worst: two-beside @ side=BUY \(2\), one-beside \(1\)\./);
    assert.match(
      page,
      /\| two-beside @ side=BUY \| A-01, unseen \| {2}\| B-01, B-02 \| 0 \|\n\| one-beside/,
    );
  });

  it("lists what no rule told", () => {
    assert.match(page, /Not counted: 2, of which 1 change no answer/);
    assert.match(page, /^- missed: A-01$/m);
  });
});
