import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decision } from "../../scenarios/decisions/index.ts";
import { type Cell, dimensionsOf, type Over } from "../check/cell.ts";
import { needsOfCell } from "../check/cell-needs.ts";
import { NEEDS } from "../check/need.ts";
import { allChecks } from "./checks.ts";
import { RULES, ruleById } from "./rules.ts";

describe("the rule catalogue", () => {
  it("names every rule once, as AREA-SUBJECT-NN", () => {
    assert.equal(new Set(RULES.map((rule) => rule.id)).size, RULES.length);
    for (const { id } of RULES) assert.match(id, /^[A-Z]+-[A-Z0-9]+-\d\d$/);
  });

  it("states every rule in a line of its own", () => {
    assert.equal(new Set(RULES.map((rule) => rule.statement)).size, RULES.length);
    for (const { id, statement } of RULES) assert.match(statement, /^\S.{10,90}[^. ]$/, id);
  });

  it("points at decisions that are in the register", () => {
    for (const { id, decisions } of RULES) {
      for (const named of decisions) assert.ok(decision(named), id);
    }
  });

  it("says how to fix every rule that can fail, and no other", () => {
    for (const { id, level, fix } of RULES) assert.equal(fix !== undefined, level !== "open", id);
  });

  it("says it once for each rule, in whole sentences that fit a failure block", () => {
    const said = RULES.flatMap(({ fix }) => fix ?? []);
    assert.equal(new Set(said).size, said.length);
    for (const fix of said) assert.match(fix, /^[A-Z].{20,260}[.]$/);
  });

  it("finds a rule by id and refuses an unknown one", () => {
    assert.equal(ruleById("IDEM-REPLAY-01").level, "must");
    assert.equal(ruleById("REJ-UNK-02").conditional, true);
    assert.throws(() => ruleById("IDEM-REPLAY-99"), /no rule IDEM-REPLAY-99/);
  });
});

describe("the needs", () => {
  it("are each of some check or cell, and none twice of one", () => {
    const cells = RULES.flatMap(({ over = {} }) => valuesOf(over)).flatMap(needsOfCell);
    const used = new Set([...allChecks().flatMap(({ needs }) => needs), ...cells]);
    assert.deepEqual([...used].sort(), Object.keys(NEEDS).sort());
    for (const { title, needs } of allChecks())
      assert.equal(new Set(needs).size, needs.length, title);
  });
});

/** The cells of one value of a range. */
function valuesOf(over: Over): Cell[] {
  return dimensionsOf(over).flatMap((dimension) =>
    (over[dimension] ?? []).map((value): Cell => ({ [dimension]: value })),
  );
}
