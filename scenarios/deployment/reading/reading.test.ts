import assert from "node:assert/strict";
import { test } from "node:test";
import * as read from "./reading.ts";

const ID = "5f0c7e0a-1f2b-4c3d-8e4f-5a6b7c8d9e0f";
const OTHER = "00000000-1f2b-4c3d-8e4f-5a6b7c8d9e0f";

const RECORDS: [what: string, body: unknown, expected: unknown][] = [
  ["at top level", { order_id: ID, qty: 1 }, { order_id: ID, qty: 1 }],
  ["wrapped", { order: { id: ID.toUpperCase() } }, { id: ID.toUpperCase() }],
  ["in a nested list", { data: { items: [{ id: OTHER }, { orderId: ID }] } }, { orderId: ID }],
  [
    "before the fills that refer to it",
    { fills: [{ order_id: ID, qty: 9 }], order: { id: ID, fills: [{ order_id: ID }] } },
    { id: ID, fills: [{ order_id: ID }] },
  ],
  ["under an id name of the target's own", { x: [{ ord_id: ID }] }, { ord_id: ID }],
  ["not where two records refer to it", [{ parent_id: ID }, { replaces_id: ID }], null],
  ["not in a cursor", { orders: [], cursor: ID }, null],
  ["not in no JSON", undefined, null],
];

for (const [what, body, expected] of RECORDS) {
  test(`finds the record of an id ${what}`, () => {
    assert.deepEqual(read.recordOf(body, ID), expected);
  });
}

const LISTS: [what: string, body: unknown, length: number | null][] = [
  ["a top-level array", [{ id: 1 }], 1],
  ["an array at depth 1", { orders: [{}, {}], count: 2 }, 2],
  ["an array at depth 2", { data: { items: [{}] } }, 1],
  ["an empty list beside an empty one", { orders: [], errors: [] }, 0],
  ["an empty one where data is null", { success: true, data: null }, 0],
  ["nothing where something else is null", { id: 1, next: null }, null],
  ["a list beside texts", { orders: [{}], tags: ["a"] }, 1],
  ["nothing at depth 3", { a: { b: { c: [{}] } } }, null],
  ["nothing where two lists stand", { a: [{}], b: [{}] }, null],
  ["nothing in texts", ["a"], null],
  ["nothing in an object without lists", { id: 1 }, null],
];

for (const [what, body, length] of LISTS) {
  test(`takes for the list ${what}`, () => {
    assert.equal(read.listOf(body)?.length ?? null, length);
  });
}

test("hears of a UUID in values, names and links; of other texts only whole", () => {
  assert.ok(read.mentions({ orders: [{ x: ID.toUpperCase() }] }, ID));
  assert.ok(read.mentions({ orders: { [ID]: {} } }, ID));
  assert.ok(read.mentions({ self: `/v1/orders/${ID}` }, ID));
  assert.ok(read.mentions([["run-1"]], "run-1"));
  assert.ok(!read.mentions({ client_order_id: "run-12" }, "run-1"));
  assert.ok(!read.mentions(undefined, ID));
});

test("reads quantities, price and status under the names in use", () => {
  assert.equal(read.executedQty({ filled_qty: 0, filled: 3 }), 0);
  assert.equal(read.executedQty({ cumQty: "2" }), 2);
  assert.equal(read.executedQty({ filled: true }), null);
  assert.equal(read.remainingQty({ leaves_qty: 4 }), 4);
  assert.equal(read.priceOf({ limit_price: 55 }), 55);
  assert.equal(read.priceOf({ px: 55 }), 55);
  assert.equal(read.statusOf({ state: "open" }), "open");
  assert.equal(read.statusOf({ status: 3 }), null);
});

const POSITIONS: [what: string, body: unknown, position: number | null][] = [
  ["signed", { positions: [{ market_id: ID, qty: -3 }] }, -3],
  ["net before gross", [{ market: ID, size: 5, net_qty: -1 }], -1],
  ["in contracts", [{ market_id: ID, contracts: 7 }], 7],
  ["by its side", [{ market_id: ID, quantity: 3, side: "SHORT" }], -3],
  ["in the node of an edge", { edges: [{ node: { market_id: ID, qty: 2 }, cursor: "c" }] }, 2],
  ["with the market nested", { positions: [{ market: { id: ID }, qty: 2 }] }, 2],
  ["flat when the list lacks the market", { positions: [{ market_id: OTHER, qty: 1 }] }, 0],
  ["flat when the list is empty", [], 0],
  ["not with an unknown side", [{ market_id: ID, qty: 3, side: "B" }], null],
  [
    "not with two records of one market",
    [
      { m: ID, qty: 1 },
      { m: ID, qty: 2 },
    ],
    null,
  ],
  ["not without a quantity", [{ market_id: ID, exposure: 3 }], null],
  ["not without a list", { ok: true }, null],
];

for (const [what, body, position] of POSITIONS) {
  test(`reads a position ${what}`, () => assert.equal(read.positionOf(body, ID), position));
}

test("reads free cash where one value stands for it", () => {
  assert.equal(read.freeCash({ wallet: { cash_cents: 9, free_cents: 7 } }), 7);
  assert.equal(read.freeCash({ available: "12.50" }), 12.5);
  assert.equal(read.freeCash({ wallets: [{ free: 1 }, { free: 2 }] }), null);
  assert.equal(read.freeCash({ cash: 9 }), null);
});

const BOOK = {
  bids: [
    { price: 40, qty: 1 },
    { price: 39, qty: 2 },
  ],
  asks: [{ price: 42, qty: 3 }],
};

test("reads a book of records or pairs under either pair of names, best first", () => {
  assert.deepEqual(read.bookOf({ book: { bids: BOOK.bids.toReversed(), asks: BOOK.asks } }), BOOK);
  assert.deepEqual(
    read.bookOf({
      buy: [
        ["39", "2"],
        [40, 1],
      ],
      sell: [[42, 3]],
    }),
    BOOK,
  );
  assert.deepEqual(read.bookOf({ bids: [], asks: [] }), { bids: [], asks: [] });
});

test("reads no book from half of one or from levels it does not know", () => {
  assert.equal(read.bookOf({ bids: [] }), null);
  assert.equal(read.bookOf({ bids: [[1]], asks: [] }), null);
  assert.equal(read.bookOf(undefined), null);
});

const GEOMETRIES: [what: string, record: read.Json, expected: unknown][] = [
  [
    "min_price",
    { geometry: { min_price: 1, max_price: 99, tick_size: 1 } },
    { band: [1, 99], tick: 1 },
  ],
  ["price_min", { price_min: 5, price_max: 95, grid: 5 }, { band: [5, 95], tick: 5 }],
  ["a band pair", { band: [1, 99], step: "2" }, { band: [1, 99], tick: 2 }],
  ["a band object", { geometry: { band: { low: 1, high: 9 } } }, { band: [1, 9], tick: null }],
  ["nothing from floats", { min_price: 0.01, max_price: 0.99 }, null],
  ["nothing upside down", { band: [99, 1] }, null],
  ["nothing without bounds", { tick: 1 }, null],
];

for (const [what, record, expected] of GEOMETRIES) {
  test(`reads geometry: ${what}`, () => assert.deepEqual(read.geometryOf(record), expected));
}

test("reads a mark price as a whole number of price units", () => {
  assert.equal(read.markOf({ mark: 6_500_000 }), 6_500_000);
  assert.equal(read.markOf({ mark_price: "65000.40" }), 65_000);
  assert.equal(read.markOf({ marked: 1 }), null);
});
