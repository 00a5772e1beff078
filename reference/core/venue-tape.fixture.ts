/** The benchmark's seeded tape: orders near the touch, cancels and crossings on a deep book. */
import type { CancelOrder, Command, PlaceOrder } from "./commands.ts";
import { Venue } from "./venue.ts";

/**
 * One operation. Units: `price` in ticks, `qty` contracts.
 * Shape: a cancel has the number of an earlier order; agents are numbered.
 */
export interface Entry {
  cancels: boolean;
  number: number;
  agent: number;
  isBuy: boolean;
  price: number;
  qty: number;
}

export const MARKET_ID = "6d61726b-6574-4000-8000-000000000001";
export const TICK = 100;
const LEVELS_PER_SIDE = 500;
const MID_TICKS = 65_000;
const NEAR_TICKS = 20;
/** They only rest, the takers only cross: no order meets one of its own agent. */
const MAKERS = 48;
const TAKERS = 16;
const QTY_MAX = 10;
/** One string each, as a venue hands out the same id for every request of a key. */
export const AGENT_IDS = Array.from(
  { length: MAKERS + TAKERS },
  (_, n) => `00000000-0000-4000-9000-${n.toString(16).padStart(12, "0")}`,
);
const CASH_CENTS = 1_000_000_000_000;

/** A venue with one perp and 64 agents that never run out of cash or cap. */
export function openVenue(): Venue {
  const venue = new Venue();
  for (const command of openingCommands()) venue.apply(command, 0);
  return venue;
}

/** What makes it of a new one. */
export function* openingCommands(): Generator<Command> {
  for (const name of AGENT_IDS) {
    const ids = { agentId: name, accountId: name, publicId: name, owner: name, name };
    yield { type: "open-agent", ...ids, cashCents: CASH_CENTS };
  }
  const kind = "BTC_PERP";
  yield { type: "create-market", marketId: MARKET_ID, kind, tick: TICK, positionCap: 10_000_000 };
}

/** An order's id, as a request brings it: a string of its own each time, and in one piece. */
export function orderIdOf(number: number): string {
  return Buffer.from(`00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`).toString();
}

/** `live` entries build the book, then of `count` 60% rest near the touch, 20% cancel, 20% cross. */
export function drawTape(live: number, count: number): Entry[] {
  const tape = new Tape(live);
  for (let n = 0; n < live; n++) tape.rest(n % 2 === 0, 1 + ((n >> 1) % LEVELS_PER_SIDE));
  for (let n = 0; n < count; n++) tape.step();
  return tape.entries;
}

/** The command of an entry. */
export function commandOf(entry: Entry): PlaceOrder | CancelOrder {
  const agentId = AGENT_IDS[entry.agent]!;
  const orderId = orderIdOf(entry.number);
  if (entry.cancels) return { type: "cancel", agentId, orderId };
  const { isBuy, price, qty } = entry;
  const side = isBuy ? "BUY" : "SELL";
  const request = { marketId: MARKET_ID, side, type: "LIMIT", price: price * TICK, qty } as const;
  return { type: "place", agentId, orderId, request };
}

/** Draws entries by trying them on a venue, so that each one does what it is meant to do. */
class Tape {
  readonly entries: Entry[] = [];
  private readonly target: number;
  private readonly venue = openVenue();
  private readonly live: Entry[] = [];
  private seed = 0x9e3779b9;

  constructor(target: number) {
    this.target = target;
  }

  step(): void {
    const draw = this.draw(10);
    if (draw < 6) this.rest(this.draw(2) === 0, 1 + this.draw(NEAR_TICKS));
    else if (draw < 8) this.cancel();
    else this.cross();
  }

  /** A new order so many ticks behind the opposite touch. */
  rest(isBuy: boolean, ticks: number): void {
    const touch = this.touch(!isBuy) ?? (this.touch(isBuy) ?? MID_TICKS) + (isBuy ? 1 : -1);
    const price = isBuy ? touch - ticks : touch + ticks;
    const agent = this.draw(MAKERS);
    this.live.push(this.place({ agent, isBuy, price, qty: 1 + this.draw(QTY_MAX) }));
  }

  private cancel(): void {
    const entry = { ...this.pick(), cancels: true };
    this.venue.apply(commandOf(entry), 0);
    this.entries.push(entry);
  }

  /** Takes two orders on average, more or less as the book has too many or too few. */
  private cross(): void {
    const isBuy = this.draw(2) === 0;
    const surplus = this.venue.state.orders.size - this.target;
    const qty = Math.max(1, this.draw(2 * QTY_MAX + 2) + Math.trunc(surplus / 100));
    const price = this.touch(!isBuy)! + (isBuy ? NEAR_TICKS : -NEAR_TICKS);
    this.place({ agent: MAKERS + this.draw(TAKERS), isBuy, price, qty });
  }

  private place(order: Pick<Entry, "agent" | "isBuy" | "price" | "qty">): Entry {
    const entry = { cancels: false, number: this.entries.length + 1, ...order };
    const outcome = this.venue.apply(commandOf(entry) as PlaceOrder, 0);
    if (outcome.kind !== "result" || outcome.result.status === "REJECTED") {
      throw new Error(`the tape's own venue declined: ${JSON.stringify(outcome)}`);
    }
    this.entries.push(entry);
    return entry;
  }

  /** A random live order; those that were filled meanwhile are forgotten on the way. */
  private pick(): Entry {
    for (;;) {
      const index = this.draw(this.live.length);
      const entry = this.live[index]!;
      this.live[index] = this.live.at(-1)!;
      this.live.pop();
      if (this.venue.openOrder(orderIdOf(entry.number)) !== null) return entry;
    }
  }

  private touch(ofBids: boolean): number | null {
    const { bids, asks } = this.venue.state.markets.get(MARKET_ID)!.book;
    const best = (ofBids ? bids : asks).best;
    return best === null ? null : best.price / TICK;
  }

  /** A number below `end`, from a 32-bit xorshift. */
  private draw(end: number): number {
    this.seed ^= this.seed << 13;
    this.seed ^= this.seed >>> 17;
    this.seed ^= this.seed << 5;
    return (this.seed >>> 0) % end;
  }
}
