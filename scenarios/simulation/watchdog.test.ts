import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Violation } from "./violation.ts";
import { ending } from "./watchdog.ts";

const stretch = (act: () => void) => () => ending({ act, size: 1, last: () => "place" });

describe("a stretch of commands", () => {
  it("is done when it ends", () => {
    const done: number[] = [];
    stretch(() => done.push(1))();
    assert.deepEqual(done, [1]);
  });

  it("breaks a law when it does not end, and says what was begun last", () => {
    const loop = stretch(() => {
      for (;;);
    });
    assert.throws(loop, (error) => {
      assert.ok(error instanceof Violation);
      assert.equal(error.law, "standstill");
      assert.equal(error.message, "place does not come to an end");
      return true;
    });
  });

  it("throws what it throws", () => {
    const broken = stretch(() => {
      throw new Violation("crash", "as ever");
    });
    assert.throws(broken, /as ever/);
  });
});
