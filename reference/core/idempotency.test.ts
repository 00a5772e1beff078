/** One client order id, one order: what is replayed, what conflicts, what stays free. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OrderRequest } from "./commands.ts";
import { BID, BINARY, PARLAY, PERP_BID, START_MS, TestVenue } from "./small-venue.fixture.ts";

const KEYED = { ...BID, clientOrderId: "once" };

test("a replay returns the first result, whatever became of the order", () => {
  const venue = new TestVenue();
  const first = JSON.stringify(venue.result("ann", KEYED));
  venue.apply({ type: "cancel", agentId: "ann", orderId: "o1" });
  const again = venue.place("ann", { ...KEYED, timestampMs: START_MS - 9_999, recvWindowMs: 1 });
  assert.ok(again.kind === "result" && again.replayed);
  assert.equal(JSON.stringify(again.result), first);
  assert.deepEqual(venue.openIds("ann"), []);
});

test("what a reader does to a result is not seen by the next reader", () => {
  const venue = new TestVenue();
  const first = venue.result("ann", KEYED);
  const text = JSON.stringify(first);
  first.status = "FILLED";
  first.fills.push({ tradeSeq: 1, price: 1, qty: 1, atMs: 1 });
  const second = venue.result("ann", KEYED);
  second.remainingQty = 0;
  assert.equal(JSON.stringify(venue.result("ann", KEYED)), text);
});

test("another agent may use the same id", () => {
  const venue = new TestVenue();
  venue.result("ann", KEYED);
  assert.equal(venue.verdict("bob", KEYED), "NEW");
});

const DIFFERENT: Partial<OrderRequest>[] = [
  { marketId: PARLAY },
  { side: "SELL" },
  { type: "MARKET" },
  { tif: "IOC" },
  { price: 41 },
  { qty: 11 },
  { reduceOnly: true },
  { leverage: 1 },
  { marginMode: "CROSS" },
  { slippageCapCents: 1 },
];
for (const change of DIFFERENT) {
  test(`another ${Object.keys(change)[0]} under the same id is a conflict`, () => {
    const venue = new TestVenue();
    venue.result("ann", KEYED);
    const outcome = venue.place("ann", { ...KEYED, ...change });
    assert.ok(outcome.kind === "refused");
    assert.equal(outcome.code, "CLIENT_ORDER_ID_CONFLICT");
    assert.deepEqual(outcome.details, { order_id: "o1" });
  });
}

const SAME: Partial<OrderRequest>[] = [
  { tif: "GTC" },
  { reduceOnly: false },
  { confirmFatFinger: true },
  { timestampMs: START_MS, recvWindowMs: 1 },
];
for (const change of SAME) {
  test(`${Object.keys(change).join(" and ")} does not make it another order`, () => {
    const venue = new TestVenue();
    venue.result("ann", KEYED);
    const outcome = venue.place("ann", { ...KEYED, ...change });
    assert.ok(outcome.kind === "result" && outcome.replayed);
  });
}

const BINDING: [string, Partial<OrderRequest>][] = [
  ["UNKNOWN_MARKET", { marketId: "nowhere" }],
  ["INVALID_QTY", { qty: 0 }],
  ["PRICE_OUT_OF_RANGE", { price: 100 }],
  ["REDUCE_ONLY_VIOLATION", { reduceOnly: true }],
  ["FOK_NOT_FILLABLE", { tif: "FOK" }],
  ["TIMESTAMP_OUT_OF_WINDOW", { timestampMs: 1, recvWindowMs: 1, qty: 9 }],
  ["FAT_FINGER", { qty: 50_001 }],
  ["INSUFFICIENT_MARGIN", { qty: 50_000 }],
];
for (const [code, change] of BINDING) {
  test(`${code} is the lasting answer under its id`, () => {
    const venue = new TestVenue();
    assert.equal(venue.verdict("ann", { ...KEYED, ...change }), code);
    const again = venue.place("ann", { ...KEYED, ...change });
    assert.ok(again.kind === "result" && again.replayed);
    assert.equal(venue.verdict("ann", KEYED), "CLIENT_ORDER_ID_CONFLICT");
  });
}

test("what is refused before the engine leaves the id free", () => {
  const venue = new TestVenue();
  assert.equal(venue.verdict("ann", { ...KEYED, slippageCapBps: 1 }), "VALIDATION_ERROR");
  assert.equal(venue.verdict("ann", KEYED), "NEW");
});

test("a stale order is judged anew under its own id when it is stamped anew", () => {
  const venue = new TestVenue();
  const stale = { ...KEYED, timestampMs: 1, recvWindowMs: 1 };
  assert.equal(venue.verdict("ann", stale), "TIMESTAMP_OUT_OF_WINDOW");
  assert.equal(venue.verdict("ann", { ...stale, timestampMs: START_MS }), "NEW");
  assert.equal(venue.result("ann", { ...stale, timestampMs: START_MS }).orderId, "o2");
});

test("a fat finger is confirmed under its own id", () => {
  const venue = new TestVenue();
  const order = { ...PERP_BID, price: 1_299_900, clientOrderId: "big" };
  assert.equal(venue.verdict("ann", order), "FAT_FINGER");
  assert.equal(venue.verdict("ann", { ...order, confirmFatFinger: true }), "NEW");
});

test("while frozen a replay is refused too, and known again after", () => {
  const venue = new TestVenue();
  venue.result("ann", KEYED);
  venue.apply({ type: "freeze", frozen: true });
  assert.equal(venue.verdict("ann", KEYED), "EXCHANGE_FROZEN");
  venue.apply({ type: "freeze", frozen: false });
  assert.equal(venue.result("ann", KEYED).orderId, "o1");
  assert.equal(venue.venue.book(BINARY, 1)!.bids[0]!.qty, 10);
});
