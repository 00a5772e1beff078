/** Where each gate draws its line: the last order it takes and the first it does not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OrderRequest } from "../commands.ts";
import {
  ASK,
  BID,
  BINARY,
  PARLAY,
  PERP,
  PERP_ASK,
  PERP_BID,
  START_MS,
  TestVenue,
} from "../small-venue.fixture.ts";

/** Shape: `of` is a base order, `good` and `bad` differ in the field under test only. */
interface Line {
  title: string;
  of?: OrderRequest;
  good: Partial<OrderRequest>;
  bad: Partial<OrderRequest>;
  code: string;
}

const LINES: Line[] = [
  {
    title: "a client order id has at most 64 characters",
    good: { clientOrderId: "x".repeat(64) },
    bad: { clientOrderId: "x".repeat(65) },
    code: "VALIDATION_ERROR",
  },
  {
    title: "a timestamp needs its window",
    good: { timestampMs: START_MS, recvWindowMs: 1 },
    bad: { timestampMs: START_MS },
    code: "VALIDATION_ERROR",
  },
  {
    title: "a window needs its timestamp",
    good: { timestampMs: START_MS, recvWindowMs: 1 },
    bad: { recvWindowMs: 1 },
    code: "VALIDATION_ERROR",
  },
  {
    title: "a stamp as old as the window is fresh",
    good: { timestampMs: START_MS - 500, recvWindowMs: 500 },
    bad: { timestampMs: START_MS - 501, recvWindowMs: 500 },
    code: "TIMESTAMP_OUT_OF_WINDOW",
  },
  {
    title: "a stamp from the future counts the same",
    good: { timestampMs: START_MS + 500, recvWindowMs: 500 },
    bad: { timestampMs: START_MS + 501, recvWindowMs: 500 },
    code: "TIMESTAMP_OUT_OF_WINDOW",
  },
  { title: "one contract is enough", good: { qty: 1 }, bad: { qty: 0 }, code: "INVALID_QTY" },
  { title: "less than none is not", good: { qty: 1 }, bad: { qty: -1 }, code: "INVALID_QTY" },
  {
    title: "the band ends at 99 on a binary",
    good: { price: 99 },
    bad: { price: 100 },
    code: "PRICE_OUT_OF_RANGE",
  },
  {
    title: "the band begins at 1 on a binary",
    good: { price: 1 },
    bad: { price: 0 },
    code: "PRICE_OUT_OF_RANGE",
  },
  {
    title: "a perp price is a multiple of the tick",
    of: PERP_BID,
    good: { price: 6_400_100 },
    bad: { price: 6_400_050 },
    code: "PRICE_OUT_OF_RANGE",
  },
  {
    title: "a cap in cents is for binaries",
    good: { slippageCapCents: 0 },
    bad: { slippageCapBps: 0 },
    code: "VALIDATION_ERROR",
  },
  {
    title: "a cap in basis points is for perps",
    of: PERP_BID,
    good: { slippageCapBps: 0 },
    bad: { slippageCapCents: 0 },
    code: "VALIDATION_ERROR",
  },
  {
    title: "a cap is not negative",
    good: { slippageCapCents: 0 },
    bad: { slippageCapCents: -1 },
    code: "VALIDATION_ERROR",
  },
  {
    title: "leverage begins at one",
    of: PERP_BID,
    good: { leverage: 1 },
    bad: { leverage: 0 },
    code: "VALIDATION_ERROR",
  },
  {
    title: "leverage ends at the cap",
    of: PERP_BID,
    good: { leverage: 20 },
    bad: { leverage: 21 },
    code: "INVALID_LEVERAGE",
  },
  { title: "a binary has no leverage", good: {}, bad: { leverage: 1 }, code: "INVALID_LEVERAGE" },
  {
    title: "a parlay has no leverage",
    of: { ...BID, marketId: PARLAY },
    good: {},
    bad: { leverage: 1 },
    code: "INVALID_LEVERAGE",
  },
  {
    title: "a parlay has no margin mode",
    of: { ...BID, marketId: PARLAY },
    good: {},
    bad: { marginMode: "CROSS" },
    code: "INVALID_MARGIN_MODE",
  },
  {
    title: "a perp price may be a fifth of the mark",
    of: PERP_BID,
    good: { price: 1_300_000 },
    bad: { price: 1_299_900 },
    code: "FAT_FINGER",
  },
  {
    title: "a confirmed price may be less",
    of: { ...PERP_BID, price: 1_299_900 },
    good: { confirmFatFinger: true },
    bad: { confirmFatFinger: false },
    code: "FAT_FINGER",
  },
  {
    title: "50,000 contracts are not yet a slip on a binary",
    of: { ...BID, price: 1 },
    good: { qty: 50_000 },
    bad: { qty: 50_001 },
    code: "FAT_FINGER",
  },
  {
    title: "a binary's cap is 100,000 contracts",
    of: { ...BID, price: 1, confirmFatFinger: true },
    good: { qty: 100_000 },
    bad: { qty: 100_001 },
    code: "POSITION_CAP",
  },
  {
    title: "a perp's cap is 1,000 contracts",
    of: { ...PERP_BID, price: 1_300_000, leverage: 20 },
    good: { qty: 1_000 },
    bad: { qty: 1_001 },
    code: "POSITION_CAP",
  },
  {
    title: "a binary buyer needs price times contracts",
    of: { ...BID, price: 50 },
    good: { qty: 20_000 },
    bad: { qty: 20_001 },
    code: "INSUFFICIENT_MARGIN",
  },
  {
    title: "a binary seller needs the rest of the payout",
    of: { ...ASK, price: 75 },
    good: { qty: 40_000 },
    bad: { qty: 40_001 },
    code: "INSUFFICIENT_MARGIN",
  },
  {
    title: "a perp buyer needs the notional at the mark over leverage",
    of: { ...PERP_BID, leverage: 2 },
    good: { qty: 307 },
    bad: { qty: 308 },
    code: "INSUFFICIENT_MARGIN",
  },
];

