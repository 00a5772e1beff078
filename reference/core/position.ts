/** One agent's stand in one market: open contracts, resting orders, leverage, declines. */
import type { Agent } from "./agent.ts";
import type { MarginMode } from "./commands.ts";
import type { Cooldown } from "./cooldown.ts";
import type { Market } from "./market.ts";
import { divideTowardZero } from "./money.ts";
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
  /** What closing has gained so far: full cents, and what is left of one in price units. */
  realizedCents = 0;
  realizedRest = 0;
  /** By how much an ISOLATED one was opened worse than the mark. Units: price units. D-076. */
  openLoss = 0;
  /** What the house has paid of its losses. D-076. */
  housePaidCents = 0;
  reservedCents = 0;
  leverage = 1;
  marginMode: MarginMode = "CROSS";
  readonly buys = new WorkingSide();
  readonly sells = new WorkingSide();
  /**
   * Resting orders, in no order.
   * @bound as many as orders that rest: one that ends leaves; reference/core/leftovers.test.ts
   */
  readonly orders: Order[] = [];

  constructor(agent: Agent, market: Market) {
    this.agent = agent;
    this.market = market;
  }

  /** True while nothing is open and nothing works: then it has no terms of its own either. */
  get isIdle(): boolean {
    return this.qty === 0 && this.buys.qty === 0 && this.sells.qty === 0;
  }

  /** The next order from flat brings its own leverage and margin mode, or has these. D-075, D-079. */
  forgetTerms(): void {
    this.leverage = 1;
    this.marginMode = "CROSS";
  }

  /**
   * Adds an exact gain, below zero a loss, to what was realized. D-075.
   * Units: price units in; out the full cents that it adds. Shape: cents and rest never differ in
   * sign, so a gain and the loss it comes from are the same number of cents.
   */
  realize(units: number): number {
    const by = this.market.unitsPerCent;
    const before = this.realizedCents;
    const sum = this.realizedRest + units;
    const full = divideTowardZero(sum, by);
    this.realizedCents += full;
    this.realizedRest = sum - full * by;
    if (this.realizedCents > 0 && this.realizedRest < 0) this.#carry(-1);
    else if (this.realizedCents < 0 && this.realizedRest > 0) this.#carry(1);
    return this.realizedCents - before;
  }

  #carry(cents: number): void {
    this.realizedCents += cents;
    this.realizedRest -= cents * this.market.unitsPerCent;
  }

  /** Working orders of one direction. */
  side(isBuy: boolean): WorkingSide {
    return isBuy ? this.buys : this.sells;
  }

  /** Contracts that an order of this direction could close: zero or more. */
  reducible(isBuy: boolean): number {
    const { qty } = this;
    if (isBuy) return qty < 0 ? -qty : 0;
    return qty > 0 ? qty : 0;
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
    if (market.isPerp) agent.perps.push(position);
  }
  return position;
}
