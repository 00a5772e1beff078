/** The venue's own market maker: quotes both sides of the series' markets, so that orders trade. */
import type { OrderRequest, Side } from "../core/commands.ts";
import type { MarketView } from "../core/outcomes.ts";
import type { Entropy } from "../injected/entropy.ts";
import type { Desk, DeskTools } from "./desk.ts";
import { chanceOf, chanceOfBoth, type PricingInputs } from "./fair-value.ts";
import type { Duty } from "./schedule.ts";

/** How far from the fair value each level stands: the spread is twice the first. */
const LEVELS = [
  { steps: 3, qty: 20 },
  { steps: 4, qty: 40 },
  { steps: 5, qty: 60 },
] as const;
const FARTHEST = LEVELS.at(-1)!.steps;
/** Ticks to a step: a dollar is little on a perpetual. */
const TICKS_PER_STEP = { BTC_BINARY: 1, BTC_PARLAY: 1, BTC_PERP: 10 } as const;

/** Quotes as one agent; while there is no price it quotes nothing, and withdraws what rests. */
export class Maker implements Duty {
  readonly everyMs = 5_000;
  readonly catchUpMs = 10 * 60_000;
  readonly #tools: DeskTools;
  readonly #desk: Desk;
  readonly #agentId: string;

  constructor(tools: DeskTools, desk: Desk, agentId: string) {
    this.#tools = tools;
    this.#desk = desk;
    this.#agentId = agentId;
  }

  run(atMs: number): void {
    const { venue, feed } = this.#tools;
    const priceCents = feed.priceCents(atMs);
    if (priceCents === null) {
      this.withdraw(atMs);
      return;
    }
    for (const [marketId, fair] of this.#fairValues({ atMs, priceCents })) {
      const market = venue.market(marketId)!;
      if (market.status === "OPEN") this.#quote(market, fair, atMs);
    }
  }

  /** Cancels all that it quotes. */
  withdraw(atMs: number): void {
    const { venue, journaled } = this.#tools;
    const agentId = this.#agentId;
    if (venue.openOrders(agentId).length === 0) return;
    journaled.apply({ type: "cancel-all", agentId }, atMs);
  }

  /** Looks every second whether its price has grown too old to quote by. */
  watch(): Duty {
    const run = (atMs: number): void => {
      if (this.#tools.feed.priceCents(atMs) === null) this.withdraw(atMs);
    };
    return { everyMs: 1_000, catchUpMs: this.catchUpMs, run };
  }

  /** By market. Units: market price units. */
  *#fairValues(moment: PricingInputs): Generator<[marketId: string, fair: number]> {
    const { perpId, binaries, parlays } = this.#desk;
    yield [perpId, moment.priceCents];
    for (const binary of binaries) yield [binary.marketId, 100 * chanceOf(binary, moment)];
    for (const parlay of parlays) yield [parlay.marketId, 100 * chanceOfBoth(parlay, moment)];
  }

  /** Replaces its orders, unless the best prices are what it would quote. */
  #quote(market: MarketView, fair: number, atMs: number): void {
    const step = market.tickSize * TICKS_PER_STEP[market.kind];
    const room = FARTHEST * step;
    const inside = clamp(fair, market.minPrice + room, market.maxPrice - room);
    const middle = Math.round(inside / market.tickSize) * market.tickSize;
    const nearest = LEVELS[0].steps * step;
    const isQuoted = market.bestBid === middle - nearest && market.bestAsk === middle + nearest;
    if (isQuoted) return;
    const { journaled, entropy } = this.#tools;
    const { marketId } = market;
    const orders = ladder(marketId, middle, step).map((request) => withId(entropy, request));
    journaled.apply({ type: "replace-ladder", agentId: this.#agentId, marketId, orders }, atMs);
  }
}

function ladder(marketId: string, middle: number, step: number): OrderRequest[] {
  const rung = (side: Side, price: number, qty: number): OrderRequest => ({
    ...{ marketId, side, type: "LIMIT", price, qty },
  });
  return LEVELS.flatMap(({ steps, qty }) => [
    rung("BUY", middle - steps * step, qty),
    rung("SELL", middle + steps * step, qty),
  ]);
}

const withId = (entropy: Entropy, request: OrderRequest) => ({ orderId: entropy.uuid(), request });

const clamp = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), high);
