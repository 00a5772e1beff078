/** What cash is earmarked, and who pays when a position loses more than there is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ASK,
  BID,
  BINARY,
  CASH_CENTS,
  PERP,
  PERP_ASK,
  PERP_BID,
  TestVenue,
} from "./small-venue.fixture.ts";

const reserved = (venue: TestVenue, name: string) => venue.venue.wallet(name).reservedCents;

test("a binary BUY earmarks its price, a SELL the rest of the payout", () => {
  const venue = new TestVenue();
  venue.result("ann", BID);
  assert.equal(reserved(venue, "ann"), 400);
  venue.result("ann", ASK);
  assert.equal(reserved(venue, "ann"), 800);
});

test("a SELL earmarks only what goes beyond the long position", () => {
  const venue = new TestVenue();
  venue.trade("ann", "bob", { marketId: BINARY, price: 50, qty: 10 });
  venue.result("ann", ASK);
  assert.equal(reserved(venue, "ann"), 0);
  venue.result("ann", { ...ASK, qty: 5 });
  assert.equal(reserved(venue, "ann"), 5 * 40);
});

test("a perp earmarks notional at the worse of limit and mark over leverage, rounded up", () => {
  const venue = new TestVenue();
  venue.result("ann", { ...PERP_BID, leverage: 7 });
  assert.equal(reserved(venue, "ann"), Math.ceil(6_500 / 7));
  venue.result("bob", { ...PERP_ASK, leverage: 7 });
  assert.equal(reserved(venue, "bob"), Math.ceil(6_600 / 7));
});

test("closing a perp pays full cents, and keeps what is left of one for the next", () => {
  const venue = new TestVenue();
  const cash = (name: string) => venue.venue.wallet(name).cashCents - CASH_CENTS;
  for (const due of [0, 1, 2, 3, 4]) {
    venue.trade("ann", "bob", { marketId: PERP, price: 6_500_000, qty: 1 });
    venue.trade("bob", "ann", { marketId: PERP, price: 6_500_900, qty: 1 });
    assert.deepEqual([cash("ann"), cash("bob")], [due, 0 - due]);
  }
  assert.equal(reserved(venue, "ann"), 0);
});

test("a position can be closed with all cash earmarked", () => {
  const venue = new TestVenue();
  venue.open("poor", 6_500);
  venue.trade("poor", "bob", { marketId: PERP, price: 6_500_000, qty: 1 });
  assert.equal(venue.free("poor"), 0);
  assert.equal(venue.verdict("poor", PERP_BID), "INSUFFICIENT_MARGIN");
  assert.equal(venue.verdict("poor", PERP_ASK), "NEW");
});

test("the house pays what a loss exceeds all cash, and the winner is paid in full", () => {
  const venue = new TestVenue();
  venue.open("poor", 1_000);
  venue.result("bob", { ...PERP_ASK, price: 6_500_000 });
  venue.result("poor", { ...PERP_BID, price: 6_500_000, leverage: 20 });
  venue.trade("bob", "poor", { marketId: PERP, price: 5_000_000, qty: 1 });
  assert.equal(venue.venue.wallet("poor").cashCents, 0);
  assert.equal(venue.venue.wallet("bob").cashCents, CASH_CENTS + 1_500);
  assert.equal(venue.venue.state.ledger.house.cents, -500);
});

test("equity counts what an open position is worth at the mark", () => {
  const venue = new TestVenue();
  venue.trade("ann", "bob", { marketId: BINARY, price: 50, qty: 10 });
  venue.apply({ type: "update-market", marketId: BINARY, markPrice: 70 });
  const { cashCents, equityCents } = venue.venue.wallet("ann");
  assert.deepEqual([cashCents, equityCents], [CASH_CENTS - 500, CASH_CENTS + 200]);
  assert.equal(venue.venue.wallet("bob").equityCents, CASH_CENTS - 200);
  assert.equal(venue.venue.positions("bob")[0]!.unrealizedPnlCents, -200);
});

test("a binary without a given mark is worth its mid, else its last trade", () => {
  const venue = new TestVenue();
  const mark = () => venue.venue.market(BINARY)!.markPrice;
  assert.equal(mark(), null);
  venue.trade("ann", "bob", { marketId: BINARY, price: 50, qty: 1 });
  assert.equal(mark(), 50);
  venue.result("ann", BID);
  venue.result("bob", { ...ASK, price: 61 });
  assert.equal(mark(), 50.5);
});
