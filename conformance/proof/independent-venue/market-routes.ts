/** Markets, books and trades; the caller needs a key even for these. */
import { type Answer, ok } from "./answer.ts";
import type { Book } from "./book.ts";
import { type Call, countQuery, listBody, pathId, type Route, recordBody } from "./call.ts";
import type { Market } from "./market.ts";
import { envelope, Refused } from "./refusal.ts";
import { levels, marketRecord, tradeRecords } from "./render.ts";

function page(call: Call, fits: (market: Market) => boolean): Answer {
  const offset = countQuery(call, "offset", 0);
  const wanted = [...call.house.venue.books.values()].map((book) => book.market).filter(fits);
  const shown = wanted.slice(offset, offset + countQuery(call, "limit", 50));
  return ok(listBody(call, shown.map(marketRecord)));
}

function listMarkets(call: Call): Answer {
  const status = call.query.get("status")?.toUpperCase();
  const kind = call.query.get("kind")?.toUpperCase();
  return page(
    call,
    (market) => (!status || market.status === status) && (!kind || market.kind === kind),
  );
}

function listActive(call: Call): Answer {
  return page(call, (market) => market.status === "OPEN");
}

function getMarket(call: Call): Answer {
  return ok(recordBody(call, "market", marketRecord(bookOf(call).market)));
}

function getBook(call: Call): Answer {
  const { market } = bookOf(call);
  const depth = countQuery(call, "depth", 50);
  const orders = call.house.venue.orders().filter((order) => order.market === market);
  const buy = levels(orders, "BUY", call.seenAtMs).slice(0, depth);
  const sell = levels(orders, "SELL", call.seenAtMs).slice(0, depth);
  const bare = call.house.settings.wrappers === "array";
  return ok(bare ? { bids: buy, asks: sell } : { book: { market: market.id, buy, sell } });
}

function getTrades(call: Call): Answer {
  const trades = tradeRecords(bookOf(call), call.seenAtMs);
  return ok(listBody(call, trades.slice(0, countQuery(call, "limit", 100)), "trades"));
}

function bookOf(call: Call): Book {
  const book = call.house.venue.books.get(pathId(call));
  if (!book) throw new Refused(envelope(404, "market_not_found", "no such market"));
  return book;
}

/** The part of the spec's Markets table that this venue has launched. */
export const MARKET_ROUTES: Route[] = [
  { method: "GET", path: "/markets", needs: "key", handle: listMarkets },
  { method: "GET", path: "/markets/active", needs: "key", handle: listActive },
  { method: "GET", path: "/markets/{id}", needs: "key", handle: getMarket },
  { method: "GET", path: "/markets/{id}/book", needs: "key", handle: getBook },
  { method: "GET", path: "/markets/{id}/trades", needs: "key", handle: getTrades },
];
