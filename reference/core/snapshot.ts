/** The whole venue as one plain value that survives JSON: where a recovery starts from. */
import type { Account, Agent, ApiKey } from "./agent.ts";
import { ordersOf } from "./book.ts";
import type { MarketStatus, OrderType, Resolution, TimeInForce } from "./commands.ts";
import type { StoredResult } from "./idempotency.ts";
import type { LedgerAccount } from "./ledger.ts";
import type { Market, MarketTerms } from "./market.ts";
import type { Order } from "./order.ts";
import type { Position, WorkingSide } from "./position.ts";
import type { VenueState } from "./state.ts";

/**
 * Everything a later command, read or digest could depend on; `restore` is the way back.
 * Shape: agents, markets and ledger accounts in order of creation, which numbers them; resting
 * orders in order of arrival, which is their priority. Limits and gates are options, not state.
 */
export interface VenueSnapshot {
  format: "touchstone-venue/1";
  commands: number;
  frozen: boolean;
  orderSeq: number;
  tradeSeq: number;
  /** Shape: absent in a snapshot that is older than forgetting. */
  forgotten?: number;
  hash: [high: number, low: number];
  ledger: LedgerAccount[];
  accounts: Omit<Account, "agents">[];
  keys: ApiKey[];
  agents: AgentSnapshot[];
  markets: MarketSnapshot[];
  orders: OrderSnapshot[];
}

/** Shape: `positions` in order of creation. */
export interface AgentSnapshot {
  agentId: string;
  name: string;
  owner: string;
  fundedCents: number;
  reservedCents: number;
  positions: PositionSnapshot[];
  results: [clientOrderId: string, result: StoredResult][];
}

/** Shape: `market` is its number. */
export interface PositionSnapshot extends Pick<Position, PositionFact> {
  market: number;
  buys: SideSnapshot;
  sells: SideSnapshot;
}
type Gain = "realizedCents" | "realizedRest" | "openLoss" | "housePaidCents";
type PositionFact = "qty" | "entry" | Gain | "reservedCents" | "leverage" | "marginMode";

/** The sums over working orders, and the declines. */
export type SideSnapshot = Pick<
  WorkingSide,
  "qty" | "value" | "low" | "reduceOnlyQty" | "cooldown"
>;

/** What a market is, and what has become of it. */
export interface MarketSnapshot {
  terms: MarketTerms;
  status: MarketStatus;
  resolution: Resolution | null;
  givenMark: number | null;
  isUnvalued: boolean;
  lastPrice: number | null;
  settlementPrice: number | null;
  settledAtMs: number | null;
  bookSeq: number;
}

/** A resting order. Shape: `agent` and `market` are their numbers. */
export interface OrderSnapshot {
  orderId: string;
  clientOrderId: string | null;
  agent: number;
  market: number;
  isBuy: boolean;
  type: OrderType;
  tif: TimeInForce;
  reduceOnly: boolean;
  seq: number;
  placedSeq: number;
  price: number;
  qty: number;
  filledQty: number;
  filledNotional: number;
  value: number;
  leverage: number | null;
  createdAtMs: number;
  updatedAtMs: number;
}

/** Takes a snapshot; it shares nothing that changes with the venue. */
export function snapshotOf(state: VenueState): VenueSnapshot {
  const { commands, frozen, orderSeq, tradeSeq, forgotten } = state;
  const markets = [...state.markets.values()];
  const sides = markets.flatMap(({ book }) => [book.bids, book.asks]);
  const resting = sides.flatMap((side) => [...ordersOf(side)]);
  return {
    format: "touchstone-venue/1",
    commands,
    frozen,
    orderSeq,
    tradeSeq,
    forgotten,
    hash: state.hash.lanes(),
    ledger: state.ledger.accounts.map(({ name, cents }) => ({ name, cents })),
    accounts: [...state.accounts.values()].map(({ agents: _, ...account }) => account),
    keys: [...state.keysById.values()].map((key) => ({ ...key })),
    agents: [...state.agents.values()].map(agentSnapshot),
    markets: markets.map(marketSnapshot),
    orders: resting.sort((one, two) => one.seq - two.seq).map(orderSnapshot),
  };
}

function agentSnapshot(agent: Agent): AgentSnapshot {
  const { agentId, name, account, fundedCents, reservedCents } = agent;
  const positions = agent.positions.map(positionSnapshot);
  const results = [...agent.results];
  return { agentId, name, owner: account.owner, fundedCents, reservedCents, positions, results };
}

function positionSnapshot(position: Position): PositionSnapshot {
  const { market, qty, entry, realizedCents, realizedRest } = position;
  const { openLoss, housePaidCents, reservedCents, leverage, marginMode } = position;
  const gains = { realizedCents, realizedRest, openLoss, housePaidCents };
  const facts = { qty, entry, ...gains, reservedCents, leverage, marginMode };
  const sides = { buys: sideSnapshot(position.buys), sells: sideSnapshot(position.sells) };
  return { market: market.index, ...facts, ...sides };
}

function sideSnapshot({ qty, value, low, reduceOnlyQty, cooldown }: WorkingSide): SideSnapshot {
  return { qty, value, low, reduceOnlyQty, cooldown };
}

function marketSnapshot(market: Market): MarketSnapshot {
  const { terms, status, resolution, givenMark, isUnvalued, lastPrice, book } = market;
  const { settlementPrice, settledAtMs } = market;
  const facts = { status, resolution, givenMark, isUnvalued, lastPrice };
  return { terms, ...facts, settlementPrice, settledAtMs, bookSeq: book.seq };
}

function orderSnapshot(order: Order): OrderSnapshot {
  return {
    orderId: order.orderId,
    clientOrderId: order.clientOrderId,
    agent: order.agent.index,
    market: order.market.index,
    isBuy: order.isBuy,
    type: order.type,
    tif: order.tif,
    reduceOnly: order.reduceOnly,
    seq: order.seq,
    placedSeq: order.placedSeq,
    price: order.price,
    qty: order.qty,
    filledQty: order.filledQty,
    filledNotional: order.filledNotional,
    value: order.value,
    leverage: order.leverage,
    createdAtMs: order.createdAtMs,
    updatedAtMs: order.updatedAtMs,
  };
}