for (const { title, of = BID, good, bad, code } of LINES) {
  test(`${title}, else ${code}`, () => {
    assert.equal(new TestVenue().verdict("ann", { ...of, ...good }), "NEW");
    const venue = new TestVenue();
    assert.equal(venue.verdict("ann", { ...of, ...bad }), code);
    assert.deepEqual(venue.openIds("ann"), []);
    assert.equal(venue.free("ann"), 1_000_000);
  });
}

/** A perp whose band lets prices go past five times the mark. */
test("a perp price may be five times the mark, else FAT_FINGER", () => {
  const verdict = (price: number) => {
    const venue = new TestVenue();
    venue.apply({ type: "update-market", marketId: PERP, markPrice: 1_000_000 });
    return venue.verdict("ann", { ...PERP_ASK, price });
  };
  assert.equal(verdict(5_000_000), "NEW");
  assert.equal(verdict(5_000_100), "FAT_FINGER");
});

test("a post-only order rests one tick before the touch, and not at it", () => {
  const venue = new TestVenue();
  venue.result("bob", ASK);
  const order = { ...BID, tif: "POST_ONLY" } as const;
  assert.equal(venue.verdict("ann", { ...order, price: 60 }), "POST_ONLY_WOULD_CROSS");
  assert.equal(venue.verdict("ann", { ...order, price: 59 }), "NEW");
});

test("a post-only order does not cross one of its own agent either", () => {
  const venue = new TestVenue();
  venue.result("ann", ASK);
  const order = { ...BID, price: 60, tif: "POST_ONLY" } as const;
  assert.equal(venue.verdict("ann", order), "POST_ONLY_WOULD_CROSS");
  assert.deepEqual(venue.openIds("ann"), ["o1"]);
});

test("a FOK order fills exactly what is there, and nothing of its own agent's", () => {
  const venue = new TestVenue();
  venue.result("bob", ASK);
  venue.result("ann", { ...ASK, price: 61 });
  const order = { ...BID, price: 61, tif: "FOK" } as const;
  assert.equal(venue.verdict("ann", { ...order, qty: 11 }), "FOK_NOT_FILLABLE");
  assert.deepEqual(venue.venue.book(BINARY, 9)!.asks, [
    { price: 60, qty: 10 },
    { price: 61, qty: 10 },
  ]);
  assert.equal(venue.verdict("ann", { ...order, qty: 10 }), "FILLED");
});

test("a MARKET order finds no liquidity in orders of its own agent", () => {
  const venue = new TestVenue();
  venue.result("ann", ASK);
  const order = { marketId: BINARY, side: "BUY", type: "MARKET", qty: 1 } as const;
  assert.equal(venue.verdict("ann", order), "MARKET_NO_LIQUIDITY");
  assert.equal(venue.verdict("bob", order), "FILLED");
});

test("a MARKET order on a perp needs a mark, on a binary it needs none", () => {
  const venue = new TestVenue();
  venue.result("bob", PERP_ASK);
  venue.result("bob", ASK);
  venue.apply({ type: "update-market", marketId: PERP, markPrice: null });
  const order = { side: "BUY", type: "MARKET", qty: 1 } as const;
  assert.equal(venue.verdict("ann", { ...order, marketId: PERP }), "NO_REFERENCE_PRICE");
  assert.equal(venue.verdict("ann", { ...order, marketId: BINARY }), "FILLED");
});

