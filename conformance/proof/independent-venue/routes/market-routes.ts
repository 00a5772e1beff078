/** Markets, their books and trades. */
import { type Answer, ok } from "../http/answer.ts";
import { type Call, pathId, type Route } from "../http/call.ts";
import { countQuery, pageOf, pastBody, wordQuery } from "../http/query.ts";
import { envelope, Refused } from "../http/refusal.ts";
import type { Book } from "../trading/book.ts";
import { KINDS, type Market, type Side, STATUSES } from "../trading/market.ts";
import type { Order } from "../trading/order.ts";
import type { Level, SeenBook } from "../wire/wire.ts";

const MARKETS = { usual: 50, most: 500 };

function answerMarkets({ parts }: Call, markets: Market[]): Answer {
  return ok(parts.wire.list("markets", markets.map(parts.wire.market)));
}

function allMarkets({ parts }: Call): Market[] {
  return [...parts.venue.books.values()].map(({ market }) => market);
}

function listMarkets(call: Call): Answer {
  const status = wordQuery(call, "status", STATUSES);
  const kind = wordQuery(call, "kind", KINDS);
  const wanted = allMarkets(call)
    .filter((market) => status === null || market.status === status)
    .filter((market) => kind === null || market.kind === kind);
  return answerMarkets(call, pageOf(call, wanted, MARKETS, true));
}

function listActive(call: Call): Answer {
  const open = allMarkets(call).filter(({ status }) => status === "OPEN");
  return answerMarkets(call, pageOf(call, open, MARKETS));
}

function getMarket(call: Call): Answer {
  const { wire } = call.parts;
  return ok(wire.record("market", wire.market(bookOf(call).market)));
}

function getBook(call: Call): Answer {
  const { market } = bookOf(call);
  const depth = countQuery(call, "depth", { usual: 50, most: 500 });
  const orders = call.parts.venue.orders().filter((order) => order.market === market);
  const whole = seenBook(market, orders, call.seenAtMs);
  const cut = { bids: whole.bids.slice(0, depth), asks: whole.asks.slice(0, depth) };
  return ok(call.parts.wire.book({ market, ...cut }));
}

/** Both sides of a market as a reader saw them at a time. */
export function seenBook(market: Market, orders: Order[], atMs: number): SeenBook {
  return { market, bids: levels(orders, "BUY", atMs), asks: levels(orders, "SELL", atMs) };
}

/** Price levels of one side, best first. */
function levels(orders: Order[], side: Side, atMs: number): Level[] {
  const depth = new Map<number, number>();
  for (const order of orders) {
    const leaves = order.seen.read(atMs)?.leaves ?? 0;
    if (order.request.side !== side || leaves === 0) continue;
    depth.set(order.request.price!, (depth.get(order.request.price!) ?? 0) + leaves);
  }
  return [...depth].sort(([a], [b]) => (side === "BUY" ? b - a : a - b));
}

function getTrades(call: Call): Answer {
  const seen = bookOf(call).trades.filter(({ atMs }) => atMs <= call.seenAtMs);
  const limit = countQuery(call, "limit", { usual: 100, most: 1_000 });
  return ok(pastBody(call, "trades", { happened: seen, limit, show: call.parts.wire.trade }));
}

/** The book of the market in the path; throws `Refused` when there is none. */
export function bookOf(call: Call): Book {
  const book = call.parts.venue.books.get(pathId(call));
  if (!book) throw new Refused(envelope(404, "market_not_found", "no such market"));
  return book;
}

/** What a market is and what rests and traded in it. */
export const MARKET_ROUTES: Route[] = [
  { method: "GET", path: "/markets", needs: "data", handle: listMarkets },
  { method: "GET", path: "/markets/active", needs: "data", handle: listActive },
  { method: "GET", path: "/markets/{id}", needs: "data", handle: getMarket },
  { method: "GET", path: "/markets/{id}/book", needs: "data", handle: getBook },
  { method: "GET", path: "/markets/{id}/trades", needs: "data", handle: getTrades },
];
