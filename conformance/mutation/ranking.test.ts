import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Coverage, Mutation } from "./mutation.ts";
import { Ranking } from "./ranking.ts";

const COVERAGE: Coverage = {
  atLoad: ["9"],
  atStart: ["8"],
  trials: {
    broad: { ms: 10, mutations: ["1", "2", "3", "4"] },
    medium: { ms: 10, mutations: ["1", "2", "3"] },
    narrow: { ms: 10, mutations: ["1"] },
    elsewhere: { ms: 10, mutations: ["9"] },
  },
};
const mutation = (id: string) => ({ id, file: "reference/core/book.ts" }) as Mutation;
const MUTATIONS = ["1", "2", "3", "4", "9"].map((id) => ({ id, file: "reference/core/book.ts" }));
const order = (id: string) => new Ranking(COVERAGE, MUTATIONS).of(mutation(id));

describe("the order of trials", () => {
  it("has those that pass a mutation, a narrow one and a broad one in turn", () => {
    assert.deepEqual(order("1"), ["narrow", "broad", "medium"]);
  });

  it("has none for what nothing passes", () => {
    assert.deepEqual(order("7"), []);
  });

  it("has all of them for what is done before a trial begins, those that do it again first", () => {
    assert.equal(order("9").length, 4);
    assert.equal(order("9")[0], "elsewhere");
    assert.equal(order("8").length, 4);
  });

  it("has those of its file sooner, of what is done before a trial begins", () => {
    const elsewhere = MUTATIONS.map((one) => (one.id === "1" ? one : { ...one, file: "else.ts" }));
    const [first] = new Ranking(COVERAGE, [...elsewhere]).of(mutation("8"));
    assert.equal(first, "narrow");
  });

  it("begins with what killed another mutation of the same file", () => {
    const ranking = new Ranking(COVERAGE, MUTATIONS);
    ranking.killed(mutation("2"), ["medium"]);
    assert.equal(ranking.of(mutation("1"))[0], "medium");
  });
});
