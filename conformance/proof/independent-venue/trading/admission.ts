/** An order on its way in: what the venue makes of a request before its gates judge it. */
import type { Settings } from "../options.ts";
import { type Agent, closable, DEFAULT_LEVERAGE, marginFor, netOf } from "./account.ts";
import type { Book, Pairing } from "./book.ts";
import { type Market, opposite, type Side, sign } from "./market.ts";
import type { Order, PlaceRequest } from "./order.ts";

const DEFAULT_CAP_CENTS = 20;
const DEFAULT_CAP_BPS = 300;
const BPS = 10_000;

/** What is known when a request arrives; `resting` are the agent's own orders, in every market. */
export interface Occasion {
  agent: Agent;
  market: Market;
  request: PlaceRequest;
  book: Book;
  resting: Order[];
  cooling: boolean;
  settings: Settings;
}

/** The same with quantity, limit, leverage, margin and pairings worked out. */
export interface Arrival extends Occasion {
  qty: number;
  closing: number;
  limit: number | null;
  leverage: number | null;
  holdCents: number;
  pairings: Pairing[];
}

/** Works out what a request comes to. */
export function prepare(occasion: Occasion): Arrival {
  const { agent, market, request, book, settings } = occasion;
  const closing = closableNow(occasion);
  const trims = request.reduceOnly && settings.excessReduce === "trim";
  const qty = trims ? Math.min(request.qty, closing) : request.qty;
  const limit = request.type === "LIMIT" ? request.price : protection(occasion);
  const leverage = market.kind === "BTC_PERP" ? (request.leverage ?? DEFAULT_LEVERAGE) : null;
  const opening = { qty: Math.max(0, qty - closing), price: limit ?? 0, leverage: leverage ?? 1 };
  const holdCents = marginFor(market, request.side, opening);
  const passedOver = settings.selfTrade === "cancel-maker" ? agent : null;
  const pairings = limit === null ? [] : book.pair({ side: request.side, limit, qty, passedOver });
  return { ...occasion, qty, closing, limit, leverage, holdCents, pairings };
}

/** The agent's own resting orders that an arrival would meet. */
export function ownCrossed({ agent, book, request, limit }: Arrival): Order[] {
  if (limit === null) return [];
  return book.crossed(request.side, limit).filter((order) => order.agent === agent);
}

/** The position that what is held and working on a side could lead to, seen from that side. */
export function reachOf(
  { agent, market, side }: { agent: Agent; market: Market; side: Side },
  resting: Order[],
): number {
  return resting
    .filter((order) => order.agent === agent && order.market === market)
    .filter((order) => order.request.side === side)
    .reduce((sum, order) => sum + order.leaves, sign(side) * netOf(agent, market));
}

/** Contracts the order could close, less what own resting orders of that side already would. */
function closableNow({ agent, market, request, resting }: Occasion): number {
  const spoken = resting
    .filter((order) => order.market === market && order.request.side === request.side)
    .filter((order) => order.request.reduceOnly || !request.reduceOnly)
    .reduce((sum, order) => sum + order.leaves, 0);
  return Math.max(0, closable(agent, market, request.side) - spoken);
}

/** The worst price a MARKET order may trade at; null when there is nothing to trade with. */
function protection({ book, market, request }: Occasion): number | null {
  const touch = book.touch(opposite(request.side));
  if (touch === null) return null;
  const cap =
    market.kind === "BTC_PERP"
      ? Math.floor((touch * (request.slippageCapBps ?? DEFAULT_CAP_BPS)) / BPS)
      : (request.slippageCapCents ?? DEFAULT_CAP_CENTS);
  return Math.min(market.max, Math.max(market.min, touch + sign(request.side) * cap));
}
