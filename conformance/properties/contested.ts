/**
 * Reduce-only orders that share a position with others of their agent. What a venue cuts back then,
 * and when, is its own choice (D-073): they are cancelled before it is needed to know.
 */

import type { AgentClient } from "../check/agent-client.ts";
import { makersFor, type Resting, type Terms } from "../model/market-state.ts";
import type { PropertyRun } from "./property-run.ts";

/** The agents of whom an order may have met a contested one: which of theirs traded is unclear. */
export function rivalsFor(floor: PropertyRun, terms: Terms): AgentClient[] {
  return contestants(floor, makersFor(floor.world, terms));
}

/** The agents of whom an order may have met one. */
export function makersOf(floor: PropertyRun, terms: Terms): AgentClient[] {
  return ownersOf(floor, makersFor(floor.world, terms));
}

/** Forgets which orders an agent has resting: what becomes of each of them cannot be told. */
export function forget(floor: PropertyRun, { seat }: AgentClient): void {
  const unclear = floor.world.resting.filter(({ agent }) => agent === seat.name);
  floor.sent = floor.sent.filter((sent) => unclear.every(({ id }) => id !== sent.id));
}

/** Cancels all contested orders; none of them has traded since it was. */
export async function endContests(floor: PropertyRun): Promise<void> {
  for (const order of floor.world.resting.filter(({ contested }) => contested)) {
    for (const caller of contestants(floor, [order])) await floor.cancel(caller, order.id);
  }
}

function contestants(floor: PropertyRun, orders: readonly Resting[]): AgentClient[] {
  return ownersOf(
    floor,
    orders.filter(({ contested }) => contested),
  );
}

function ownersOf({ callers }: PropertyRun, orders: readonly Resting[]): AgentClient[] {
  const agents = orders.map(({ agent }) => agent);
  return callers.filter(({ seat }) => agents.includes(seat.name));
}
