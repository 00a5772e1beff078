/** Leverage and margin mode: set by what opens from flat, and by nothing else. D-075, D-079. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PERP, PERP_ASK, PERP_BID, TestVenue } from "./small-venue.fixture.ts";

const AT_MARK = { marketId: PERP, price: 6_500_000, qty: 10 } as const;

/** Bob offers, and ann takes it at this leverage. */
function held(leverage: number): TestVenue {
  const venue = new TestVenue();
  venue.result("bob", { ...AT_MARK, side: "SELL", type: "LIMIT" });
  venue.result("ann", { ...AT_MARK, side: "BUY", type: "LIMIT", leverage, marginMode: "ISOLATED" });
  return venue;
}

const terms = (venue: TestVenue) => {
  const { leverage, marginMode } = venue.venue.position("ann", PERP)!;
  return [leverage, marginMode];
};
const effective = (venue: TestVenue, change: object) =>
  venue.result("ann", { ...PERP_BID, ...change }).effectiveLeverage;

test("what opens from flat sets leverage and margin mode", () => {
  assert.deepEqual(terms(held(5)), [5, "ISOLATED"]);
});

for (const [what, change] of [
  ["rests far away", {}],
  ["finds nobody", { tif: "IOC" }],
  ["reduces", { side: "SELL", price: 6_600_000, reduceOnly: true }],
] as const) {
  test(`with a position open, an order that ${what} changes neither`, () => {
    const venue = held(5);
    const before = venue.venue.wallet("ann").reservedCents;
    assert.equal(effective(venue, { leverage: 20, marginMode: "CROSS", ...change }), 5);
    assert.deepEqual(terms(venue), [5, "ISOLATED"]);
    venue.apply({ type: "cancel-all", agentId: "ann" });
    assert.equal(venue.venue.wallet("ann").reservedCents, before);
  });
}

for (const tif of ["FOK", "IOC"] as const) {
  test(`${tif}: an order that opened nothing leaves no trace`, () => {
    const venue = new TestVenue();
    venue.place("ann", { ...PERP_BID, leverage: 5, tif });
    assert.equal(effective(venue, {}), 1);
  });
}

test("a resting order that was cancelled leaves no trace", () => {
  const venue = new TestVenue();
  assert.equal(effective(venue, { leverage: 5 }), 5);
  venue.apply({ type: "cancel-all", agentId: "ann" });
  assert.equal(effective(venue, {}), 1);
});

test("beside a working order another one rests at its leverage", () => {
  const venue = new TestVenue();
  effective(venue, { leverage: 5 });
  assert.equal(effective(venue, { leverage: 10 }), 5);
  assert.equal(effective(venue, { leverage: 10, tif: "IOC" }), 10);
  assert.equal(effective(venue, {}), 5);
});

test("beside a working order the one that fills from flat opens at its own leverage", () => {
  const venue = new TestVenue();
  effective(venue, { leverage: 5 });
  venue.result("bob", PERP_ASK);
  assert.equal(effective(venue, { price: 6_600_000, leverage: 2 }), 2);
  assert.deepEqual(terms(venue), [2, "CROSS"]);
  assert.equal(venue.venue.wallet("ann").reservedCents, (6_500 + 6_600) / 2);
});

test("beside a working order one that cannot rest needs the margin of its own leverage alone", () => {
  const venue = new TestVenue();
  effective(venue, {});
  const order = { ...PERP_BID, qty: 500, leverage: 20 };
  assert.equal(venue.verdict("ann", order), "INSUFFICIENT_MARGIN");
  assert.equal(venue.verdict("ann", { ...order, tif: "IOC" }), "CANCELLED");
});

test("an amended order keeps its leverage", () => {
  const venue = new TestVenue();
  effective(venue, { leverage: 5 });
  venue.amend("ann", "o1", { price: 6_300_000 });
  assert.equal(venue.venue.wallet("ann").reservedCents, 6_500 / 5);
});

test("once flat, the next order brings its own", () => {
  const venue = held(5);
  venue.trade("bob", "ann", { ...AT_MARK });
  assert.equal(effective(venue, {}), 1);
});
