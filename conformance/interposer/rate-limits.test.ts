import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fixedWindow, type Meter, rollingWindow, tokenBucket } from "./rate-limits.ts";

/** A whole minute of the clock, so that windows start here. */
const START_MS = 60_000 * 1_000;

function passed(meter: Meter, requests: number, nowMs: number): number {
  return Array.from({ length: requests }, () => meter(nowMs)).filter((wait) => wait === 0).length;
}

describe("a meter for 60 requests a minute", () => {
  for (const [name, meter] of Object.entries({ rollingWindow, fixedWindow, tokenBucket })) {
    it(`passes 60 at once: ${name}`, () => {
      assert.equal(passed(meter(60), 100, START_MS), 60);
    });

    it(`passes a request after the wait it told: ${name}`, () => {
      const limited = meter(60);
      passed(limited, 60, START_MS);
      const waitSeconds = limited(START_MS);
      assert.ok(waitSeconds >= 1 && waitSeconds <= 60, `${waitSeconds} s`);
      assert.equal(limited(START_MS + waitSeconds * 1_000), 0);
    });
  }

  it("passes no more than 60 in any minute: rollingWindow", () => {
    const limited = rollingWindow(60);
    passed(limited, 60, START_MS + 30_000);
    assert.equal(passed(limited, 60, START_MS + 89_999), 0);
    assert.equal(passed(limited, 60, START_MS + 90_000), 60);
  });

  it("passes twice as many around the turn of the minute: fixedWindow", () => {
    const limited = fixedWindow(60);
    assert.equal(passed(limited, 100, START_MS + 59_999), 60);
    assert.equal(passed(limited, 100, START_MS + 60_000), 60);
  });

  it("refills evenly: tokenBucket", () => {
    const limited = tokenBucket(60);
    passed(limited, 60, START_MS);
    assert.equal(passed(limited, 10, START_MS + 5_000), 5);
  });
});
