/** Matching throughput of the venue, side by side with two published order books on one tape. */
import assert from "node:assert/strict";
import { OrderBook } from "nodejs-order-book";
import engine from "orderbook-match-engine";
import type { CancelOrder, Command, PlaceOrder } from "./commands.ts";
import { drawTape, type Entry, MARKET_ID, openVenue, PREFILL, TICK } from "./venue.tape.ts";
import type { Venue } from "./venue.ts";

const ENTRIES = 200_000;
const ROUNDS = 5;
const AIM = 10;

/** One line of a benchmark. Units: `ours` and `peer` operations per second of CPU time. */
export interface BenchRow {
  name: string;
  ours: number;
  peer: number;
  ratio: number;
  aim: number;
  note: string;
}

/** An engine with the tape in its own words; `depth` is price and quantity, best first. */
interface Engine {
  run: (from: number, to: number) => void;
  depth: () => { bids: number[][]; asks: number[][] };
}

/** Makes an empty engine; the tape is put into the engine's words once, before any clock starts. */
type Maker = () => Engine;

/** Feeds every engine the same tape, in turns, each warmed up; ratios are medians over rounds. */
export async function bench(): Promise<BenchRow[]> {
  const tape = drawTape(ENTRIES);
  const engines = { ours: venueEngine(tape), better: matchEngine(tape), other: nodeEngine(tape) };
  timeRound(tape.length, engines);
  const rounds = Array.from({ length: ROUNDS }, () => timeRound(tape.length, engines));
  const rates = (name: keyof typeof engines) => rounds.map((round) => ENTRIES / round[name]);
  const row = (name: string, peer: "better" | "other"): BenchRow => ({
    name: `core matching vs ${name}`,
    ours: Math.round(median(rates("ours"))),
    peer: Math.round(median(rates(peer))),
    ratio: median(rounds.map((round) => round[peer] / round.ours)),
    aim: AIM,
    note: "accounts, holds and running digest on; 1,000 levels, 10,000 live orders; ops per CPU second",
  });
  return [row("orderbook-match-engine", "better"), row("nodejs-order-book", "other")];
}

/** Seconds of processor time that each engine takes for the tape behind the prefill; final depths must agree. */
function timeRound<K extends string>(end: number, makers: Record<K, Maker>): Record<K, number> {
  const seconds = {} as Record<K, number>;
  const depths: unknown[] = [];
  for (const name of Object.keys(makers) as K[]) {
    const engine = makers[name]();
    engine.run(0, PREFILL);
    const start = process.cpuUsage();
    engine.run(PREFILL, end);
    const { user, system } = process.cpuUsage(start);
    seconds[name] = (user + system) / 1e6;
    depths.push(engine.depth());
  }
  for (const depth of depths) assert.deepEqual(depth, depths[0], "the engines disagree");
  return seconds;
}

function venueEngine(tape: readonly Entry[]): Maker {
  const commands = tape.map(commandOf);
  return () => drive(openVenue(), commands);
}

function drive(venue: Venue, commands: readonly Command[]): Engine {
  return {
    run: (from, to) => {
      for (let n = from; n < to; n++) venue.apply(commands[n]!, n);
    },
    depth: () => {
      const { bids, asks } = venue.book(MARKET_ID, Number.POSITIVE_INFINITY)!;
      const pairs = (levels: typeof bids) => levels.map(({ price, qty }) => [price, qty]);
      return { bids: pairs(bids), asks: pairs(asks) };
    },
  };
}

/** The command of a tape entry. */
function commandOf(entry: Entry): PlaceOrder | CancelOrder {
  const { agentId, orderId, isBuy, price, qty } = entry;
  if (entry.cancels) return { type: "cancel", agentId, orderId };
  const side = isBuy ? "BUY" : "SELL";
  const request = { marketId: MARKET_ID, side, type: "LIMIT", price: price * TICK, qty } as const;
  return { type: "place", agentId, orderId, request };
}

/** Its synchronous book, without the promises of its engine around it. */
function matchEngine(tape: readonly Entry[]): Maker {
  return () => driveMatchEngine(new engine.Orderbook({ limit: Number.MAX_SAFE_INTEGER }), tape);
}

function driveMatchEngine(book: engine.Orderbook, tape: readonly Entry[]): Engine {
  const pairs = (levels: { price: string; quantity: string }[]) =>
    levels.map(({ price, quantity }) => [Number(price), Number(quantity)]);
  return {
    run: (from, to) => {
      for (let n = from; n < to; n++) {
        const { cancels, number, isBuy, price, qty } = tape[n]!;
        if (cancels) book.cancel(number);
        else book.add(number, isBuy ? 1 : 0, price * TICK, qty);
      }
    },
    depth: () => ({ bids: pairs(book.getBids()), asks: pairs(book.getAsks()) }),
  };
}

function nodeEngine(tape: readonly Entry[]): Maker {
  const options = tape.map(({ orderId, isBuy, price, qty }) => {
    const side = isBuy ? "buy" : "sell";
    return { type: "limit", id: orderId, side, size: qty, price: price * TICK } as never;
  });
  return () => driveNodeEngine(new OrderBook(), { tape, options });
}

interface NodeTape {
  tape: readonly Entry[];
  options: readonly Parameters<OrderBook["createOrder"]>[0][];
}

function driveNodeEngine(book: OrderBook, { tape, options }: NodeTape): Engine {
  return {
    run: (from, to) => {
      for (let n = from; n < to; n++) {
        const entry = tape[n]!;
        if (entry.cancels) book.cancel(entry.orderId);
        else book.createOrder(options[n]!);
      }
    },
    depth: () => {
      const [asks, bids] = book.depth();
      return { bids, asks };
    },
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((one, two) => one - two)[values.length >> 1]!;
}
