/** What an agent's working orders must reserve, as far as an observer can tell. */
import {
  type Bounds,
  closable,
  remaining,
  type ShadowAgent,
  type ShadowMarket,
  type ShadowPosition,
  type ShadowWorking,
} from "./shadow.ts";
import { PAYOUT_CENTS, PERP_UNITS } from "./terms.ts";

/** An order that is only thought of. Units: contracts, price units. */
export interface Thought {
  side: "BUY" | "SELL";
  qty: number;
  value: Bounds;
  leverage: number;
}

/**
 * Cash that a position and its orders need. Units: cents.
 * Shape: exact when nothing that rests would close anything; else between the need were all closing
 * contracts the cheapest ones, and the need of all orders.
 */
export function reserveOf(position: ShadowPosition): Bounds {
  position.reserve ??= need(position, null);
  return position.reserve;
}

/** The same, with one more order. */
export const reserveWith = (position: ShadowPosition, thought: Thought): Bounds =>
  need(position, thought);

/** What an agent could still reserve. Units: cents. */
export function freeCash(agent: ShadowAgent): Bounds {
  let least = agent.cashCents;
  let most = agent.cashCents + agent.slackCents;
  for (const position of agent.positions.values()) {
    const [low, high] = reserveOf(position);
    least -= high;
    most -= low;
  }
  return [least, most];
}

/** What one contract of an order is reserved at: the most its fill can cost. Units: price units. */
export function contractValue(market: ShadowMarket, side: "BUY" | "SELL", limit: number): number {
  if (!market.isPerp) return side === "BUY" ? limit : PAYOUT_CENTS - limit;
  const least = Math.max(market.mark ?? limit, limit);
  return side === "BUY" ? least : Math.max(least, market.bids.best ?? 0);
}

function need(position: ShadowPosition, thought: Thought | null): Bounds {
  const { market } = position;
  const thoughtOn = (side: "BUY" | "SELL") => (thought?.side === side ? thought : null);
  const buys = excess(position.BUY, closable(position, "BUY"), thoughtOn("BUY"));
  const sells = excess(position.SELL, closable(position, "SELL"), thoughtOn("SELL"));
  if (!market.isPerp) return [buys[0] + sells[0], buys[1] + sells[1]];
  const by = PERP_UNITS * (thought?.leverage ?? position.leverage);
  return [
    Math.ceil((position.entry + buys[0] + sells[0]) / by),
    Math.ceil((position.entry + buys[1] + sells[1]) / by),
  ];
}

function excess(working: ShadowWorking, covered: number, thought: Thought | null): Bounds {
  let qty = thought?.qty ?? 0;
  let low = qty * (thought?.value[0] ?? 0);
  let high = qty * (thought?.value[1] ?? 0);
  let cheapest = thought?.value[1] ?? Number.POSITIVE_INFINITY;
  for (const order of working.orders) {
    const contracts = remaining(order);
    qty += contracts;
    low += order.value[0] * contracts;
    high += order.value[1] * contracts;
    cheapest = Math.min(cheapest, order.value[1]);
  }
  if (qty <= covered) return [0, 0];
  return [covered === 0 ? low : Math.max(0, low - covered * cheapest), high];
}
