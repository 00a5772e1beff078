/** Why an order is turned away, in the order in which reasons count, each from the records alone. */
import type { OrderRequest, PlaceResult, TimeInForce } from "../../../reference/index.ts";
import { contractValue, freeCash, lossOf, need, reserveOf } from "./reserve.ts";
import {
  closable,
  otherSide,
  positionOf,
  remaining,
  type Shadow,
  type ShadowAgent,
  type ShadowMarket,
  type ShadowPosition,
} from "./shadow.ts";
import { ID_LENGTH_MAX, MARK_MULTIPLE, PAUSE, QTY_SLIP, SLIP_BPS, SLIP_CENTS } from "./terms.ts";

/** What was asked of whom, and when. Units: epoch ms. */
export interface Question {
  shadow: Shadow;
  agent: ShadowAgent;
  market: ShadowMarket | null;
  request: OrderRequest;
  at: number;
}

/** What was asked for under the same client order id, if anything was. */
type Before = "same" | "other" | null;

/** A reason applies, or not, or the records do not tell. */
type Applies = boolean | "unclear";

interface KnownQuestion extends Question {
  market: ShadowMarket;
  position: ShadowPosition;
  /** What the order may pay or take; NaN when nothing bounds it. */
  limit: number;
}

interface Reason {
  code: string;
  applies: (known: KnownQuestion) => Applies;
}

const isMarket = ({ request }: KnownQuestion): boolean => request.type === "MARKET";

/** Not a code: the order was answered before, and is answered so again. */
export const REPLAY = "(replay)";

/** Reasons that need no market. */
const EARLY: { code: string; applies: (question: Question, before: Before) => Applies }[] = [
  { code: "EXCHANGE_FROZEN", applies: ({ shadow }) => shadow.frozen },
  { code: "VALIDATION_ERROR", applies: ({ request }) => isMalformed(request) },
  { code: "CLIENT_ORDER_ID_CONFLICT", applies: (_, before) => before === "other" },
  { code: REPLAY, applies: (_, before) => before === "same" },
  { code: "TIMESTAMP_OUT_OF_WINDOW", applies: ({ request, at }) => isStale(request, at) },
  { code: "UNKNOWN_MARKET", applies: ({ market }) => market === null },
];

const LATE: Reason[] = [
  { code: "MARKET_CLOSED", applies: ({ market }) => market.status !== "OPEN" },
  { code: "INVALID_QTY", applies: ({ request }) => request.qty <= 0 },
  { code: "VALIDATION_ERROR", applies: (known) => hasWrongCap(known) },
  {
    code: "VALIDATION_ERROR",
    applies: ({ market, request }) => market.isPerp && (request.leverage ?? 1) < 1,
  },
  {
    code: "INVALID_LEVERAGE",
    applies: ({ market, request: { leverage } }) =>
      leverage !== undefined && (!market.isPerp || leverage > market.leverageCap),
  },
  {
    code: "INVALID_MARGIN_MODE",
    applies: ({ market, request }) => request.marginMode !== undefined && !market.isPerp,
  },
  {
    code: "PRICE_OUT_OF_RANGE",
    applies: (known) => !isMarket(known) && isOffGrid(known.market, known.request.price!),
  },
  {
    code: "AGENT_SIDE_COOLDOWN",
    applies: ({ position, request, at }) =>
      request.reduceOnly !== true && at < position[request.side].pausedUntil,
  },
  {
    code: "NO_REFERENCE_PRICE",
    applies: (known) => isMarket(known) && known.market.isPerp && known.market.mark === null,
  },
  { code: "FAT_FINGER", applies: (known) => isSlip(known) },
  {
    code: "REDUCE_ONLY_VIOLATION",
    applies: ({ position, request: { side, qty, reduceOnly } }) =>
      reduceOnly === true && qty > closable(position, side) - position[side].reduceOnlyQty,
  },
  {
    code: "POSITION_CAP",
    applies: ({ market, position, request: { side, qty } }) =>
      (side === "BUY" ? position.qty : -position.qty) + position[side].qty + qty >
      market.positionCap,
  },
  { code: "INSUFFICIENT_MARGIN", applies: (known) => isShort(known) },
  {
    code: "POST_ONLY_WOULD_CROSS",
    applies: ({ market, request }) =>
      tifOf(request) === "POST_ONLY" &&
      reaches(otherSide(market, request.side).best, request.price!, request.side),
  },
  {
    code: "FOK_NOT_FILLABLE",
    applies: (known) =>
      tifOf(known.request) === "FOK" && fillable(known, known.limit) < known.request.qty,
  },
  {
    code: "MARKET_NO_LIQUIDITY",
    applies: (known) =>
      isMarket(known) && fillable(known, known.request.side === "BUY" ? Infinity : 0) === 0,
  },
];

