/** What a naive venue remembers of one market: who rests where, and who holds what. */
import type { Side } from "../../scenarios/deployment/vocabulary.ts";

/** What an order asks for. Units: market price units, contracts. Shape: MARKET has no price. */
export interface Terms {
  side: Side;
  tif: "GTC" | "IOC" | "FOK" | "POST_ONLY" | "MARKET";
  price: number | null;
  qty: number;
  reduceOnly?: true;
}

/** An order as it arrives. */
export interface ArrivingOrder {
  agent: string;
  terms: Terms;
}

/**
 * An order in the book. Units: contracts; `qty` is what still rests, or at most that where
 * `contested` says that other orders of its agent would close what a reduce-only one is to close.
 */
export interface Resting {
  id: string;
  agent: string;
  side: Side;
  price: number;
  qty: number;
  reduceOnly?: true;
  contested?: true;
  /** Its place among orders of its price is the venue's choice (D-030). */
  amended?: true;
}

/**
 * The state of one market; never changed, only replaced, by one that shares what stayed as it was.
 * Shape: `resting` in order of arrival; `positions` signed, by agent, since the first command.
 */
export interface MarketState {
  resting: readonly Resting[];
  positions: Readonly<Record<string, number>>;
}

/** Nobody has traded yet. */
export const EMPTY: MarketState = { resting: [], positions: {} };

/** What an answer to an order says of it. Units: contracts; null where it does not say. */
export interface PlaceSummary {
  fate: "accepted" | "declined" | "refused";
  status: string | null;
  reason: string | null;
  filled: number | null;
  remaining: number | null;
  orderId: string | null;
}

/** Resting orders an arriving one may trade with: best price first, then the earliest. */
export function makersFor(state: MarketState, { side, price }: Terms): Resting[] {
  const limit = price ?? (side === "BUY" ? Infinity : -Infinity);
  const within = state.resting.filter(
    (maker) =>
      maker.side !== side && (side === "BUY" ? maker.price <= limit : maker.price >= limit),
  );
  return within.sort((a, b) => (side === "BUY" ? a.price - b.price : b.price - a.price));
}

/** Contracts that orders of this side could close for an agent; none where they would open. */
export function reducible({ positions }: MarketState, agent: string, side: Side): number {
  const held = positions[agent] ?? 0;
  return Math.max(0, side === "SELL" ? held : -held);
}

/** An agent's resting orders of a side. */
export function ownOf({ resting }: MarketState, agent: string, side: Side): Resting[] {
  return resting.filter((order) => order.agent === agent && order.side === side);
}

/** Contracts these orders have resting together. */
export function total(orders: readonly { qty: number }[]): number {
  return orders.reduce((sum, { qty }) => sum + qty, 0);
}

/** One side of the book by price, best first. Units: market price units, contracts. */
export function levelsOf(state: MarketState, side: Side): { price: number; qty: number }[] {
  const here = state.resting.filter((order) => order.side === side);
  const prices = [...new Set(here.map(({ price }) => price))];
  return prices
    .toSorted((a, b) => (side === "BUY" ? b - a : a - b))
    .map((price) => ({ price, qty: total(here.filter((order) => order.price === price)) }));
}
