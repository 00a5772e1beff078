/** What an observer writes down of the venue: plain records, found by walking, never by cleverness. */
import type {
  MarginMode,
  MarketKind,
  MarketStatus,
  OrderRequest,
  OrderType,
  PlaceResult,
  Resolution,
  Side,
  TimeInForce,
} from "../../../reference/index.ts";
import type { ShadowSide } from "./shadow-side.ts";
import { PERP_UNITS } from "./terms.ts";
import { ShadowWorking } from "./working.ts";

/** An accepted order. Units: price units, contracts. Shape: `price` bounds a MARKET order too. */
export interface ShadowOrder {
  orderId: string;
  agent: ShadowAgent;
  market: ShadowMarket;
  /** The agent's stand in that market. */
  position: ShadowPosition;
  side: Side;
  type: OrderType;
  tif: TimeInForce;
  price: number;
  qty: number;
  filledQty: number;
  reduceOnly: boolean;
  /** What it was taken at; null where there is no leverage. */
  leverage: number | null;
  /** Number of its arrival; an amendment that loses priority draws a new one. */
  arrival: number;
  /** What one contract is reserved at. Units: price units. */
  value: number;
  state: "arriving" | "resting" | "closed";
}

/** Units: price units, contracts. */
export interface ShadowMarket {
  marketId: string;
  kind: MarketKind;
  isPerp: boolean;
  low: number;
  high: number;
  tick: number;
  positionCap: number;
  leverageCap: number;
  /** Null where nothing is liquidated. Units: basis points. */
  maintenanceBps: number | null;
  mark: number | null;
  lastPrice: number | null;
  status: MarketStatus;
  resolution: Resolution | null;
  legs: string[];
  bids: ShadowSide;
  asks: ShadowSide;
  /** Whether the present command may have changed it. */
  isTouched: boolean;
}

/** Units: signed contracts; `entry` price units times contracts, of what is open. */
export interface ShadowPosition {
  agent: ShadowAgent;
  market: ShadowMarket;
  qty: number;
  entry: number;
  /** By how much an ISOLATED one was opened worse than the mark. Units: price units. */
  openLoss: number;
  /** All that closing has gained. Units: price units. */
  realized: number;
  leverage: number;
  marginMode: MarginMode;
  BUY: ShadowWorking;
  SELL: ShadowWorking;
  /** What it must reserve, at least and at most; null until it is worked out again. */
  reserve: Bounds | null;
  /** Whether it changed since it was last read. */
  isUnread: boolean;
  isTouched: boolean;
}

/** A number known to lie between two; where they are equal it is known. */
export type Bounds = readonly [low: number, high: number];

/** Units: cents. */
export interface ShadowAgent {
  agentId: string;
  fundedCents: number;
  cashCents: number;
  /** What the house may have paid of a loss since the wallet was last read. */
  slackCents: number;
  /** The sums of what its positions must reserve, but for the unsettled ones. */
  reservedLeast: number;
  reservedMost: number;
  unsettled: ShadowPosition[];
  isTouched: boolean;
  positions: Map<string, ShadowPosition>;
  answered: Map<string, { request: OrderRequest; result: PlaceResult }>;
}

/** Everything known from outside. */
export class Shadow {
  readonly agents = new Map<string, ShadowAgent>();
  readonly markets = new Map<string, ShadowMarket>();
  /** Every order ever accepted. */
  readonly orders = new Map<string, ShadowOrder>();
  frozen = false;
}

/** The agent's stand in a market, made when missing. */
export function positionOf(agent: ShadowAgent, market: ShadowMarket): ShadowPosition {
  let position = agent.positions.get(market.marketId);
  if (position === undefined) {
    position = {
      agent,
      market,
      qty: 0,
      entry: 0,
      openLoss: 0,
      realized: 0,
      leverage: 1,
      marginMode: "CROSS",
      BUY: new ShadowWorking(),
      SELL: new ShadowWorking(),
      reserve: [0, 0],
      isUnread: false,
      isTouched: false,
    };
    agent.positions.set(market.marketId, position);
  }
  return position;
}

/** The side an order rests on. */
export const ownSide = (market: ShadowMarket, side: Side): ShadowSide =>
  side === "BUY" ? market.bids : market.asks;

/** The side an order trades against. */
export const otherSide = (market: ShadowMarket, side: Side): ShadowSide =>
  side === "BUY" ? market.asks : market.bids;

/** Contracts that an order of this side would close. */
export const closable = ({ qty }: ShadowPosition, side: Side): number =>
  side === "BUY" ? Math.max(0, -qty) : Math.max(0, qty);

/** Realized in full cents: a gain and the loss it comes from lose the same part of a cent. */
export const realizedCents = ({ realized, market }: ShadowPosition): number =>
  market.isPerp ? Math.trunc(realized / PERP_UNITS) + 0 : realized;

/** Leverage and margin mode last from the first order to the last contract. */
export function forgetTerms(position: ShadowPosition): void {
  if (position.qty !== 0 || position.BUY.qty !== 0 || position.SELL.qty !== 0) return;
  position.leverage = 1;
  position.marginMode = "CROSS";
}

/** What is left of an order. Units: contracts. */
export const remaining = (order: ShadowOrder): number => order.qty - order.filledQty;
