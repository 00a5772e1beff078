import assert from "node:assert/strict";
import { test } from "node:test";
import { callWith, limitOrder, type Opened, openVenue } from "../callers.fixture.ts";
import type { IndependentVenueOptions } from "../index.ts";

async function withBare(
  options: IndependentVenueOptions,
  body: (venue: Opened, market: string) => Promise<void>,
) {
  const venue = await openVenue({ wire: "bare", ...options });
  try {
    await body(venue, venue.market("BTC_BINARY", "OPEN", 1));
  } finally {
    await venue.close();
  }
}

test("repeats a decline, and judges anew what is confirmed", async () => {
  await withBare({}, async (venue) => {
    const maker = venue.caller("maker");
    const far = { price: 25_000, qty: 1, client_order_id: "far" };
    const body = limitOrder(venue.market("BTC_PERP"), "BUY", far);
    for (let sent = 0; sent < 2; sent += 1) {
      assert.equal((await maker("POST", "/orders", body)).body.reject_reason, "FAT_FINGER");
    }
    const insists = { ...body, confirm_fat_finger: true };
    assert.equal((await maker("POST", "/orders", insists)).body.status, "NEW");
    assert.equal((await maker("POST", "/orders", insists)).status, 200);
  });
});

test("shows a replay as the order was, when asked to", async () => {
  await withBare({ replays: "first" }, async (venue, market) => {
    const [maker, taker] = [venue.caller("maker"), venue.caller("taker")];
    const body = limitOrder(market, "SELL", { price: 60, qty: 2, client_order_id: "one" });
    const first = await maker("POST", "/orders", body);
    await taker("POST", "/orders", limitOrder(market, "BUY", { price: 60, qty: 2 }));
    assert.deepEqual((await maker("POST", "/orders", body)).body, first.body);
  });
});

test("answers a conflict with an error or a decline, when asked to", async () => {
  for (const [conflicts, status] of [
    ["error", 409],
    ["decline", 201],
  ] as const) {
    await withBare({ conflicts }, async (venue, market) => {
      const maker = venue.caller("maker");
      const body = limitOrder(market, "BUY", { price: 10, qty: 1, client_order_id: "one" });
      const first = await maker("POST", "/orders", body);
      const second = await maker("POST", "/orders", { ...body, price: 11 });
      assert.equal(second.status, status);
      assert.notEqual(second.body.order_id, first.body.order_id);
      assert.equal((await maker("GET", "/orders/open")).body.length, 1);
    });
  }
});

test("declines where it could answer with an error, when asked to", async () => {
  await withBare({ refusals: "declines", declineStatus: 200 }, async (venue, market) => {
    const maker = venue.caller("maker");
    const good = limitOrder(market, "BUY", { price: 10, qty: 1 });
    const cases: [string, object][] = [
      ["INVALID_QTY", { qty: 0 }],
      ["PRICE_OUT_OF_RANGE", { price: 100 }],
      ["INVALID_LEVERAGE", { leverage: 2 }],
      ["MARKET_CLOSED", { market_id: venue.market("BTC_BINARY", "VOID") }],
      ["UNKNOWN_MARKET", { market_id: "00000000-0000-4000-8000-000000000001" }],
    ];
    for (const [code, change] of cases) {
      const { status, body } = await maker("POST", "/orders", { ...good, ...change });
      assert.deepEqual([status, body.reject_reason], [200, code]);
    }
  });
});

test("crosses its own order as it was told to", async () => {
  for (const [selfTrade, filled, open] of [
    ["allow", 1, 0],
    ["cancel-maker", 0, 1],
    ["decline", 0, 1],
  ] as const) {
    await withBare({ selfTrade }, async (venue, market) => {
      const maker = venue.caller("maker");
      await maker("POST", "/orders", limitOrder(market, "SELL", { price: 50, qty: 1 }));
      const { body } = await maker(
        "POST",
        "/orders",
        limitOrder(market, "BUY", { price: 50, qty: 1 }),
      );
      assert.equal(body.filled_qty, filled, selfTrade);
      assert.equal((await maker("GET", "/orders/open")).body.length, open, selfTrade);
    });
  }
});

test("cancels the rest of an IOC order, when asked to", async () => {
  await withBare({ iocRest: "cancelled" }, async (venue, market) => {
    const ioc = limitOrder(market, "BUY", { price: 50, qty: 1, tif: "IOC" });
    const { body } = await venue.caller("maker")("POST", "/orders", ioc);
    assert.deepEqual([body.status, body.remaining_qty], ["CANCELLED", 0]);
  });
});

test("declines a reducing order larger than the position, when asked to", async () => {
  await withBare({ excessReduce: "decline" }, async (venue, market) => {
    const [maker, taker] = [venue.caller("maker"), venue.caller("taker")];
    await maker("POST", "/orders", limitOrder(market, "SELL", { price: 50, qty: 2 }));
    await taker("POST", "/orders", limitOrder(market, "BUY", { price: 50, qty: 2 }));
    const reduce = (qty: number) =>
      taker("POST", "/orders", limitOrder(market, "SELL", { price: 90, qty, reduce_only: true }));
    assert.equal((await reduce(3)).body.reject_reason, "REDUCE_ONLY_VIOLATION");
    assert.equal((await reduce(2)).body.status, "NEW");
  });
});

test("amends price and quantity, unless the order is done, would trade or costs too much", async () => {
  await withBare({ amends: "patch" }, async (venue, market) => {
    const [maker, taker] = [venue.caller("maker"), venue.caller("taker")];
    const { body } = await maker(
      "POST",
      "/orders",
      limitOrder(market, "BUY", { price: 40, qty: 2 }),
    );
    await taker("POST", "/orders", limitOrder(market, "SELL", { price: 60, qty: 1 }));
    const path = `/orders/${body.order_id}`;
    const amended = await maker("PATCH", path, { price: 41, qty: 3 });
    assert.deepEqual([amended.body.price, amended.body.remaining_qty], [41, 3]);
    assert.equal((await maker("PATCH", path, { price: 60 })).body.code, "amend_would_cross");
    assert.equal((await maker("PATCH", path, { qty: 15_001 })).body.code, "amend_too_large");
    assert.equal((await maker("PATCH", path, { price: 100 })).status, 422);
    assert.equal((await taker("PATCH", path, { qty: 1 })).status, 403);
    await maker("DELETE", path);
    assert.equal((await maker("PATCH", path, { qty: 1 })).body.code, "order_done");
  });
});

test("asks cash of a resting order that its position no longer covers", async () => {
  await withBare({ control: ["agents"] }, async (venue, market) => {
    const { body } = await venue.operator("POST", "/agents", { owner: "poor", cash: 200 });
    const poor = callWith(venue.url, body.api_key);
    const maker = venue.caller("maker");
    await maker("POST", "/orders", limitOrder(market, "SELL", { price: 20, qty: 5 }));
    await poor("POST", "/orders", limitOrder(market, "BUY", { price: 20, qty: 5 }));
    const rests = await poor("POST", "/orders", limitOrder(market, "SELL", { price: 30, qty: 5 }));
    assert.equal(rests.body.status, "NEW");
    await maker("POST", "/orders", limitOrder(market, "BUY", { price: 20, qty: 5 }));
    const out = limitOrder(market, "SELL", { price: 20, qty: 5, reduce_only: true });
    assert.equal((await poor("POST", "/orders", out)).body.status, "FILLED");
    assert.deepEqual((await poor("GET", "/orders/open")).body, []);
  });
});
