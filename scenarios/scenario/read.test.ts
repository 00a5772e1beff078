import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isRule } from "../../conformance/catalogue/rules.ts";
import { scenarioIn } from "./read.ts";

const GOOD = `story: A bid rests
shows: [TIF-GTC-01]
actors:
  maker: {}
markets:
  noon: {}
steps:
  - maker: { place: { side: BUY, price: 5, qty: 1 }, as: bid, expect: { status: NEW } }
  - maker: { cancel: bid }
`;

describe("a scenario", () => {
  it("is read with the line of every step", () => {
    const { steps, story } = scenarioIn(GOOD, "a.yaml");
    assert.equal(story, "A bid rests");
    assert.deepEqual(
      steps.map(({ who, verb, line, number }) => [number, line, who, verb]),
      [
        [1, 8, "maker", "place"],
        [2, 9, "maker", "cancel"],
      ],
    );
  });

  const BAD: Record<string, [from: string, to: string, problem: string]> = {
    "a verb nobody knows": [
      "cancel: bid",
      "cancle: bid",
      "a.yaml:9: step 2: maker knows no cancle",
    ],
    "an actor nobody is": [
      "- maker: { cancel",
      "- taker: { cancel",
      "step 2: nobody is called taker",
    ],
    "a name nothing has": ["cancel: bid", "cancel: ask", "step 2: nothing above is called ask"],
    "a rule of no catalogue": [
      "TIF-GTC-01",
      "TIF-GTC-99",
      "a.yaml:2: no rule is called TIF-GTC-99",
    ],
    "a value of another type": [
      "price: 5, qty: 1 }, as: bid",
      "price: 5, qty: 1 }, as: 7",
      "step 1: maker.as must",
    ],
    "two verbs in a step": [
      "cancel: bid",
      "cancel: bid, read: { orders: open }",
      "step 2: maker does cancel, read",
    ],
    "a verb of the operator": ["cancel: bid", "freeze: true", "step 2: maker cannot freeze"],
    "no YAML": ["steps:", "steps: [", "a.yaml:"],
  };
  for (const text of ["", "hello", "- a", "base_url: http://127.0.0.1:9000"]) {
    it(`is not "${text}", and what one has is told`, () => {
      const message =
        "a.yaml: is no scenario: one has story, shows, actors and steps; " +
        "docs/guides/replay.md tells how to write one";
      assert.throws(() => scenarioIn(text, "a.yaml"), { name: "ScenarioError", message });
    });
  }

  for (const [name, [from, to, problem]] of Object.entries(BAD)) {
    it(`is refused with its place: ${name}`, () => {
      assert.throws(
        () => scenarioIn(GOOD.replace(from, to), "a.yaml", isRule),
        (error: Error) => {
          assert.ok(error.message.includes(problem), error.message);
          assert.ok(!error.message.includes("\n"));
          return true;
        },
      );
    });
  }
});
