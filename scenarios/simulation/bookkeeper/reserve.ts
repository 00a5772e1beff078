/** What an agent's working orders must reserve, as far as an observer can tell. */
import {
  type Bounds,
  closable,
  type ShadowAgent,
  type ShadowMarket,
  type ShadowPosition,
} from "./shadow.ts";
import { PAYOUT_CENTS, PERP_UNITS } from "./terms.ts";

/** An order that is only thought of. Units: contracts, price units. */
export interface Thought {
  side: "BUY" | "SELL";
  qty: number;
  value: number;
  leverage: number;
}

const NOTHING: Bounds = [0, 0];

/** Something of a position or its orders is about to change. */
export function unsettle(position: ShadowPosition): void {
  const { agent, reserve } = position;
  if (reserve === null) return;
  agent.reservedLeast -= reserve[0];
  agent.reservedMost -= reserve[1];
  position.reserve = null;
  agent.unsettled.push(position);
}

/**
 * Cash that a position and its orders need. Units: cents.
 * Shape: exact when nothing that rests would close anything; else between the need were all closing
 * contracts the cheapest ones, and the need of all orders.
 */
export function reserveOf(position: ShadowPosition): Bounds {
  if (position.reserve !== null) return position.reserve;
  const reserve = need(position, null);
  position.reserve = reserve;
  position.agent.reservedLeast += reserve[0];
  position.agent.reservedMost += reserve[1];
  return reserve;
}

/** Works out anew what changed: afterwards the agent's bounds are those of all its positions. */
export function settleReserve(agent: ShadowAgent): void {
  if (agent.unsettled.length === 0) return;
  for (const position of agent.unsettled) reserveOf(position);
  agent.unsettled = [];
}

/** What an agent could still reserve. Units: cents. */
export function freeCash(agent: ShadowAgent): Bounds {
  settleReserve(agent);
  const { cashCents, slackCents, reservedLeast, reservedMost } = agent;
  return [cashCents - reservedMost, cashCents + slackCents - reservedLeast];
}

/** What CROSS positions have lost at their marks, ISOLATED ones by opening. Units: cents, rounded up. */
export function lossOf(agent: ShadowAgent): number {
  const gain = crossGain(agent);
  let loss = gain < 0 ? Math.ceil(-gain / PERP_UNITS) : 0;
  for (const { openLoss } of agent.positions.values()) loss += Math.ceil(openLoss / PERP_UNITS);
  return loss;
}

/** Units: price units. */
export function crossGain({ positions }: ShadowAgent): number {
  let gain = 0;
  for (const position of positions.values()) {
    if (position.market.isPerp && position.marginMode === "CROSS") gain += gainOf(position);
  }
  return gain;
}

/** What an open perp has gained at its mark, if it has one. Units: price units. */
export function gainOf({ market: { mark }, qty, entry }: ShadowPosition): number {
  return mark === null ? 0 : mark * qty - Math.sign(qty) * entry;
}

/** What stands behind an ISOLATED perp: margin and the loss of opening. Units: cents, rounded up. */
export const behind = ({ entry, leverage, openLoss }: ShadowPosition): number =>
  Math.ceil(entry / (PERP_UNITS * leverage)) + Math.ceil(openLoss / PERP_UNITS);

/** What one contract of an order is reserved at: the most its fill can cost. Units: price units. */
export function contractValue(market: ShadowMarket, side: "BUY" | "SELL", limit: number): number {
  if (!market.isPerp) return side === "BUY" ? limit : PAYOUT_CENTS - limit;
  const least = Math.max(market.mark ?? limit, limit);
  return side === "BUY" ? least : Math.max(least, market.bids.best ?? 0);
}

/** The same worked out anew, and with one more order if one is thought of. */
export function need(position: ShadowPosition, thought: Thought | null): Bounds {
  const buys = excess(position, "BUY", thought);
  const sells = excess(position, "SELL", thought);
  const least = buys[0] + sells[0];
  const most = buys[1] + sells[1];
  if (!position.market.isPerp) return [least, most];
  const by = PERP_UNITS * (thought === null ? position.leverage : thought.leverage);
  return [Math.ceil((position.entry + least) / by), Math.ceil((position.entry + most) / by)];
}

/** Of one side: what its orders would open beyond what they would close. */
function excess(position: ShadowPosition, side: "BUY" | "SELL", thought: Thought | null): Bounds {
  const working = position[side];
  const more = thought !== null && thought.side === side ? thought : null;
  const covered = closable(position, side);
  const qty = working.qty + (more === null ? 0 : more.qty);
  if (qty <= covered) return NOTHING;
  const value = working.value + (more === null ? 0 : more.qty * more.value);
  if (covered === 0) return [value, value];
  const cheapest = Math.min(working.cheapest, more === null ? Infinity : more.value);
  return [Math.max(0, value - covered * cheapest), value];
}
