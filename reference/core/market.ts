/** A market: kind, geometry, status, book, mark price and the account that clears it. */
import { Book } from "./book.ts";
import type { CreateMarket, MarketKind, MarketStatus, Resolution } from "./commands.ts";
import type { LedgerAccount } from "./ledger.ts";
import type { VenueLimits } from "./limits.ts";
import type { MarketOutline, MarketView, TouchView } from "./outcomes.ts";
import type { Position } from "./position.ts";

/** What one contract of a winning binary or parlay pays. Units: cents. D-078. */
export const PAYOUT_CENTS = 100;
/** A perp contract is 0.001 BTC, so a price in cents per BTC is this many times its cents. */
export const PERP_UNITS_PER_CENT = 1_000;
/** 65,000.00 USD in cents per BTC: the mark of a perp that names none. */
const DEFAULT_PERP_MARK = 6_500_000;

const BINARY_GEOMETRY = { band: [1, PAYOUT_CENTS - 1], tick: 1 } as const;
const PERP_GEOMETRY = { band: [100_000, 50_000_000], tick: 100 } as const;

/**
 * What never changes of a market; plain values, as a snapshot keeps them.
 * Units: prices in the market's own units; caps in contracts.
 */
export interface MarketTerms {
  readonly marketId: string;
  readonly kind: MarketKind;
  readonly title: string;
  readonly low: number;
  readonly high: number;
  readonly tick: number;
  readonly positionCap: number;
  readonly leverageCap: number;
  readonly maintenanceMarginBps: number | null;
  readonly legs: readonly string[];
  readonly background: MarketView["background"];
}

/** Its terms, those that every order is judged by at hand, and all that changes. */
export class Market {
  readonly index: number;
  readonly terms: MarketTerms;
  readonly marketId: string;
  readonly isPerp: boolean;
  readonly low: number;
  readonly high: number;
  readonly tick: number;
  /** Zero on a perp. */
  readonly payoutCents: number;
  readonly unitsPerCent: number;
  readonly positionCap: number;
  readonly leverageCap: number;
  readonly maintenanceMarginBps: number | null;
  readonly book = new Book();
  /** A binary's escrow: payout per open contract. A perp's clearing: what gains and losses left. */
  readonly clearing: LedgerAccount;
  /**
   * By agent index.
   * @bound one an agent: trading on goes on in the same one; reference/core/leftovers.test.ts
   */
  readonly positions: (Position | undefined)[] = [];
  status: MarketStatus = "OPEN";
  resolution: Resolution | null = null;
  /** The mark price as the operator gave it; see `markPrice`. */
  givenMark: number | null = null;
  /** Whether the operator says that there is none: then its book values nothing either. D-071. */
  isUnvalued = false;
  lastPrice: number | null = null;
  /** A perp's: what it was paid out at. Else: the price of bitcoin that decided, where one did. */
  settlementPrice: number | null = null;
  settledAtMs: number | null = null;

  constructor(index: number, terms: MarketTerms, clearing: LedgerAccount) {
    this.index = index;
    this.terms = terms;
    this.marketId = terms.marketId;
    this.isPerp = terms.kind === "BTC_PERP";
    this.low = terms.low;
    this.high = terms.high;
    this.tick = terms.tick;
    this.payoutCents = this.isPerp ? 0 : PAYOUT_CENTS;
    this.unitsPerCent = this.isPerp ? PERP_UNITS_PER_CENT : 1;
    this.positionCap = terms.positionCap;
    this.leverageCap = terms.leverageCap;
    this.maintenanceMarginBps = terms.maintenanceMarginBps;
    this.clearing = clearing;
  }
}

/** The terms of a new market: those of the command, else those of its kind. */
export function termsOf(command: CreateMarket, limits: VenueLimits, atMs: number): MarketTerms {
  const { kind, marketId } = command;
  const isPerp = kind === "BTC_PERP";
  const geometry = isPerp ? PERP_GEOMETRY : BINARY_GEOMETRY;
  const [low, high] = command.band ?? geometry.band;
  const cap = isPerp ? limits.positionCapPerp : limits.positionCapBinary;
  return {
    marketId,
    kind,
    title: command.title ?? kind,
    low,
    high,
    tick: command.tick ?? geometry.tick,
    positionCap: command.positionCap ?? cap,
    leverageCap: command.leverageCap ?? limits.leverageCap,
    maintenanceMarginBps: command.maintenanceMarginBps ?? null,
    legs: [...(command.legs ?? [])],
    background: backgroundOf(command, atMs),
  };
}

/** A market opens when it is created, unless it says otherwise. D-103. */
function backgroundOf(command: CreateMarket, atMs: number): MarketView["background"] {
  return {
    seriesId: command.seriesId ?? null,
    eventId: command.eventId ?? null,
    fixtureKey: command.fixtureKey ?? null,
    openTsMs: command.openTsMs ?? atMs,
    expiryTsMs: command.expiryTsMs ?? null,
    strikePrice: command.strikePrice ?? null,
  };
}

/** The mark a new market begins with: as given, null for none; a silent perp has one. D-071. */
export function firstMark({ kind, markPrice }: CreateMarket): number | null {
  if (markPrice !== undefined) return markPrice;
  return kind === "BTC_PERP" ? DEFAULT_PERP_MARK : null;
}

/** What a contract of a decided binary or parlay pays, or a settled perp was paid out at. */
function payoutPrice({ isPerp, settlementPrice, resolution, payoutCents }: Market): number | null {
  if (isPerp) return settlementPrice;
  return resolution === null ? null : resolution === "YES" ? payoutCents : 0;
}

/**
 * The price that values positions: once resolved the payout; else as given, else on a binary the
 * mid, else the last trade. D-071.
 */
export function markPrice(market: Market): number | null {
  const paid = payoutPrice(market);
  if (paid !== null) return paid;
  if (market.givenMark !== null || market.isUnvalued) return market.givenMark;
  const { bids, asks } = market.book;
  if (bids.best !== null && asks.best !== null) return (bids.best.price + asks.best.price) / 2;
  return market.lastPrice;
}

/** The record everybody may read. D-103. */
export function marketView(market: Market): MarketView {
  const { marketId, kind, title, legs, background } = market.terms;
  return {
    marketId,
    kind,
    status: market.status,
    title,
    minPrice: market.low,
    maxPrice: market.high,
    tickSize: market.tick,
    payoutCents: market.isPerp ? null : market.payoutCents,
    contractMultiplier: market.isPerp ? 1 / market.unitsPerCent : null,
    legs: [...legs],
    background,
    resolution: market.resolution,
    settlementPrice: market.settlementPrice,
    settledAtMs: market.settledAtMs,
    markPrice: markPrice(market),
    ...touchView(market),
    positionCap: market.positionCap,
    leverageCap: market.isPerp ? market.leverageCap : null,
    maintenanceMarginBps: market.maintenanceMarginBps,
  };
}

/** What markets are told apart by. */
export function marketOutline({ terms, status }: Market): MarketOutline {
  const { marketId, kind, background } = terms;
  return { marketId, kind, status, background };
}

/** The best prices of a market. */
export function touchView({ book }: Market): TouchView {
  return { bestBid: book.bids.best?.price ?? null, bestAsk: book.asks.best?.price ?? null };
}
