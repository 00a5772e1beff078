/** What is over leaves nothing behind: memory follows what rests, not what has happened. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ASK, BID, BINARY, TestVenue } from "./small-venue.fixture.ts";

const ROUNDS = 300;

test("orders that ended leave no level, no entry and no more spares than rested at once", () => {
  const venue = new TestVenue();
  const { state } = venue.venue;
  for (let round = 0; round < ROUNDS; round++) {
    const price = 2 + (round % 45);
    venue.result("ann", { ...BID, price });
    venue.result("bob", { ...ASK, price: price + 1 });
    venue.trade("cem", "ann", { marketId: BINARY, price: price + 1, qty: 1 });
    venue.apply({ type: "cancel-all", agentId: "ann" });
    venue.apply({ type: "cancel-all", agentId: "bob" });
  }
  const market = state.markets.get(BINARY)!;
  const { bids, asks } = market.book;
  assert.deepEqual([bids.levels.length, asks.levels.length], [0, 0]);
  for (const { orders } of state.agents.get("ann")!.positions) assert.equal(orders.length, 0);
  assert.ok(state.spares.length <= 4, `${state.spares.length} spares`);
});

test("an agent has one position a market, and a market one an agent, however often they trade", () => {
  const venue = new TestVenue();
  const { state } = venue.venue;
  const accounts = state.ledger.accounts.length;
  for (let round = 0; round < ROUNDS; round++) {
    venue.trade("ann", "bob", { marketId: BINARY, price: 50, qty: 1 });
    venue.trade("bob", "ann", { marketId: BINARY, price: 50, qty: 1 });
  }
  const ann = state.agents.get("ann")!;
  assert.deepEqual([ann.positions.length, ann.perps.length], [1, 0]);
  assert.ok(state.markets.get(BINARY)!.positions.length <= state.agents.size + 1);
  assert.equal(state.ledger.accounts.length, accounts);
});