/**
 * What an order must come to: the codes that may turn it away, null among them where it may enter.
 * Shape: one entry, unless the records leave the margin open.
 */
export function verdictsOf(question: Question): (string | null)[] {
  const before = askedBefore(question);
  for (const { code, applies } of EARLY) if (applies(question, before)) return [code];
  const { agent, request } = question;
  const market = question.market!;
  const position = positionOf(agent, market);
  const { shadow, at } = question;
  const limit = limitOf(market, request);
  const whole: KnownQuestion = { shadow, agent, market, request, at, position, limit };
  const open: (string | null)[] = [];
  for (const { code, applies } of LATE) {
    const answer = applies(whole);
    if (answer === true) return withLast(open, code);
    if (answer === "unclear") open.push(code);
  }
  return withLast(open, null);
}

/** Mostly the only one: an array that grows by its first has room for sixteen more. */
const withLast = (open: (string | null)[], last: string | null): (string | null)[] =>
  open.length === 0 ? [last] : [...open, last];

/** Counts a decline toward a pause. */
export function countDecline(position: ShadowPosition, { side }: OrderRequest, at: number): void {
  const working = position[side];
  working.declinedAt = working.declinedAt.filter((then) => at - then < PAUSE.withinMs);
  working.declinedAt.push(at);
  if (working.declinedAt.length < PAUSE.declines) return;
  working.declinedAt = [];
  working.pausedUntil = at + PAUSE.forMs;
}

/** True when two requests under one client order id ask for the same order. */
function asksTheSame(one: OrderRequest, other: OrderRequest): boolean {
  return (
    one.price === other.price &&
    one.qty === other.qty &&
    one.marketId === other.marketId &&
    one.side === other.side &&
    one.type === other.type &&
    tifOf(one) === tifOf(other) &&
    (one.reduceOnly ?? false) === (other.reduceOnly ?? false) &&
    one.leverage === other.leverage &&
    one.marginMode === other.marginMode &&
    one.slippageCapCents === other.slippageCapCents &&
    one.slippageCapBps === other.slippageCapBps
  );
}

/** The time in force that an order comes to: a MARKET order never rests. */
export function tifOf({ type, tif }: OrderRequest): TimeInForce {
  return type === "MARKET" ? "IOC" : (tif ?? "GTC");
}

function askedBefore({ agent, request }: Question): Before {
  const { clientOrderId } = request;
  const before = clientOrderId === undefined ? undefined : agent.answered.get(clientOrderId);
  if (before === undefined) return null;
  if (!asksTheSame(before.request, request)) return "other";
  return answersTheDecline(before, request) ? null : "same";
}

/** Whether a resend does what a decline asked for: it confirms, or has a new stamp. D-042, D-043. */
function answersTheDecline(
  { request, result }: { request: OrderRequest; result: PlaceResult },
  again: OrderRequest,
): boolean {
  const reason = result.rejectReason;
  if (reason === "FAT_FINGER") return again.confirmFatFinger === true && !request.confirmFatFinger;
  const stamp = ["timestampMs", "recvWindowMs"] as const;
  return reason === "TIMESTAMP_OUT_OF_WINDOW" && stamp.some((at) => request[at] !== again[at]);
}