test("a MARKET order takes what is there and no more, whatever its time in force", () => {
  for (const tif of ["GTC", "IOC", "FOK", "POST_ONLY"] as const) {
    const venue = new TestVenue();
    venue.result("bob", { ...ASK, qty: 2 });
    const order = { marketId: BINARY, side: "BUY", type: "MARKET", qty: 3, tif } as const;
    const { status, filledQty, remainingQty } = venue.result("ann", order);
    assert.deepEqual([status, filledQty, remainingQty], ["CANCELLED", 2, 0], tif);
    assert.deepEqual(venue.openIds("ann"), []);
  }
});

test("a MARKET order sent again with another time in force is the same order", () => {
  const venue = new TestVenue();
  venue.result("bob", ASK);
  const order = { marketId: BINARY, side: "BUY", type: "MARKET", qty: 1 } as const;
  const first = venue.result("ann", { ...order, tif: "FOK", clientOrderId: "one" });
  const again = venue.result("ann", { ...order, tif: "POST_ONLY", clientOrderId: "one" });
  assert.deepEqual(again, first);
});

test("a reduce-only order fits into the position with those that rest already", () => {
  const venue = new TestVenue();
  venue.trade("ann", "bob", { marketId: BINARY, price: 50, qty: 10 });
  const order = { ...ASK, reduceOnly: true, qty: 6 };
  assert.equal(venue.verdict("ann", { ...order, side: "BUY" }), "REDUCE_ONLY_VIOLATION");
  assert.equal(venue.verdict("ann", { ...order, qty: 11 }), "REDUCE_ONLY_VIOLATION");
  assert.equal(venue.verdict("ann", order), "NEW");
  assert.equal(venue.verdict("ann", { ...order, qty: 5 }), "REDUCE_ONLY_VIOLATION");
  assert.equal(venue.verdict("ann", { ...order, qty: 4 }), "NEW");
});

test("resting orders count toward the position cap, of their own direction only", () => {
  const venue = new TestVenue();
  venue.result("ann", { ...BID, price: 1, qty: 50_000 });
  const order = { ...BID, price: 1, confirmFatFinger: true };
  assert.equal(venue.verdict("ann", { ...order, qty: 50_001 }), "POSITION_CAP");
  assert.equal(venue.verdict("ann", { ...order, qty: 50_000 }), "NEW");
  assert.equal(venue.verdict("ann", { ...ASK, price: 99, qty: 50_000 }), "NEW");
});

test("a MARKET order needs a mark on every kind of market, where the operator says there is none", () => {
  const venue = new TestVenue();
  const sweep = { ...BID, type: "MARKET", price: undefined, qty: 1 } as never;
  venue.result("bob", ASK);
  assert.equal(venue.verdict("ann", sweep), "FILLED");
  venue.apply({ type: "update-market", marketId: BINARY, markPrice: null });
  assert.equal(venue.verdict("ann", sweep), "NO_REFERENCE_PRICE");
  venue.apply({ type: "update-market", marketId: BINARY, markPrice: 50 });
  assert.equal(venue.verdict("ann", sweep), "FILLED");
});

test("a MARKET order on a binary without a mark goes by the index, while there is one", () => {
  const venue = new TestVenue();
  venue.result("bob", ASK);
  const request = { ...BID, type: "MARKET", price: undefined, qty: 1 } as never;
  const place = (orderId: string, lost: { isIndexLost?: true }) => {
    const outcome = venue.apply({ type: "place", agentId: "ann", orderId, request, ...lost });
    return outcome.kind === "result" ? (outcome.result.rejectReason ?? outcome.result.status) : "";
  };
  assert.equal(place("o-1", { isIndexLost: true }), "NO_REFERENCE_PRICE");
  assert.equal(place("o-2", {}), "FILLED");
  // It has traded: its last price is its mark.
  assert.equal(place("o-3", { isIndexLost: true }), "FILLED");
});

test("the margin mode is chosen from flat and stays while a position is open", () => {
  const venue = new TestVenue();
  assert.equal(venue.verdict("ann", { ...PERP_BID, marginMode: "ISOLATED" }), "NEW");
  venue.result("bob", { ...PERP_ASK, price: PERP_BID.price });
  assert.equal(venue.verdict("ann", { ...PERP_BID, marginMode: "CROSS" }), "NEW");
  assert.equal(venue.venue.positions("ann")[0]?.marginMode, "ISOLATED");
});
