/** What a command leads to: plain values, which one place of the shell turns into responses. */
import type {
  MarginMode,
  MarketKind,
  MarketStatus,
  OrderType,
  Resolution,
  Scope,
  Side,
  TimeInForce,
} from "./commands.ts";
import type { RefusalCode, RejectCode } from "./rejects.ts";

/** Spec: States. NEW and PARTIAL rest; the others are terminal. */
export type OrderStatus = "NEW" | "PARTIAL" | "FILLED" | "CANCELLED" | "REJECTED";

/** One side of a trade, as the taker sees it. Units: market price units, contracts, ms. D-034. */
export interface FillView {
  tradeSeq: number;
  price: number;
  qty: number;
  atMs: number;
}

/**
 * Spec: OrderPlaceResult. `orderId` is ZERO_ID exactly when status is REJECTED.
 * Shape: `marketId` as the request wrote it; keys of `rejectDetails` are the wire's.
 */
export interface PlaceResult {
  orderId: string;
  marketId: string;
  status: OrderStatus;
  rejectReason: RejectCode | null;
  rejectMessage: string | null;
  rejectDetails?: Readonly<Record<string, number>>;
  filledQty: number;
  remainingQty: number;
  avgFillPrice: number | null;
  fills: FillView[];
  effectiveLeverage: number | null;
}

/**
 * A request the venue refuses outright: an error envelope, no order, no ledger entry.
 * Shape: `details` goes out as it is, so its keys are the wire's.
 */
export interface Refusal {
  kind: "refused";
  code: RefusalCode;
  message: string;
  details?: Record<string, unknown>;
}

/**
 * An order as the venue keeps it. Units: market price units, contracts, ms. D-090.
 * Shape: `placedSeq` grows in the order of placement, and stays whatever becomes of the order.
 */
export interface OrderView {
  orderId: string;
  placedSeq: number;
  agentId: string;
  marketId: string;
  clientOrderId: string | null;
  side: Side;
  type: OrderType;
  tif: TimeInForce;
  price: number | null;
  qty: number;
  filledQty: number;
  remainingQty: number;
  avgFillPrice: number | null;
  status: OrderStatus;
  reduceOnly: boolean;
  leverage: number | null;
  createdAtMs: number;
  updatedAtMs: number;
}

/** What markets are told apart by, at less cost than their records. */
export interface MarketOutline {
  marketId: string;
  kind: MarketKind;
  status: MarketStatus;
  /** What it is part of, and from when to when it trades. Units: epoch ms. */
  background: Readonly<{
    seriesId: string | null;
    eventId: string | null;
    fixtureKey: string | null;
    openTsMs: number;
    expiryTsMs: number | null;
    strikePrice: number | null;
  }>;
}

/**
 * The market record. Units: market price units; `contractMultiplier` cents per price unit; strike and
 * settlement price cents per BTC. Shape: `settlementPrice` is null where none decided. D-103.
 */
export interface MarketView extends MarketOutline {
  title: string;
  minPrice: number;
  maxPrice: number;
  tickSize: number;
  payoutCents: number | null;
  contractMultiplier: number | null;
  legs: string[];
  resolution: Resolution | null;
  settlementPrice: number | null;
  settledAtMs: number | null;
  markPrice: number | null;
  bestBid: number | null;
  bestAsk: number | null;
  positionCap: number;
  leverageCap: number | null;
  /** Below this share of what is open at the mark a position is closed; null: never. D-076. */
  maintenanceMarginBps: number | null;
}

/** Book levels, best first; `seq` counts the changes of this book. D-104. */
export interface BookView {
  bids: { price: number; qty: number }[];
  asks: { price: number; qty: number }[];
  seq: number;
}

/** Spec: gaps; D-120. `qty` is signed: long YES or long contracts above zero. */
export interface PositionView {
  marketId: string;
  kind: MarketKind;
  qty: number;
  avgEntryPrice: number | null;
  realizedPnlCents: number;
  unrealizedPnlCents: number | null;
  /** What the house has paid of its losses: they were more than what stood behind it. */
  housePaidCents: number;
  leverage: number | null;
  marginMode: MarginMode | null;
}

/** free = cash - reserved - what CROSS positions have lost at the mark, or zero. Units: cents. */
export interface CashView {
  cashCents: number;
  reservedCents: number;
  freeCents: number;
}

/** D-120. Units: cents. */
export interface WalletView extends CashView {
  agentId: string;
  equityCents: number;
}

/** D-120. */
export interface AccountView {
  accountId: string;
  publicId: string;
  owner: string;
  displayName: string;
  agents: { agentId: string; name: string }[];
}

/** What an account was given and what it is worth now, over all its agents. Units: cents. D-121. */
export interface StandingView {
  publicId: string;
  displayName: string;
  agentIds: string[];
  fundedCents: number;
  equityCents: number;
}

/** Best prices of a market. Units: price units. Shape: null for an empty side. */
export interface TouchView {
  bestBid: number | null;
  bestAsk: number | null;
}

/** Who a key digest belongs to; null from a lookup means no such key. */
export interface KeyHolder {
  keyId: string;
  agentId: string;
  /** As stored, for a comparison in constant time. */
  digest: string;
  scopes: readonly Scope[];
}

/** A key as its agent sees it. Units: epoch ms; `revokedAtMs` is null while it works. D-132. */
export interface KeyView {
  keyId: string;
  agentId: string;
  name: string;
  prefix: string;
  scopes: readonly Scope[];
  createdAtMs: number;
  revokedAtMs: number | null;
}

/** Of an order: what the engine said, now or when its client order id came first. */
export type PlaceOutcome = { kind: "result"; result: PlaceResult; replayed: boolean } | Refusal;
/** Of a cancel: the order as it ended. */
export type CancelOutcome = { kind: "cancelled"; order: OrderView } | Refusal;
/** Of a cancel of all: the ids of those that rested. */
export type CancelAllOutcome = { kind: "cancelled-all"; orderIds: string[] };
/** Of a ladder: the ids that went, and an outcome for each new order, in their order. */
export type LadderOutcome =
  | { kind: "ladder"; cancelled: string[]; results: PlaceOutcome[] }
  | Refusal;
/** Of an amend: the order as it is now. */
export type AmendOutcome = { kind: "amended"; order: OrderView } | Refusal;
/** Of a command on a market: the market as it is now. */
export type MarketOutcome = { kind: "market"; market: MarketView } | Refusal;
/** Of a command on a key: the key as it is now. */
export type KeyOutcome = { kind: "key"; key: KeyView } | Refusal;
/** Of a command that has nothing to tell. */
export type DoneOutcome = { kind: "done" } | Refusal;

/** The outcome each command type has. */
export interface Outcomes {
  "forget-results": DoneOutcome;
  "recall-results": DoneOutcome;
  "open-agent": DoneOutcome;
  "add-key": KeyOutcome;
  "revoke-key": KeyOutcome;
  "create-market": MarketOutcome;
  "update-market": MarketOutcome;
  place: PlaceOutcome;
  cancel: CancelOutcome;
  "cancel-all": CancelAllOutcome;
  "replace-ladder": LadderOutcome;
  amend: AmendOutcome;
  freeze: DoneOutcome;
}