function isMalformed({ type, price, timestampMs, recvWindowMs, clientOrderId }: OrderRequest) {
  if (type === "LIMIT" && price === undefined) return true;
  if ((timestampMs === undefined) !== (recvWindowMs === undefined)) return true;
  return clientOrderId !== undefined && clientOrderId.length > ID_LENGTH_MAX;
}

const isStale = ({ timestampMs, recvWindowMs }: OrderRequest, at: number): boolean =>
  timestampMs !== undefined && Math.abs(at - timestampMs) > recvWindowMs!;

function hasWrongCap({ market, request }: KnownQuestion): boolean {
  const { slippageCapCents: cents, slippageCapBps: bps } = request;
  if (market.isPerp) return cents !== undefined || (bps ?? 0) < 0;
  return bps !== undefined || (cents ?? 0) < 0;
}

const isOffGrid = ({ low, high, tick }: ShadowMarket, price: number): boolean =>
  price < low || price > high || price % tick !== 0;

function isSlip({ market, request }: KnownQuestion): boolean {
  if (request.confirmFatFinger === true) return false;
  if (request.qty > (market.isPerp ? QTY_SLIP.perp : QTY_SLIP.other)) return true;
  const { mark } = market;
  if (!market.isPerp || mark === null || request.type === "MARKET") return false;
  return request.price! > mark * MARK_MULTIPLE || request.price! * MARK_MULTIPLE < mark;
}

/** What an order may pay or take: its price, or for a MARKET order the touch and its protection. */
export function limitOf(market: ShadowMarket, request: OrderRequest): number {
  if (request.type === "LIMIT") return request.price!;
  const touch = otherSide(market, request.side).best;
  if (touch === null) return Number.NaN;
  const slip = market.isPerp
    ? Math.floor((touch * (request.slippageCapBps ?? SLIP_BPS)) / 10_000)
    : (request.slippageCapCents ?? SLIP_CENTS);
  return request.side === "BUY"
    ? Math.min(touch + slip, market.high)
    : Math.max(touch - slip, market.low);
}

function isShort({ agent, market, position, request, limit }: KnownQuestion): Applies {
  if (Number.isNaN(limit)) return false;
  const { side, qty } = request;
  const value = contractValue(market, side, limit);
  const leverage = leastLeverage(position, request);
  const [low, high] = need(position, { side, qty, value, leverage });
  const [lowNow, highNow] = reserveOf(position);
  const [least, most] = freeCash(agent);
  const lost = lossOf(agent);
  if (high - lowNow <= Math.max(0, least - lost)) return false;
  return low - highNow > Math.max(0, most - lost) ? true : "unclear";
}

/** The least that an order may come to be worked at: its own, or that of others beside it. */
function leastLeverage(position: ShadowPosition, request: OrderRequest): number {
  const { leverage: asked } = request;
  if (asked === undefined || position.qty !== 0) return position.leverage;
  const isAlone = position.BUY.qty === 0 && position.SELL.qty === 0;
  const mayRest = tifOf(request) === "GTC" || tifOf(request) === "POST_ONLY";
  return isAlone || !mayRest ? asked : Math.min(asked, position.leverage);
}

/** True when a price reaches the limit of an order of this side. */
export const reaches = (price: number | null, limit: number, side: "BUY" | "SELL"): boolean =>
  price !== null && (side === "BUY" ? price <= limit : price >= limit);

function fillable({ agent, market, request }: KnownQuestion, limit: number): number {
  const given = new Map<ShadowAgent, number>();
  let found = 0;
  for (const order of otherSide(market, request.side).orders) {
    if (!reaches(order.price, limit, request.side)) break;
    if (order.agent === agent) continue;
    const before = given.get(order.agent) ?? 0;
    const left = closable(order.position, order.side) - before;
    // By the time it is reached, a reduce-only order is trimmed to what its maker still holds.
    const qty = order.reduceOnly ? Math.min(remaining(order), Math.max(0, left)) : remaining(order);
    given.set(order.agent, before + qty);
    found += qty;
  }
  return found;
}
