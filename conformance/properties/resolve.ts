/** What the numbers of a step mean in a given world. */
import { mayBeDeclined } from "../model/outcomes.ts";
import type { Side, Terms, World } from "../model/world.ts";
import { type OrderStep, TIFS } from "./step.ts";

/** Where a step is played, or rehearsed. */
export interface Scene {
  agents: readonly [string, string];
  prices: readonly number[];
  world: World;
  /** Whether one more decline of this agent and side keeps below any cooldown (H-03). */
  mayDecline(agent: string, side: string): boolean;
}

/**
 * The order a step means, so that it never meets an order of its own agent (D-027 leaves that
 * open) and is declined no more often than an agent may be.
 */
export function resolved(
  scene: Scene,
  step: OrderStep,
  { mayDecline = true } = {},
): { who: 0 | 1; terms: Terms } {
  const who = step.who === 0 ? 0 : 1;
  const agent = scene.agents[who];
  const { side, price } = clearOfOwn(scene, agent, step);
  const tif = TIFS[step.tif] ?? "GTC";
  const safe: Terms = { side, price, qty: step.qty, tif: "GTC" };
  const meetsOwn = ownPrices(scene, agent, opposite(side)).length > 0;
  if (tif === "MARKET" && meetsOwn) return { who, terms: safe };
  const terms: Terms = { ...safe, tif, price: tif === "MARKET" ? null : price };
  const risky = mayBeDeclined(scene.world, terms);
  const allowed = mayDecline && scene.mayDecline(agent, side);
  return { who, terms: risky && !allowed ? safe : terms };
}

/** The order a number means: one that rests where there is any, else one that is done. */
export function pickedOf<T extends { id: string }>(
  orders: readonly T[],
  { resting }: World,
  pick: number,
): T | null {
  const open = orders.filter(({ id }) => resting.some((order) => order.id === id));
  const choice = open.length > 0 ? open : orders;
  return choice[pick % choice.length] ?? null;
}

function clearOfOwn(
  scene: Scene,
  agent: string,
  { side, level }: OrderStep,
): { side: Side; price: number } {
  const drawn: Side = side === 0 ? "BUY" : "SELL";
  const blocking = ownPrices(scene, agent, opposite(drawn));
  const clear = scene.prices.filter((price) =>
    blocking.every((own) => (drawn === "BUY" ? price < own : price > own)),
  );
  const wanted = scene.prices[level] ?? 0;
  const price = clear.includes(wanted) ? wanted : drawn === "BUY" ? clear.at(-1) : clear[0];
  return price === undefined ? { side: opposite(drawn), price: wanted } : { side: drawn, price };
}

function ownPrices({ world }: Scene, agent: string, side: Side): number[] {
  const own = world.resting.filter((order) => order.agent === agent && order.side === side);
  return own.map(({ price }) => price);
}

/** The other side. */
export function opposite(side: Side): Side {
  return side === "BUY" ? "SELL" : "BUY";
}
