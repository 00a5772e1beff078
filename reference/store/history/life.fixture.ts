/** A random life of a venue whose history is written, and what a naive reader makes of its events. */
import type { TradeEvent, VenueEvent } from "../../core/events.ts";
import type { OrderView } from "../../core/outcomes.ts";
import { BINARY, PARLAY, PERP, TestVenue } from "../../core/small-venue.fixture.ts";
import type { Candle } from "../../data/candles.ts";
import type { HistoryRow } from "../batch.ts";
import { History } from "./history.ts";
import type { KeptHistory } from "./kept-history.ts";
import type { MidPoint, Spacing } from "./mid-points.ts";
import { Projection } from "./projection.ts";
import { resumeProjection } from "./resume.ts";

export const MARKETS = [BINARY, PERP, PARLAY];
export const AGENTS = ["ann", "bob", "cem"];

/** Numbers below `end`, the same for a seed. */
export function dice(seed: number): (end: number) => number {
  let state = Math.imul(seed, 0x9e3779b9) | 1;
  return (end) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % end;
  };
}

/** Where a life's rows go, and are read again. */
export interface LifeStore {
  kept: KeptHistory;
  add(rows: HistoryRow[]): Promise<unknown>;
}

interface Seen {
  event: VenueEvent;
  /** Of the event's market, right after it. */
  mid: number | null;
}

/** Trades at random; what happens is committed, or lost and taken up again, when told. */
export class Life {
  readonly history: History;
  readonly #store: LifeStore;
  readonly draw: (end: number) => number;
  readonly #test = new TestVenue();
  seen: Seen[] = [];
  /** How many commits there were. */
  seq = 0;
  projection: Projection;

  constructor(store: LifeStore, seed: number) {
    this.#store = store;
    this.draw = dice(seed);
    const { venue } = this.#test;
    this.projection = new Projection(venue);
    venue.listen((event) => this.#see(event));
    this.history = new History(venue, async () => store.kept);
  }

  get nowMs(): number {
    return this.#test.nowMs;
  }

  #see(event: VenueEvent): void {
    this.projection.record(event);
    if (event.type === "market-changed") return;
    const marketId = event.type === "trade" ? event.marketId : event.order.marketId;
    const { bestBid, bestAsk } = this.#test.venue.touch(marketId)!;
    const mid = bestBid === null || bestAsk === null ? null : (bestBid + bestAsk) / 2;
    this.seen.push({ event, mid });
  }

  /** Some orders, cancels and amendments, the clock mostly going forward. */
  live(steps: number): void {
    const { draw } = this;
    for (let step = 0; step < steps; step++) {
      const agentId = AGENTS[draw(3)]!;
      const [orderId] = this.#test.openIds(agentId);
      if (orderId !== undefined && draw(4) === 0) {
        if (draw(2) === 0) this.#test.apply({ type: "cancel", agentId, orderId });
        else this.#test.amend(agentId, orderId, { qty: 1 + draw(12) });
      } else {
        this.#test.place(agentId, this.#request());
      }
      this.#test.nowMs += draw(8) === 0 ? -draw(400) : draw(2_500);
    }
  }

  #request() {
    const { draw } = this;
    const marketId = MARKETS[draw(3)]!;
    const price = marketId === PERP ? 6_500_000 + 100 * draw(12) : 45 + draw(10);
    const side = draw(2) === 0 ? "BUY" : "SELL";
    const tif = draw(5) === 0 ? "IOC" : "GTC";
    const terms = { marketId, side, tif, price, qty: 1 + draw(9) } as const;
    if (draw(6) === 0) return { ...terms, type: "MARKET", tif: "IOC" } as const;
    const named = draw(3) === 0 ? { clientOrderId: `c${this.seen.length}` } : {};
    return { ...terms, ...named, type: "LIMIT" } as const;
  }

  /** What has happened goes into the store, whole. */
  async commit(): Promise<void> {
    await this.#store.add(this.projection.take(++this.seq));
  }

  /** The process ends, and another goes on with what was committed. */
  async restart(): Promise<void> {
    this.projection = new Projection(this.#test.venue);
    await resumeProjection(this.projection, this.#test.venue, this.#store.kept);
  }

  /** An agent's orders, the last placed first. */
  orders(agentId: string): OrderView[] {
    const last = new Map<string, OrderView>();
    for (const { event } of this.seen)
      if ("order" in event) last.set(event.order.orderId, event.order);
    const own = [...last.values()].filter((order) => order.agentId === agentId);
    return own.sort((one, two) => two.placedSeq - one.placedSeq);
  }

  /** Oldest first. */
  trades(marketId: string): TradeEvent[] {
    const events = this.seen.map(({ event }) => event);
    return events.filter(
      (event) => event.type === "trade" && event.marketId === marketId,
    ) as TradeEvent[];
  }

  candles(marketId: string, periodS: number): Candle[] {
    const groups: { startMs: number; trades: TradeEvent[] }[] = [];
    for (const trade of this.trades(marketId)) {
      const startMs = Math.floor(trade.atMs / periodS / 1_000) * periodS * 1_000;
      const last = groups.at(-1);
      if (last === undefined || startMs > last.startMs) groups.push({ startMs, trades: [trade] });
      else last.trades.push(trade);
    }
    return groups.map(({ startMs, trades }) => {
      const prices = trades.map(({ price }) => price);
      return {
        startMs,
        open: prices[0]!,
        high: Math.max(...prices),
        low: Math.min(...prices),
        close: prices.at(-1)!,
        volume: trades.reduce((sum, { qty }) => sum + qty, 0),
        trades: trades.length,
      };
    });
  }

  /** Every point there is, oldest first. */
  mids(marketId: string, { nowMs, everyS }: Spacing): MidPoint[] {
    const changes: { fromS: number; mid: number | null }[] = [{ fromS: 0, mid: null }];
    for (const { event, mid } of this.seen) {
      if (!("order" in event) || event.order.marketId !== marketId) continue;
      const last = changes.at(-1)!;
      const fromS = Math.max(last.fromS, Math.ceil(event.order.updatedAtMs / 1_000));
      if (mid !== last.mid) changes.push({ fromS, mid });
    }
    const points: MidPoint[] = [];
    const firstS = Math.ceil((changes[1]?.fromS ?? Infinity) / everyS) * everyS;
    for (let second = firstS; second <= nowMs / 1_000; second += everyS) {
      const { mid } = changes.findLast(({ fromS }) => fromS <= second)!;
      if (mid !== null) points.push({ tsMs: second * 1_000, mid });
    }
    return points;
  }

  /** Units: cents. */
  volumeCents(agentId: string): number {
    const cents = MARKETS.flatMap((marketId) => {
      const worth = marketId === PERP ? 1 : 1_000;
      return this.trades(marketId).flatMap(({ price, qty, takerAgentId, makerAgentId }) =>
        [takerAgentId, makerAgentId].filter((id) => id === agentId).map(() => price * qty * worth),
      );
    });
    return Math.floor(cents.reduce((sum, one) => sum + one, 0) / 1_000);
  }
}
