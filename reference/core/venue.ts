/** The venue as a deterministic state machine: commands in, outcomes and events out. */
import type { Agent } from "./agent.ts";
import { amend } from "./amend.ts";
import type { LevelWatcher } from "./book.ts";
import { cancel, cancelAll, replaceLadder } from "./cancel.ts";
import type { Command } from "./commands.ts";
import { type Digest, digestLines, digestOf, haveSameDigest } from "./digest.ts";
import type { StoredResult } from "./idempotency.ts";
import type { LedgerAccount } from "./ledger.ts";
import { marketOutline, marketView, touchView } from "./market.ts";
import { createMarket, updateMarket } from "./markets.ts";
import { forgetResults, recallResults } from "./old-results.ts";
import { orderView } from "./order.ts";
import type * as view from "./outcomes.ts";
import { addKey, openAgent, revokeKey } from "./people.ts";
import { place } from "./place.ts";
import { restore } from "./restore.ts";
import { snapshotOf, type VenueSnapshot } from "./snapshot.ts";
import { type VenueOptions, VenueState } from "./state.ts";
import {
  accountView,
  bookView,
  cashView,
  isListed,
  keyView,
  openOrderViews,
  positionView,
  positionViews,
  standingView,
  walletView,
} from "./views.ts";

export type { VenueOptions } from "./state.ts";

/** An agent by name. */
export interface AgentView {
  agentId: string;
  accountId: string;
  name: string;
}

/** Owns all state; only `apply` changes it, and the same commands at the same times do the same. */
export class Venue {
  /** For this folder only: everybody else reads through the methods below. */
  readonly state: VenueState;

  constructor(options: VenueOptions = {}) {
    this.state = new VenueState(options);
  }

  /**
   * A venue that goes on from a snapshot as the one it was taken of would have.
   * Shape: `snapshot` may have been through JSON; its limits and gates come from the options.
   * Errors: throws for another format.
   */
  static restore(snapshot: VenueSnapshot, options: VenueOptions = {}): Venue {
    const venue = new Venue(options);
    restore(venue.state, snapshot);
    return venue;
  }

  /** Tells events from now on: a venue that is recovered tells nothing of what was told before. */
  listen(emit: VenueOptions["emit"]): void {
    this.state.emit = emit ?? null;
  }

  /** Applies one command at a time. Units: epoch ms. Errors: throws only on a defect. */
  apply<C extends Command>(command: C, at: number): view.Outcomes[C["type"]] {
    this.state.commands++;
    return dispatch(this.state, command, at) as view.Outcomes[C["type"]];
  }

  /** True while the kill switch is on. D-170. */
  get frozen(): boolean {
    return this.state.frozen;
  }

  /** Whom an API key belongs to, by its digest. */
  key(digest: string): view.KeyHolder | null {
    const holder = this.state.keys.get(digest);
    if (holder === undefined) return null;
    const { keyId, agentId, scopes } = holder;
    return { keyId, agentId, digest, scopes };
  }

  /** A key by its id, revoked or not. */
  keyById(keyId: string): view.KeyView | null {
    const key = this.state.keysById.get(keyId);
    return key === undefined ? null : keyView(key);
  }

  /** An agent's keys, oldest first, revoked ones too. */
  keys(agentId: string): view.KeyView[] {
    const keys = [...this.state.keysById.values()];
    return keys.filter((key) => key.agentId === agentId).map(keyView);
  }

  agent(agentId: string): AgentView | null {
    const agent = this.state.agents.get(agentId);
    if (agent === undefined) return null;
    return { agentId, accountId: agent.account.accountId, name: agent.name };
  }

  account(accountId: string): view.AccountView | null {
    for (const account of this.state.accounts.values()) {
      if (account.accountId === accountId) return accountView(account);
    }
    return null;
  }

  /** The account of an owner. */
  accountOfOwner(owner: string): view.AccountView | null {
    const account = this.state.accounts.get(owner);
    return account === undefined ? null : accountView(account);
  }

  /** The account an agent belongs to. */
  accountOf(agentId: string): view.AccountView | null {
    const agent = this.state.agents.get(agentId);
    return agent === undefined ? null : accountView(agent.account);
  }

  /** Errors: throws for an unknown agent. */
  wallet(agentId: string): view.WalletView {
    return walletView(agentOf(this.state, agentId));
  }

  /** What the agent has and what is reserved, at less cost than its wallet. Errors: as `wallet`. */
  cash(agentId: string): view.CashView {
    return cashView(agentOf(this.state, agentId));
  }

