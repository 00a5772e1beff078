/** The independent venue's state: what happens when an order is placed, matched or cancelled. */
import type { Draw } from "../draw.ts";
import { envelope, type Problem, type Refusal } from "../http/refusal.ts";
import type { Settings } from "../options.ts";
import type { VenueClock } from "../pace/clock.ts";
import { Cooldown } from "../pace/cooldown.ts";
import { type Agent, bookFill } from "./account.ts";
import { type Arrival, ownCrossed, prepare } from "./admission.ts";
import { type Amendment, amendOrder } from "./amend.ts";
import { Book, type Pairing } from "./book.ts";
import { remediesFor } from "./cover.ts";
import { admit } from "./gates.ts";
import type { Market, Side } from "./market.ts";
import {
  fillOrder,
  type Order,
  openOrder,
  type PlaceRequest,
  progressOf,
  publish,
} from "./order.ts";
import { answerAgain } from "./replays.ts";

/** What became of a place request: an order, new or replayed, or a refusal. */
export type Placement = { order: Order; replayed: boolean } | { refusal: Refusal };

/** What a venue is given. */
export interface VenueTools {
  draw: Draw;
  clock: VenueClock;
  settings: Settings;
}

/** Books, orders and matching. */
export class Venue {
  readonly books = new Map<string, Book>();
  readonly clock: VenueClock;
  /** Called with every order that came, changed or ended. */
  onOrder: (order: Order) => void = () => {};
  readonly #orders = new Map<string, Order>();
  readonly #resting = new Set<Order>();
  readonly #cooldown = new Cooldown();
  readonly #draw: Draw;
  readonly #settings: Settings;

  constructor(markets: Market[], { draw, clock, settings }: VenueTools) {
    this.clock = clock;
    this.#draw = draw;
    this.#settings = settings;
    for (const market of markets) this.list(market);
  }

