import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { globFiles } from "../../.ci/tidy/files.ts";
import { DECISIONS, decision } from "../../scenarios/decisions/index.ts";
import { DIALECTS } from "../dialects/index.ts";

/** The register, and the pages made of it. */
const REGISTER = /^scenarios\/decisions\/|\/decisions\.md$|^docs\/rules\//;

/** Every decision that some dialect speaks. */
const SPOKEN = new Set(DIALECTS.flatMap((dialect) => [dialect.decision, ...(dialect.also ?? [])]));

/** Every id of a decision in sources and docs, but for the register's own. */
function named(): Set<string> {
  const files = [".ts", ".mjs", ".yaml", ".md"].flatMap((ending) => globFiles(ending));
  const texts = files
    .filter((file) => !REGISTER.test(file))
    .map((file) => readFileSync(file, "utf8"));
  return new Set(texts.flatMap((text) => text.match(/\bD-[01]\d[0-9A-Z]\b/g) ?? []));
}

describe("the decision register", () => {
  it("holds every decision that is named anywhere once, and no other", () => {
    assert.deepEqual(DECISIONS.map(({ id }) => id).sort(), [...named()].sort());
  });

  it("says in whole sentences what is accepted", () => {
    for (const { id, question, accepts, reference } of DECISIONS) {
      assert.match(question, /^\S.{2,70}[^. ]$/, id);
      assert.match(accepts, /^\S.{15,240}[.]$/, id);
      assert.match(reference, /^\S.{1,80}[^. ]$/, id);
    }
  });

  it("has a dialect for every decision with alternatives, or says why not", () => {
    for (const { id, statuses, declines, unshown } of DECISIONS) {
      if (statuses === undefined && declines === undefined) continue;
      assert.ok(SPOKEN.has(id) !== (unshown !== undefined), `${id}: a dialect, or a reason`);
    }
  });

  it("finds a decision by id and refuses an unknown one", () => {
    assert.equal(decision("D-025").question, "A POST_ONLY order that would cross");
    assert.throws(() => decision("D-9"), /no decision D-9/);
  });
});
