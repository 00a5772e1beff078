/** One digest for the whole venue: two venues with the same journal have the same. */
import { createHash } from "node:crypto"; // core may: SHA-256 is a pure function
import type { Agent } from "./agent.ts";
import { type BookSide, ordersOf } from "./book.ts";
import type { OrderRequest } from "./commands.ts";
import type { StoredResult } from "./idempotency.ts";
import type { Market } from "./market.ts";
import { orderView } from "./order.ts";
import type { Position, WorkingSide } from "./position.ts";
import type { VenueState } from "./state.ts";

/** To call the hash costs more than to hash a line. Units: characters. */
const HASHED_AT_ONCE = 65_536;

/** What a request may name. */
const TERMS: Record<keyof OrderRequest, true> = {
  marketId: true,
  side: true,
  type: true,
  tif: true,
  price: true,
  qty: true,
  clientOrderId: true,
  timestampMs: true,
  recvWindowMs: true,
  reduceOnly: true,
  slippageCapCents: true,
  slippageCapBps: true,
  leverage: true,
  marginMode: true,
  confirmFatFinger: true,
};
const TERMS_BY_NAME = Object.keys(TERMS).sort() as (keyof OrderRequest)[];

/** Shape: covers everything that a later command, read or replay could depend on. */
export interface Digest {
  commands: number;
  sha256: string;
}

/** Walks the whole state in order of creation, and mixes the running hash of all events in. */
export function digestOf(state: VenueState): Digest {
  const hash = createHash("sha256");
  let lines = "";
  for (const line of digestLines(state)) {
    lines += line;
    if (lines.length < HASHED_AT_ONCE) continue;
    hash.update(lines);
    lines = "";
  }
  hash.update(lines);
  return { commands: state.commands, sha256: hash.digest("hex") };
}

/**
 * Whether two venues have the same digest, told from what it is made of: at less cost than both.
 * Results are most of it, and are compared where they are kept.
 */
export function haveSameDigest(one: VenueState, other: VenueState): boolean {
  const [rest, otherRest] = [one, other].map((state) => [...records(state, () => [])]);
  if (!areSame(rest!, otherRest!)) return false;
  const others = other.agents.values();
  for (const agent of one.agents.values()) {
    if (!haveSameResults(agent, others.next().value!)) return false;
  }
  return true;
}

function haveSameResults({ results }: Agent, { results: otherResults }: Agent): boolean {
  if (results.size !== otherResults.size) return false;
  const others = otherResults.entries();
  for (const [clientOrderId, stored] of results) {
    const [otherId, otherStored] = others.next().value!;
    if (clientOrderId !== otherId || !isSameResult(stored, otherStored)) return false;
  }
  return true;
}

function isSameResult(one: StoredResult, other: StoredResult): boolean {
  if (one.orderId !== other.orderId || !isSame(one.result, other.result)) return false;
  for (const name of TERMS_BY_NAME) {
    if (!isSame(one.request[name], other.request[name])) return false;
  }
  return true;
}

/** The same text in JSON: names count in their order. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (one === null || other === null) return false;
  if (typeof one !== "object" || typeof other !== "object") return Object.is(one, other);
  if (Array.isArray(one)) return Array.isArray(other) && areSame(one, other);
  const names = Object.keys(one);
  if (!areSame(names, Object.keys(other))) return false;
  const [values, others] = [one, other] as Record<string, unknown>[];
  for (const name of names) if (!isSame(values![name], others![name])) return false;
  return true;
}

function areSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let n = 0; n < one.length; n++) if (!isSame(one[n], other[n])) return false;
  return true;
}

/** What the digest is the SHA-256 of; read later, it still tells the state as it is now. */
export function digestLines(state: VenueState): IterableIterator<string> {
  return linesOf([...records(state, resultRecords)]);
}

function* linesOf(records: readonly unknown[]): Generator<string> {
  for (const record of records) {
    yield `${JSON.stringify(contentOf(record))}\n`;
  }
}

const contentOf = (record: unknown): unknown => (typeof record === "function" ? record() : record);

/** Shape: none is changed by a later command; one that is dear to make is a function. */
function* records(
  state: VenueState,
  resultsOf: (agent: Agent) => Iterable<unknown>,
): Generator<unknown> {
  const { commands, frozen, orderSeq, tradeSeq, limits } = state;
  yield [commands, frozen, orderSeq, tradeSeq, state.hash.text(), limits];
  for (const account of state.ledger.accounts) yield { ...account };
  for (const { accountId, publicId, owner, displayName } of state.accounts.values()) {
    yield [accountId, publicId, owner, displayName];
  }
  for (const key of state.keysById.values()) yield { ...key };
  for (const agent of state.agents.values()) {
    yield agentRecord(agent);
    yield* resultsOf(agent);
    for (const position of agent.positions) yield positionRecord(position);
  }
  for (const market of state.markets.values()) yield* marketRecords(market);
}

const agentRecord = ({ agentId, name, account, fundedCents, reservedCents }: Agent): unknown => [
  agentId,
  name,
  account.owner,
  fundedCents,
  reservedCents,
];

function* resultRecords({ results }: Agent): Generator<unknown> {
  for (const [clientOrderId, { request, orderId, result }] of results) {
    yield () => [clientOrderId, termsOf(request), orderId, result];
  }
}

/** By name: in which order a client named its fields, or the journal wrote them, means nothing. */
function termsOf(request: OrderRequest): unknown {
  const terms: unknown[] = [];
  for (const name of TERMS_BY_NAME) {
    const value = request[name];
    if (value !== undefined) terms.push([name, value]);
  }
  return terms;
}

function positionRecord(position: Position): unknown {
  const { market, qty, entry, openLoss, reservedCents, leverage, marginMode } = position;
  const realized = [position.realizedCents, position.realizedRest, position.housePaidCents];
  const sides = [position.buys, position.sells].map(sideRecord);
  return [
    market.marketId,
    qty,
    entry,
    openLoss,
    ...realized,
    reservedCents,
    leverage,
    marginMode,
    sides,
  ];
}

/** `low` means nothing on an empty side. */
function sideRecord({ qty, value, low, reduceOnlyQty, cooldown }: WorkingSide): unknown {
  return [qty, value, qty === 0 ? 0 : low, reduceOnlyQty, cooldown];
}

function* marketRecords(market: Market): Generator<unknown> {
  const { terms } = market;
  const { marketId, kind, title, low, high, tick, positionCap, leverageCap, legs } = terms;
  yield [marketId, kind, title, low, high, tick, positionCap, leverageCap, legs];
  yield [terms.maintenanceMarginBps, terms.background];
  yield [market.status, market.resolution, markOf(market), market.lastPrice, market.book.seq];
  yield [market.settlementPrice, market.settledAtMs];
  yield* sideRecords(market.book.bids);
  yield* sideRecords(market.book.asks);
}

function markOf({ givenMark, isUnvalued }: Market): number | string | null {
  return isUnvalued ? "none" : givenMark;
}

function* sideRecords(side: BookSide): Generator<unknown> {
  for (const order of ordersOf(side)) {
    yield [order.seq, order.value, order.filledNotional, orderView(order)];
  }
}
