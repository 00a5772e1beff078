/** Follows the venue's events: what each says must be what the records say comes next. */
import type { OrderView, VenueEvent } from "../../../reference/index.ts";
import type { Coverage } from "../coverage.ts";
import { violate } from "../violation.ts";
import { bookFill } from "./cash.ts";
import { unsettle } from "./reserve.ts";
import {
  closable,
  forgetTerms,
  otherSide,
  ownSide,
  remaining,
  type Shadow,
  type ShadowOrder,
} from "./shadow.ts";
import { Touched } from "./touched.ts";
import { reaches } from "./verdicts.ts";

const NEVER = (): boolean => false;

type Trade = Extract<VenueEvent, { type: "trade" }>;

/** The events of one command, taken one after another. */
export class EventReader {
  readonly shadow: Shadow;
  readonly coverage: Coverage;
  readonly touched = new Touched();
  /** The order that is arriving, and what it traded. */
  taker: ShadowOrder | null = null;
  fills: Trade[] = [];
  /** What an amendment leaves of an order that stays in place. Units: contracts. */
  reducedTo: { order: ShadowOrder; qty: number } | null = null;
  /** Whether the command itself may end this order. */
  mayCancel: (order: ShadowOrder) => boolean = NEVER;
  #events: readonly VenueEvent[] = [];
  #cursor = 0;

  constructor(shadow: Shadow, coverage: Coverage) {
    this.shadow = shadow;
    this.coverage = coverage;
  }

  /** Begins with a command's events. */
  start(events: readonly VenueEvent[]): void {
    this.#events = events;
    this.#cursor = 0;
    this.taker = null;
    this.reducedTo = null;
    this.mayCancel = NEVER;
    this.touched.clear();
  }

  get isDone(): boolean {
    return this.#cursor === this.#events.length;
  }

  /** Takes events until one is the last of an arriving order. */
  followArrival(taker: ShadowOrder): void {
    this.taker = taker;
    this.fills = [];
    while (taker.state === "arriving") {
      if (this.isDone) violate("order-state", `order ${taker.orderId} neither rests nor ends`);
      this.takeOne();
    }
    this.taker = null;
  }

  /** Takes all that is left. */
  takeAll(): void {
    while (!this.isDone) this.takeOne();
  }

  /** Takes one event. */
  takeOne(): void {
    const event = this.#events[this.#cursor++]!;
    if (event.type === "trade") this.#trade(event);
    else if (event.type === "order-opened") this.#opened(event.order);
    else if (event.type === "order-changed") this.#changed(event.order);
    else if (event.type === "order-closed") this.#closed(event.order);
  }

  /** The agent whose order or trade comes next. */
  get nextAgentId(): string | null {
    const next = this.#events[this.#cursor];
    if (next === undefined || next.type === "market-changed") return null;
    return next.type === "trade" ? next.takerAgentId : next.order.agentId;
  }

