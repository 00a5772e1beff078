import assert from "node:assert/strict";
import { after, it } from "node:test";
import type { Side } from "../core/commands.ts";
import { assertInvariants } from "../core/invariants.ts";
import { generatedSource } from "../feed/generated-source.ts";
import { openAgent } from "../identity/people.ts";
import { RelyingParty } from "../identity/relying-party.ts";
import { VirtualClock } from "../injected/clock.ts";
import { buildParts } from "../running-venue.ts";
import { Journal } from "../store/journal.ts";
import { MemoryStore } from "../store/memory-store.ts";
import { recover } from "../store/recovery.ts";
import { OwnHosts } from "../wire/own-hosts.ts";
import { openSeries } from "./open-series.ts";

const provider = new RelyingParty(
  () => null,
  () => "http://venue.example/callback",
);

/** A venue with its series, and one agent. */
async function venueWithSeries() {
  const clock = new VirtualClock();
  const ownHosts = new OwnHosts(() => ({ listensAt: "http://x", baseUrl: "http://x" }));
  const access = { baseUrl: () => "", ownHosts, operator: null, provider };
  const store = new MemoryStore();
  const recovered = await recover(store);
  const journal = new Journal(store, recovered);
  after(() => journal.close());
  const { venue } = recovered;
  const tools = { clock, access, openSource: generatedSource, venue, journal };
  const parts = buildParts({ seed: 7, ...tools });
  openSeries(parts, { makers: true });
  const agentId = openAgent(parts, { owner: "ann", name: "trader" });
  return { parts, venue, clock, agentId };
}

/** Lives on, second by second; every seven the agent takes what is quoted somewhere. */
async function live(minutes: number) {
  const { parts, venue, clock, agentId } = await venueWithSeries();
  const { journaled, schedule, entropy } = parts;
  for (let second = 1; second <= minutes * 60; second++) {
    const nowMs = clock.advance(1_000);
    schedule.runDue(nowMs);
    if (second % 7 === 0) {
      const open = venue.markets().filter(({ status }) => status === "OPEN");
      const { marketId } = open[second % open.length]!;
      const side: Side = second % 2 === 0 ? "BUY" : "SELL";
      const request = { marketId, side, type: "MARKET", qty: 1 + (second % 30) } as const;
      journaled.apply({ type: "place", agentId, orderId: entropy.uuid(), request }, nowMs);
    }
    assertInvariants(venue.state);
  }
  return { parts, venue, agentId };
}

it("after ten minutes of quoting and trading, cash sums to what was issued", async () => {
  const { venue } = await live(10);
  const { state } = venue;
  const issued = [...state.agents.values()].reduce((sum, agent) => sum + agent.fundedCents, 0);
  const accounts = state.ledger.accounts.filter(({ name }) => name !== "faucet");
  const held = accounts.reduce((sum, { cents }) => sum + cents, 0);
  assert.equal(held, issued);
  assert.ok(state.tradeSeq > 50, `${state.tradeSeq} trades`);
});

it("what the maker leaves behind does not grow: its orders rest on open markets alone", async () => {
  const { parts, venue, agentId } = await live(70);
  const { state } = venue;
  const open = venue.markets().filter(({ status }) => status === "OPEN");
  assert.equal(open.length, 6);
  assert.ok(state.orders.size <= 6 * open.length, `${state.orders.size} orders`);
  const maker = [...state.agents.keys()].find((id) => id !== agentId)!;
  const every = {
    marketId: undefined,
    statuses: new Set(["FILLED", "CANCELLED"] as const),
    limit: 1,
  };
  assert.deepEqual(await parts.history.orders(maker, every), []);
});

it("the maker withdraws the moment the price is lost, and quotes again once it is back", async () => {
  const { parts, venue, clock, agentId } = await venueWithSeries();
  const maker = [...venue.state.agents.keys()].find((id) => id !== agentId)!;
  const quotes = () => venue.openOrders(maker).length;
  assert.ok(quotes() > 0);
  clock.advance(1_300);
  parts.feed.isCut = true;
  assert.equal(quotes(), 0);
  parts.schedule.runDue(clock.advance(10_000));
  assert.equal(quotes(), 0);
  parts.feed.isCut = false;
  parts.schedule.runDue(clock.advance(5_000));
  assert.ok(quotes() > 0);
});

it("the series do the same whether time creeps or jumps", async () => {
  const digestAfter = async (steps: readonly number[]) => {
    const { parts, clock } = await venueWithSeries();
    for (const ms of steps) parts.schedule.runDue(clock.advance(ms));
    const { bids, asks } = parts.venue.book(parts.venue.markets()[0]!.marketId, 10)!;
    return JSON.stringify([parts.venue.markets(), bids, asks]);
  };
  const creeping = Array.from({ length: 300 }, () => 2_000);
  assert.equal(await digestAfter([600_000]), await digestAfter(creeping));
});
