/** The venue's reference price of bitcoin: what its routes tell and its markets follow. */
import { type Candle, CandleSeries } from "../data/candles.ts";
import type { SpotPrice, SpotSource } from "./spot-source.ts";

/** A price older than this is not the price any more. D-111. Units: ms. */
const STALE_AFTER_MS = 30_000;
/** How far candles reach back. Units: ms. */
const REACH_MS = 2 * 24 * 3_600_000;
/** Candles of a period that can be asked for. @bound {CANDLES_MAX} candles: older ones are forgotten; reference/feed/spot-feed.test.ts */
export const CANDLES_MAX = 1_000;

/** D-111. Units: ms, cents. */
export interface FeedHealth {
  status: "OK" | "STALE" | "DOWN";
  source: string;
  ageMs: number | null;
  last: SpotPrice | null;
}

/** One source, and a switch that makes it look lost. */
export class SpotFeed {
  readonly #source: SpotSource;
  /** By period, with the time of the last price in them. @bound 8 periods: others are refused; reference/feed/spot-feed.test.ts */
  readonly #candles = new Map<number, { series: CandleSeries; untilMs: number }>();
  #isCut = false;
  #tellLost = (): void => {};

  constructor(source: SpotSource) {
    this.#source = source;
  }

  /** Whether an operator cut the feed off. */
  get isCut(): boolean {
    return this.#isCut;
  }

  set isCut(isCut: boolean) {
    const isLost = isCut && this.isReachable;
    this.#isCut = isCut;
    if (isLost) this.#tellLost();
  }

  /** Has one told at once when the price can be had no more. */
  whenLost(tell: () => void): void {
    this.#tellLost = tell;
    this.#source.whenLost?.(tell);
  }

  /** Whether reads that need it can be served. D-115. */
  get isReachable(): boolean {
    return !this.isCut && this.#source.isReachable();
  }

  /** The price at a time; null when it is lost or stale. Units: epoch ms, cents per BTC. */
  priceCents(atMs: number): number | null {
    if (!this.isReachable) return null;
    const spot = this.#source.last(atMs);
    return spot === null || atMs - spot.tsMs > STALE_AFTER_MS ? null : spot.priceCents;
  }

  /** Prices from one time to another, both included, oldest first. D-110. Units: epoch ms. */
  prices(fromMs: number, toMs: number): SpotPrice[] {
    return this.#source.prices(fromMs, toMs);
  }

  /** The newest candles, oldest first; the last may be unfinished. Units: cents. D-110. */
  candles(nowMs: number, periodS: number, limit: number): Candle[] {
    const periodMs = periodS * 1_000;
    const reach = Math.ceil((nowMs - REACH_MS) / periodMs);
    const asked = Math.floor(nowMs / periodMs) - limit + 1;
    const fromMs = Math.max(reach, asked) * periodMs;
    const newest = this.#kept(periodS, nowMs).newest(limit);
    return newest.filter(({ startMs }) => startMs >= fromMs);
  }

  /** All that may be asked for of a period, with the prices since it was asked for last. */
  #kept(periodS: number, nowMs: number): CandleSeries {
    const periodMs = periodS * 1_000;
    const reach = Math.ceil((nowMs - REACH_MS) / periodMs);
    const fromMs = Math.max(reach, Math.floor(nowMs / periodMs) - CANDLES_MAX + 1) * periodMs;
    let kept = this.#candles.get(periodS);
    if (kept === undefined || kept.untilMs > nowMs || kept.untilMs < fromMs) {
      kept = { series: new CandleSeries(periodS, CANDLES_MAX), untilMs: fromMs - 1 };
      this.#candles.set(periodS, kept);
    }
    for (const { tsMs, priceCents } of this.#source.prices(kept.untilMs + 1, nowMs)) {
      kept.series.add({ atMs: tsMs, price: priceCents, qty: 0 });
      kept.untilMs = tsMs;
    }
    return kept.series;
  }

  /** Stops asking its source. */
  close(): void {
    this.#source.close();
  }

  /** The truth, whatever it is. */
  health(nowMs: number): FeedHealth {
    const last = this.#source.last(nowMs);
    const ageMs = last === null ? null : nowMs - last.tsMs;
    const isDown = !this.isReachable || ageMs === null;
    const status = isDown ? "DOWN" : ageMs > STALE_AFTER_MS ? "STALE" : "OK";
    return { status, source: this.#source.name, ageMs, last };
  }
}
