/** Markets of the independent venue: every kind, every status, and grids that invite no habit. */
import type { Draw } from "./draw.ts";

/** BUY takes YES or long exposure; SELL takes the opposite or reduces. */
export type Side = "BUY" | "SELL";

/** The three kinds of market the spec names. */
export type Kind = "BTC_BINARY" | "BTC_PERP" | "BTC_PARLAY";

/** Only an OPEN market accepts orders. */
export type MarketStatus = "OPEN" | "EXPIRED" | "RESOLVED" | "VOID";

/**
 * One market. Units: cents for binaries and parlays, whole dollars for perps.
 * Shape: the grid starts at `min`; `mark` is null where nothing values a position from outside;
 * `cap` is the largest absolute position of one agent.
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
}

/** What one contract of a binary or parlay pays, in cents. */
export const PAYOUT_CENTS = 100;

const CONTRACT_CAP = 15_000;
const PERP_CAP = 400;

const binary = { kind: "BTC_BINARY", mark: null, cap: CONTRACT_CAP } as const;
const parlay = { kind: "BTC_PARLAY", mark: null, cap: CONTRACT_CAP } as const;
const perp = { kind: "BTC_PERP", mark: 97_500, cap: PERP_CAP } as const;

const LISTED: Omit<Market, "id">[] = [
  { ...binary, status: "OPEN", min: 5, max: 95, tick: 5 },
  { ...perp, status: "EXPIRED", min: 20_000, max: 900_000, tick: 10 },
  { ...binary, status: "OPEN", min: 1, max: 99, tick: 1 },
  { ...parlay, status: "RESOLVED", min: 1, max: 99, tick: 1 },
  { ...perp, status: "OPEN", min: 20_000, max: 900_000, tick: 5 },
  { ...binary, status: "VOID", min: 1, max: 99, tick: 1 },
  { ...parlay, status: "OPEN", min: 2, max: 98, tick: 2 },
];

/** The markets a fresh independent venue lists, under ids drawn for it. */
export function listMarkets(draw: Draw): Market[] {
  return LISTED.map((market) => ({ id: draw.uuid(), ...market }));
}

/** The other side of a trade. */
export function opposite(side: Side): Side {
  return side === "BUY" ? "SELL" : "BUY";
}

/** Plus one for BUY, minus one for SELL: how a fill moves a signed position. */
export function sign(side: Side): 1 | -1 {
  return side === "BUY" ? 1 : -1;
}
