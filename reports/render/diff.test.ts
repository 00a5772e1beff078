import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { diffOf } from "./diff.ts";

describe("a diff of expected and actual", () => {
  it("marks what each text has alone, and nothing else", () => {
    assert.deepEqual(diffOf("HTTP 201 with status NEW", "HTTP 200 with status FILLED"), {
      expected: "HTTP <del>201</del> with status <del>NEW</del>",
      actual: "HTTP <ins>200</ins> with status <ins>FILLED</ins>",
    });
  });

  it("marks neighbours as one, and numbers whole", () => {
    const { expected, actual } = diffOf("qty 10.25 left of it", "qty 10.5 left");
    assert.equal(expected, "qty <del>10.25</del> left<del> of it</del>");
    assert.equal(actual, "qty <ins>10.5</ins> left");
  });

  it("marks nothing where the texts are alike in nothing", () => {
    const { expected, actual } = diffOf("a list of trades", "connection reset");
    assert.equal(expected, "a list of trades");
    assert.equal(actual, "connection reset");
  });

  it("escapes on both sides of a mark, and leaves long texts unmarked", () => {
    assert.equal(diffOf("order <b> is x", "order <b> is <i>").actual.includes("<b>"), false);
    const long = "word ".repeat(700);
    assert.equal(diffOf(long, `${long}more`).actual.includes("<ins>"), false);
  });
});
