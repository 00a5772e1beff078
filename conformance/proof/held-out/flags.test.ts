import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { heldOutFlags } from "./flags.ts";

describe("the flags of a held-out run", () => {
  it("are all defects, two at once, and nothing written", () => {
    assert.deepEqual(heldOutFlags([]), { only: "**", jobs: 2, write: false });
  });

  it("narrow it", () => {
    const flags = heldOutFlags(["--only", "a-cooldown-*", "--jobs", "1"]);
    assert.deepEqual(flags, { only: "a-cooldown-*", jobs: 1, write: false });
  });

  for (const args of [["--jobs", "3"], ["--jobs", "some"], ["--all"]]) {
    it(`refuse ${args.join(" ")}`, () => {
      assert.throws(() => heldOutFlags(args));
    });
  }
});
