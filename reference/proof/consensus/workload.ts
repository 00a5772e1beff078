/**
 * The survey's order flow, made anew in code of our own; where its facts come from, and all of it in
 * words: docs/internals/consensus.md.
 */
import { createHash } from "node:crypto";
import { Draws } from "./draws.ts";

/** How far the middle of the market moves. Units: 1 is 100%; `volatility` a year. */
export interface PricePath {
  volatility: number;
  swing: number;
}

/** One message to an engine. Units: ticks, contracts. Shape: `price` and `qty` of a cancel are 0. */
export interface WireMessage {
  type: "new" | "cancel" | "modify";
  orderId: number;
  isBuy: boolean;
  price: number;
  qty: number;
  isIoc: boolean;
}

/** What is drawn before the first message. Shape: by order number from 0; the id is one more. */
interface DrawnOrders {
  prices: Int32Array;
  qtys: Uint8Array;
  /** Numbers in the order of arrival. */
  arrivals: Uint32Array;
}

/** New orders of a published workload, and the seed of all five. */
const ORDERS = 1_000_000;
const SEED = 23;

const TICK_USD = 0.005;
const START_USD = 167.52;
/** Distances from the middle: a power law, and a bell eight ticks out. Units: ticks. */
const DISTANCES = 800;
const DECAY = 2.23;
const BELL = { height: 5, centre: 8 };
const QTY_MAX = 100;

const IOC = 0.15;
const MODIFIED = 0.2;
const REPRICED = 0.8;
const CANCELLED = 0.95;
/** Sent a second time, when the order is gone. */
const REPEATED = 0.02;

/** A workload: the same path and seed give the same messages. */
export class Workload {
  private readonly draws: Draws;
  private readonly orders: DrawnOrders;

  constructor(path: PricePath, count = ORDERS, seed = SEED) {
    this.draws = new Draws(seed);
    const { prices, qtys } = this.place(path, count);
    this.orders = { prices, qtys, arrivals: this.shuffle(count) };
  }

  /** SHA-256 of the prices, 32 bits each: all that hangs on how a machine rounds exp, log and cos. */
  pricesHash(): string {
    return createHash("sha256").update(this.orders.prices).digest("hex");
  }

  /**
   * Everything that is sent, in its order. Shape: to be walked once, as it goes on drawing.
   * The survey gives each message a time and sorts by it; an order's time begins where the one
   * before ended, so they stand in order already, and times are passed over here.
   */
  *messages(): Generator<WireMessage> {
    for (const number of this.orders.arrivals) yield* this.lifeOf(number);
  }

  /** Buys along the first half of the path and sells along the second, none beyond the middle. */
  private place(path: PricePath, count: number): Omit<DrawnOrders, "arrivals"> {
    const prices = new Int32Array(count);
    const qtys = new Uint8Array(count);
    const { drift, step } = stepOf(path, count);
    let middle = START_USD;
    for (let number = 0; number < count; number++) {
      middle *= Math.exp(drift + step * this.draws.normal());
      const away = 1 + this.distance();
      const ticks = Math.round(middle / TICK_USD);
      prices[number] = Math.max(1, isBuyOf(number, count) ? ticks - away : ticks + away);
      qtys[number] = 1 + this.draws.below(QTY_MAX);
    }
    return { prices, qtys };
  }

  /** The first distance whose summed weight reaches the draw. */
  private distance(): number {
    const wanted = this.draws.real() * SUMMED[DISTANCES - 1]!;
    let low = 0;
    let high = DISTANCES - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (SUMMED[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Fisher and Yates, from the last place down. */
  private shuffle(count: number): Uint32Array {
    const numbers = Uint32Array.from({ length: count }, (_, number) => number);
    for (let place = count - 1; place > 0; place--) {
      const other = this.draws.below(place + 1);
      const kept = numbers[place]!;
      numbers[place] = numbers[other]!;
      numbers[other] = kept;
    }
    return numbers;
  }

  private *lifeOf(number: number): Generator<WireMessage> {
    const { draws } = this;
    const order = this.orderOf(number);
    order.isIoc = draws.chance(IOC);
    yield order;
    if (order.isIoc) return;
    const modify = draws.chance(MODIFIED) ? this.modifyOf(order) : null;
    if (modify !== null) yield modify;
    if (!draws.chance(CANCELLED)) return;
    draws.skip();
    const cancel: WireMessage = { ...order, type: "cancel", price: 0, qty: 0 };
    yield cancel;
    if (this.isRepeated()) yield cancel;
    if (modify !== null && this.isRepeated()) yield modify;
  }

  private orderOf(number: number): WireMessage {
    const { prices, qtys } = this.orders;
    const isBuy = isBuyOf(number, prices.length);
    const terms = { isBuy, price: prices[number]!, qty: qtys[number]!, isIoc: false };
    return { type: "new", orderId: number + 1, ...terms };
  }

  /** One contract more, and mostly a tick nearer to the other side. */
  private modifyOf(order: WireMessage): WireMessage {
    this.draws.skip();
    const nearer = order.isBuy ? 1 : -1;
    const price = order.price + (this.draws.chance(REPRICED) ? nearer : 0);
    return { ...order, type: "modify", price, qty: order.qty + 1 };
  }

  /** Where it is, a pause is drawn as well. */
  private isRepeated(): boolean {
    const isRepeated = this.draws.chance(REPEATED);
    if (isRepeated) this.draws.skip();
    return isRepeated;
  }
}

const SUMMED = summedWeights();

function summedWeights(): Float64Array {
  let sum = 0;
  return Float64Array.from({ length: DISTANCES }, (_, distance) => {
    const off = distance - BELL.centre;
    const power = 1 / (distance + 1) ** DECAY;
    sum += power + BELL.height * Math.exp(-0.5 * off * off);
    return sum;
  });
}

/** Geometric Brownian motion, so slow that the whole path spans the swing. */
function stepOf({ volatility, swing }: PricePath, count: number) {
  const years = volatility === 0 ? 0 : (swing / volatility) ** 2 / count;
  const step = volatility * Math.sqrt(years);
  return { drift: -0.5 * step * step, step };
}

function isBuyOf(number: number, count: number): boolean {
  return number < Math.floor(count / 2);
}
