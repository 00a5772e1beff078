import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Caller, limitOrder, type Opened, openVenue } from "../callers.fixture.ts";

describe("orders on an independent venue", () => {
  let venue: Opened;
  let maker: Caller;
  let taker: Caller;
  let cents: string;
  before(async () => {
    venue = await openVenue();
    maker = venue.caller("maker");
    taker = venue.caller("taker");
    cents = venue.market("BTC_BINARY", "OPEN", 1);
  });
  after(() => venue.close());

  test("rests an order and cancels it once", async () => {
    const placed = await maker(
      "POST",
      "/v1/orders",
      limitOrder(cents, "BUY", { price: 2, qty: 3 }),
    );
    assert.equal(placed.status, 201);
    assert.deepEqual([placed.body.status, placed.body.remaining_qty], ["NEW", 3]);
    const path = `/api/orders/${placed.body.order_id}`;
    assert.equal((await taker("GET", path)).status, 403);
    assert.equal((await taker("DELETE", path)).status, 403);
    assert.deepEqual((await maker("DELETE", path)).body, { ok: true });
    assert.equal((await maker("DELETE", path)).status, 404);
    assert.equal((await maker("GET", path)).body.order.state, "CANCELLED");
  });

  test("trades best price first, then the earlier order, at the maker's price", async () => {
    const [early, late, best] = [
      await maker("POST", "/orders", limitOrder(cents, "SELL", { price: 61, qty: 1 })),
      await maker("POST", "/orders", limitOrder(cents, "SELL", { price: 61, qty: 1 })),
      await maker("POST", "/orders", limitOrder(cents, "SELL", { price: 60, qty: 1 })),
    ];
    const swept = await taker("POST", "/orders", limitOrder(cents, "BUY", { price: 65, qty: 2 }));
    assert.equal(swept.body.status, "FILLED");
    assert.deepEqual(
      swept.body.fills.map((fill: { px: number }) => fill.px),
      [60, 61],
    );
    assert.equal(swept.body.avg_fill_price_cents, 60.5);
    const state = async (placed: typeof early) =>
      (await maker("GET", `/orders/${placed.body.order_id}`)).body.order.state;
    assert.deepEqual(
      [await state(best), await state(early), await state(late)],
      ["FILLED", "FILLED", "NEW"],
    );
    assert.equal((await maker("DELETE", `/orders/${best.body.order_id}`)).status, 409);
    await maker("DELETE", "/orders");
  });

  test("answers a replay, even a conflicting one, with the order as it is now", async () => {
    const body = limitOrder(cents, "BUY", { price: 3, qty: 2, client_order_id: "again" });
    const first = await maker("POST", "/orders", body);
    await maker("DELETE", `/orders/${first.body.order_id}`);
    const again = await maker("POST", "/api/v1/orders", { ...body, price: 4 });
    assert.deepEqual([again.status, again.body.order_id], [200, first.body.order_id]);
    assert.equal(again.body.status, "CANCELLED");
    assert.notEqual((await taker("POST", "/orders", body)).body.order_id, first.body.order_id);
    await taker("DELETE", "/orders");
  });

  test("makes one order of ten identical requests at once", async () => {
    const body = limitOrder(cents, "BUY", { price: 4, qty: 1, client_order_id: "ten" });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => maker("POST", "/orders", body)),
    );
    assert.equal(new Set(answers.map((answer) => answer.body.order_id)).size, 1);
    assert.equal(answers.filter((answer) => answer.status === 201).length, 1);
    assert.deepEqual((await maker("DELETE", "/orders")).body, { cancelled_count: 1 });
  });

  test("ends a partly filled IOC as PARTIAL with nothing resting", async () => {
    await maker("POST", "/orders", limitOrder(cents, "SELL", { price: 70, qty: 1 }));
    const ioc = { price: 70, qty: 4, tif: "IOC" };
    const { body } = await taker("POST", "/orders", limitOrder(cents, "BUY", ioc));
    assert.deepEqual([body.status, body.filled_qty, body.remaining_qty], ["PARTIAL", 1, 0]);
    assert.deepEqual((await taker("GET", "/orders/open")).body, { data: { items: [] } });
  });

  test("trims a reduce-only order to the position and never lets it flip", async () => {
    const parlay = venue.market("BTC_PARLAY");
    const sibling = venue.caller("sibling");
    await maker("POST", "/orders", limitOrder(parlay, "SELL", { price: 50, qty: 3 }));
    await sibling("POST", "/orders", limitOrder(parlay, "BUY", { price: 50, qty: 3 }));
    const over = { price: 60, qty: 9, reduce_only: true };
    const reducer = await sibling("POST", "/orders", limitOrder(parlay, "SELL", over));
    assert.deepEqual([reducer.body.status, reducer.body.remaining_qty], ["NEW", 3]);
    await taker("POST", "/orders", limitOrder(parlay, "BUY", { price: 40, qty: 2 }));
    await sibling("POST", "/orders", limitOrder(parlay, "SELL", { price: 40, qty: 2 }));
    const shrunk = await sibling("GET", `/orders/${reducer.body.order_id}`);
    assert.equal(shrunk.body.order.leaves_qty, 1);
    const lifted = await taker("POST", "/orders", limitOrder(parlay, "BUY", { price: 60, qty: 5 }));
    assert.equal(lifted.body.filled_qty, 1);
    assert.deepEqual((await sibling("GET", "/positions")).body, { positions: [] });
    await taker("DELETE", "/orders");
  });

  test("stops a reduce-only maker at flat when its owner's plain order trades first", async () => {
    const market = venue.market("BTC_BINARY");
    const sibling = venue.caller("sibling");
    await maker("POST", "/orders", limitOrder(market, "SELL", { price: 50, qty: 3 }));
    await sibling("POST", "/orders", limitOrder(market, "BUY", { price: 50, qty: 3 }));
    const reducer = { price: 65, qty: 3, reduce_only: true };
    await sibling("POST", "/orders", limitOrder(market, "SELL", reducer));
    await sibling("POST", "/orders", limitOrder(market, "SELL", { price: 60, qty: 2 }));
    const swept = await taker("POST", "/orders", limitOrder(market, "BUY", { price: 65, qty: 5 }));
    assert.equal(swept.body.filled_qty, 3);
    assert.deepEqual((await sibling("GET", "/positions")).body, { positions: [] });
    assert.deepEqual((await sibling("GET", "/orders/open")).body, { data: { items: [] } });
    await taker("DELETE", "/orders");
  });

  test("keeps a MARKET order inside its slippage cap", async () => {
    await maker("POST", "/orders", limitOrder(cents, "SELL", { price: 30, qty: 1 }));
    await maker("POST", "/orders", limitOrder(cents, "SELL", { price: 33, qty: 1 }));
    const sweep = { market_id: cents, side: "BUY", type: "MARKET", qty: 2 };
    const { body } = await taker("POST", "/orders", { ...sweep, slippage_cap_cents: 2 });
    assert.deepEqual([body.status, body.filled_qty, body.remaining_qty], ["PARTIAL", 1, 0]);
    await maker("DELETE", "/orders");
  });
});
