/** When a position is closed for want of margin, at what price, and who pays what is missing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MarginMode } from "./commands.ts";
import { BID, CASH_CENTS, TestVenue } from "./small-venue.fixture.ts";

const MARKET = "margined";
const PRICE = 6_500_000;
const BPS = 250;
const LIMIT = { marketId: MARKET, type: "LIMIT", price: PRICE } as const;

/** Poor is long ten contracts, 650.00 USD of notional, at leverage 20; bob is short. */
function held(marginMode: MarginMode, cashCents = 4_000, maintenanceMarginBps?: number) {
  const venue = new TestVenue();
  const terms = maintenanceMarginBps === undefined ? {} : { maintenanceMarginBps };
  venue.apply({ type: "create-market", marketId: MARKET, kind: "BTC_PERP", ...terms });
  venue.open("poor", cashCents);
  venue.result("bob", { ...LIMIT, side: "SELL", qty: 10 });
  venue.result("poor", { ...LIMIT, side: "BUY", qty: 10, leverage: 20, marginMode });
  return venue;
}

const markAt = (venue: TestVenue, markPrice: number | null) =>
  venue.apply({ type: "update-market", marketId: MARKET, markPrice });
const bid = (venue: TestVenue, price: number, qty = 10) =>
  venue.result("cem", { ...LIMIT, side: "BUY", price, qty });
const cashOf = (venue: TestVenue, name: string) => venue.venue.wallet(name).cashCents;
const ended = (venue: TestVenue) =>
  venue.events.flatMap((event) => (event.type === "order-closed" ? [event.order] : []));

// The margin is 3,250 cents; a mark 1% lower costs 650 and asks for 1,609.
for (const [mode, cash, last, first] of [
  ["ISOLATED", 9_000, 6_333_400, 6_333_300],
  ["CROSS", 4_000, 6_256_500, 6_256_400],
] as const) {
  test(`${mode}: a position is closed at the first mark below its maintenance margin`, () => {
    const venue = held(mode, cash, BPS);
    bid(venue, 6_200_000);
    markAt(venue, last);
    assert.equal(venue.position("poor", MARKET), 10);
    markAt(venue, first);
    assert.equal(venue.position("poor", MARKET), 0);
    assert.equal(cashOf(venue, "poor"), cash - 3_000);
  });
}

test("without a maintenance margin nothing is closed", () => {
  const venue = held("ISOLATED");
  bid(venue, 6_000_000);
  markAt(venue, 6_000_000);
  assert.equal(venue.position("poor", MARKET), 10);
});

test("it is an order of the venue's, reduce-only, that trades like any other", () => {
  const venue = held("ISOLATED", 4_000, BPS);
  bid(venue, 6_300_000, 4);
  markAt(venue, 6_300_000);
  const order = ended(venue).at(-1)!;
  assert.deepEqual(
    [order.agentId, order.side, order.type, order.reduceOnly, order.qty, order.filledQty],
    ["poor", "SELL", "MARKET", true, 10, 4],
  );
  assert.match(order.orderId, /^00000000-0000-8000-8000-[0-9a-f]{12}$/);
  assert.equal(order.status, "CANCELLED");
  assert.equal(venue.position("poor", MARKET), 6);
  bid(venue, 6_299_000, 6);
  markAt(venue, 6_299_000);
  assert.equal(venue.position("poor", MARKET), 0);
});

test("it trades no further from the mark than 5%, and waits for the next mark", () => {
  const venue = held("ISOLATED", 4_000, BPS);
  bid(venue, 5_900_000);
  markAt(venue, 6_300_000);
  assert.equal(venue.position("poor", MARKET), 10);
  assert.ok(ended(venue).every(({ agentId, status }) => agentId !== "poor" || status === "FILLED"));
  markAt(venue, 6_200_000);
  assert.equal(venue.position("poor", MARKET), 0);
});

test("an ISOLATED position loses no more than its margin: the house pays the rest, and it is told", () => {
  const venue = held("ISOLATED", 9_000, BPS);
  bid(venue, 6_000_000);
  markAt(venue, 6_000_000);
  assert.equal(cashOf(venue, "poor"), 9_000 - 3_250);
  assert.equal(venue.venue.position("poor", MARKET)!.realizedPnlCents, -5_000);
  assert.equal(venue.venue.position("poor", MARKET)!.housePaidCents, 1_750);
  assert.equal(venue.venue.state.ledger.house.cents, -1_750);
});