  positions(agentId: string): view.PositionView[] {
    const agent = this.state.agents.get(agentId);
    return agent === undefined ? [] : positionViews(agent);
  }

  /** One of `positions`, at less cost than all; null where none is listed. */
  position(agentId: string, marketId: string): view.PositionView | null {
    const index = this.state.agents.get(agentId)?.index ?? -1;
    const position = this.state.markets.get(marketId)?.positions[index];
    return position !== undefined && isListed(position) ? positionView(position) : null;
  }

  market(marketId: string): view.MarketView | null {
    const market = this.state.markets.get(marketId);
    return market === undefined ? null : marketView(market);
  }

  /** What all markets are told apart by, in order of creation. */
  outlines(): view.MarketOutline[] {
    return [...this.state.markets.values()].map(marketOutline);
  }

  /** In order of creation. */
  markets(): view.MarketView[] {
    return [...this.state.markets.values()].map(marketView);
  }

  /** The best `depth` levels of each side. */
  book(marketId: string, depth: number): view.BookView | null {
    const market = this.state.markets.get(marketId);
    return market === undefined ? null : bookView(market, depth);
  }

  /** Best prices of a market, at less cost than its record. */
  touch(marketId: string): view.TouchView | null {
    const market = this.state.markets.get(marketId);
    return market === undefined ? null : touchView(market);
  }

  /** Every account, in order of opening. */
  *standings(): Generator<view.StandingView> {
    for (const account of this.state.accounts.values()) yield standingView(account);
  }

  /** Follows the levels of a book; null ends it. Shape: one watcher per book; for reading only. */
  watchBook(marketId: string, watcher: LevelWatcher | null): void {
    const market = this.state.markets.get(marketId);
    if (market !== undefined) market.book.watcher = watcher;
  }

  /** A resting order; null when it is closed (history knows it) or unknown. */
  openOrder(orderId: string): view.OrderView | null {
    const order = this.state.orders.get(orderId);
    return order === undefined ? null : orderView(order);
  }

  /** Newest first. */
  openOrders(agentId: string, marketId?: string): view.OrderView[] {
    const agent = this.state.agents.get(agentId);
    return agent === undefined ? [] : openOrderViews(agent, marketId);
  }

  /** How many results it was told to let go, ever. */
  get forgotten(): number {
    return this.state.forgotten;
  }

  /** Whether it has in memory what an agent was answered under a client order id. */
  remembers(agentId: string, clientOrderId: string): boolean {
    return this.state.agents.get(agentId)?.results.has(clientOrderId) ?? false;
  }

  /** What it has in memory of every agent, of each the oldest first. */
  results(): [agentId: string, results: [clientOrderId: string, StoredResult][]][] {
    return [...this.state.agents.values()].map(({ agentId, results }) => [agentId, [...results]]);
  }

  /** What is on each account of the ledger, in order of opening. Units: cents. */
  ledger(): LedgerAccount[] {
    return this.state.ledger.accounts.map(({ name, cents }) => ({ name, cents }));
  }

  /** All of the venue as plain values; see `restore`. */
  snapshot(): VenueSnapshot {
    return snapshotOf(this.state);
  }

  /** Equal digests mean equal venues. */
  digest(): Digest {
    return digestOf(this.state);
  }

  /** Whether the digest of another is equal, at less cost than to take both. */
  hasDigestOf(other: Venue): boolean {
    return haveSameDigest(this.state, other.state);
  }

  /** What the digest of now is the SHA-256 of, for who must not take the time at once. */
  digestLines(): IterableIterator<string> {
    return digestLines(this.state);
  }
}

function agentOf(state: VenueState, agentId: string): Agent {
  const agent = state.agents.get(agentId);
  if (agent === undefined) throw new Error(`no agent ${agentId}`);
  return agent;
}

function dispatch(state: VenueState, command: Command, at: number): view.Outcomes[Command["type"]] {
  switch (command.type) {
    case "place":
      return place(state, command, at);
    case "cancel":
      return cancel(state, command, at);
    case "cancel-all":
      return cancelAll(state, command, at);
    case "replace-ladder":
      return replaceLadder(state, command, at);
    case "amend":
      return amend(state, command, at);
    case "forget-results":
      return forgetResults(state, command);
    case "recall-results":
      return recallResults(state, command);
    case "open-agent":
      return openAgent(state, command);
    case "add-key":
      return addKey(state, command, at);
    case "revoke-key":
      return revokeKey(state, command, at);
    case "create-market":
      return createMarket(state, command, at);
    case "update-market":
      return updateMarket(state, command, at);
    case "freeze":
      state.frozen = command.frozen;
      return { kind: "done" };
  }
}