  /** Lists one more market. */
  list(market: Market): void {
    this.books.set(market.id, new Book(market, this.#resting));
  }

  /** Judges a request and, when nothing objects, matches it. */
  place(agent: Agent, request: PlaceRequest, receivedAtMs: number): Placement {
    const late = stale(request, receivedAtMs);
    if (late) return { refusal: late };
    const bound = agent.byClientId.get(request.clientOrderId ?? "");
    const again = bound && answerAgain(bound, request, this.#settings.conflicts);
    if (again) return { ...again, replayed: true };
    const book = this.books.get(request.marketId.toLowerCase());
    if (!book) return { refusal: this.#unknownMarket() };
    const placement = this.#judge(agent, request, book);
    if (request.clientOrderId !== null && isResult(placement)) {
      agent.byClientId.set(request.clientOrderId, { request, result: placement });
    }
    return placement;
  }

  /** Takes an order out of the book; the problem when it cannot be. */
  cancel(order: Order): Problem | null {
    if (order.state === "CANCELLED" && this.#settings.refusals === "declines") return null;
    if (order.state === "CANCELLED") return envelope(404, "order_not_found", "no such open order");
    if (order.leaves === 0) return envelope(409, "order_done", "the order is done");
    this.#end(order);
    return null;
  }

  /** Gives a resting order new terms; the problem when it cannot have them. */
  amend(order: Order, amendment: Amendment): Problem | null {
    const book = this.books.get(order.market.id)!;
    const problem = amendOrder(order, amendment, { book, resting: this.resting() });
    if (problem === null) this.#show(order);
    return problem;
  }

  /** Cancels everything the agent has resting, in one market or in all; answers how many. */
  cancelAll(agent: Agent, market: Market | null): number {
    const there = market === null ? this.resting() : this.books.get(market.id)!.orders();
    const doomed = there.filter((order) => order.agent === agent);
    for (const order of doomed) this.#end(order);
    return doomed.length;
  }

  /** Every resting order of every market. */
  resting(): Order[] {
    return [...this.#resting];
  }

  /** Every order known, oldest first. */
  orders(): Order[] {
    return [...this.#orders.values()];
  }

  /** The order under an id in any letter case. */
  order(orderId: string): Order | undefined {
    return this.#orders.get(orderId.toUpperCase());
  }

  /** Drops the agent's finished orders from before a time, so that endless quoting stays small. */
  forgetDone(agent: Agent, beforeMs: number): void {
    for (const [id, order] of this.#orders) {
      const old = order.leaves === 0 && order.createdAtMs < beforeMs;
      if (old && order.agent === agent) this.#orders.delete(id);
    }
  }

  #unknownMarket(): Refusal {
    const [code, message] = ["UNKNOWN_MARKET", "no such market"];
    if (this.#settings.refusals === "errors") return envelope(404, code, message);
    return { form: "decline", code, message };
  }

  #judge(agent: Agent, request: PlaceRequest, book: Book): Placement {
    const { market } = book;
    const nowMs = this.clock.now();
    const key = `${agent.id} ${market.id} ${request.side}`;
    const settings = this.#settings;
    const cooling = settings.cooldown && this.#cooldown.active(key, nowMs);
    const resting = this.resting().filter((order) => order.agent === agent);
    const arrival = prepare({ agent, market, request, book, resting, cooling, settings });
    const refusal = admit(arrival);
    if (!refusal) return { order: this.#enter(arrival, nowMs), replayed: false };
    if (refusal.form === "decline" && !cooling) this.#cooldown.declined(key, nowMs);
    return { refusal };
  }

  #enter(arrival: Arrival, nowMs: number): Order {
    const { agent, request, book } = arrival;
    const order = openOrder({ ...arrival, id: this.#draw.timedUuid(nowMs), createdAtMs: nowMs });
    this.#orders.set(order.id, order);
    if (this.#settings.selfTrade === "cancel-maker") {
      for (const own of ownCrossed(arrival)) this.#end(own);
    }
    for (const pairing of arrival.pairings) this.#trade(order, pairing, nowMs);
    if (request.type === "MARKET" || request.tif === "IOC") this.#dropRest(order);
    if (order.leaves > 0) book.add(order);
    order.first = { ...progressOf(order), fills: order.fills.length };
    this.#show(order);
    for (const owner of [agent, ...arrival.pairings.map(({ maker }) => maker.agent)]) {
      this.#keepCovered(owner, book);
    }
    return order;
  }

  #dropRest(order: Order): void {
    if (order.leaves > 0 && this.#settings.iocRest === "cancelled") order.state = "CANCELLED";
    order.leaves = 0;
  }

  #trade(taker: Order, { maker, qty }: Pairing, atMs: number): void {
    const book = this.books.get(taker.market.id)!;
    const price = maker.request.price!;
    book.trades.push({ price, qty, takerSide: taker.request.side, atMs });
    for (const order of [maker, taker]) {
      fillOrder(order, { executionId: this.#draw.hex(16), price, qty });
      bookFill(order, { price, qty }, atMs);
    }
    if (maker.leaves === 0) book.remove(maker);
    this.#show(maker);
  }

  /** Keeps what an agent has resting in a market within its position and its cash. */
  #keepCovered(agent: Agent, book: Book): void {
    for (const side of ["BUY", "SELL"] as Side[]) {
      const resting = this.resting().filter((order) => order.agent === agent);
      const here = book.orders().filter((order) => order.agent === agent);
      const mine = here.filter(({ request }) => request.side === side);
      for (const { order, contracts } of remediesFor(mine, resting)) {
        if (contracts === order.leaves) this.#end(order);
        else if (contracts > 0) this.#cut(order, contracts);
      }
    }
  }

  #cut(order: Order, contracts: number): void {
    order.qty -= contracts;
    order.leaves -= contracts;
    this.#show(order);
  }

  #end(order: Order): void {
    order.state = "CANCELLED";
    order.leaves = 0;
    this.books.get(order.market.id)!.remove(order);
    this.#show(order);
  }

  #show(order: Order): void {
    publish(order, this.clock.now());
    this.books.get(order.market.id)!.noteMid(this.clock.now());
    this.onOrder(order);
  }
}

/** Refuses a stamp outside the window around the time of receipt, both bounds allowed. */
function stale(request: PlaceRequest, receivedAtMs: number): Problem | null {
  const { timestampMs, recvWindowMs } = request;
  if (timestampMs === null || recvWindowMs === null) return null;
  if (Math.abs(receivedAtMs - timestampMs) <= recvWindowMs) return null;
  return envelope(408, "STALE_REQUEST", "the request is outside its receive window");
}

/** Whether the engine spoke: what it never saw binds no client order id. */
function isResult(
  placement: Placement,
): placement is Placement & ({ order: Order } | { refusal: { form: "decline" } & Refusal }) {
  return "order" in placement || placement.refusal.form === "decline";
}
