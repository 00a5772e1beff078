/** Resting orders: cancel, cancel all, amend, ladder, and the trimming of reduce-only orders. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReplaceLadder } from "./commands.ts";
import {
  ASK,
  BID,
  BINARY,
  CASH_CENTS,
  PARLAY,
  PERP_BID,
  TestVenue,
} from "./small-venue.fixture.ts";

const cancel = (agentId: string, orderId: string) =>
  ({ type: "cancel", agentId, orderId }) as const;

test("a cancel takes effect at once and frees the reserve", () => {
  const venue = new TestVenue();
  venue.result("ann", BID);
  assert.equal(venue.free("ann"), CASH_CENTS - 400);
  const outcome = venue.apply(cancel("ann", "o1"));
  assert.ok(outcome.kind === "cancelled");
  assert.equal(outcome.order.status, "CANCELLED");
  assert.equal(venue.free("ann"), CASH_CENTS);
  assert.equal(venue.verdict("bob", { ...ASK, price: 40, tif: "IOC" }), "CANCELLED");
});

test("an order of another agent, or of nobody, cannot be cancelled", () => {
  const venue = new TestVenue();
  venue.result("ann", BID);
  const codes = [cancel("bob", "o1"), cancel("ann", "o2")].map((command) => {
    const outcome = venue.apply(command);
    return outcome.kind === "refused" ? outcome.code : outcome.kind;
  });
  assert.deepEqual(codes, ["FORBIDDEN", "ORDER_NOT_FOUND"]);
  assert.deepEqual(venue.openIds("ann"), ["o1"]);
});

test("cancel all takes the agent's orders, of one market when it is named", () => {
  const venue = new TestVenue();
  for (const marketId of [BINARY, PARLAY, BINARY]) venue.result("ann", { ...BID, marketId });
  venue.result("bob", BID);
  const all = { type: "cancel-all", agentId: "ann" } as const;
  assert.deepEqual(venue.apply({ ...all, marketId: "nowhere" }).orderIds, []);
  assert.deepEqual(venue.apply({ ...all, marketId: BINARY }).orderIds, ["o1", "o3"]);
  assert.deepEqual(venue.apply(all).orderIds, ["o2"]);
  assert.deepEqual(venue.openIds("bob"), ["o4"]);
});

test("while frozen cancels work, orders, ladders and amendments do not", () => {
  const venue = new TestVenue();
  venue.result("ann", BID);
  venue.apply({ type: "freeze", frozen: true });
  const ladder: ReplaceLadder = {
    type: "replace-ladder",
    agentId: "ann",
    marketId: BINARY,
    orders: [],
  };
  const refused = [
    venue.place("ann", BID),
    venue.amend("ann", "o1", { qty: 1 }),
    venue.apply(ladder),
  ];
  for (const outcome of refused) {
    assert.ok(outcome.kind === "refused");
    assert.equal(outcome.code, "EXCHANGE_FROZEN");
  }
  assert.equal(venue.apply(cancel("ann", "o1")).kind, "cancelled");
});

/** Who is filled first at the price after the change: o1 came before o2. */
for (const [title, change, first] of [
  ["less quantity keeps priority", { qty: 5 }, "o1"],
  ["the same terms keep priority", { price: 60, qty: 10 }, "o1"],
  ["more quantity loses priority", { qty: 11 }, "o2"],
] as const) {
  test(`${title} of an amended order`, () => {
    const venue = new TestVenue();
    venue.result("ann", ASK);
    venue.result("bob", ASK);
    assert.equal(venue.amend("ann", "o1", change).kind, "amended");
    venue.result("cem", { ...BID, price: 60, qty: 1 });
    const trade = venue.events.find((event) => event.type === "trade");
    assert.equal(trade?.type === "trade" && trade.makerOrderId, first);
  });
}

test("an amended price that crosses trades", () => {
  const venue = new TestVenue();
  venue.result("bob", ASK);
  venue.result("ann", BID);
  const outcome = venue.amend("ann", "o2", { price: 60 });
  assert.ok(outcome.kind === "amended");
  assert.equal(outcome.order.status, "FILLED");
  assert.equal(venue.position("ann", BINARY), 10);
});

