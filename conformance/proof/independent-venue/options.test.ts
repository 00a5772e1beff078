import assert from "node:assert/strict";
import { test } from "node:test";
import { callWith, limitOrder, type Opened, openVenue } from "./callers.fixture.ts";
import type { IndependentVenueOptions } from "./index.ts";

async function withVenue(options: IndependentVenueOptions, body: (venue: Opened) => Promise<void>) {
  const venue = await openVenue(options);
  try {
    await body(venue);
  } finally {
    await venue.close();
  }
}

function reduceFromFlat(venue: Opened, side: "BUY" | "SELL", nth = 1) {
  const market = venue.market("BTC_BINARY", "OPEN", nth);
  return limitOrder(market, side, { price: 50, qty: 1, reduce_only: true });
}

test("carries declines under the status asked for", async () => {
  await withVenue({ declineStatus: 200 }, async (venue) => {
    const declined = await venue.caller("maker")("POST", "/orders", reduceFromFlat(venue, "BUY"));
    assert.deepEqual([declined.status, declined.body.status], [200, "REJECTED"]);
  });
});

test("answers bad bodies with a flat envelope when asked to", async () => {
  await withVenue({ validation: "flat-400" }, async (venue) => {
    const refused = await venue.caller("maker")("POST", "/orders", {});
    assert.deepEqual([refused.status, refused.body.code], [400, "VALIDATION_ERROR"]);
    const query = await venue.caller("maker")("GET", "/orders?limit=abc");
    assert.equal(query.status, 422);
    assert.deepEqual(query.body.detail[0].loc, ["query", "limit"]);
  });
});

test("answers lists and records bare when asked to", async () => {
  await withVenue({ wrappers: "array" }, async (venue) => {
    const maker = venue.caller("maker");
    assert.deepEqual((await maker("GET", "/orders/open")).body, []);
    assert.equal((await maker("GET", "/markets?status=OPEN")).body.length, 4);
    const market = venue.market("BTC_PARLAY");
    assert.equal((await maker("GET", `/markets/${market}`)).body.id, market);
    assert.deepEqual((await maker("GET", `/markets/${market}/book`)).body, { bids: [], asks: [] });
  });
});

test("shows lists, books and positions as they were before the read lag", async () => {
  await withVenue({ readLagMs: 60_000 }, async (venue) => {
    const maker = venue.caller("maker");
    const market = venue.market("BTC_BINARY");
    const placed = await maker("POST", "/orders", limitOrder(market, "BUY", { price: 50, qty: 1 }));
    await venue.caller("taker")(
      "POST",
      "/orders",
      limitOrder(market, "SELL", { price: 50, qty: 1 }),
    );
    assert.deepEqual((await maker("GET", "/orders")).body, { data: { items: [] } });
    assert.deepEqual((await maker("GET", "/positions")).body, { positions: [] });
    assert.deepEqual((await maker("GET", `/markets/${market}/book`)).body.book.buy, []);
    assert.equal((await maker("GET", `/orders/${placed.body.order_id}`)).status, 200);
  });
});

test("cools one agent, market and side down after four declines", async () => {
  await withVenue({ cooldown: true }, async (venue) => {
    const maker = venue.caller("maker");
    const send = async (caller: typeof maker, side: "BUY" | "SELL", nth = 1) =>
      (await caller("POST", "/orders", reduceFromFlat(venue, side, nth))).body.reject_reason;
    for (let declined = 0; declined < 4; declined += 1) {
      assert.equal(await send(maker, "BUY"), "REDUCE_ONLY_VIOLATION");
    }
    assert.equal(await send(maker, "BUY"), "AGENT_SIDE_COOLDOWN");
    assert.equal(await send(maker, "SELL"), "REDUCE_ONLY_VIOLATION");
    assert.equal(await send(maker, "BUY", 0), "REDUCE_ONLY_VIOLATION");
    assert.equal(await send(venue.caller("taker"), "BUY"), "REDUCE_ONLY_VIOLATION");
  });
});

test("limits the writes of an agent's keys together, and nobody else's", async () => {
  await withVenue({}, async (venue) => {
    const maker = venue.caller("maker");
    let limited = await maker("DELETE", "/orders");
    // a minute may begin on the way, so the window's 600 may be had twice
    for (let sent = 1; sent <= 1_200 && limited.status === 200; sent += 1) {
      limited = await maker("DELETE", "/orders");
    }
    assert.deepEqual([limited.status, limited.body.detail.code], [429, "RATE_LIMITED"]);
    assert.match(String(limited.headers["retry-after"]), /^([1-9]|[1-5]\d|60)$/);
    const otherKey = callWith(venue.url, venue.agent("maker").second_api_key!);
    assert.equal((await otherKey("DELETE", "/api/orders")).status, 429);
    assert.equal((await maker("GET", "/orders")).status, 200);
    assert.equal((await venue.caller("sibling")("DELETE", "/orders")).status, 200);
  });
});

test("lets a market maker quote every open market without taking anybody", async () => {
  await withVenue({ marketMaker: true }, async (venue) => {
    const maker = venue.caller("maker");
    const open = venue.markets.filter((market) => market.status === "OPEN");
    for (const { id, tick } of open) {
      const { buy, sell } = (await maker("GET", `/markets/${id}/book`)).body.book;
      assert.deepEqual([buy.length, sell.length], [3, 3]);
      assert.ok(sell[0][0] - buy[0][0] >= 10 * tick);
    }
    const inside = limitOrder(open[1]!.id, "BUY", { price: 50, qty: 1 });
    assert.equal((await maker("POST", "/orders", inside)).body.status, "NEW");
  });
});

test("replaces a ladder in one request", async () => {
  await withVenue({}, async (venue) => {
    const maker = venue.caller("maker");
    const market = venue.market("BTC_BINARY", "OPEN", 1);
    await maker("POST", "/orders", limitOrder(market, "BUY", { price: 1, qty: 1 }));
    const levels = [
      { side: "BUY", price: 40, qty: 1 },
      { side: "SELL", price: 60, qty: 1 },
    ];
    const replaced = await maker("POST", "/orders/replace-ladder", { market, levels });
    assert.equal(replaced.status, 200);
    const shown = (await maker("GET", "/orders/open")).body.data.items;
    assert.deepEqual(
      shown.map((record: { id: string }) => record.id),
      replaced.body.ladder,
    );
  });
});
