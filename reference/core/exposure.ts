/** What open perps have gained or lost at the mark, what stands behind them, and what is left. */
import type { Agent } from "./agent.ts";
import { markPrice, PERP_UNITS_PER_CENT } from "./market.ts";
import { divideDown, divideUp, share } from "./money.ts";
import type { Position } from "./position.ts";

/** Gain at the mark of what is open. Units: price units. Shape: null when nothing values it. */
export function unrealizedUnits({ qty, entry, market }: Position): number | null {
  if (qty === 0) return 0;
  const mark = markPrice(market);
  if (mark === null) return null;
  return qty > 0 ? mark * qty - entry : entry + mark * qty;
}

/**
 * What stands behind an ISOLATED position: its margin, and what it was opened worse than the mark.
 * Units: cents, rounded up. D-076.
 */
export function behindCents({ entry, leverage, market, openLoss }: Position): number {
  const { unitsPerCent } = market;
  return divideUp(entry, unitsPerCent * leverage) + divideUp(openLoss, unitsPerCent);
}

/** Cash that an order may still earmark: neither lost by CROSS positions nor by opening. D-076. */
export function availableCents(agent: Agent): number {
  const units = crossUnits(agent);
  let lost = units < 0 ? divideUp(-units, PERP_UNITS_PER_CENT) : 0;
  for (const { openLoss } of agent.perps) {
    if (openLoss > 0) lost += divideUp(openLoss, PERP_UNITS_PER_CENT);
  }
  return Math.max(0, agent.freeCents - lost);
}

/** CROSS positions stand behind each other: a gain of one makes up for the loss of another. */
function crossUnits({ perps }: Agent): number {
  let units = 0;
  for (const position of perps) {
    const { qty, entry, market } = position;
    if (qty === 0 || position.marginMode === "ISOLATED") continue;
    // What is open in a perp is valued by a given mark or not at all; every order asks for this.
    if (market.givenMark !== null) units += market.givenMark * qty + (qty > 0 ? -entry : entry);
  }
  return units;
}

/**
 * True when what stands behind a position is less than the maintenance margin its market asks for.
 * An ISOLATED one has its own margin; behind a CROSS one stands all cash that is no such margin, for
 * it and every other CROSS one. D-076. Units: cents, rounded against the agent.
 */
export function isBelowMaintenance(position: Position): boolean {
  const { agent, marginMode } = position;
  if (marginMode === "ISOLATED") {
    const gained = divideDown(unrealizedUnits(position) ?? 0, PERP_UNITS_PER_CENT);
    return behindCents(position) + gained < maintenanceCents([position]);
  }
  const isolated = agent.perps.filter((other) => other.marginMode === "ISOLATED");
  const kept = isolated.reduce((sum, other) => sum + behindCents(other), 0);
  const gained = divideDown(crossUnits(agent), PERP_UNITS_PER_CENT);
  const cross = agent.perps.filter((other) => other.marginMode === "CROSS");
  return agent.cash.cents - kept + gained < maintenanceCents(cross);
}

/** A share of what is open at the mark, in the markets that ask for it. Units: cents, rounded up. */
function maintenanceCents(positions: readonly Position[]): number {
  let units = 0;
  for (const { market, qty } of positions) {
    const part = market.maintenanceMarginBps;
    const mark = part === null || qty === 0 ? null : markPrice(market);
    if (mark !== null) units += share(Math.abs(qty) * mark, { part: part!, whole: 10_000 }, true);
  }
  return divideUp(units, PERP_UNITS_PER_CENT);
}
