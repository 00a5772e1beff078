/** A naive, obviously correct venue: how each command that went through changes the world. */
import { isOfRisk, outcomesOf } from "./outcomes.ts";
import { makersFor, type Resting, type Terms, type Told, type World } from "./world.ts";

/** An order as it arrives. */
export interface Arrival {
  agent: string;
  terms: Terms;
}

/** What the model makes of an answer: the world after it, or what it should have been. */
export type Explained = { world: World } | { expected: string };

/** Quantity taken from each maker, by order id. Units: contracts. */
export type Allocation = Readonly<Record<string, number>>;

/** Explains the answer to an order, makers taken by price, then time. */
export function explainPlaced(world: World, arrival: Arrival, told: Told): Explained {
  if (isOfRisk(told)) return { world };
  const outcomes = outcomesOf(world, arrival.terms);
  if (!outcomes.some((outcome) => outcome.fits(told))) {
    return { expected: outcomes.map(({ says }) => says).join(", or ") };
  }
  if (told.fate !== "accepted") return { world };
  return { world: trade(world, { ...arrival, told }, byPriceAndTime(world, arrival.terms, told)) };
}

/** What each maker gives when the best price, then the earliest, goes first (D-026). */
export function byPriceAndTime(world: World, terms: Terms, { filled }: Told): Allocation {
  let wanted = filled ?? 0;
  const given = makersFor(world, terms).map(({ id, qty }): [string, number] => {
    const taken = Math.min(qty, wanted);
    wanted -= taken;
    return [id, taken];
  });
  return Object.fromEntries(given.filter(([, qty]) => qty > 0));
}

/** Whether another choice of makers could have given the same answer. */
export function isAmbiguous(world: World, terms: Terms, { filled }: Told): boolean {
  const makers = makersFor(world, terms);
  const available = makers.reduce((sum, { qty }) => sum + qty, 0);
  return makers.length > 1 && (filled ?? 0) > 0 && (filled ?? 0) < available;
}

/** The world after an order traded with these makers; what is left of it rests. */
export function trade(
  world: World,
  { agent, terms, told }: Arrival & { told: Told },
  taken: Allocation,
): World {
  const sign = terms.side === "BUY" ? 1 : -1;
  const positions: Record<string, number> = { ...world.positions };
  const move = (who: string, qty: number) => {
    positions[who] = (positions[who] ?? 0) + qty;
  };
  for (const maker of world.resting) move(maker.agent, -sign * (taken[maker.id] ?? 0));
  move(agent, sign * (told.filled ?? 0));
  const left = world.resting.map((maker) => ({
    ...maker,
    qty: maker.qty - (taken[maker.id] ?? 0),
  }));
  const resting = left.filter(({ qty }) => qty > 0);
  const own = restingPart(agent, terms, told);
  return { resting: own === null ? resting : [...resting, own], positions };
}

function restingPart(agent: string, terms: Terms, told: Told): Resting | null {
  const { side, price } = terms;
  if (!told.remaining || price === null || told.orderId === null) return null;
  return { id: told.orderId, agent, side, price, qty: told.remaining };
}

/** The world without one order. */
export function cancel(world: World, orderId: string): World {
  return { ...world, resting: world.resting.filter(({ id }) => id !== orderId) };
}

/** The world without the orders of an agent. */
export function cancelAll(world: World, agent: string): World {
  return { ...world, resting: world.resting.filter((order) => order.agent !== agent) };
}
