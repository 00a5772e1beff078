import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MutationCoverage } from "./mutation.ts";
import { Ranking } from "./ranking.ts";

const file = "reference/core/book.ts";
const place = (id: string, line: number) => ({ id, file, line });
const condition = place("1", 10);
const behindIt = place("2", 11);
const farBelow = place("3", 200);
const atLoad = place("8", 300);
const MUTATIONS = [condition, behindIt, farBelow, atLoad];
const COVERAGE: MutationCoverage = {
  atLoad: ["8"],
  atStart: [],
  checks: {
    passes: { ms: 10, mutations: ["1"] },
    "goes elsewhere too": { ms: 10, mutations: ["1", "3"] },
    "goes in": { ms: 10, mutations: ["1", "2"] },
    elsewhere: { ms: 10, mutations: ["3"] },
  },
};
const ranking = () => new Ranking(COVERAGE, MUTATIONS);

describe("the order of checks", () => {
  it("begins with those that pass what few pass around the place", () => {
    const order = ranking().of(condition);
    assert.equal(order[0], "goes in");
    assert.deepEqual(order.toSorted(), ["goes elsewhere too", "goes in", "passes"]);
  });

  it("has none for what nothing passes", () => {
    assert.deepEqual(ranking().of(place("7", 10)), []);
  });

  it("has all of them for what is done before a check begins", () => {
    assert.equal(ranking().of(atLoad).length, 4);
  });

  it("begins with what killed something on the same line", () => {
    const learned = ranking();
    learned.killed(condition, ["passes"]);
    assert.equal(learned.of(condition)[0], "passes");
  });

  it("cares little for what killed something far away", () => {
    const learned = ranking();
    learned.killed(farBelow, ["goes elsewhere too"]);
    assert.equal(learned.of(condition)[0], "goes in");
  });
});
