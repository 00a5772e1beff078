/** What the numbers of a step mean in a given state. */

import type { Side } from "../../scenarios/deployment/vocabulary.ts";
import { opposite } from "../check/check-context.ts";
import { type MarketState, ownOf, reducible, type Terms, total } from "../model/market-state.ts";
import { mayBeDeclined } from "../model/outcomes.ts";
import { type OrderStep, TIFS } from "./step.ts";

/** Where a step is played, or rehearsed. */
export interface StepContext {
  agents: readonly string[];
  /** Whose agents these are, in the same order. */
  owners: readonly string[];
  prices: readonly number[];
  state: MarketState;
  /** Whether nobody else trades here. */
  own: boolean;
  /** Whether the agents began flat: what may be reduced depends on it. */
  mayReduce: boolean;
  /** Whether one more decline of this agent and side keeps below any cooldown (H-03). */
  mayDecline(agent: string, side: string): boolean;
}

/**
 * The order a step means, so that it never meets an order of its own owner (D-027 leaves that
 * open) and is declined no more often than an agent may be.
 */
export function resolved(context: StepContext, step: OrderStep, { mayDecline = true } = {}): Terms {
  const agent = context.agents[step.who] ?? "";
  const { side, price } = clearOfOwn(context, agent, step);
  const tif = TIFS[step.tif] ?? "GTC";
  const safe: Terms = { side, price, qty: step.qty, tif: "GTC" };
  if (tif === "MARKET" && isBlind(context, agent, side)) return safe;
  const asked: Terms = { ...safe, tif, price: tif === "MARKET" ? null : price };
  const terms = step.reduce === 1 ? reducing(context, agent, asked) : asked;
  if (terms.tif === "GTC" && !terms.reduceOnly) return terms; // as safe as can be
  const risky = mayBeDeclined(context.state, { agent, terms });
  const allowed = mayDecline && context.mayDecline(agent, side);
  return risky && !allowed ? safe : terms;
}

/** Whether an order without a price might meet its own owner's, or one that may be there or not. */
function isBlind(context: StepContext, agent: string, side: Side): boolean {
  const kin = kinOf(context, agent);
  return context.state.resting.some(
    (order) => order.side !== side && (kin.includes(order.agent) || order.contested),
  );
}

/** The agents of an agent's owner, itself among them: whether they trade with each other is open. */
function kinOf({ agents, owners }: StepContext, agent: string): string[] {
  const owner = owners[agents.indexOf(agent)];
  return agents.filter((_, index) => owners[index] === owner);
}

/**
 * The same as a reduce-only order, for no more than is left to close: what becomes of a larger one
 * is the venue's choice (D-072, D-073). One that closes nothing is declined, and the few declines
 * that a shared market allows in half a minute are left to other orders.
 */
function reducing({ state, own, mayReduce }: StepContext, agent: string, terms: Terms): Terms {
  const closes = reducible(state, agent, terms.side);
  if (closes === 0) return own ? { ...terms, reduceOnly: true } : terms;
  const left = closes - total(ownOf(state, agent, terms.side));
  if (!mayReduce || left <= 0) return terms;
  return { ...terms, qty: Math.min(terms.qty, left), reduceOnly: true };
}

/** The order a number means: one that rests where there is any, else one that is done. */
export function pickedOf<T extends { id: string }>(
  orders: readonly T[],
  { resting }: MarketState,
  pick: number,
): T | null {
  const open = orders.filter(({ id }) => resting.some((order) => order.id === id));
  const choice = open.length > 0 ? open : orders;
  return choice[pick % choice.length] ?? null;
}

function clearOfOwn(
  context: StepContext,
  agent: string,
  step: OrderStep,
): { side: Side; price: number } {
  const drawn = sideOf(context, agent, step);
  const limit = ownTouch(context, agent, opposite(drawn));
  const clear = context.prices.filter((price) => (drawn === "BUY" ? price < limit : price > limit));
  const wanted = context.prices[step.level] ?? 0;
  const price = clear.includes(wanted) ? wanted : drawn === "BUY" ? clear.at(-1) : clear[0];
  return price === undefined ? { side: opposite(drawn), price: wanted } : { side: drawn, price };
}

/** Of a reduce-only order the first side is the one that closes. */
function sideOf({ state }: StepContext, agent: string, { side, reduce }: OrderStep): Side {
  const first = reduce === 1 && reducible(state, agent, "SELL") > 0 ? "SELL" : "BUY";
  return side === 0 ? first : opposite(first);
}

/** The best price of what an owner has resting on a side; beyond every price where that is nothing. */
function ownTouch(context: StepContext, agent: string, side: Side): number {
  const kin = kinOf(context, agent);
  const [worst, better] = side === "SELL" ? [Infinity, Math.min] : [-Infinity, Math.max];
  return context.state.resting.reduce(
    (touch, order) =>
      order.side === side && kin.includes(order.agent) ? better(touch, order.price) : touch,
    worst,
  );
}

/** A price of the ladder where an order of this side meets nobody; null where that is not clear. */
export function clearOfAll(
  { prices, state }: Pick<StepContext, "prices" | "state">,
  side: Side,
  level: number,
): number | null {
  const price = prices[level];
  const against = state.resting.filter((order) => order.side !== side);
  const meets = (other: number) =>
    side === "BUY" ? other <= Number(price) : other >= Number(price);
  return price === undefined || against.some((order) => meets(order.price)) ? null : price;
}
