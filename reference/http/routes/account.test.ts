import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestVenue } from "../../proof/seeded-venue.fixture.ts";

const { get, place, agent, market } = await startTestVenue();

describe("GET /account", () => {
  it("shows the account with its agents and marks the calling one", async () => {
    const { body } = await get("maker", "/v1/account").expect(200);
    assert.equal(body.display_name, "alice");
    assert.notEqual(body.public_id, body.account_id);
    assert.deepEqual(body.agents, [
      { agent_id: agent("maker").agent_id, name: "maker", calling: true },
      { agent_id: agent("spare").agent_id, name: "spare", calling: false },
    ]);
  });
});

describe("GET /me/wallet", () => {
  it("holds cash back for a resting order and gives it back", async () => {
    const wallet = async () => (await get("spare", "/v1/me/wallet").expect(200)).body;
    const before = await wallet();
    assert.deepEqual(before, {
      agent_id: agent("spare").agent_id,
      cash_cents: 1_000_000,
      reserved_cents: 0,
      free_cents: 1_000_000,
      equity_cents: 1_000_000,
    });
    await place("spare", { price: 40, qty: 5 }).expect(201);
    const held = await wallet();
    assert.deepEqual([held.reserved_cents, held.free_cents], [200, 999_800]);
  });
});

describe("GET /positions", () => {
  it("is empty from flat and signed after a trade", async () => {
    const { body: flat } = await get("maker", "/v1/positions").expect(200);
    assert.deepEqual(flat, { positions: [], count: 0 });
    const parlay = market("BTC_PARLAY");
    await place("maker", { market_id: parlay, side: "SELL", price: 60, qty: 3 }).expect(201);
    await place("taker", { market_id: parlay, price: 60, qty: 3 }).expect(201);
    const position = async (name: string) => {
      const { body } = await get(name, "/v1/positions").expect(200);
      const { market_id, kind, qty, avg_entry_price } = body.positions[0];
      return { market_id, kind, qty, avg_entry_price };
    };
    const facts = { market_id: parlay, kind: "BTC_PARLAY", avg_entry_price: 60 };
    assert.deepEqual(await position("taker"), { ...facts, qty: 3 });
    assert.deepEqual(await position("maker"), { ...facts, qty: -3 });
  });
});
