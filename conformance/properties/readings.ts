/** What can be read of a market after a play, and where it differs from the model. */

import type { TradableMarket } from "../../scenarios/deployment/market.ts";
import {
  BodyRecords,
  type BookReading,
  bookOf,
  executedQty,
  type Json,
  listOf,
  type PriceLevel,
  positionOf,
  remainingQty,
  statusOf,
  wholeQty,
} from "../../scenarios/deployment/reading/reading.ts";
import type { Side } from "../../scenarios/deployment/vocabulary.ts";
import type { AgentClient, How } from "../check/agent-client.ts";
import { levelsOf, type MarketState } from "../model/market-state.ts";
import type { Deviation } from "./broken.ts";

/** Everything of one agent that can be read. Shape: null where it cannot be. */
export interface AgentReading {
  agent: string;
  open: unknown;
  all: unknown;
  /** Signed, since the play began. Units: contracts. */
  position: number | null;
}

/** Everything that can be read at once. */
export interface Reading {
  agents: readonly AgentReading[];
  book: BookReading | null;
}

/** An order of the play as the model knows it. Units: contracts. */
export interface KnownOrder {
  id: string;
  agent: string;
  executed: number;
}

/** How exactly a market is compared: others may trade a shared one. */
export interface ReadingScope {
  prices: readonly number[];
  own: boolean;
}

/** What an agent is told of all its markets at once. */
export interface WholeOfAgent {
  agent: string;
  open: unknown;
  all: unknown;
  positions: unknown;
}

/** Reads all of one agent. */
export async function readWhole(caller: AgentClient, how: How): Promise<WholeOfAgent> {
  const [open, all, positions] = await Promise.all([
    caller.openOrders(undefined, how),
    caller.orders({}, how),
    caller.get("/positions", {}, how),
  ]);
  const [agent, bodies] = [caller.name, [open, all, positions].map((one) => one.response?.body)];
  return { agent, open: bodies[0], all: bodies[1], positions: bodies[2] };
}

/** Where an agent is read, and in which way; what it held there when the play began. */
interface ReadOf {
  market: TradableMarket;
  held: number;
  how: How;
  whole?: WholeOfAgent;
}

/** Reads one agent in a market; what is told of all markets is taken from there. */
export async function readAgent(
  caller: AgentClient,
  { market, held, how, whole }: ReadOf,
): Promise<AgentReading> {
  const [open, all, position] = await Promise.all([
    caller.openOrders(market.id, how),
    whole ?? caller.orders({ market_id: market.id }, how),
    whole ? positionOf(whole.positions, market.id) : caller.position(market, how),
  ]);
  return {
    agent: caller.name,
    open: open.response?.body,
    all: "response" in all ? all.response?.body : all.all,
    position: position === null ? null : position - held,
  };
}

/** Reads the public book; null where it cannot be read. */
export async function readBook(
  caller: AgentClient,
  { market, how }: Pick<ReadOf, "market" | "how">,
): Promise<BookReading | null> {
  return bookOf((await caller.get(`/markets/${market.id}/book`, {}, how)).response?.body);
}

/** Quantity an order has resting by a listing: 0 where it is not listed, null where unreadable. */
export function restingIn(open: BodyRecords, id: string): number | null {
  const record = open.of(id);
  if (record !== null) return remainingQty(record) ?? leavesOf(record);
  return open.mentions(id) ? null : 0;
}

/** Contracts that all orders of a market have resting by a listing; null where they cannot be read. */
export function restingOf(open: unknown, marketId: string): number | null {
  const there = listOf(open)?.filter((record) => (record["market_id"] ?? marketId) === marketId);
  const each = there?.map((record) => remainingQty(record) ?? leavesOf(record));
  return (
    each?.reduce(
      (sum: number | null, one) => (sum === null || one === null ? null : sum + one),
      0,
    ) ?? null
  );
}

function leavesOf(record: Json): number | null {
  const [executed, qty] = [executedQty(record), wholeQty(record)];
  return executed === null || qty === null ? null : qty - executed;
}

/** The first difference between a reading and the model; null where all is explained. */
export function differenceOf(
  { agents, book }: Reading,
  model: { state: MarketState; known: readonly KnownOrder[] },
  scope: ReadingScope,
): Deviation | null {
  for (const reading of agents) {
    const difference =
      ofOpen(reading, model, scope) ?? ofRecords(reading, model) ?? ofPosition(reading, model);
    if (difference !== null) return difference;
  }
  return book === null ? null : (ofSide("BUY", book.bids) ?? ofSide("SELL", book.asks));

  function ofSide(side: Side, levels: readonly PriceLevel[]): Deviation | null {
    const here = scope.own ? levels : levels.filter(({ price }) => scope.prices.includes(price));
    return unlike(`book levels of ${side} orders`, levelsOf(model.state, side), plain(here));
  }
}

function plain(levels: readonly PriceLevel[]): PriceLevel[] {
  return levels.map(({ price, qty }) => ({ price, qty }));
}

function ofOpen(
  { agent, open }: AgentReading,
  { state, known }: { state: MarketState; known: readonly KnownOrder[] },
  { own }: ReadingScope,
): Deviation | null {
  const resting = state.resting.filter((order) => order.agent === agent);
  const records = new BodyRecords(open);
  for (const { id } of known.filter((order) => order.agent === agent)) {
    const wanted = resting.find((order) => order.id === id)?.qty ?? 0;
    const seen = restingIn(records, id);
    const unlisted = wanted > 0 && seen === null && !records.mentions(id);
    if (unlisted || (seen !== null && seen !== wanted)) {
      const says = (qty: number) => (qty === 0 ? "not open" : `open with ${qty}`);
      return { expected: `order ${id} ${says(wanted)}`, actual: says(seen ?? 0) };
    }
  }
  const listed = listOf(open)?.length ?? null;
  if (!own || listed === null) return null;
  return unlike(`open orders of ${agent}`, resting.length, listed);
}

function ofRecords(
  { agent, all }: AgentReading,
  { state, known }: { state: MarketState; known: readonly KnownOrder[] },
): Deviation | null {
  const records = new BodyRecords(all);
  for (const { id, executed } of known.filter((order) => order.agent === agent)) {
    const record = records.of(id);
    const seen = record === null ? null : executedQty(record);
    if (seen !== null && seen !== executed) {
      return unlike(`executed quantity of order ${id}`, executed, seen);
    }
    const isOpen = state.resting.some((order) => order.id === id);
    const status = record === null ? null : statusOf(record);
    if (status !== null && (isOpen ? OVER : UNTOUCHED).includes(status)) {
      return { expected: `order ${id} ${isOpen ? "open" : "over"}`, actual: `status ${status}` };
    }
  }
  return null;
}

const OVER = ["FILLED", "CANCELLED", "REJECTED"];
/** What is over may be told as PARTIAL: the spec has no status for what was cut off (D-021). */
const UNTOUCHED = ["NEW"];

function ofPosition({ agent, position }: AgentReading, { state }: { state: MarketState }) {
  if (position === null) return null;
  return unlike(`change of the position of ${agent}`, state.positions[agent] ?? 0, position);
}

function unlike(what: string, wanted: unknown, seen: unknown): Deviation | null {
  const [expected, actual] = [JSON.stringify(wanted), JSON.stringify(seen)];
  return expected === actual ? null : { expected: `${what} ${expected}`, actual };
}
