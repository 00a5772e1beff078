/** Everything that can be asked of the venue: the journal of these commands is the venue. */
import type { PlaceResult } from "./outcomes.ts";

/** What a market is on: a binary and a parlay pay one price or nothing, a perp has no end. */
export type MarketKind = "BTC_BINARY" | "BTC_PERP" | "BTC_PARLAY";
/** OPEN trades, EXPIRED waits for its result, RESOLVED and VOID are over. */
export type MarketStatus = "OPEN" | "EXPIRED" | "RESOLVED" | "VOID";
/** Whether an order buys or sells contracts; those of a binary or parlay pay on YES. */
export type Side = "BUY" | "SELL";
/** A MARKET order names no price, and never rests. */
export type OrderType = "LIMIT" | "MARKET";
/** How long an order may rest, and whether it may trade at once. */
export type TimeInForce = "GTC" | "IOC" | "FOK" | "POST_ONLY";
/** What a perp position may lose: all free cash, or what was set aside for it. */
export type MarginMode = "CROSS" | "ISOLATED";
/** What an API key may do. */
export type Scope = "read" | "trade";
/** How a binary or parlay resolved. */
export type Resolution = "YES" | "NO";

/**
 * One order as its agent asked for it; the shape is already validated, the content is not.
 * Spec: Order place request. Units: `price` market price units, `qty` contracts.
 * Shape: `marketId` in the case it was sent in, which its result repeats.
 */
export interface OrderRequest {
  marketId: string;
  side: Side;
  type: OrderType;
  tif?: TimeInForce;
  price?: number;
  qty: number;
  clientOrderId?: string;
  timestampMs?: number;
  recvWindowMs?: number;
  reduceOnly?: boolean;
  slippageCapCents?: number;
  slippageCapBps?: number;
  leverage?: number;
  marginMode?: MarginMode;
  confirmFatFinger?: boolean;
}

/**
 * Opens an agent with its wallet; the same `owner` is the same account (`accountId` if new).
 * Shape: `owner` is unique to an account; what people read is `displayName`, if it differs.
 */
export interface OpenAgent {
  type: "open-agent";
  agentId: string;
  accountId: string;
  publicId: string;
  owner: string;
  displayName?: string;
  name: string;
  cashCents: number;
}

/**
 * Adds an API key; only its digest (hex HMAC) ever reaches the core, and the few characters
 * (`prefix`) by which people tell keys apart. Spec: Authentication 2.
 */
export interface AddKey {
  type: "add-key";
  keyId: string;
  agentId: string;
  digest: string;
  prefix: string;
  scopes: Scope[];
  name: string;
}

/** Ends an API key at once. Spec: States 4. */
export interface RevokeKey {
  type: "revoke-key";
  keyId: string;
}

/** What a market is part of, for readers; the venue itself acts on none of it. D-103. */
export interface MarketBackground {
  seriesId?: string;
  eventId?: string;
  /** Another name of the event, as people write it. */
  fixtureKey?: string;
  /** When it takes its first and its last order. Units: epoch ms. */
  openTsMs?: number;
  expiryTsMs?: number;
  /** The price of bitcoin that decides it. Units: cents per BTC. */
  strikePrice?: number;
}

/** Creates a market; absent fields take the kind's default, `markPrice: null` means none. */
export interface CreateMarket extends MarketBackground {
  type: "create-market";
  marketId: string;
  kind: MarketKind;
  band?: readonly [low: number, high: number];
  tick?: number;
  status?: MarketStatus;
  markPrice?: number | null;
  positionCap?: number;
  leverageCap?: number;
  /** Perps only; without it nothing is liquidated. Units: basis points. D-076. */
  maintenanceMarginBps?: number;
  title?: string;
  legs?: string[];
}

/**
 * Moves a market's status, or its mark price. Shape: with RESOLVED a `resolution`, and the price of
 * bitcoin that decided it where one did.
 */
export interface UpdateMarket {
  type: "update-market";
  marketId: string;
  status?: MarketStatus;
  resolution?: Resolution;
  settlementPrice?: number;
  markPrice?: number | null;
}

/** What the price feed was like when orders came. Shape: absent where it had an index price. */
interface AtTheTime {
  isIndexLost?: true;
}

/** Places one order; `at` of `apply` is the time the request head arrived. */
export interface PlaceOrder extends AtTheTime {
  type: "place";
  agentId: string;
  orderId: string;
  request: OrderRequest;
}

/** Cancels one resting order of the agent. */
export interface CancelOrder {
  type: "cancel";
  agentId: string;
  orderId: string;
}

/** Cancels all the agent's resting orders, or those of one market. */
export interface CancelAll {
  type: "cancel-all";
  agentId: string;
  marketId?: string;
}

/** Cancels the agent's orders in a market (and side), then places new ones in order. D-031. */
export interface ReplaceLadder extends AtTheTime {
  type: "replace-ladder";
  agentId: string;
  marketId: string;
  side?: Side;
  orders: { orderId: string; request: OrderRequest }[];
}

/** Changes price and/or total qty of a resting order. D-030. */
export interface AmendOrder {
  type: "amend";
  agentId: string;
  orderId: string;
  price?: number;
  qty?: number;
}

/** Pulls or releases the global kill switch. D-170. */
export interface Freeze {
  type: "freeze";
  frozen: boolean;
}

/** Lets results go that are kept elsewhere, so that memory does not grow with every order. D-046. */
export interface ForgetResults {
  type: "forget-results";
  results: { agentId: string; clientOrderIds: string[] }[];
}

/** Brings results of an agent back, as they were, for a request that comes under their ids. D-046. */
export interface RecallResults {
  type: "recall-results";
  agentId: string;
  results: { clientOrderId: string; request: OrderRequest; result: PlaceResult }[];
}

/** Whatever changes a venue. */
export type Command =
  | ForgetResults
  | RecallResults
  | OpenAgent
  | AddKey
  | RevokeKey
  | CreateMarket
  | UpdateMarket
  | PlaceOrder
  | CancelOrder
  | CancelAll
  | ReplaceLadder
  | AmendOrder
  | Freeze;
