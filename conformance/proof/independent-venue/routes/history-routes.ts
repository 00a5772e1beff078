/** Candles, mids, events and series: what a market and its like did before. */
import { candlesOf } from "../data/candles.ts";
import { contextOf } from "../data/series.ts";
import { type Answer, ok } from "../http/answer.ts";
import type { Call, Route } from "../http/call.ts";
import { countQuery, pastBody } from "../http/query.ts";
import { envelope, Refused } from "../http/refusal.ts";
import { bookOf } from "./market-routes.ts";

const PERIOD = { usual: 60, least: 1, most: 86_400 };

function getCandles(call: Call): Answer {
  const book = bookOf(call);
  const period = countQuery(call, "period_seconds", PERIOD);
  const limit = countQuery(call, "limit", { usual: 500, most: 2_000 });
  const happened = candlesOf(book.trades, period);
  return ok(pastBody(call, "candles", { happened, limit, show: call.parts.wire.candle }));
}

function getMids(call: Call): Answer {
  const { mids } = bookOf(call);
  const limit = countQuery(call, "limit", { usual: 3_600, most: 10_000 });
  return ok(pastBody(call, "mids", { happened: mids, limit, show: call.parts.wire.mid }));
}

/** Candles over all markets of one event; an event nobody knows had none. */
function getEvents(call: Call): Answer {
  const period = countQuery(call, "period_seconds", PERIOD);
  const limit = countQuery(call, "limit", { usual: 240, most: 2_000 });
  const wanted = [call.query.get("event_id"), call.query.get("fixture_key")].filter(Boolean);
  const trades = [...call.parts.venue.books.values()]
    .filter(({ market }) => wanted.includes(market.event))
    .flatMap((book) => book.trades)
    .sort((one, other) => one.atMs - other.atMs);
  const happened = candlesOf(trades, period);
  return ok(pastBody(call, "events", { happened, limit, show: call.parts.wire.candle }));
}

function getSeries(call: Call): Answer {
  const history = countQuery(call, "history_limit", { usual: 8, most: 100 });
  const upcoming = countQuery(call, "upcoming_limit", { usual: 5, most: 100 });
  const { series } = call.params;
  const known = [...call.parts.venue.books.values()].some(({ market }) => market.series === series);
  if (!known) throw new Refused(envelope(404, "series_not_found", "no such series"));
  const nowMs = call.parts.clock.now();
  return ok(call.parts.wire.series(contextOf(series!, nowMs, { history, upcoming })));
}

/** The past of a market, of an event and of a series; the event's path is not a market's id. */
export const HISTORY_ROUTES: Route[] = [
  { method: "GET", path: "/markets/event-history", needs: "data", handle: getEvents },
  { method: "GET", path: "/markets/{id}/candles", needs: "data", handle: getCandles },
  { method: "GET", path: "/markets/{id}/mid-history", needs: "data", handle: getMids },
  { method: "GET", path: "/series/{series}/context", needs: "data", handle: getSeries },
];
