/** A market: kind, geometry, status, book, mark price and the account that clears it. */
import { Book } from "./book.ts";
import type { CreateMarket, MarketKind, MarketStatus, Resolution } from "./commands.ts";
import type { LedgerAccount } from "./ledger.ts";
import type { VenueLimits } from "./limits.ts";
import type { MarketView, TouchView } from "./outcomes.ts";
import type { Position } from "./position.ts";

/** What one contract of a winning binary or parlay pays. Units: cents. D-078. */
export const PAYOUT_CENTS = 100;
/** A perp contract is 0.001 BTC, so a price in cents per BTC is this many times its cents. */
export const PERP_UNITS_PER_CENT = 1_000;
/** 65,000.00 USD in cents per BTC: the mark of a perp that names none. */
export const DEFAULT_PERP_MARK = 6_500_000;

const BINARY_GEOMETRY = { band: [1, PAYOUT_CENTS - 1], tick: 1 } as const;
const PERP_GEOMETRY = { band: [100_000, 50_000_000], tick: 100 } as const;

/** Units: prices in the market's own units; caps in contracts. */
export class Market {
  readonly index: number;
  readonly marketId: string;
  readonly kind: MarketKind;
  readonly isPerp: boolean;
  readonly title: string;
  readonly low: number;
  readonly high: number;
  readonly tick: number;
  /** Zero on a perp. */
  readonly payoutCents: number;
  readonly unitsPerCent: number;
  readonly positionCap: number;
  readonly leverageCap: number;
  readonly legs: readonly string[];
  readonly background: Readonly<MarketView["background"]>;
  readonly book = new Book();
  /** A binary's escrow: payout per open contract. A perp's clearing: what gains and losses left. */
  readonly clearing: LedgerAccount;
  /** By agent index. */
  readonly positions: (Position | undefined)[] = [];
  status: MarketStatus;
  resolution: Resolution | null = null;
  /** The mark price as the operator gave it; see `markPrice`. */
  givenMark: number | null;
  lastPrice: number | null = null;

  constructor(index: number, command: CreateMarket, from: MarketSetting) {
    const { kind } = command;
    this.index = index;
    this.marketId = command.marketId;
    this.kind = kind;
    this.isPerp = kind === "BTC_PERP";
    const geometry = this.isPerp ? PERP_GEOMETRY : BINARY_GEOMETRY;
    this.title = command.title ?? kind;
    [this.low, this.high] = command.band ?? geometry.band;
    this.tick = command.tick ?? geometry.tick;
    this.payoutCents = this.isPerp ? 0 : PAYOUT_CENTS;
    this.unitsPerCent = this.isPerp ? PERP_UNITS_PER_CENT : 1;
    const { positionCapPerp, positionCapBinary, leverageCap } = from.limits;
    this.positionCap = command.positionCap ?? (this.isPerp ? positionCapPerp : positionCapBinary);
    this.leverageCap = command.leverageCap ?? leverageCap;
    this.legs = [...(command.legs ?? [])];
    this.background = backgroundOf(command, from.atMs);
    this.status = command.status ?? "OPEN";
    this.givenMark = command.markPrice ?? null;
    if (command.markPrice === undefined && this.isPerp) this.givenMark = DEFAULT_PERP_MARK;
    this.clearing = from.clearing;
  }
}

/** What the venue brings to a new market. */
export interface MarketSetting {
  limits: VenueLimits;
  clearing: LedgerAccount;
  atMs: number;
}

/** A market opens when it is created, unless it says otherwise. */
function backgroundOf(command: CreateMarket, atMs: number): MarketView["background"] {
  return {
    seriesId: command.seriesId ?? null,
    eventId: command.eventId ?? null,
    fixtureKey: command.fixtureKey ?? null,
    openTsMs: command.openTsMs ?? atMs,
    expiryTsMs: command.expiryTsMs ?? null,
  };
}

/** The price that values positions: as given, else on a binary the mid, else the last trade. D-071. */
export function markPrice(market: Market): number | null {
  if (market.givenMark !== null || market.isPerp) return market.givenMark;
  const { bids, asks } = market.book;
  if (bids.best !== null && asks.best !== null) return (bids.best.price + asks.best.price) / 2;
  return market.lastPrice;
}

/** The record everybody may read. D-103. */
export function marketView(market: Market): MarketView {
  return {
    marketId: market.marketId,
    kind: market.kind,
    status: market.status,
    title: market.title,
    minPrice: market.low,
    maxPrice: market.high,
    tickSize: market.tick,
    payoutCents: market.isPerp ? null : market.payoutCents,
    contractMultiplier: market.isPerp ? 1 / market.unitsPerCent : null,
    legs: [...market.legs],
    background: market.background,
    resolution: market.resolution,
    markPrice: markPrice(market),
    ...touchView(market),
    positionCap: market.positionCap,
    leverageCap: market.isPerp ? market.leverageCap : null,
  };
}

/** The best prices of a market. */
export function touchView({ book }: Market): TouchView {
  return { bestBid: book.bids.best?.price ?? null, bestAsk: book.asks.best?.price ?? null };
}
