import assert from "node:assert/strict";
import { describe, it } from "node:test";
import picomatch from "picomatch";
import { tracked } from "./instrumented-copy.ts";
import type { Mutation } from "./mutation.ts";
import { UNNOTICEABLE, whyUnnoticeable } from "./unnoticeable.ts";

const mutation = (facts: Partial<Mutation>): Mutation => ({
  ...{ id: "1", key: "1", file: "reference/core/gates/qty.ts", line: 1, mutator: "StringLiteral" },
  ...{ original: '"qty"', replacement: '""', before: "code:", decisions: [], ...facts },
});

describe("what nobody can notice", () => {
  it("is prose, the name of a gate, and what no serving venue runs", () => {
    const prose = mutation({ original: '"the quantity is not positive"' });
    assert.match(whyUnnoticeable(prose) ?? "", /prose/);
    assert.match(whyUnnoticeable(mutation({ before: "name:" })) ?? "", /name/);
    const recovery = mutation({ file: "reference/core/restore.ts", mutator: "BlockStatement" });
    assert.match(whyUnnoticeable(recovery) ?? "", /recovery/);
  });

  it("is nothing else of a gate", () => {
    assert.equal(whyUnnoticeable(mutation({})), null);
    assert.equal(whyUnnoticeable(mutation({ mutator: "EqualityOperator" })), null);
  });

  it("names files that there are", () => {
    const files = tracked();
    for (const pattern of UNNOTICEABLE.flatMap(({ files = [] }) => files)) {
      assert.ok(
        files.some((file) => picomatch.isMatch(file, pattern)),
        pattern,
      );
    }
  });
});
