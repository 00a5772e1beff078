/** A naive, obviously correct venue: how each command that went through changes the state. */

import {
  type ArrivingOrder,
  type MarketState,
  makersFor,
  ownOf,
  type PlaceSummary,
  type Resting,
  reducible,
  type Terms,
  total,
} from "./market-state.ts";
import { fits, isOfRisk, outcomesOf } from "./outcomes.ts";

/** What the model makes of an answer: the state after it, or what it should have been. */
export type Explained = { state: MarketState } | { expected: string };

/** Quantity taken from each maker, by order id. Units: contracts. */
export type Allocation = Readonly<Record<string, number>>;

/** Explains the answer to an order, makers taken by price, then time. */
export function explainPlaced(
  state: MarketState,
  arrival: ArrivingOrder,
  summary: PlaceSummary,
): Explained {
  if (isOfRisk(summary, arrival.terms)) return { state };
  const outcomes = outcomesOf(state, arrival);
  if (!outcomes.some((outcome) => fits(outcome, summary))) {
    return { expected: outcomes.map(({ says }) => says).join(", or ") };
  }
  if (summary.fate !== "accepted") return { state };
  const taken = byPriceAndTime(state, arrival.terms, summary);
  // The copy comes last: Node takes 500 ns for each member that is added to one.
  return { state: trade(state, { summary, ...arrival }, taken) };
}

/** What each maker gives when the best price, then the earliest, goes first (D-026). */
export function byPriceAndTime(
  state: MarketState,
  terms: Terms,
  { filled }: PlaceSummary,
): Allocation {
  if (!filled) return {};
  let wanted = filled;
  const given = makersFor(state, terms).map(({ id, qty }): [string, number] => {
    const taken = Math.min(qty, wanted);
    wanted -= taken;
    return [id, taken];
  });
  return Object.fromEntries(given.filter(([, qty]) => qty > 0));
}

/** Whether another choice of makers could have given the same answer. */
export function isAmbiguous(state: MarketState, terms: Terms, { filled }: PlaceSummary): boolean {
  const makers = makersFor(state, terms);
  const available = makers.reduce((sum, { qty }) => sum + qty, 0);
  return makers.length > 1 && (filled ?? 0) > 0 && (filled ?? 0) < available;
}

/** The state after an order traded with these makers; what is left of it rests. */
export function trade(
  state: MarketState,
  { agent, terms, summary }: ArrivingOrder & { summary: PlaceSummary },
  taken: Allocation,
): MarketState {
  const standing = contest(state, { agent, terms });
  const own = restingPart(agent, terms, summary);
  const resting = summary.filled ? leftOf(standing, taken) : standing;
  const positions = summary.filled
    ? moved(state, { agent, terms, summary }, taken)
    : state.positions;
  return { resting: own === null ? resting : [...resting, own], positions };
}

function leftOf(resting: readonly Resting[], taken: Allocation): readonly Resting[] {
  const left = resting.map((maker) => {
    const given = taken[maker.id] ?? 0;
    return given === 0 ? maker : { ...maker, qty: maker.qty - given };
  });
  return left.filter(({ qty }) => qty > 0);
}

function moved(
  state: MarketState,
  { agent, terms, summary }: ArrivingOrder & { summary: PlaceSummary },
  taken: Allocation,
): MarketState["positions"] {
  const sign = terms.side === "BUY" ? 1 : -1;
  const positions: Record<string, number> = { ...state.positions };
  for (const maker of state.resting) {
    positions[maker.agent] = (positions[maker.agent] ?? 0) - sign * (taken[maker.id] ?? 0);
  }
  positions[agent] = (positions[agent] ?? 0) + sign * (summary.filled ?? 0);
  return positions;
}

function restingPart(agent: string, terms: Terms, summary: PlaceSummary): Resting | null {
  const { side, price, reduceOnly } = terms;
  if (!summary.remaining || price === null || summary.orderId === null) return null;
  const order = { id: summary.orderId, agent, side, price, qty: summary.remaining };
  return reduceOnly ? { ...order, reduceOnly } : order;
}

/** What rests, once an order has come to close what reduce-only ones of its agent were to close. */
function contest(state: MarketState, { agent, terms }: ArrivingOrder): readonly Resting[] {
  const reducing = state.resting.filter(
    (order) => order.reduceOnly && order.agent === agent && order.side === terms.side,
  );
  if (reducing.length === 0) return state.resting;
  const own = ownOf(state, agent, terms.side);
  if (total(own) + terms.qty <= reducible(state, agent, terms.side)) return state.resting;
  return state.resting.map((order) =>
    reducing.includes(order) ? { ...order, contested: true } : order,
  );
}

/** The state with other terms of a resting order, as an amend left it. */
export function amended(
  state: MarketState,
  orderId: string,
  { price, qty }: Pick<Resting, "price" | "qty">,
): MarketState {
  const order = state.resting.find(({ id }) => id === orderId);
  if (order === undefined || (order.price === price && order.qty === qty)) return state;
  const { resting } = cancel(state, orderId);
  return { ...state, resting: [...resting, { ...order, price, qty, amended: true }] };
}

/** The state without one order. */
export function cancel(state: MarketState, orderId: string): MarketState {
  return { ...state, resting: state.resting.filter(({ id }) => id !== orderId) };
}

/** The state without the orders of an agent. */
export function cancelAll(state: MarketState, agent: string): MarketState {
  return { ...state, resting: state.resting.filter((order) => order.agent !== agent) };
}
