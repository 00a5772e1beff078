/** The independent venue's state: what happens when an order is placed, matched or cancelled. */
import { type Agent, bookFill, closable } from "./account.ts";
import { type Arrival, admit, prepare, stale } from "./admission.ts";
import { Book, type Pairing } from "./book.ts";
import type { Draw } from "./draw.ts";
import type { Market, Side } from "./market.ts";
import { fillOrder, type Order, openOrder, type PlaceRequest, publish } from "./order.ts";
import { envelope, type Problem, type Refusal } from "./refusal.ts";
import { Cooldown } from "./throttles.ts";

/** What became of a place request: an order, new or replayed, or a refusal. */
export type Placement = { order: Order; replayed: boolean } | { refusal: Refusal };

/** Books, orders and matching on the real clock. */
export class Venue {
  readonly books: Map<string, Book>;
  readonly #orders = new Map<string, Order>();
  readonly #cooldown = new Cooldown();
  readonly #draw: Draw;
  readonly #cools: boolean;

  constructor(markets: Market[], draw: Draw, cools: boolean) {
    this.books = new Map(markets.map((market) => [market.id, new Book(market)]));
    this.#draw = draw;
    this.#cools = cools;
  }

  /** Judges a request and, when nothing objects, matches it. */
  place(agent: Agent, request: PlaceRequest, receivedAtMs: number): Placement {
    const late = stale(request, receivedAtMs);
    if (late) return { refusal: late };
    const earlier = agent.byClientId.get(request.clientOrderId ?? "");
    if (earlier) return { order: earlier, replayed: true };
    const book = this.books.get(request.marketId.toLowerCase());
    if (!book) return { refusal: envelope(404, "UNKNOWN_MARKET", "no such market") };
    return this.#judge(agent, request, book);
  }

  /** Takes an order of the agent out of the book; the problem when it cannot be. */
  cancel(agent: Agent, orderId: string): Problem | null {
    const order = this.#orders.get(orderId.toUpperCase());
    if (!order || (order.agent === agent && order.state === "CANCELLED")) {
      return envelope(404, "order_not_found", "no such open order");
    }
    if (order.agent !== agent) return envelope(403, "not_yours", "the order is another agent's");
    if (order.leaves === 0) return envelope(409, "order_done", "the order is done");
    this.#end(order);
    return null;
  }

  /** Cancels everything the agent has resting, in one market or in all; answers how many. */
  cancelAll(agent: Agent, market: Market | null): number {
    const doomed = this.resting().filter(
      (order) => order.agent === agent && (market === null || order.market === market),
    );
    for (const order of doomed) this.#end(order);
    return doomed.length;
  }

  /** Every resting order of every market. */
  resting(): Order[] {
    return [...this.books.values()].flatMap((book) => book.orders());
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

  #judge(agent: Agent, request: PlaceRequest, book: Book): Placement {
    const { market } = book;
    const nowMs = Date.now();
    const key = `${agent.id} ${market.id} ${request.side}`;
    const cooling = this.#cools && this.#cooldown.active(key, nowMs);
    const resting = this.resting();
    const arrival = prepare({ agent, market, request, book, resting, cooling });
    const refusal = admit(arrival);
    if (!refusal) return { order: this.#enter(arrival, nowMs), replayed: false };
    if (refusal.form === "decline" && !cooling) this.#cooldown.declined(key, nowMs);
    return { refusal };
  }

  #enter(arrival: Arrival, nowMs: number): Order {
    const { agent, request, book } = arrival;
    const order = openOrder({ ...arrival, id: this.#draw.timedUuid(nowMs), createdAtMs: nowMs });
    this.#orders.set(order.id, order);
    if (request.clientOrderId !== null) agent.byClientId.set(request.clientOrderId, order);
    for (const pairing of arrival.pairings) this.#trade(order, pairing, nowMs);
    const rests = request.type === "LIMIT" && request.tif !== "IOC";
    if (!rests) order.leaves = 0;
    if (order.leaves > 0) book.add(order);
    publish(order, nowMs);
    for (const owner of [agent, ...arrival.pairings.map(({ maker }) => maker.agent)]) {
      this.#shrinkReducers(owner, book, nowMs);
    }
    return order;
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
    publish(maker, atMs);
  }

  /** Keeps resting reduce-only quantity within the position: the worst-priced gives way first. */
  #shrinkReducers(agent: Agent, book: Book, atMs: number): void {
    for (const side of ["BUY", "SELL"] as Side[]) {
      let room = closable(agent, book.market, side);
      const mine = book.orders().filter((order) => order.agent === agent);
      for (const order of mine.filter(
        ({ request }) => request.reduceOnly && request.side === side,
      )) {
        const cut = Math.max(0, order.leaves - room);
        room -= order.leaves - cut;
        if (cut === order.leaves) this.#end(order);
        else if (cut > 0) this.#cut(order, cut, atMs);
      }
    }
  }

  #cut(order: Order, contracts: number, atMs: number): void {
    order.qty -= contracts;
    order.leaves -= contracts;
    publish(order, atMs);
  }

  #end(order: Order): void {
    order.state = "CANCELLED";
    order.leaves = 0;
    this.books.get(order.market.id)!.remove(order);
    publish(order, Date.now());
  }
}
