import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Mutation, MutationOutcome, MutationVerdict } from "./mutation.ts";
import { mutationPage } from "./page.ts";

const mutation = (key: string, original = "a < b"): Mutation => ({
  ...{ id: key, key, file: "reference/core/book.ts", line: 7, mutator: "EqualityOperator" },
  ...{ original, replacement: "a <= b", before: "if (", within: "match" },
});
const judged = (key: string, outcome: MutationOutcome): [string, MutationVerdict] => {
  const { id: _, before: __, within: ___, ...rest } = mutation(key);
  return [key, { ...rest, outcome, by: "", left: 0 }];
};

describe("the page of mutations", () => {
  const prose = { ...mutation("5", '"no such order here"'), mutator: "StringLiteral" };
  const mutations = [...["1", "2", "3", "4"].map((key) => mutation(key)), prose];
  const verdicts = new Map([
    judged("1", "killed"),
    judged("2", "timeout"),
    judged("3", "uncovered"),
    judged("9", "survived"),
  ]);
  const page = mutationPage(mutations, verdicts);

  it("counts what was judged, and what is equivalent apart", () => {
    assert.ok(
      page.includes("| reference/core/book.ts | 5 | 1 | 3 | 1 | 1 | 0 | 1 | 66.7% |"),
      page,
    );
  });

  it("lists survivors that still exist, and says that nothing executes them", () => {
    assert.equal(
      page.match(/^\| reference\/core\/book.ts:7 .* \| none executes it \|$/gm)?.length,
      1,
    );
  });

  it("puts a survivor down to an open place only where everything was tried on it", () => {
    const amend = (key: string) => ({ ...mutation(key), file: "reference/core/amend.ts" });
    const of = (key: string, left: number): [string, MutationVerdict] => {
      const { id: _, before: __, within: ___, ...rest } = amend(key);
      return [key, { ...rest, outcome: "survived", by: "", left }];
    };
    const text = mutationPage([amend("1"), amend("2")], new Map([of("1", 0), of("2", 9)]));
    assert.ok(
      text.includes("| reference/core/amend.ts | 2 | 1 | 1 | 0 | 0 | 1 | 0 | 0.0% |"),
      text,
    );
  });

  it("gives the reason of every equivalent", () => {
    assert.ok(page.includes("| 1 | prose, which is no contract |"), page);
  });
});
