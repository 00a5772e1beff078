/** What an order must pass before it enters the ledger, in this venue's own order of precedence. */
import { type Agent, closable, DEFAULT_LEVERAGE, freeCents, marginFor, netOf } from "./account.ts";
import type { Book, Pairing } from "./book.ts";
import { type Market, opposite, sign } from "./market.ts";
import type { Order, PlaceRequest } from "./order.ts";
import { decline, envelope, invalidField, type Refusal } from "./refusal.ts";

const LEVERAGE_CAP = 25;
const FAT_FINGER_FACTOR = 3;
const DEFAULT_CAP_CENTS = 20;
const DEFAULT_CAP_BPS = 300;
const BPS = 10_000;

/** An order on its way in: the request, and what the venue made of it. */
export interface Arrival {
  agent: Agent;
  market: Market;
  request: PlaceRequest;
  book: Book;
  resting: Order[];
  cooling: boolean;
  qty: number;
  limit: number | null;
  leverage: number | null;
  holdCents: number;
  pairings: Pairing[];
}

type Gate = (arrival: Arrival) => Refusal | null;

/** Works out quantity, limit, leverage, margin and pairings of a request. */
export function prepare(
  given: Pick<Arrival, "agent" | "market" | "request" | "book" | "resting" | "cooling">,
): Arrival {
  const { agent, market, request, book, resting } = given;
  const own = resting.filter((order) => order.agent === agent && order.market === market);
  const closing = closableNow(given, own);
  const qty = request.reduceOnly ? Math.min(request.qty, closing) : request.qty;
  const limit = request.type === "LIMIT" ? request.price : protection(given);
  const leverage = market.kind === "BTC_PERP" ? (request.leverage ?? DEFAULT_LEVERAGE) : null;
  const opening = { qty: Math.max(0, qty - closing), price: limit ?? 0, leverage: leverage ?? 1 };
  const holdCents = marginFor(market, request.side, opening);
  const pairings = limit === null ? [] : book.pair(request.side, limit, qty);
  return { ...given, qty, limit, leverage, holdCents, pairings };
}

/** The first objection to an arrival, or null when the order may enter. */
export function admit(arrival: Arrival): Refusal | null {
  for (const gate of GATES) {
    const refusal = gate(arrival);
    if (refusal) return refusal;
  }
  return null;
}

/** Refuses a stamp outside the window around the time of receipt, both bounds allowed. */
export function stale(request: PlaceRequest, receivedAtMs: number): Refusal | null {
  const { timestampMs, recvWindowMs } = request;
  if (timestampMs === null || recvWindowMs === null) return null;
  if (Math.abs(receivedAtMs - timestampMs) <= recvWindowMs) return null;
  return envelope(408, "STALE_REQUEST", "the request is outside its receive window");
}

/** Contracts the order could close, less what own resting orders of that side already would. */
function closableNow(
  { agent, market, request }: Pick<Arrival, "agent" | "market" | "request">,
  own: Order[],
) {
  const spoken = own
    .filter((order) => order.request.side === request.side)
    .filter((order) => order.request.reduceOnly || !request.reduceOnly)
    .reduce((sum, order) => sum + order.leaves, 0);
  return Math.max(0, closable(agent, market, request.side) - spoken);
}

/** The worst price a MARKET order may trade at; null when there is nothing to trade with. */
function protection({ book, market, request }: Pick<Arrival, "book" | "market" | "request">) {
  const touch = book.touch(opposite(request.side));
  if (touch === null) return null;
  const cap =
    market.kind === "BTC_PERP"
      ? Math.floor((touch * (request.slippageCapBps ?? DEFAULT_CAP_BPS)) / BPS)
      : (request.slippageCapCents ?? DEFAULT_CAP_CENTS);
  return Math.min(market.max, Math.max(market.min, touch + sign(request.side) * cap));
}

const onGrid: Gate = ({ market, request: { type, price } }) => {
  if (type === "MARKET" || price === null) return null;
  if (price < market.min || price > market.max) {
    return invalidField("price", `a price from ${market.min} to ${market.max} is needed`);
  }
  const off = (price - market.min) % market.tick !== 0;
  return off ? invalidField("price", `a multiple of ${market.tick} is needed`) : null;
};

