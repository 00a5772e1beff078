import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { describe, it } from "node:test";
import { must, open } from "../check/rule.ts";
import type { Mutant } from "../interposer/mutant.ts";
import { SENTENCES, SPEC_ROUTES } from "../spec/index.ts";
import { REJECT_CODES } from "../spec/reject-codes.ts";
import { about } from "../spec/sentence.ts";
import { coverageOf, type SentenceCoverage, uncarried } from "./coverage.ts";
import { coverageTable, emptyCells, rejectCodesTable } from "./coverage-table.ts";

/** What the reference refuses with before admission, or outside of it. */
const OUTSIDE_ADMISSION = ["rate limit", "sign-in"];

const section = "Orders";
const rules = [
  must("A-LIST-01", "A list answers 200", { section }),
  must("A-LIST-02", "A list is never longer than its limit", { section }),
  open("A-LIST-03", "What the order of a list is", { section }),
  open("A-LIST-04", "Whether a list is compressed", { section: "(silent)" }),
];
const check = (title: string, ...proves: string[]) => ({ title, proves, needs: [], body });
const body = async () => {};
const listed: Mutant = { name: "no-lists", breaks: ["A-LIST-01"], defect: "No list is served." };
const carriers = {
  rules,
  checks: [check("lists", "A-LIST-01", "A-LIST-03"), check("short lists", "A-LIST-01")],
  mutants: [listed],
};
const { says, unshown } = about("Orders", "GET /orders");

function covered(sentence: Parameters<typeof coverageOf>[0][number]): SentenceCoverage {
  const [coverage] = coverageOf([sentence], carriers);
  assert.ok(coverage);
  return coverage;
}

describe("coverage of a sentence", () => {
  it("gathers the checks and mutants of its rules, each once", () => {
    const { checks, mutants, gaps } = covered(says("List: 200", "A-LIST-01 A-LIST-03"));
    assert.deepEqual(checks, ["lists", "short lists"]);
    assert.deepEqual(mutants, ["no-lists"]);
    assert.deepEqual(gaps, []);
  });

  it("names the rules without a check or a mutant, beside others that have them", () => {
    const { gaps } = covered(says("List: limit", "A-LIST-01 A-LIST-02"));
    assert.deepEqual(gaps, ["no check of A-LIST-02", "no mutant of A-LIST-02"]);
  });

  it("asks for no mutant where all is left open", () => {
    const { gaps, allOpen } = covered(says("List: order not shown", "A-LIST-03"));
    assert.deepEqual(gaps, []);
    assert.equal(allOpen, true);
  });

  it("takes a reason for a cell that is empty, and none for one that is full", () => {
    assert.deepEqual(covered(unshown("Lists are kept", "not visible")).gaps, []);
    assert.deepEqual(covered({ ...unshown("Lists are kept", ""), rules: ["A-LIST-01"] }).gaps, [
      "nothing is missing, yet it says: ",
    ]);
  });

  it("misses routes and rules that a sentence does not name", () => {
    const { gaps } = covered({ part: "Orders", says: "List", routes: [], rules: [] });
    assert.deepEqual(gaps, ["no route", "no rule"]);
  });

  it("refuses a rule that the catalogue does not hold", () => {
    assert.throws(() => covered(says("List: 200", "A-LIST-09")), /A-LIST-09, which is no rule/);
  });

  it("finds rules that no sentence leads to, but for those on silent places", () => {
    assert.deepEqual(uncarried([says("List: 200", "A-LIST-01 A-LIST-03")], rules), ["A-LIST-02"]);
  });
});

describe("the spec's sentences", () => {
  it("leave no cell empty and no rule behind", () => assert.deepEqual(emptyCells(), []));

  it("are said once each, and name each rule once", () => {
    const said = SENTENCES.map(({ part, says }) => `${part} | ${says}`);
    assert.equal(new Set(said).size, said.length);
    for (const { says, rules } of SENTENCES) assert.equal(new Set(rules).size, rules.length, says);
  });

  it("speak of every listed route", () => {
    const spokenOf = new Set<string>(SENTENCES.flatMap(({ routes }) => routes));
    assert.deepEqual(
      SPEC_ROUTES.filter((route) => !spokenOf.has(route)),
      [],
    );
  });

  it("have a line each in the table, above the silent places", () => {
    const [spoken = "", silent = ""] = coverageTable().split("## Where the spec is silent");
    assert.equal(spoken.match(/^\| /gm)?.length, SENTENCES.length + 2);
    assert.match(silent, /^\| MATCH-SELF-01 \| /m);
  });
});

describe("the reject codes", () => {
  it("each have a gate of the reference", () => {
    for (const { code, gate } of REJECT_CODES)
      assert.ok(
        OUTSIDE_ADMISSION.includes(gate) || existsSync(`reference/core/gates/${gate}.ts`),
        code,
      );
  });

  it("have a line each in the table, without an empty cell", () => {
    assert.doesNotMatch(rejectCodesTable(), /\| *\|/);
    assert.equal(rejectCodesTable().match(/^\| [A-Z_]+ \| /gm)?.length, REJECT_CODES.length);
  });
});
