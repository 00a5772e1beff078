/** The core reports what other engines report, and a defect in matching would show. */
import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { CoreEngine } from "./core-engine.ts";
import { DEFECTS } from "./defects.fixture.ts";
import { Draws } from "./draws.ts";
import { OVERLAPPING } from "./overlapping.ts";
import { MatchEngine, NodeOrderBook } from "./peer-engines.ts";
import { firstDifference, play } from "./play.ts";
import { SURVEYED } from "./survey.ts";
import type { Tape } from "./tape.ts";
import { Workload } from "./workload.ts";

/** The survey's canonical one, of which it also tells how many trades it has. */
const NORMAL = SURVEYED.find(({ name }) => name === "normal")!;
const TRADES = 62_474;
/** Messages within which each planted defect shows on these tapes, if it ever does. */
const FIRST = { surveyed: 16_000, overlapping: 1_000 };

describe("the workload", () => {
  it("stands on the generator of the C++ standard, whose 10,000th word is known", () => {
    const draws = new Draws(5489);
    for (let pair = 1; pair < 5_000; pair++) draws.skip();
    const lowBits = (draws.real() * 2 ** 53) % 2 ** 26;
    assert.equal(lowBits, 4_123_659_995 >>> 6);
  });

  it("is the same whenever it is drawn", () => {
    assert.deepEqual([...small().messages()], [...small().messages()]);
  });

  it("ends the life of an order before the next one comes, and an IOC order's with itself", () => {
    let current = { orderId: 0, isIoc: false };
    for (const message of small().messages()) {
      if (message.type === "new") current = message;
      else assert.deepEqual([message.orderId, current.isIoc], [current.orderId, false]);
    }
  });
});

describe("the core", () => {
  it("reports on two million messages, to the byte, what the survey has published", () => {
    const played = play(NORMAL.messages(), core());
    assert.deepEqual([played.sha256, played.trades], [NORMAL.reports, TRADES]);
  });

  for (const engine of [core(), new CoreEngine("amend"), new NodeOrderBook(), new MatchEngine()]) {
    it(`reports where lives overlap what three engines agree on: ${engine.name}`, () => {
      assert.equal(play(OVERLAPPING.messages(), engine).sha256, OVERLAPPING.reports);
    });
  }
});

describe("a defect in matching", () => {
  afterEach(() => mock.restoreAll());
  const sound = { surveyed: hashOf(NORMAL), overlapping: hashOf(OVERLAPPING) };

  for (const { title, isSurveyed, plant } of DEFECTS) {
    it(`changes the hash: ${title}`, () => {
      plant();
      assert.notEqual(hashOf(OVERLAPPING), sound.overlapping);
      assert.equal(hashOf(NORMAL) !== sound.surveyed, isSurveyed);
    });

    it(`is found where it first shows: ${title}`, () => {
      plant();
      const defective = new CoreEngine("amend");
      const found = firstDifference(OVERLAPPING.messages(), defective, new NodeOrderBook())!;
      assert.ok(found.seq < FIRST.overlapping, `found at ${found.seq}`);
      assert.notDeepEqual(found.one, found.other);
    });
  }
});

function core(): CoreEngine {
  return new CoreEngine("cancel and place");
}

/** Of the first reports, an order being amended. */
function hashOf(tape: Tape): string {
  const limit = tape === NORMAL ? FIRST.surveyed : FIRST.overlapping;
  return play(tape.messages(), new CoreEngine("amend"), { limit }).sha256;
}

function small(): Workload {
  return new Workload({ volatility: 0.15, swing: 0.02 }, 1_000);
}
