/** One agent's stand in one market: open contracts, resting orders, leverage, declines. */
import type { Agent } from "./agent.ts";
import type { MarginMode } from "./commands.ts";
import type { Cooldown } from "./cooldown.ts";
import type { Market } from "./market.ts";
import type { Order } from "./order.ts";

/** Sums over the agent's working orders of one side; margin.ts explains `low`. */
export class WorkingSide {
  qty = 0;
  /** Sum of value times contracts. */
  value = 0;
  /** At most the value of any contract counted here. */
  low = 0;
  reduceOnlyQty = 0;
  cooldown: Cooldown | null = null;

  /** Counts an order's remaining contracts. */
  enter(order: Order): void {
    this.low = this.qty === 0 || order.value < this.low ? order.value : this.low;
    this.qty += order.remainingQty;
    this.value += order.value * order.remainingQty;
    if (order.reduceOnly) this.reduceOnlyQty += order.remainingQty;
  }

  /** Counts contracts of an order no longer: filled, cancelled or reduced. */
  leave(order: Order, qty: number): void {
    this.qty -= qty;
    this.value -= order.value * qty;
    if (order.reduceOnly) this.reduceOnlyQty -= qty;
  }
}

/** Units: `qty` signed contracts; `entry` price units times contracts of what is open. */
export class Position {
  readonly agent: Agent;
  readonly market: Market;
  qty = 0;
  entry = 0;
  realizedCents = 0;
  reservedCents = 0;
  leverage = 1;
  marginMode: MarginMode = "CROSS";
  readonly buys = new WorkingSide();
  readonly sells = new WorkingSide();
  /** Resting orders, in no order. */
  readonly orders: Order[] = [];

  constructor(agent: Agent, market: Market) {
    this.agent = agent;
    this.market = market;
  }

  /** Working orders of one direction. */
  side(isBuy: boolean): WorkingSide {
    return isBuy ? this.buys : this.sells;
  }

  /** Contracts that an order of this direction could close: zero or more. */
  reducible(isBuy: boolean): number {
    return isBuy ? Math.max(0, -this.qty) : Math.max(0, this.qty);
  }

  /** Puts a resting order on the list. */
  link(order: Order): void {
    order.place = this.orders.length;
    this.orders.push(order);
  }

  /** Takes an order off the list; the last one moves to its place. */
  unlink(order: Order): void {
    const last = this.orders.pop()!;
    if (last === order) return;
    this.orders[order.place] = last;
    last.place = order.place;
  }
}

/** The agent's position in a market, made when missing. */
export function positionOf(agent: Agent, market: Market): Position {
  let position = market.positions[agent.index];
  if (position === undefined) {
    position = new Position(agent, market);
    market.positions[agent.index] = position;
    agent.positions.push(position);
  }
  return position;
}
