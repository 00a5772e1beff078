/** A naive, obviously correct venue: how each command that went through changes the world. */

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
import { isOfRisk, outcomesOf } from "./outcomes.ts";

/** What the model makes of an answer: the world after it, or what it should have been. */
export type Explained = { world: MarketState } | { expected: string };

/** Quantity taken from each maker, by order id. Units: contracts. */
export type Allocation = Readonly<Record<string, number>>;

/** Explains the answer to an order, makers taken by price, then time. */
export function explainPlaced(
  world: MarketState,
  arrival: ArrivingOrder,
  told: PlaceSummary,
): Explained {
  if (isOfRisk(told, arrival.terms)) return { world };
  const outcomes = outcomesOf(world, arrival);
  if (!outcomes.some((outcome) => outcome.fits(told))) {
    return { expected: outcomes.map(({ says }) => says).join(", or ") };
  }
  if (told.fate !== "accepted") return { world };
  return { world: trade(world, { ...arrival, told }, byPriceAndTime(world, arrival.terms, told)) };
}

/** What each maker gives when the best price, then the earliest, goes first (D-026). */
export function byPriceAndTime(
  world: MarketState,
  terms: Terms,
  { filled }: PlaceSummary,
): Allocation {
  let wanted = filled ?? 0;
  const given = makersFor(world, terms).map(({ id, qty }): [string, number] => {
    const taken = Math.min(qty, wanted);
    wanted -= taken;
    return [id, taken];
  });
  return Object.fromEntries(given.filter(([, qty]) => qty > 0));
}

/** Whether another choice of makers could have given the same answer. */
export function isAmbiguous(world: MarketState, terms: Terms, { filled }: PlaceSummary): boolean {
  const makers = makersFor(world, terms);
  const available = makers.reduce((sum, { qty }) => sum + qty, 0);
  return makers.length > 1 && (filled ?? 0) > 0 && (filled ?? 0) < available;
}

/** The world after an order traded with these makers; what is left of it rests. */
export function trade(
  world: MarketState,
  { agent, terms, told }: ArrivingOrder & { told: PlaceSummary },
  taken: Allocation,
): MarketState {
  const sign = terms.side === "BUY" ? 1 : -1;
  const positions: Record<string, number> = { ...world.positions };
  const move = (who: string, qty: number) => {
    positions[who] = (positions[who] ?? 0) + qty;
  };
  for (const maker of world.resting) move(maker.agent, -sign * (taken[maker.id] ?? 0));
  move(agent, sign * (told.filled ?? 0));
  const left = contest(world, { agent, terms }).map((maker) => ({
    ...maker,
    qty: maker.qty - (taken[maker.id] ?? 0),
  }));
  const resting = left.filter(({ qty }) => qty > 0);
  const own = restingPart(agent, terms, told);
  return { resting: own === null ? resting : [...resting, own], positions };
}

function restingPart(agent: string, terms: Terms, told: PlaceSummary): Resting | null {
  const { side, price, reduceOnly } = terms;
  if (!told.remaining || price === null || told.orderId === null) return null;
  const order = { id: told.orderId, agent, side, price, qty: told.remaining };
  return reduceOnly ? { ...order, reduceOnly } : order;
}

/** What rests, once an order has come to close what reduce-only ones of its agent were to close. */
function contest(world: MarketState, { agent, terms }: ArrivingOrder): readonly Resting[] {
  const own = ownOf(world, agent, terms.side);
  const reducing = own.filter(({ reduceOnly }) => reduceOnly);
  const closes = reducible(world, agent, terms.side);
  if (reducing.length === 0 || total(own) + terms.qty <= closes) return world.resting;
  return world.resting.map((order) =>
    reducing.includes(order) ? { ...order, contested: true } : order,
  );
}

/** The world with other terms of a resting order, as an amend left it. */
export function amended(
  world: MarketState,
  orderId: string,
  { price, qty }: Pick<Resting, "price" | "qty">,
): MarketState {
  const order = world.resting.find(({ id }) => id === orderId);
  if (order === undefined || (order.price === price && order.qty === qty)) return world;
  const { resting } = cancel(world, orderId);
  return { ...world, resting: [...resting, { ...order, price, qty, amended: true }] };
}

/** The world without one order. */
export function cancel(world: MarketState, orderId: string): MarketState {
  return { ...world, resting: world.resting.filter(({ id }) => id !== orderId) };
}

/** The world without the orders of an agent. */
export function cancelAll(world: MarketState, agent: string): MarketState {
  return { ...world, resting: world.resting.filter((order) => order.agent !== agent) };
}