test("what an ISOLATED position was opened worse than the mark is its agent's to pay, and not free", () => {
  const venue = held("ISOLATED", 9_000, BPS);
  const terms = { leverage: 20, marginMode: "ISOLATED", confirmFatFinger: true } as const;
  venue.result("cem", { ...LIMIT, ...terms, side: "SELL", price: 5_000_000, qty: 1 });
  venue.result("bob", { ...LIMIT, side: "BUY", price: 5_000_000, qty: 1 });
  assert.equal(venue.free("cem"), CASH_CENTS - 250 - 1_500);
  venue.result("cem", { ...LIMIT, side: "BUY", price: 7_000_000, qty: 1 });
  venue.result("bob", { ...LIMIT, side: "SELL", price: 7_000_000, qty: 1 });
  assert.equal(cashOf(venue, "cem"), CASH_CENTS - 250 - 1_500);
});

test("a CROSS position may cost all cash, and no more", () => {
  const venue = held("CROSS", 4_000, BPS);
  bid(venue, 6_000_000);
  markAt(venue, 6_000_000);
  assert.equal(cashOf(venue, "poor"), 0);
  assert.equal(venue.venue.position("poor", MARKET)!.housePaidCents, 1_000);
});

for (const [mode, left] of [
  ["ISOLATED", 1],
  ["CROSS", 0],
] as const) {
  test(`${mode}: orders elsewhere ${left === 0 ? "give way" : "stay"}`, () => {
    const venue = held(mode, 4_000, BPS);
    venue.result("poor", { ...BID, qty: 1 });
    bid(venue, 6_200_000);
    markAt(venue, 6_200_000);
    assert.equal(venue.position("poor", MARKET), 0);
    assert.equal(venue.openIds("poor").length, left);
  });
}

test("nothing is closed without a mark, or while the venue is frozen", () => {
  const venue = held("ISOLATED", 4_000, BPS);
  bid(venue, 6_200_000);
  venue.apply({ type: "freeze", frozen: true });
  markAt(venue, 6_200_000);
  markAt(venue, null);
  assert.equal(venue.position("poor", MARKET), 10);
  venue.apply({ type: "freeze", frozen: false });
  markAt(venue, 6_200_000);
  assert.equal(venue.position("poor", MARKET), 0);
});

test("what a CROSS position has lost at the mark is not free, what an ISOLATED one has is", () => {
  for (const [mode, lost] of [
    ["CROSS", 1_000],
    ["ISOLATED", 0],
  ] as const) {
    const venue = held(mode, 9_000);
    const before = venue.free("poor");
    markAt(venue, PRICE - 100_000);
    assert.equal(venue.free("poor"), before - lost);
    markAt(venue, PRICE + 100_000);
    assert.equal(venue.free("poor"), before);
  }
});

test("cash that a CROSS position has lost places no order", () => {
  const venue = held("CROSS", 4_000);
  const order = { ...BID, price: 50, qty: 15 };
  markAt(venue, PRICE - 1_000);
  assert.equal(venue.verdict("poor", order), "INSUFFICIENT_MARGIN");
  markAt(venue, PRICE);
  assert.equal(venue.verdict("poor", order), "NEW");
});

for (const [terms, isLegal] of [
  [{ kind: "BTC_PERP", maintenanceMarginBps: 499 }, true],
  [{ kind: "BTC_PERP", maintenanceMarginBps: 500 }, false],
  [{ kind: "BTC_PERP", maintenanceMarginBps: 500, leverageCap: 19 }, true],
  [{ kind: "BTC_PERP", maintenanceMarginBps: 0 }, false],
  [{ kind: "BTC_BINARY", maintenanceMarginBps: 250 }, false],
] as const) {
  test(`a market with ${JSON.stringify(terms)} is ${isLegal ? "created" : "refused"}`, () => {
    const outcome = new TestVenue().apply({ type: "create-market", marketId: "new", ...terms });
    assert.equal(outcome.kind, isLegal ? "market" : "refused");
  });
}
