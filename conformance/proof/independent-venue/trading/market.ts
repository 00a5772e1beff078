/** Markets of the independent venue: every kind, every status, and grids that invite no habit. */

/** BUY takes YES or long exposure; SELL takes the opposite or reduces. */
export type Side = "BUY" | "SELL";

/** The three kinds of market the spec names. */
export const KINDS = ["BTC_BINARY", "BTC_PERP", "BTC_PARLAY"] as const;

/** One of them. */
export type Kind = (typeof KINDS)[number];

/** Only an OPEN market accepts orders. */
export const STATUSES = ["OPEN", "EXPIRED", "RESOLVED", "VOID"] as const;

/** One of them. */
export type MarketStatus = (typeof STATUSES)[number];

/**
 * One market. Units: cents for binaries and parlays, whole dollars for perps.
 * Shape: the grid starts at `min`; `mark` is null where nothing values a position; `cap` is the
 * largest absolute position of one agent; a series lists rounds of an event one after the other.
 */
export interface Market {
  id: string;
  kind: Kind;
  status: MarketStatus;
  min: number;
  max: number;
  tick: number;
  mark: number | null;
  cap: number;
  leverageCap: number;
  series: string;
  event: string;
}

/** What an operator may say of a market; the venue has an opinion on all but the kind. */
export type MarketTerms = Pick<Market, "kind"> & Partial<Omit<Market, "id" | "kind">>;

/** What one contract of a binary or parlay pays, in cents. */
export const PAYOUT_CENTS = 100;

const CONTRACT_CAP = 15_000;
const PERP_CAP = 400;
const LEVERAGE_CAP = 25;
const PERP_MARK = 97_500;

const SERIES: Record<Kind, string> = {
  BTC_BINARY: "btc-above",
  BTC_PERP: "btc-dollar",
  BTC_PARLAY: "btc-twice",
};

const LISTED: MarketTerms[] = [
  { kind: "BTC_BINARY", min: 5, max: 95, tick: 5 },
  { kind: "BTC_PERP", status: "EXPIRED", tick: 10 },
  { kind: "BTC_BINARY" },
  { kind: "BTC_PARLAY", status: "RESOLVED" },
  { kind: "BTC_PERP", tick: 5 },
  { kind: "BTC_BINARY", status: "VOID" },
  { kind: "BTC_PARLAY", min: 2, max: 98, tick: 2 },
];

/** The markets a fresh independent venue lists, under ids drawn for it. */
export function listMarkets(drawId: () => string): Market[] {
  return LISTED.map((terms) => openMarket(drawId(), terms));
}

/** A market on these terms; what they leave out is as usual for its kind. */
export function openMarket(id: string, terms: MarketTerms): Market {
  const isPerp = terms.kind === "BTC_PERP";
  const band = isPerp ? { min: 20_000, max: 900_000, tick: 5 } : { min: 1, max: 99, tick: 1 };
  const grid = { ...band, ...terms };
  return {
    id,
    status: "OPEN",
    cap: isPerp ? PERP_CAP : CONTRACT_CAP,
    leverageCap: LEVERAGE_CAP,
    series: SERIES[terms.kind],
    event: `${SERIES[terms.kind]}-${id.slice(0, 8)}`,
    mark: fairPrice(grid),
    ...grid,
  };
}

/** The spot price on a perp, where its band has it, and half way up elsewhere. */
function fairPrice({ kind, min, max }: Pick<Market, "kind" | "min" | "max">): number {
  const fits = kind === "BTC_PERP" && min <= PERP_MARK && PERP_MARK <= max;
  return fits ? PERP_MARK : Math.floor((min + max) / 2);
}

/** Whether an order may carry that price. */
export function isOnGrid({ min, max, tick }: Market, price: number): boolean {
  return min <= price && price <= max && (price - min) % tick === 0;
}

/** The other side of a trade. */
export function opposite(side: Side): Side {
  return side === "BUY" ? "SELL" : "BUY";
}

/** Plus one for BUY, minus one for SELL: how a fill moves a signed position. */
export function sign(side: Side): 1 | -1 {
  return side === "BUY" ? 1 : -1;
}