for (const [title, change, reason] of [
  ["no more than is filled", { qty: 4 }, undefined],
  ["a price off the band", { price: 100 }, "PRICE_OUT_OF_RANGE"],
  ["more than the cash allows", { qty: 40_000 }, "INSUFFICIENT_MARGIN"],
] as const) {
  test(`an amendment to ${title} is refused and leaves the order as it was`, () => {
    const venue = new TestVenue();
    venue.result("ann", { ...BID, qty: 10 });
    venue.result("bob", { ...ASK, price: 40, qty: 4 });
    const before = venue.venue.openOrder("o1");
    const outcome = venue.amend("ann", "o1", change);
    assert.ok(outcome.kind === "refused");
    assert.equal(outcome.code, "AMEND_CONFLICT");
    assert.equal(outcome.details?.["reject_reason"], reason);
    assert.deepEqual(venue.venue.openOrder("o1"), before);
    assert.equal(venue.free("ann"), CASH_CENTS - 400);
    assert.equal(venue.amend("ann", "o1", { qty: 5 }).kind, "amended");
  });
}

test("a ladder replaces the orders of its market and side; each has its own outcome", () => {
  const venue = new TestVenue();
  for (const order of [BID, ASK, PERP_BID]) venue.result("ann", order);
  const orders = [BID, { ...BID, price: 100 }, { ...BID, price: 41 }].map((request, n) => ({
    orderId: `l${n}`,
    request,
  }));
  const ladder = { type: "replace-ladder", agentId: "ann", marketId: BINARY, orders } as const;
  const outcome = venue.apply({ ...ladder, side: "BUY" });
  assert.ok(outcome.kind === "ladder");
  assert.deepEqual(outcome.cancelled, ["o1"]);
  assert.deepEqual(
    outcome.results.map((one) => one.kind === "result" && one.result.status),
    ["NEW", "REJECTED", "NEW"],
  );
  assert.deepEqual(venue.openIds("ann"), ["l2", "l0", "o3", "o2"]);
});

test("a ladder has at most 50 orders and a market that exists", () => {
  const venue = new TestVenue();
  const steps = (count: number, marketId: string) => {
    const orders = Array.from({ length: count }, (_, n) => ({ orderId: `l${n}`, request: BID }));
    const outcome = venue.apply({ type: "replace-ladder", agentId: "ann", marketId, orders });
    return outcome.kind === "refused" ? outcome.code : outcome.kind;
  };
  assert.equal(steps(50, BINARY), "ladder");
  assert.equal(steps(51, BINARY), "VALIDATION_ERROR");
  assert.equal(steps(1, "nowhere"), "MARKET_NOT_FOUND");
});

test("when a position shrinks, its worst-priced reduce-only orders are cut back", () => {
  const venue = new TestVenue();
  venue.trade("ann", "bob", { marketId: BINARY, price: 50, qty: 10 });
  const closing = { ...ASK, reduceOnly: true };
  for (const [price, qty] of [
    [62, 3],
    [60, 3],
    [61, 4],
  ] as const) {
    venue.result("ann", { ...closing, price, qty });
  }
  venue.result("cem", { ...BID, price: 55, qty: 5 });
  venue.result("ann", { ...ASK, price: 55, qty: 5, tif: "IOC" });
  assert.equal(venue.position("ann", BINARY), 5);
  const left = venue.venue.openOrders("ann").map(({ price, qty }) => [price, qty]);
  assert.deepEqual(left, [
    [61, 2],
    [60, 3],
  ]);
});

test("a reduce-only order whose position has gone is gone too", () => {
  const venue = new TestVenue();
  venue.trade("ann", "bob", { marketId: BINARY, price: 50, qty: 10 });
  venue.result("ann", { ...ASK, reduceOnly: true });
  venue.trade("cem", "ann", { marketId: BINARY, price: 50, qty: 10 });
  assert.deepEqual(venue.openIds("ann"), []);
});
