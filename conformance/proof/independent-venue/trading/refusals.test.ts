import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { type Caller, callWith, limitOrder, type Opened, openVenue } from "../callers.fixture.ts";

const ZERO = "00000000-0000-0000-0000-000000000000";

describe("what an independent venue refuses", () => {
  let venue: Opened;
  let maker: Caller;
  let taker: Caller;
  let cents: string;
  let perp: string;
  before(async () => {
    venue = await openVenue();
    maker = venue.caller("maker");
    taker = venue.caller("taker");
    cents = venue.market("BTC_BINARY", "OPEN", 1);
    perp = venue.market("BTC_PERP");
  });
  after(() => venue.close());

  test("declines by code, and accepts the twin that differs in one field", async () => {
    await maker("POST", "/orders", limitOrder(cents, "SELL", { price: 80, qty: 1 }));
    await maker("POST", "/orders", limitOrder(perp, "SELL", { price: 100_000, qty: 1 }));
    const low = { price: 1, qty: 1 };
    const atPerp = { price: 90_000, qty: 1 };
    const cases: [string, object, object][] = [
      ["POST_ONLY_WOULD_CROSS", { price: 80, qty: 1, tif: "POST_ONLY" }, { price: 79 }],
      ["FOK_NOT_FILLABLE", { price: 80, qty: 2, tif: "FOK" }, { tif: "GTC", price: 2 }],
      ["INVALID_MARGIN_MODE", { ...low, margin_mode: "CROSS" }, { margin_mode: null }],
      ["SLIPPAGE_CAP_MISPLACED", { ...low, slippage_cap_bps: 5 }, { slippage_cap_bps: null }],
      ["INSUFFICIENT_MARGIN", { price: 79, qty: 20_000 }, { qty: 1 }],
      ["POSITION_CAP", { price: 1, qty: 16_000 }, { qty: 1 }],
      [
        "REDUCE_ONLY_VIOLATION",
        { ...low, market_id: perp, price: 90_000, reduce_only: true },
        { reduce_only: false },
      ],
      ["FAT_FINGER", { ...atPerp, market_id: perp, price: 25_000 }, { confirm_fat_finger: true }],
      [
        "INSUFFICIENT_MARGIN",
        { ...atPerp, market_id: perp, qty: 300, leverage: 1 },
        { leverage: 20 },
      ],
    ];
    for (const [code, fields, change] of cases) {
      const refused = await taker("POST", "/orders", limitOrder(cents, "BUY", fields));
      assert.equal(refused.status, 201, code);
      assert.deepEqual(
        [refused.body.status, refused.body.reject_reason, refused.body.order_id],
        ["REJECTED", code, ZERO],
      );
      const twin = await taker(
        "POST",
        "/orders",
        limitOrder(cents, "BUY", { ...fields, ...change }),
      );
      assert.equal(twin.body.status, "NEW", `${code}: ${JSON.stringify(twin.body)}`);
    }
    await taker("DELETE", "/orders");
    await maker("DELETE", "/orders");
  });

  test("declines a MARKET order that nobody answers", async () => {
    const sweep = (marketId: string) =>
      taker("POST", "/orders", { market_id: marketId, side: "BUY", type: "MARKET", qty: 1 });
    const marked = await sweep(perp);
    assert.equal(marked.body.reject_reason, "MARKET_NO_LIQUIDITY");
  });

  test("turns the taker away from its own order", async () => {
    await maker("POST", "/orders", limitOrder(cents, "SELL", { price: 50, qty: 1 }));
    const own = await maker("POST", "/orders", limitOrder(cents, "BUY", { price: 50, qty: 1 }));
    assert.equal(own.body.reject_reason, "SELF_TRADE");
    await maker("DELETE", "/orders");
  });

  test("refuses with a status and code of its own where the spec allows one", async () => {
    const good = { price: 50, qty: 1 };
    const stale = { ...good, timestamp_ms: Date.now() - 60_000, recv_window_ms: 1_000 };
    const cases: [number, string, object][] = [
      [404, "UNKNOWN_MARKET", limitOrder(randomUUID(), "BUY", good)],
      [408, "STALE_REQUEST", limitOrder(cents, "BUY", stale)],
      [422, "INVALID_LEVERAGE", limitOrder(cents, "BUY", { ...good, leverage: 2 })],
      [422, "INVALID_LEVERAGE", limitOrder(perp, "BUY", { price: 97_500, qty: 1, leverage: 26 })],
      [409, "MARKET_CLOSED", limitOrder(venue.market("BTC_PARLAY", "RESOLVED"), "BUY", good)],
      [409, "MARKET_CLOSED", limitOrder(venue.market("BTC_BINARY", "VOID"), "BUY", good)],
      [
        409,
        "MARKET_CLOSED",
        limitOrder(venue.market("BTC_PERP", "EXPIRED"), "BUY", { price: 97_500, qty: 1 }),
      ],
    ];
    for (const [status, code, body] of cases) {
      const refused = await taker("POST", "/orders", body);
      assert.deepEqual([refused.status, refused.body.code], [status, code]);
      assert.match(refused.body.request_id, /^req-\d+$/);
    }
    const fresh = { ...stale, timestamp_ms: Date.now(), recv_window_ms: 60_000 };
    const taken = await taker("POST", "/orders", limitOrder(cents, "BUY", fresh));
    assert.equal(taken.body.status, "NEW");
    await taker("DELETE", "/orders");
    const lever = await taker(
      "POST",
      "/orders",
      limitOrder(perp, "BUY", { ...good, price: 97_500, leverage: 26 }),
    );
    assert.deepEqual(lever.body.details, { requested_leverage: 26, effective_leverage: 25 });
  });

  test("answers bad input with a detail array, numeric strings too", async () => {
    const good = { price: 50, qty: 1 };
    const bad = [
      { price: 0 },
      { price: 100 },
      { price: 1.5 },
      { qty: 0 },
      { qty: -1 },
      { qty: "1" },
      { qty: {} },
    ];
    const worse = [
      { side: "HOLD" },
      { tif: "DAY" },
      { client_order_id: "a b" },
      { timestamp_ms: 1 },
      { qty: "1" },
      { price: "50" },
    ];
    for (const change of [...bad, ...worse]) {
      const refused = await taker(
        "POST",
        "/orders",
        limitOrder(cents, "BUY", { ...good, ...change }),
      );
      assert.equal(refused.status, 422, JSON.stringify(change));
      assert.deepEqual(Object.keys(refused.body.detail[0]), ["loc", "msg", "type"]);
    }
    const taken = await taker("POST", "/orders", limitOrder(cents, "BUY", good));
    assert.equal(taken.status, 201);
    await taker("DELETE", "/orders");
  });

  test("refuses other owners, readers who trade, and tickets for others", async () => {
    const nobody = callWith(venue.url, "rk_live_made_up");
    assert.equal((await nobody("GET", "/account")).status, 401);
    const body = limitOrder(cents, "BUY", { price: 1, qty: 1 });
    assert.equal((await venue.caller("reader")("POST", "/orders", body)).status, 403);
    assert.equal((await venue.caller("reader")("GET", "/me/wallet")).status, 200);
    const ticket = (name: string) =>
      maker("POST", "/auth/ws-ticket", { agent_id: venue.agent(name).agent_id });
    assert.equal((await ticket("taker")).status, 403);
    assert.match((await ticket("maker")).body.ticket, /^rw_live_/);
  });
});
