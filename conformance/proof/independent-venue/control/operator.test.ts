import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { callWith, limitOrder, type Opened, openVenue } from "../callers.fixture.ts";
import { CONTROL_PARTS } from "./parts.ts";

describe("the operator of an independent venue", () => {
  let venue: Opened;
  before(async () => {
    venue = await openVenue({ control: CONTROL_PARTS, clock: "standing", wire: "bare" });
  });
  after(() => venue.close());

  const openAgent = async (owner: string) => {
    const { body } = await venue.operator("POST", "/agents", { owner, name: "a", cash: 10_000 });
    return callWith(venue.url, body.api_key);
  };
  const openMarket = async (terms: object) => {
    const { body } = await venue.operator("POST", "/markets", { kind: "BTC_BINARY", ...terms });
    return body.market_id as string;
  };
  const cashOf = async (caller: Opened["human"]) => (await caller("GET", "/me/wallet")).body.cash;

  test("hears what is offered, with the token alone", async () => {
    const { body } = await venue.operator("GET", "");
    assert.equal(body.protocol, "touchstone-control/1");
    assert.deepEqual(body.capabilities, [...CONTROL_PARTS]);
    assert.equal((await venue.caller("maker")("GET", "/operator")).status, 401);
    assert.equal((await venue.operator("GET", "/digest")).status, 404);
  });

  test("moves the clock, by which tickets age", async () => {
    const { body } = await venue.operator("POST", "/clock", { advance_ms: 0 });
    const ticket = await venue.caller("maker")("POST", "/auth/ws-ticket");
    assert.equal(Date.parse(ticket.body.expires_at), body.now_ms + 60_000);
    const later = await venue.operator("POST", "/clock", { advance_ms: 61_000 });
    assert.equal(later.body.now_ms, body.now_ms + 61_000);
  });

  test("freezes orders, closes gates and takes the upstream away", async () => {
    const maker = venue.caller("maker");
    const market = await openMarket({});
    await venue.operator("PUT", "/freeze", { frozen: true });
    const frozen = await maker("POST", "/orders", limitOrder(market, "BUY", { price: 9, qty: 1 }));
    assert.deepEqual([frozen.status, frozen.body.code], [503, "EXCHANGE_FROZEN"]);
    await venue.operator("PUT", "/freeze", { frozen: false });
    await venue.operator("PUT", "/gates/standings", { closed: true });
    assert.equal((await maker("GET", "/leaderboard")).status, 503);
    await venue.operator("PUT", "/gates/standings", { closed: false });
    await venue.operator("PUT", "/upstream", { reachable: false });
    assert.equal((await maker("GET", "/feed/btc-spot/history")).status, 502);
    await venue.operator("PUT", "/upstream", { reachable: true });
    assert.equal((await maker("GET", "/feed/btc-spot/history")).status, 200);
  });

  test("settles a market: the payout to one side, or everything back", async () => {
    for (const [decision, long, short] of [
      [{ status: "RESOLVED", outcome: "YES" }, 10_139, 9_859],
      [{ status: "RESOLVED", outcome: "NO" }, 9_939, 10_059],
      [{ status: "VOID" }, 9_999, 9_999],
    ] as const) {
      const [buyer, seller] = [await openAgent(`b${long}`), await openAgent(`s${short}`)];
      const market = await openMarket({});
      await seller("POST", "/orders", limitOrder(market, "SELL", { price: 30, qty: 2 }));
      await buyer("POST", "/orders", limitOrder(market, "BUY", { price: 30, qty: 2 }));
      await venue.operator("PATCH", `/markets/${market}`, decision);
      assert.deepEqual((await buyer("GET", "/positions")).body, []);
      assert.deepEqual([await cashOf(buyer), await cashOf(seller)], [long, short]);
    }
  });

  test("ends what rests with the market, which takes no more orders", async () => {
    const maker = venue.caller("maker");
    const market = await openMarket({ band: [10, 90], tick: 10 });
    const placed = await maker("POST", "/orders", limitOrder(market, "BUY", { price: 20, qty: 1 }));
    assert.equal(placed.status, 201);
    await venue.operator("PATCH", `/markets/${market}`, { status: "EXPIRED" });
    assert.deepEqual((await maker("GET", "/orders/open")).body, []);
    const late = await maker("POST", "/orders", limitOrder(market, "BUY", { price: 20, qty: 1 }));
    assert.equal(late.body.code, "MARKET_CLOSED");
  });

  test("values a market or not: without a mark no MARKET order, whoever rests", async () => {
    const market = await openMarket({ mark_price: null });
    const [maker, taker] = [venue.caller("maker"), venue.caller("taker")];
    await maker("POST", "/orders", limitOrder(market, "SELL", { price: 50, qty: 1 }));
    const sweep = { market_id: market, side: "BUY", type: "MARKET", qty: 1 };
    assert.equal((await taker("POST", "/orders", sweep)).body.reject_reason, "NO_REFERENCE_PRICE");
    await venue.operator("PATCH", `/markets/${market}`, { mark_price: 50 });
    assert.equal((await taker("POST", "/orders", sweep)).body.status, "FILLED");
  });

  test("starts over: everybody is gone", async () => {
    const agent = await openAgent("somebody");
    assert.deepEqual((await venue.operator("POST", "/reset", { seed: 7 })).body, { seed: 7 });
    assert.equal((await agent("GET", "/account")).status, 401);
    assert.equal((await venue.operator("POST", "/sessions", { owner: "somebody" })).status, 404);
  });
});

test("a venue without an operator has no such path", async () => {
  const venue = await openVenue({});
  assert.equal((await venue.caller("maker")("GET", "/operator")).status, 404);
  await venue.close();
});
