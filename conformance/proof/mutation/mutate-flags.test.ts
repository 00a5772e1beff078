import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mutateFlags } from "./mutate-flags.ts";

describe("the flags of a mutation run", () => {
  it("bound nothing unless they say so", () => {
    assert.deepEqual(mutateFlags([]), {
      ...{ file: "**", most: Infinity, minutes: Infinity, shard: { part: 1, parts: 1 } },
      ...{ jobs: 1, depth: Infinity, again: false, page: false },
    });
  });

  it("draw so many, and for so long", () => {
    const flags = mutateFlags(["--most", "400", "--minutes", "90", "--shard", "2/4"]);
    assert.ok(flags !== "help");
    assert.equal(flags.most, 400);
    assert.equal(flags.minutes, 90);
    assert.deepEqual(flags.shard, { part: 2, parts: 4 });
  });

  for (const args of [["--most", "0"], ["--jobs", "some"], ["--shard", "5/4"], ["--sample"]]) {
    it(`refuse ${args.join(" ")}`, () => {
      assert.throws(() => mutateFlags(args));
    });
  }
});
