/** Which rule stands where on the page: causes first, what follows from them folded beneath. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FAILED, finishedRun, KNOWN, reportOf, ruleResult } from "../conformance.fixture.ts";
import type { Cause } from "../schema/report.ts";
import { ruleSections } from "./rule-sections.ts";

const BESIDE = ruleResult({ id: "REJ-QTY-01", result: "fail", stands: FAILED.id });
const OPEN = ruleResult({
  id: "TIF-GTC-01",
  result: "inconclusive",
  detail: `stands on ${FAILED.id}, which failed`,
  stands: FAILED.id,
});
const DISTURBED = ruleResult({ id: "ACC-01", result: "inconclusive", detail: "a cooldown" });

const cause = (given: Partial<Cause> & { rule: string }): Cause => ({
  ...{ cells: [], also: [], stands: [], narrowed: null },
  ...given,
});

const report = reportOf([BESIDE, DISTURBED, OPEN, FAILED, KNOWN], {
  causes: [
    cause({ rule: KNOWN.id }),
    cause({ rule: FAILED.id, also: ["REJ-QTY-01"], stands: [OPEN.id] }),
  ],
});
const html = ruleSections(finishedRun(report));
const sections = html.split("<section").slice(1);
const sectionOf = (id: string) =>
  sections.find((section) => section.includes(`id="${id}" data-result`)) ?? "";

describe("the sections of the page", () => {
  it("begin with what failed by itself, without what the baseline knows", () => {
    assert.match(sections[0] ?? "", /Causes: what failed by itself, heaviest first <span>1</);
    assert.equal(sections[0], sectionOf(FAILED.id));
    assert.match(sectionOf(KNOWN.id), /Known failures, in the baseline <span>1</);
  });

  it("fold beneath a cause what failed beside it and what it left open, as links", () => {
    const [card = ""] = sections;
    assert.match(
      card,
      /<summary>1 rule failed beside it<\/summary><ul><li><a href="#REJ-QTY-01">REJ-QTY-01<\/a> REJ-QTY-01 holds/,
    );
    assert.match(card, /<summary>1 rule stands on it<\/summary><ul><li><a href="#TIF-GTC-01">/);
  });

  it("tell of a failure beside a cause what to mend first", () => {
    const beside = sectionOf(BESIDE.id);
    assert.match(beside, /Failed beside a cause <span>1</);
    assert.match(beside, /Mend first: <a href="#IDEM-REPLAY-01">/);
  });

  it("fold what a cause left open, and show what was interfered with", () => {
    const inconclusive = sectionOf(OPEN.id);
    assert.match(inconclusive, /<summary><b>1<\/b> left open by IDEM-REPLAY-01<\/summary>/);
    assert.ok(inconclusive.indexOf(DISTURBED.id) < inconclusive.indexOf("<summary>"));
  });
});
