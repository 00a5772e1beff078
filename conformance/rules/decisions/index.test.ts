import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RULES } from "../../catalogue/rules.ts";
import { DIALECTS } from "../../dialects/index.ts";
import { DECISIONS, decisionById } from "./index.ts";

describe("the decision register", () => {
  it("holds every decision that a rule or dialect refers to, and no other", () => {
    const referred = new Set([
      ...RULES.flatMap(({ decisions }) => decisions),
      ...DIALECTS.map(({ decision }) => decision),
    ]);
    assert.deepEqual(DECISIONS.map(({ id }) => id).sort(), [...referred].sort());
  });

  it("says in whole sentences what is accepted", () => {
    for (const { id, question, accepts, reference } of DECISIONS) {
      assert.match(question, /^\S.{2,70}[^. ]$/, id);
      assert.match(accepts, /^\S.{15,240}[.]$/, id);
      assert.match(reference, /^\S.{1,80}[^. ]$/, id);
    }
  });

  it("finds a decision by id and refuses an unknown one", () => {
    assert.equal(decisionById("D-025").question, "A POST_ONLY order that would cross");
    assert.throws(() => decisionById("D-999"), /no decision D-999/);
  });
});
