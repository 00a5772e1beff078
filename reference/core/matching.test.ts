/** How orders meet: price, then time, at the maker's price; and what is left of them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ASK, BID, BINARY, PERP, PERP_ASK, TestVenue } from "./small-venue.fixture.ts";

const MARKET_BUY = { marketId: BINARY, side: "BUY", type: "MARKET" } as const;

test("a taker trades at the makers' prices, best price first, then the older order", () => {
  const venue = new TestVenue();
  venue.result("bob", { ...ASK, price: 61 });
  venue.result("bob", { ...ASK, price: 60 });
  venue.result("cem", { ...ASK, price: 60 });
  const { status, fills, avgFillPrice } = venue.result("ann", { ...BID, price: 62, qty: 25 });
  assert.equal(status, "FILLED");
  assert.deepEqual(
    fills.map(({ price, qty }) => [price, qty]),
    [
      [60, 10],
      [60, 10],
      [61, 5],
    ],
  );
  assert.equal(avgFillPrice, (60 * 20 + 61 * 5) / 25);
  assert.deepEqual(
    venue.events.flatMap((event) => (event.type === "trade" ? [event.makerOrderId] : [])),
    ["o2", "o3", "o1"],
  );
});

test("a GTC order rests with what it did not fill", () => {
  const venue = new TestVenue();
  venue.result("bob", ASK);
  const result = venue.result("ann", { ...BID, price: 60, qty: 12 });
  assert.deepEqual([result.status, result.filledQty, result.remainingQty], ["PARTIAL", 10, 2]);
  assert.equal(venue.venue.openOrder(result.orderId)!.status, "PARTIAL");
});

for (const [qty, status, filled] of [
  [10, "FILLED", 10],
  [12, "CANCELLED", 10],
] as const) {
  test(`an IOC order for ${qty} against 10 is ${status}`, () => {
    const venue = new TestVenue();
    venue.result("bob", ASK);
    const result = venue.result("ann", { ...BID, price: 60, qty, tif: "IOC" });
    assert.deepEqual([result.status, result.filledQty, result.remainingQty], [status, filled, 0]);
    assert.deepEqual(venue.openIds("ann"), []);
    assert.equal(venue.venue.wallet("ann").reservedCents, 0);
  });
}

test("an IOC order without a match is CANCELLED under an id of its own", () => {
  const result = new TestVenue().result("ann", { ...BID, tif: "IOC" });
  assert.deepEqual([result.status, result.filledQty, result.orderId], ["CANCELLED", 0, "o1"]);
});

test("an agent's own resting orders are cancelled out of its way, others trade", () => {
  const venue = new TestVenue();
  venue.result("ann", ASK);
  venue.result("bob", ASK);
  const result = venue.result("ann", { ...BID, price: 60 });
  assert.equal(result.status, "FILLED");
  assert.deepEqual(venue.openIds("ann"), []);
  assert.equal(venue.position("ann", BINARY), 10);
  const closed = venue.events.flatMap((event) =>
    event.type === "order-closed" ? [[event.order.orderId, event.order.status]] : [],
  );
  assert.deepEqual(closed, [
    ["o1", "CANCELLED"],
    ["o2", "FILLED"],
    ["o3", "FILLED"],
  ]);
});

test("a MARKET order stops at its cap, counted from the touch", () => {
  const venue = new TestVenue();
  for (const price of [60, 63, 64]) venue.result("bob", { ...ASK, price });
  const result = venue.result("ann", { ...MARKET_BUY, qty: 30, slippageCapCents: 3 });
  assert.deepEqual([result.status, result.filledQty, result.remainingQty], ["CANCELLED", 20, 0]);
});

test("a MARKET order without a cap takes the venue's: 10 cents on a binary", () => {
  const venue = new TestVenue();
  for (const price of [60, 70, 71]) venue.result("bob", { ...ASK, price });
  assert.equal(venue.result("ann", { ...MARKET_BUY, qty: 30 }).filledQty, 20);
});

test("a cap in basis points bounds a perp's MARKET order", () => {
  const venue = new TestVenue();
  for (const price of [6_600_000, 6_606_600, 6_606_700]) {
    venue.result("bob", { ...PERP_ASK, price });
  }
  const order = { ...MARKET_BUY, marketId: PERP, qty: 3, slippageCapBps: 10 };
  assert.equal(venue.result("ann", order).filledQty, 2);
});

test("an order is announced once as opened and once as closed", () => {
  const venue = new TestVenue();
  venue.result("ann", BID);
  venue.apply({ type: "cancel", agentId: "ann", orderId: "o1" });
  const seen = venue.events.filter(({ type }) => type.startsWith("order-"));
  assert.deepEqual(
    seen.map(({ type }) => type),
    ["order-opened", "order-closed"],
  );
});
