import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  EMPTY,
  levelsOf,
  type MarketState,
  type PlaceSummary,
  type Terms,
} from "./market-state.ts";
import { outcomesOf } from "./outcomes.ts";
import { amended, cancel, cancelAll, explainPlaced, isAmbiguous, trade } from "./venue.ts";

const terms = (side: Terms["side"], price: number | null, given: Partial<Terms> = {}): Terms => ({
  ...{ side, price, tif: price === null ? "MARKET" : "GTC", qty: 1 },
  ...given,
});
const summary = (
  status: string,
  filled: number,
  remaining: number,
  orderId = "t",
): PlaceSummary => ({
  ...{ fate: "accepted", reason: null, status, filled, remaining, orderId },
});
const no = (reason: string): PlaceSummary => ({
  ...{ fate: "declined", status: "REJECTED", reason, filled: 0, remaining: 0, orderId: null },
});

/** Asks of 2 at 50 (first), 1 at 50 (second), 3 at 51. */
const ASKED: MarketState = {
  resting: [
    { id: "far", agent: "b", side: "SELL", price: 51, qty: 3 },
    { id: "first", agent: "b", side: "SELL", price: 50, qty: 2 },
    { id: "second", agent: "b", side: "SELL", price: 50, qty: 1 },
  ],
  positions: {},
};

function after(arrival: Terms, answer: PlaceSummary): MarketState {
  const explained = explainPlaced(ASKED, { agent: "a", terms: arrival }, answer);
  assert.ok("state" in explained, JSON.stringify(explained));
  return explained.state;
}

/** A holder of 2 who asks for 2 at 50 to reduce only. */
const REDUCING: MarketState = {
  resting: [{ id: "ro", agent: "b", side: "SELL", price: 50, qty: 2, reduceOnly: true }],
  positions: { a: -2, b: 2 },
};

/** The same holder, who then asks for 2 at 49 as well. */
const CONTESTED = trade(
  REDUCING,
  { agent: "b", terms: terms("SELL", 49, { qty: 2 }), summary: summary("NEW", 0, 2, "plain") },
  {},
);

describe("reduce-only orders", () => {
  const isLegitimate = (state: MarketState, arrival: Terms, answer: PlaceSummary, agent = "a") =>
    "state" in explainPlaced(state, { agent, terms: arrival }, answer);
  const closing = (qty: number) => terms("SELL", 55, { qty, reduceOnly: true });

  it("are accepted where they close, and then nothing else will do", () => {
    const state = { ...REDUCING, resting: [] };
    assert.ok(isLegitimate(state, closing(2), summary("NEW", 0, 2), "b"));
    assert.ok(!isLegitimate(state, closing(2), no("REDUCE_ONLY_VIOLATION"), "b"));
  });

  it("are declined from flat and in the direction of the position", () => {
    const growing = terms("BUY", 45, { reduceOnly: true });
    for (const [arrival, agent] of [
      [closing(1), "c"],
      [growing, "b"],
    ] as const) {
      assert.ok(isLegitimate(REDUCING, arrival, no("REDUCE_ONLY_VIOLATION"), agent));
      assert.ok(!isLegitimate(REDUCING, arrival, summary("NEW", 0, 1), agent));
    }
  });

  it("give all they rest with to a taker as long as nothing contests them", () => {
    const fok = terms("BUY", 50, { tif: "FOK", qty: 2 });
    assert.ok(isLegitimate(REDUCING, fok, summary("FILLED", 2, 0)));
    assert.ok(!isLegitimate(REDUCING, fok, no("FOK_NOT_FILLABLE")));
  });

  it("are trimmed by the very fills of a FOK order: it fills whole or not at all", () => {
    const fok = terms("BUY", 50, { tif: "FOK", qty: 4 });
    assert.ok(isLegitimate(CONTESTED, fok, no("FOK_NOT_FILLABLE")));
    assert.ok(!isLegitimate(CONTESTED, fok, summary("CANCELLED", 2, 0)));
    assert.ok(!isLegitimate(CONTESTED, { ...fok, qty: 5 }, summary("FILLED", 5, 0)));
  });

  it("may be cut or not while they are contested, whatever crosses them", () => {
    const gtc = terms("BUY", 50, { qty: 4 });
    for (const filled of [2, 3, 4]) {
      const status = filled === 4 ? "FILLED" : "PARTIAL";
      assert.ok(isLegitimate(CONTESTED, gtc, summary(status, filled, 4 - filled)));
    }
    assert.ok(!isLegitimate(CONTESTED, gtc, summary("PARTIAL", 1, 3)));
  });
});

describe("an amended order", () => {
  it("rests with its new terms, behind all others", () => {
    const { resting } = amended(ASKED, "first", { price: 51, qty: 5 });
    assert.deepEqual(resting.at(-1), {
      ...{ id: "first", agent: "b", side: "SELL", price: 51, qty: 5, amended: true },
    });
    assert.equal(resting.length, 3);
  });

  it("is as it was where an amend changed nothing", () => {
    assert.equal(amended(ASKED, "first", { price: 50, qty: 2 }), ASKED);
  });
});

