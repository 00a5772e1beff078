import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { explain, type Under } from "./linear.ts";

describe("a history", () => {
  const add = (name: string, from: number, to: number, seen: number): Under<number> => ({
    ...{ name, from, to },
    after: (sum) => (sum + 1 === seen ? [seen] : []),
  });
  const any = () => true;

  it("is explained by an order that real time allows", () => {
    const found = explain(0, [add("b", 0, 9, 2), add("a", 0, 9, 1)], any);
    assert.deepEqual(found, { verdict: "explained", order: ["a", "b"], state: 2 });
  });

  it("is not explained by an order against real time", () => {
    assert.equal(explain(0, [add("b", 0, 1, 2), add("a", 2, 3, 1)], any).verdict, "unexplained");
  });

  it("takes commands that meet at one instant for concurrent", () => {
    assert.equal(explain(0, [add("b", 0, 2, 2), add("a", 2, 3, 1)], any).verdict, "explained");
  });

  it("is not explained where the end is another", () => {
    assert.equal(explain(0, [add("a", 0, 1, 1)], (sum) => sum === 2).verdict, "unexplained");
  });

  it("is unknown where the search would take too long", () => {
    const many = Array.from({ length: 12 }, (_, n) => ({
      ...{ name: String(n), from: 0, to: 9 },
      after: (sum: number) => [sum + 1],
    }));
    assert.equal(explain(0, many, () => false).verdict, "unknown");
  });
});