  #trade(event: Trade) {
    const { taker } = this;
    const { price, qty } = event;
    if (taker === null || event.takerOrderId !== taker.orderId) {
      return violate("order-state", `trade ${event.tradeSeq} without an arriving order`);
    }
    const maker = otherSide(taker.market, taker.side).orders[0];
    if (maker === undefined || maker.orderId !== event.makerOrderId || maker.price !== price) {
      const due = maker === undefined ? "nobody" : `order ${maker.orderId} at ${maker.price}`;
      const did = `order ${event.makerOrderId} at ${price}`;
      violate("price-time-priority", `trade ${event.tradeSeq} is with ${did}, due was ${due}`);
    }
    if (maker!.agent === taker.agent) violate("no-self-trade", `trade ${event.tradeSeq}`);
    if (!reaches(price, taker.price, taker.side)) {
      violate("price-time-priority", `traded at ${price}, beyond the limit ${taker.price}`);
    }
    if (qty !== Math.min(remaining(maker!), remaining(taker))) {
      violate("price-time-priority", `trade ${event.tradeSeq} is of ${qty} contracts`);
    }
    this.#book(event, taker, maker!);
  }

  #book(event: Trade, taker: ShadowOrder, maker: ShadowOrder): void {
    const { price, qty } = event;
    const { market } = taker;
    if (event.takerAgentId !== taker.agent.agentId || event.makerAgentId !== maker.agent.agentId) {
      violate("order-state", `trade ${event.tradeSeq} names another agent`);
    }
    if (event.takerSide !== taker.side || event.marketId !== market.marketId) {
      violate("order-state", `trade ${event.tradeSeq} names another side or market`);
    }
    this.#markCoverage(event, maker);
    market.lastPrice = price;
    this.fills.push(event);
    this.#fill(taker, qty);
    this.#fill(maker, qty);
    this.#clear(taker, price, qty);
    this.#clear(maker, price, qty);
  }

  #fill(order: ShadowOrder, qty: number): void {
    const { position } = order;
    unsettle(position);
    position[order.side].lose(order, qty);
    order.filledQty += qty;
  }

  #clear({ position, side }: ShadowOrder, price: number, qty: number): void {
    const before = position.qty;
    const housePays = bookFill({ position, side, price, qty });
    forgetTerms(position);
    if (housePays) this.coverage.rule("house-pays");
    this.touched.add(position);
    if (before !== 0 && position.qty === 0) this.coverage.rule("position-closed");
    if (before * position.qty < 0) this.coverage.rule("position-flipped");
  }

  #markCoverage({ price }: Trade, maker: ShadowOrder): void {
    const last = this.fills.at(-1);
    if (last === undefined || last.makerOrderId === maker.orderId) return;
    this.coverage.rule(last.price === price ? "queue-at-a-price" : "sweep");
  }

  #opened(view: OrderView): void {
    const order = this.#known(view);
    if (order !== this.taker) violate("order-state", `order ${view.orderId} opened unasked`);
    if (order.tif !== "GTC" && order.tif !== "POST_ONLY") {
      violate("time-in-force", `a ${order.tif} order rests`);
    }
    order.state = "resting";
    ownSide(order.market, order.side).add(order);
    this.#agrees(order, view);
  }

  #changed(view: OrderView) {
    const order = this.#known(view);
    if (order === this.taker) return this.#opened(view);
    if (order.state !== "resting") violate("order-state", `order ${view.orderId} does not rest`);
    if (view.qty < order.qty) this.#reduced(order, view);
    this.#agrees(order, view);
  }

  #reduced(order: ShadowOrder, view: OrderView): void {
    if (this.reducedTo?.order === order) {
      if (view.qty !== this.reducedTo.qty) violate("order-state", `amended to ${view.qty}`);
    } else {
      const trimmed = Math.min(this.#surplus(order), remaining(order));
      if (order.qty - view.qty !== trimmed) {
        violate("reduce-only", `${order.qty - view.qty} contracts are trimmed, due ${trimmed}`);
      }
    }
    const { position } = order;
    unsettle(position);
    position[order.side].lose(order, order.qty - view.qty);
    order.qty = view.qty;
    this.touched.add(position);
  }

  #closed(view: OrderView): void {
    const order = this.#known(view);
    if (order.state === "closed") violate("order-state", `order ${view.orderId} ended twice`);
    const isFilled = order.filledQty === order.qty;
    if (!isFilled && order.state === "resting") this.#cancelled(order);
    if (!isFilled && order === this.taker) this.#endedUnfilled(order);
    if (order.state === "resting") ownSide(order.market, order.side).remove(order);
    order.state = "closed";
    const { position } = order;
    unsettle(position);
    position[order.side].leave(order);
    forgetTerms(position);
    this.touched.add(position);
    this.#agrees(order, view);
  }

  /** A resting order ends by the command, out of the way of its own agent's, or trimmed. */
  #cancelled(order: ShadowOrder) {
    if (this.mayCancel(order)) return;
    const { taker } = this;
    if (taker !== null && taker.agent === order.agent && taker.side !== order.side) {
      const first = otherSide(taker.market, taker.side).orders[0];
      if (first === order && reaches(order.price, taker.price, taker.side)) {
        return this.coverage.rule("own-order-in-the-way");
      }
    }
    if (this.#surplus(order) < remaining(order)) {
      violate("order-state", `order ${order.orderId} was cancelled for no reason`);
    }
  }

  /** An arriving order that ends with something left must have found nobody more. */
  #endedUnfilled(order: ShadowOrder): void {
    if (order.tif === "GTC" || order.tif === "POST_ONLY") {
      violate("time-in-force", `a ${order.tif} order does not rest`);
    }
    const next = otherSide(order.market, order.side).best;
    if (reaches(next, order.price, order.side)) {
      violate("price-time-priority", `order ${order.orderId} left ${next} untouched`);
    }
  }

  /** What must be trimmed off this order: it is the worst of the agent's reduce-only orders. */
  #surplus(order: ShadowOrder): number {
    if (!order.reduceOnly) return 0;
    const { position } = order;
    const working = position[order.side];
    const surplus = working.reduceOnlyQty - closable(position, order.side);
    const sign = order.side === "BUY" ? 1 : -1;
    for (const other of working.orders) {
      if (other === order || !other.reduceOnly || other.state !== "resting") continue;
      const isWorse = sign * (other.price - order.price) || order.arrival - other.arrival;
      if (isWorse < 0) violate("reduce-only", `order ${order.orderId} is trimmed out of turn`);
    }
    if (surplus > 0) this.coverage.rule("reduce-only-trimmed");
    return surplus;
  }

  #known(view: OrderView): ShadowOrder {
    const order = this.shadow.orders.get(view.orderId);
    return order ?? violate("order-state", `order ${view.orderId} was never accepted`);
  }

  /** An event shows the order as the records have it. */
  #agrees(order: ShadowOrder, view: OrderView): void {
    const { qty, filledQty, state } = order;
    const open = filledQty > 0 ? "PARTIAL" : "NEW";
    const ended = filledQty === qty ? "FILLED" : "CANCELLED";
    const status = state === "closed" ? ended : open;
    const left = state === "closed" ? 0 : qty - filledQty;
    const price = order.type === "MARKET" ? null : order.price;
    const agrees =
      view.status === status &&
      view.qty === qty &&
      view.filledQty === filledQty &&
      view.remainingQty === left &&
      view.price === price &&
      view.side === order.side &&
      view.agentId === order.agent.agentId;
    if (agrees) return;
    const { price: at, status: is } = view;
    const shown = `${is}, ${view.filledQty} of ${view.qty} at ${at}, ${view.remainingQty} left`;
    violate("order-state", `order told as ${shown}; known as ${status}, ${filledQty} of ${qty}`);
  }
}