describe("the naive venue", () => {
  const LEGITIMATE: [string, Terms, PlaceSummary[]][] = [
    ["GTC below the asks", terms("BUY", 49, { qty: 2 }), [summary("NEW", 0, 2)]],
    ["GTC at the touch", terms("BUY", 50, { qty: 2 }), [summary("FILLED", 2, 0)]],
    ["GTC beyond the touch", terms("BUY", 50, { qty: 5 }), [summary("PARTIAL", 3, 2)]],
    [
      "IOC without a match",
      terms("BUY", 49, { tif: "IOC" }),
      [summary("CANCELLED", 0, 0), no("X")],
    ],
    [
      "IOC in part",
      terms("BUY", 50, { tif: "IOC", qty: 4 }),
      [summary("CANCELLED", 3, 0), summary("PARTIAL", 3, 0)],
    ],
    ["FOK too large", terms("BUY", 50, { tif: "FOK", qty: 4 }), [no("FOK_NOT_FILLABLE")]],
    ["FOK that fits", terms("BUY", 51, { tif: "FOK", qty: 6 }), [summary("FILLED", 6, 0)]],
    [
      "POST_ONLY at the touch",
      terms("BUY", 50, { tif: "POST_ONLY" }),
      [no("POST_ONLY_WOULD_CROSS")],
    ],
    [
      "MARKET into two levels",
      terms("BUY", null, { qty: 5 }),
      [summary("FILLED", 5, 0), summary("CANCELLED", 3, 0)],
    ],
    [
      "MARKET on an empty side",
      terms("SELL", null),
      [no("MARKET_NO_LIQUIDITY"), no("NO_REFERENCE_PRICE")],
    ],
    ["an order without cash for it", terms("BUY", 50), [no("INSUFFICIENT_MARGIN")]],
  ];
  for (const [name, arrival, answers] of LEGITIMATE) {
    it(`takes every legitimate answer to ${name}`, () => {
      for (const answer of answers) after(arrival, answer);
    });
  }

  const WRONG: [string, Terms, PlaceSummary][] = [
    ["a cross that rests", terms("BUY", 50), summary("NEW", 0, 1)],
    ["a fill without a maker", terms("BUY", 49), summary("FILLED", 1, 0)],
    ["an IOC that rests", terms("BUY", 49, { tif: "IOC" }), summary("NEW", 0, 1)],
    ["a FOK filled in part", terms("BUY", 50, { tif: "FOK", qty: 4 }), summary("CANCELLED", 3, 0)],
    ["a POST_ONLY that trades", terms("BUY", 50, { tif: "POST_ONLY" }), summary("FILLED", 1, 0)],
    ["a MARKET that fills nothing", terms("BUY", null), summary("CANCELLED", 0, 0)],
    ["a decline for no reason", terms("BUY", 50), no("FOK_NOT_FILLABLE")],
  ];
  for (const [name, arrival, answer] of WRONG) {
    it(`takes no ${name}, and says what it expected`, () => {
      const explained = explainPlaced(ASKED, { agent: "a", terms: arrival }, answer);
      assert.ok("expected" in explained && explained.expected.length > 0);
    });
  }

  it("fills the best price first, then the earliest, and moves both positions", () => {
    const { resting, positions } = after(terms("BUY", 51, { qty: 4 }), summary("FILLED", 4, 0));
    assert.deepEqual(resting, [{ id: "far", agent: "b", side: "SELL", price: 51, qty: 2 }]);
    assert.deepEqual(positions, { a: 4, b: -4 });
  });

  it("keeps what is left of an order behind the others", () => {
    const { resting } = after(terms("BUY", 50, { qty: 5 }), summary("PARTIAL", 3, 2, "mine"));
    assert.deepEqual(resting.at(-1), { id: "mine", agent: "a", side: "BUY", price: 50, qty: 2 });
  });

  it("sums levels by price, best first", () => {
    assert.deepEqual(levelsOf(ASKED, "SELL"), [
      { price: 50, qty: 3 },
      { price: 51, qty: 3 },
    ]);
    assert.deepEqual(levelsOf(EMPTY, "BUY"), []);
  });

  it("forgets what is cancelled", () => {
    assert.equal(cancel(ASKED, "first").resting.length, 2);
    assert.equal(cancelAll(ASKED, "b").resting.length, 0);
    assert.equal(cancelAll(ASKED, "a").resting.length, 3);
  });

  it("knows when other makers could have given the same answer", () => {
    assert.equal(isAmbiguous(ASKED, terms("BUY", 50, { qty: 2 }), summary("FILLED", 2, 0)), true);
    assert.equal(isAmbiguous(ASKED, terms("BUY", 51, { qty: 6 }), summary("FILLED", 6, 0)), false);
  });

  it("always knows some outcome", () => {
    for (const tif of ["GTC", "IOC", "FOK", "POST_ONLY", "MARKET"] as const) {
      assert.ok(outcomesOf(EMPTY, { agent: "a", terms: terms("BUY", 50, { tif }) }).length > 0);
    }
  });
});
