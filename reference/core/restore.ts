/** The way back from a snapshot: an empty venue takes it over and goes on as if it had run. */
import { Agent } from "./agent.ts";
import type { LedgerAccount } from "./ledger.ts";
import { Market, type MarketTerms } from "./market.ts";
import { assert } from "./money.ts";
import { Order } from "./order.ts";
import { positionOf } from "./position.ts";
import { rest } from "./resting.ts";
import type { AgentSnapshot, MarketSnapshot, OrderSnapshot, VenueSnapshot } from "./snapshot.ts";
import type { VenueState } from "./state.ts";

/** Fills an empty state. Errors: throws for another format, or for a part that names a missing one. */
export function restore(state: VenueState, snapshot: VenueSnapshot): void {
  assert(snapshot.format === "touchstone-venue/1", "the snapshot is of a known format");
  const { commands, frozen, orderSeq, tradeSeq } = snapshot;
  Object.assign(state, { commands, frozen, orderSeq, tradeSeq });
  state.forgotten = snapshot.forgotten ?? 0;
  state.hash.resume(snapshot.hash);
  const cash = restoreLedger(state, snapshot);
  for (const account of snapshot.accounts) {
    state.accounts.set(account.owner, { ...account, agents: [] });
  }
  restoreKeys(state, snapshot);
  for (const market of snapshot.markets) restoreMarket(state, market, cash);
  for (const agent of snapshot.agents) restoreAgent(state, agent, cash);
  restoreOrders(state, snapshot.orders);
  snapshot.markets.forEach(({ terms, bookSeq }) => {
    state.markets.get(terms.marketId)!.book.seq = bookSeq;
  });
}

/** Faucet and house are there from the start. */
function restoreLedger({ ledger }: VenueState, snapshot: VenueSnapshot): CashByName {
  snapshot.ledger.forEach(({ name, cents }, index) => {
    const account = ledger.accounts[index] ?? ledger.open(name);
    assert(account.name === name, `ledger account ${index} is ${account.name}`);
    account.cents = cents;
  });
  return new Map(ledger.accounts.map((account) => [account.name, account]));
}

type CashByName = ReadonlyMap<string, LedgerAccount>;

function restoreKeys(state: VenueState, { keys }: VenueSnapshot): void {
  for (const facts of keys) {
    const key = { ...facts };
    state.keysById.set(key.keyId, key);
    if (key.revokedAtMs === null) state.keys.set(key.digest, key);
  }
}

function restoreMarket(state: VenueState, snapshot: MarketSnapshot, cash: CashByName): void {
  const { terms, bookSeq: _, ...facts } = snapshot;
  const clearing = cash.get(`market ${terms.marketId}`);
  assert(clearing !== undefined, `market ${terms.marketId} has a clearing account`);
  const market = new Market(state.markets.size, wholeTerms(terms), clearing);
  Object.assign(market, facts);
  state.markets.set(market.marketId, market);
}

/** Those of a snapshot that is older than some of them. */
function wholeTerms(terms: MarketTerms): MarketTerms {
  const { background } = terms;
  return {
    ...terms,
    maintenanceMarginBps: terms.maintenanceMarginBps ?? null,
    background: { ...background, strikePrice: background.strikePrice ?? null },
  };
}

function restoreAgent(state: VenueState, snapshot: AgentSnapshot, cash: CashByName): void {
  const { agentId, owner, name, fundedCents } = snapshot;
  const account = state.accounts.get(owner);
  const wallet = cash.get(`agent ${agentId}`);
  assert(account !== undefined && wallet !== undefined, `agent ${agentId} has account and wallet`);
  const who = { agentId, name, account, cash: wallet, fundedCents };
  const agent = new Agent(state.agents.size, who);
  agent.reservedCents = snapshot.reservedCents;
  for (const [clientOrderId, result] of snapshot.results) agent.results.set(clientOrderId, result);
  const markets = [...state.markets.values()];
  for (const { market, buys, sells, ...facts } of snapshot.positions) {
    const position = Object.assign(positionOf(agent, markets[market]!), facts);
    Object.assign(position.buys, buys);
    Object.assign(position.sells, sells);
  }
  account.agents.push(agent);
  state.agents.set(agentId, agent);
}

/** In order of arrival, so that each queues behind those that it queued behind. */
function restoreOrders(state: VenueState, snapshots: readonly OrderSnapshot[]): void {
  const agents = [...state.agents.values()];
  const markets = [...state.markets.values()];
  for (const { agent, market, ...facts } of snapshots) {
    const position = positionOf(agents[agent]!, markets[market]!);
    const order = Object.assign(new Order(), facts, { position, open: true });
    rest(state, order);
  }
}
