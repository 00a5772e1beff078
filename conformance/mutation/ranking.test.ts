import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Coverage, Mutation } from "./mutation.ts";
import { Ranking } from "./ranking.ts";

const COVERAGE: Coverage = {
  atLoad: [],
  trials: {
    "passes much": { ms: 10, mutations: ["1", "2", "3"] },
    "passes little": { ms: 10, mutations: ["1"] },
    "takes long": { ms: 60_000, mutations: ["1"] },
    elsewhere: { ms: 10, mutations: ["9"] },
  },
};
const mutation = (id: string) => ({ id, file: "reference/core/book.ts" }) as Mutation;

describe("the order of trials", () => {
  it("has those that pass a mutation, the narrow ones first and the long ones last", () => {
    const trials = new Ranking(COVERAGE).of(mutation("1"), false);
    assert.deepEqual(trials, ["passes little", "passes much", "takes long"]);
  });

  it("has none for what nothing passes", () => {
    assert.deepEqual(new Ranking(COVERAGE).of(mutation("7"), false), []);
  });

  it("has all of them for what is done once at load", () => {
    assert.equal(new Ranking(COVERAGE).of(mutation("9"), true).length, 4);
    assert.equal(new Ranking(COVERAGE).of(mutation("9"), true)[0], "elsewhere");
  });

  it("begins with what killed another mutation of the same file", () => {
    const ranking = new Ranking(COVERAGE);
    ranking.killed(mutation("2"), ["passes much"]);
    assert.equal(ranking.of(mutation("1"), false)[0], "passes much");
  });
});
