import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { blameFlags } from "./flags.ts";

describe("the flags of a run on blame", () => {
  const read = (...args: string[]) => {
    const flags = blameFlags(args);
    assert.ok(flags !== "help");
    return flags;
  };

  it("are a sample of both, drawn by the commit, and nothing written", () => {
    const { mutants, cells, seed, write } = read();
    assert.deepEqual(
      { mutants, cells, seed, write },
      { mutants: 30, cells: 10, seed: undefined, write: false },
    );
  });

  it("take all, or all of a name", () => {
    assert.equal(read("--all").cells, Number.POSITIVE_INFINITY);
    assert.equal(read("--only", "TIF-*").mutants, Number.POSITIVE_INFINITY);
  });

  for (const args of [
    ["--mutants", "some"],
    ["--cells", "-1"],
    ["--jobs", "0"],
    ["--only", "TIF-*", "--write"],
  ]) {
    it(`refuse ${args.join(" ")}`, () => {
      assert.throws(() => blameFlags(args));
    });
  }
});