const marketOpen: Gate = ({ market }) =>
  market.status === "OPEN"
    ? null
    : envelope(409, "MARKET_CLOSED", `the market is ${market.status}`);

const leverageAllowed: Gate = ({ market, request: { leverage } }) => {
  const allowed = { BTC_BINARY: 0, BTC_PERP: LEVERAGE_CAP, BTC_PARLAY: Infinity }[market.kind];
  if (leverage === null || leverage <= allowed) return null;
  return {
    form: "envelope",
    status: 422,
    code: "INVALID_LEVERAGE",
    message: `leverage ${leverage} is not available`,
    details: { requested_leverage: leverage, effective_leverage: Math.max(1, allowed) },
  };
};

const marginModeAllowed: Gate = ({ market, request }) =>
  market.kind === "BTC_BINARY" && request.marginMode !== null
    ? decline("INVALID_MARGIN_MODE", "a binary has no margin mode")
    : null;

const bpsCapAllowed: Gate = ({ market, request }) =>
  market.kind !== "BTC_PERP" && request.slippageCapBps !== null
    ? decline("SLIPPAGE_CAP_MISPLACED", "basis points protect perp orders only")
    : null;

const notCooling: Gate = ({ cooling }) =>
  cooling ? decline("AGENT_SIDE_COOLDOWN", "too many declines, wait a moment") : null;

const reduces: Gate = ({ request, qty }) =>
  request.reduceOnly && qty === 0
    ? decline("REDUCE_ONLY_VIOLATION", "there is no position to reduce")
    : null;

const sanePrice: Gate = ({ market, request }) => {
  if (market.mark === null || request.type === "MARKET" || request.confirmFatFinger) return null;
  const ratio = request.price! / market.mark;
  const sane = ratio <= FAT_FINGER_FACTOR && ratio >= 1 / FAT_FINGER_FACTOR;
  return sane ? null : decline("FAT_FINGER", "the price is far from the mark; confirm to insist");
};

const affordable: Gate = ({ agent, resting, holdCents }) =>
  holdCents > 0 && holdCents > freeCents(agent, resting)
    ? decline("INSUFFICIENT_MARGIN", "not enough free cash")
    : null;

const underCap: Gate = ({ agent, market, request, qty }) =>
  Math.abs(netOf(agent, market) + sign(request.side) * qty) > market.cap && !request.reduceOnly
    ? decline("POSITION_CAP", `no more than ${market.cap} contracts`)
    : null;

const liquid: Gate = ({ market, request, book, pairings }) => {
  if (request.type === "LIMIT" || pairings.length > 0) return null;
  const valued = market.mark !== null || book.trades.length > 0;
  return valued
    ? decline("MARKET_NO_LIQUIDITY", "nobody is on the other side")
    : decline("NO_REFERENCE_PRICE", "the market has never been valued");
};

const postsOnly: Gate = ({ request, pairings }) =>
  request.type === "LIMIT" && request.tif === "POST_ONLY" && pairings.length > 0
    ? decline("POST_ONLY_WOULD_CROSS", "the order would trade at once")
    : null;

const notOwn: Gate = ({ agent, pairings }) =>
  pairings.some(({ maker }) => maker.agent === agent)
    ? decline("SELF_TRADE", "the order would trade with its own sender")
    : null;

const fillable: Gate = ({ request, qty, pairings }) => {
  if (request.type === "MARKET" || (request.tif !== "FOK" && request.tif !== "IOC")) return null;
  const reachable = pairings.reduce((sum, pairing) => sum + pairing.qty, 0);
  if (request.tif === "FOK" && reachable < qty) {
    return decline("FOK_NOT_FILLABLE", "the whole quantity is not there");
  }
  return reachable === 0 ? decline("IOC_UNMATCHED", "nothing to trade with") : null;
};

/** The gates; the earliest objection is the answer. */
const GATES: readonly Gate[] = [
  onGrid,
  marketOpen,
  leverageAllowed,
  marginModeAllowed,
  bpsCapAllowed,
  notCooling,
  reduces,
  sanePrice,
  liquid,
  postsOnly,
  notOwn,
  fillable,
  affordable,
  underCap,
];
