/** Follows an agent's stream and some books: what is sent must be what there is. */
import type { Venue } from "../../reference/testing.ts";
import type { HttpVenue } from "./http-venue.ts";
import { violate } from "./violation.ts";

/** A frame of the stream. */
interface StreamFrame {
  type: string;
  channel?: string;
  seq?: number;
  data?: FrameData;
}

/** What the channels send, each its own part of it. */
interface FrameData {
  orders?: { order_id: string; status: string; filled_qty: number }[];
  positions?: { market_id: string; qty: number }[];
  fills?: { market_id: string; side: string; qty: number }[];
  bids?: { price: number; qty: number }[];
  asks?: { price: number; qty: number }[];
  cash_cents?: number;
}

interface Sides {
  bids: Map<number, number>;
  asks: Map<number, number>;
}

/** One connection, and what it was sent. */
export class StreamFollower {
  readonly #agentId: string;
  /** Those whose books it follows. */
  readonly #markets: readonly string[];
  readonly #seqs = new Map<string, number>();
  readonly #books = new Map<string, Sides>();
  readonly #orders = new Map<string, number>();
  readonly #positions = new Map<string, number>();
  readonly #filled = new Map<string, number>();
  #cashCents = 0;
  /** What was wrong with a frame; reported at the end, for the venue must not hear of it. */
  #fault: string | null = null;

  private constructor(agentId: string, markets: readonly string[]) {
    this.#agentId = agentId;
    this.#markets = markets;
  }

  /** Mints a ticket, connects, and subscribes to the books of some markets. */
  static async join(
    http: HttpVenue,
    agentId: string,
    markets: readonly string[],
  ): Promise<StreamFollower> {
    const agent = http.agents.get(agentId)!;
    const headers = { authorization: `Bearer ${agent.key}` };
    const minted = await http.reference.handle({
      method: "POST",
      path: "/auth/ws-ticket",
      headers,
    });
    const { ticket } = JSON.parse(minted.body) as { ticket: string };
    const follower = new StreamFollower(agentId, markets);
    const stream = http.reference.follow(ticket, (text) => follower.#hear(JSON.parse(text)));
    const channels = markets.map((id) => `book:${http.ids.get(id)}`);
    if (channels.length > 0) stream.say(JSON.stringify({ op: "subscribe", id: 1, channels }));
    return follower;
  }

  /** What was sent last is what the venue holds now. Errors: throws a Violation. */
  assertKnows(http: HttpVenue, venue: Venue): void {
    if (this.#fault !== null) violate("view", this.#fault);
    for (const marketId of this.#markets) this.#assertBook(http, venue, marketId);
    for (const marketId of http.markets.keys()) {
      const held = this.#positions.get(http.ids.get(marketId)!) ?? 0;
      const position = venue.position(this.#agentId, marketId);
      if (held !== (position?.qty ?? 0)) violate("view", `the stream tells of ${held} contracts`);
      const isOver = ["RESOLVED", "VOID"].includes(venue.market(marketId)!.status);
      const filled = this.#filled.get(http.ids.get(marketId)!) ?? 0;
      if (!isOver && filled !== held)
        violate("view", `fills explain ${filled} of ${held} contracts`);
    }
    const open = venue.openOrders(this.#agentId);
    const due = open.map(({ orderId, filledQty }) => `${http.ids.get(orderId)}:${filledQty}`);
    const streamed = [...this.#orders].map(([orderId, filled]) => `${orderId}:${filled}`);
    if (streamed.sort().join() !== due.sort().join()) {
      violate("view", `the stream tells the orders ${streamed}, due ${due}`);
    }
    const { cashCents } = venue.cash(this.#agentId);
    if (this.#cashCents !== cashCents) violate("view", `the stream tells ${this.#cashCents} cents`);
  }

  #assertBook(http: HttpVenue, venue: Venue, marketId: string): void {
    const { bids, asks } = this.#books.get(`book:${http.ids.get(marketId)}`)!;
    const streamed = JSON.stringify([levels(bids, -1), levels(asks, 1)]);
    const book = venue.book(marketId, Number.POSITIVE_INFINITY)!;
    const due = JSON.stringify([book.bids, book.asks].map((side) => side.map(pairOf)));
    if (streamed !== due) violate("view", `the stream tells the book ${streamed}, due ${due}`);
  }

  #hear({ type, channel, seq, data }: StreamFrame): void {
    if (channel === undefined || data === undefined) return;
    const last = this.#seqs.get(channel);
    if (type === "update" && last !== undefined && seq !== last + 1) {
      this.#fault ??= `${channel}: frame ${seq} follows ${last}`;
    }
    this.#seqs.set(channel, seq!);
    if (channel.startsWith("book:")) this.#takeBook(channel, type, data);
    else this.#takeOwn(data, type);
  }

  #takeBook(channel: string, type: string, { bids = [], asks = [] }: FrameData): void {
    const sides = this.#books.get(channel);
    const fresh = sides === undefined || type === "snapshot";
    const book = fresh ? { bids: new Map(), asks: new Map() } : sides;
    this.#books.set(channel, book);
    for (const { price, qty } of bids) setLevel(book.bids, price, qty);
    for (const { price, qty } of asks) setLevel(book.asks, price, qty);
  }

  #takeOwn(data: FrameData, type: string): void {
    const { orders = [], positions = [], fills = [], cash_cents } = data;
    // Fills are sent as they happen: what is held when a connection begins is taken for granted.
    if (type === "snapshot") {
      for (const { market_id, qty } of positions) this.#filled.set(market_id, qty);
    }
    for (const { market_id, side, qty } of fills) {
      const before = this.#filled.get(market_id) ?? 0;
      this.#filled.set(market_id, before + (side === "BUY" ? qty : -qty));
    }
    for (const { order_id, status, filled_qty } of orders) {
      if (status === "NEW" || status === "PARTIAL") this.#orders.set(order_id, filled_qty);
      else this.#orders.delete(order_id);
    }
    for (const { market_id, qty } of positions) this.#positions.set(market_id, qty);
    if (cash_cents !== undefined) this.#cashCents = cash_cents;
  }
}

function setLevel(side: Map<number, number>, price: number, qty: number): void {
  if (qty === 0) side.delete(price);
  else side.set(price, qty);
}

const levels = (side: Map<number, number>, sign: 1 | -1): [number, number][] =>
  [...side].sort(([one], [other]) => sign * (one - other));

const pairOf = ({ price, qty }: { price: number; qty: number }) => [price, qty];
