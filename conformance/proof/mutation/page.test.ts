import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Mutation, MutationOutcome, MutationVerdict } from "./mutation.ts";
import { mutationPage } from "./page.ts";

const mutation = (key: string, facts: Partial<Mutation> = {}): Mutation => ({
  ...{ id: key, key, file: "reference/core/book.ts", line: 7, mutator: "EqualityOperator" },
  ...{ original: "a < b", replacement: "a <= b", before: "if (", decisions: [], ...facts },
});
const judged = (key: string, outcome: MutationOutcome): [string, MutationVerdict] => {
  const { id: _, before: __, decisions: ___, ...rest } = mutation(key);
  return [key, { ...rest, outcome, by: "", left: 0, byLot: key !== "1" }];
};
const row = (page: string, name: string): string[] =>
  (page.split("\n").find((line) => line.startsWith(`| ${name} |`)) ?? "")
    .split("|")
    .slice(2, -1)
    .map((cell) => cell.trim());

describe("the page of mutations", () => {
  const prose = mutation("p", { mutator: "StringLiteral", original: '"no such order here"' });
  const open = ["5", "6", "7"].map((key) => mutation(key, { decisions: ["D-061", "D-062"] }));
  const stated = ["1", "2", "3", "4", "8"].map((key) => mutation(key));
  const page = mutationPage(
    [...stated, ...open, prose],
    new Map([
      judged("1", "killed"),
      judged("2", "timeout"),
      judged("3", "uncovered"),
      judged("4", "survived"),
      judged("5", "killed"),
      judged("6", "survived"),
      judged("7", "survived"),
      judged("9", "survived"),
      judged("p", "killed"),
    ]),
  );

  it("counts what was left out, not judged and judged, in stated and in open places", () => {
    const counts = row(page, "reference/core/book.ts").slice(0, 12);
    assert.deepEqual(counts.slice(0, 4), ["9", "1", "1", "7"]);
    assert.deepEqual(counts.slice(4, 8), ["1", "1", "1", "1"]);
    assert.deepEqual(counts.slice(8), ["1", "0", "2", "0"]);
  });

  it("scores over all that was judged, and over stated places alone", () => {
    assert.deepEqual(row(page, "**all**").slice(-2), ["42.9%", "50.0%"]);
  });

  it("leaves kills and survivors of open places out of the second score alike", () => {
    const noticed = mutationPage(open, new Map([judged("5", "killed")]));
    const unnoticed = mutationPage(open, new Map([judged("5", "survived")]));
    assert.deepEqual(row(noticed, "**all**").slice(-2), ["100.0%", ""]);
    assert.deepEqual(row(unnoticed, "**all**").slice(-2), ["0.0%", ""]);
  });

  it("counts what was left out nowhere, even where it was judged once", () => {
    assert.deepEqual(row(mutationPage([prose], new Map([judged("p", "killed")])), "**all**"), [
      ...["1", "1", "0", "0"],
      ...["0", "0", "0", "0"],
      ...["0", "0", "0", "0"],
      ...["", ""],
    ]);
  });

  it("says how large the judged part is, and how it was found", () => {
    assert.match(page, /7 of the 8 changes .* \(87\.5%\): 6 drawn by lot, 1 in files asked for\./);
    const drawn = mutationPage([mutation("2")], new Map([judged("2", "killed")]));
    assert.match(drawn, /1 of the 1 changes .* \(100\.0%\): 1 drawn by lot\./);
  });

  it("lists survivors of stated places that still exist, and what no check executes", () => {
    const listed = page.match(/^\| reference\/core\/book.ts:7 .* \|$/gm) ?? [];
    assert.equal(listed.length, 2);
    assert.equal(listed.filter((line) => line.includes("| none executes it |")).length, 1);
  });

  it("tells what became of open places by decision", () => {
    assert.ok(page.includes("| D-061 | 3 | 1 | 2 |"), page);
    assert.ok(page.includes("| D-062 | 3 | 1 | 2 |"), page);
  });

  it("gives the reason of what is left out", () => {
    assert.ok(page.includes("| 1 | prose, which is no contract |"), page);
  });
});
