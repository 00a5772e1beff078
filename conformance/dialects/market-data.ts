/** Legal ways to tell market data, the feed and the leaderboard. */

import {
  answer,
  changeAnswer,
  envelope,
  type Fields,
  fieldsOf,
  inFrontOf,
  matches,
  timeOf,
} from "../interposer/changes.ts";
import type { Dialect } from "../interposer/dialect.ts";
import type { WireAnswer, WireRequest, WireVariant } from "../interposer/interposer.ts";
import { rowsOf } from "../interposer/lists.ts";

const DATA =
  /^GET \/(markets\/[^/]+\/(trades|candles|mid-history)|feed\/btc-spot\/(history|candles)|leaderboard)$/;

/** Markets that are asked for at a time. */
const MOST = 1_000;

/** The lists of data in another form; other answers as they are. */
function dataAs(form: (records: Fields[]) => unknown): () => WireVariant {
  return () => async (request, venue) => {
    const given = await venue(request);
    if (given.status !== 200 || !DATA.test(`${request.method} ${request.path}`)) return given;
    const list = Object.values(fieldsOf(given.body)).find(Array.isArray);
    return { ...given, body: form(list as Fields[]) };
  };
}

/** Refusals of a route with this status, answered otherwise. */
function refusalAs(routes: string[], refused: number, form: () => ReturnType<typeof answer>) {
  return (): WireVariant => async (request, venue) => {
    const given = await venue(request);
    const meant = routes.some((route) => matches(request, route));
    return meant && given.status === refused ? form() : given;
  };
}

/** Routes that a feature gate keeps closed. */
function closed(...paths: RegExp[]): () => WireVariant {
  return () => async (request, venue) =>
    paths.some((path) => path.test(request.path))
      ? envelope(503, "FEATURE_DISABLED", { details: { feature: "data" } })
      : venue(request);
}

/** One candle by short names, its start in seconds. */
const shortCandle = ({ start_ts_ms, open, high, low, close }: Fields): Fields => ({
  t: Number(start_ts_ms) / 1_000,
  ...{ o: open, h: high, l: low, c: close },
});

/** A feed whose upstream is away at every other read; its health is told all the time. */
function flappingFeed(): WireVariant {
  let reads = 0;
  return async (request, venue) => {
    const isMeant = /^\/feed\/btc-spot\/(?!health$)/.test(request.path);
    if (isMeant) reads += 1;
    return isMeant && reads % 2 === 0 ? envelope(502, "UPSTREAM_UNAVAILABLE") : venue(request);
  };
}

const OF_MARKETS = ["book", "trades", "candles", "mid-history"].map(
  (what) => `GET /markets/*/${what}`,
);

const ofLists: readonly Dialect[] = [
  {
    name: "data-as-arrays",
    decision: "D-100",
    variant: "Trades, candles, mids, the feed and the leaderboard are bare arrays.",
    wire: dataAs((records) => records),
  },
  {
    name: "trades-dollars-and-cents",
    decision: "D-105",
    variant: "The price of a trade is text in dollars, beside an integer in price_cents.",
    wire: rowsOf("GET /markets/*/trades", (trades) =>
      trades.map(({ price, ...trade }) => ({
        ...{ ...trade, price: (Number(price) / 100).toFixed(2), price_cents: price },
      })),
    ),
  },
  {
    name: "data-in-result-list",
    decision: "D-100",
    variant: "Trades, candles, mids, the feed and the leaderboard are wrapped twice: result, list.",
    wire: dataAs((list) => ({ result: { list }, next: null })),
  },
  {
    name: "markets-in-another-order",
    decision: "D-114",
    variant: "Markets are listed the other way round: what ended comes first.",
    wire: () =>
      changeAnswer("GET /markets", async (given, request, venue) => {
        if (given.status !== 200) return given;
        const { limit, offset, ...query } = request.query;
        const all: Fields[] = [];
        for (let page: Fields[] | null = null; page === null || page.length === MOST; ) {
          const part = { ...query, limit: String(MOST), offset: String(all.length) };
          const { body } = await venue({ ...request, query: part });
          page = (fieldsOf(body)["markets"] ?? []) as Fields[];
          all.push(...page);
        }
        const markets = all
          .toReversed()
          .slice(Number(offset ?? 0))
          .slice(0, Number(limit ?? 50));
        return { ...given, body: { ...fieldsOf(given.body), markets } };
      }),
  },
  {
    name: "data-in-rows",
    decision: "D-106",
    variant: "Candles, mids and points of the feed are arrays of values, without names.",
    wire: dataAs((list) =>
      list.map((row) => ("public_id" in row || "trade_id" in row ? row : Object.values(row))),
    ),
  },
  {
    name: "candles-by-short-names",
    decision: "D-106",
    variant: "Candles are t, o, h, l, c, newest first, t in seconds.",
    wire: () =>
      inFrontOf(
        changeAnswer("GET /markets/*/candles", shortened),
        changeAnswer("GET /feed/btc-spot/candles", shortened),
      ),
  },
  {
    name: "candles-by-their-end",
    decision: "D-106",
    variant: "The time of a candle of a market is that at which its period ends.",
    wire: () =>
      changeAnswer("GET /markets/*/candles", (given, { query }) => {
        const { candles } = fieldsOf(given.body);
        if (!Array.isArray(candles)) return given;
        const periodMs = Number(query["period_seconds"] ?? 60) * 1_000;
        const ended = ({ start_ts_ms, ...bar }: Fields) => ({
          ...{ ts_ms: Number(start_ts_ms) + periodMs, ...bar },
        });
        return { ...given, body: { candles: candles.map(ended) } };
      }),
  },
  {
    name: "candles-counted-back-from-now",
    decision: "D-106",
    variant:
      "The limit of a market's candles counts periods back from now; empty ones have no row.",
    wire: () => changeAnswer("GET /markets/*/candles", countedBack),
  },
  {
    name: "feed-with-dates",
    decision: "D-110",
    variant: "Points of the feed have time as a date and value as text.",
    wire: () =>
      changeAnswer("GET /feed/btc-spot/history", (given) => {
        const points = (fieldsOf(given.body)["points"] ?? []) as Fields[];
        const dated = points.map(({ ts_ms, price }) => ({
          time: new Date(Number(ts_ms)).toISOString(),
          value: String(price),
        }));
        return given.status === 200 ? { ...given, body: { points: dated } } : given;
      }),
  },
];

function shortened(given: ReturnType<typeof answer>) {
  const { candles } = fieldsOf(given.body);
  if (!Array.isArray(candles)) return given;
  return { ...given, body: { candles: candles.map(shortCandle).toReversed() } };
}

/** Of the rows that would come, those of the last periods, as many as are asked for. */
function countedBack(given: WireAnswer, { query }: WireRequest): WireAnswer {
  const { candles } = fieldsOf(given.body);
  if (given.status !== 200 || !Array.isArray(candles)) return given;
  const periodMs = Number(query["period_seconds"] ?? 60) * 1_000;
  const nowMs = timeOf(given);
  const sinceMs = nowMs - (nowMs % periodMs) - (Number(query["limit"] ?? 500) - 1) * periodMs;
  const counted = candles.filter(({ start_ts_ms: startMs }) => !(Number(startMs) < sinceMs));
  return { ...given, body: { ...fieldsOf(given.body), candles: counted } };
}

const ofRefusals: readonly Dialect[] = [
  {
    name: "data-of-unknown-markets-empty",
    decision: "D-104",
    variant: "Book, trades, candles and mids of a market that does not exist are empty.",
    wire: refusalAs(OF_MARKETS, 404, () =>
      answer(200, { bids: [], asks: [], items: [], limit: 100, count: 0 }),
    ),
  },
  {
    name: "event-history-needs-an-event",
    decision: "D-108",
    variant: "GET /markets/event-history without an event is refused with 422.",
    wire: () =>
      changeAnswer("GET /markets/event-history", () =>
        answer(422, { detail: [{ loc: ["query", "event_id"], msg: "a UUID", type: "missing" }] }),
      ),
  },
  {
    name: "event-unknown",
    decision: "D-108",
    variant: "GET /markets/event-history without an event is answered 404.",
    wire: () => changeAnswer("GET /markets/event-history", () => envelope(404, "UNKNOWN_EVENT")),
  },
  {
    name: "unknown-series-empty",
    decision: "D-109",
    variant: "The context of a series that does not exist is empty.",
    wire: refusalAs(["GET /series/*/context"], 404, () =>
      answer(200, {
        ...{ success: true, data: null, message: "no such series", count: 0 },
        ...{ series: null, history: [], upcoming: [], history_limit: 8, upcoming_limit: 5 },
        links: [{ rel: "all", href: "/series" }],
      }),
    ),
  },
  {
    name: "unknown-account-unranked",
    decision: "D-122",
    variant: "A public_id that nobody has is answered with rank 0 and no account.",
    wire: refusalAs(["GET /leaderboard/account/*"], 404, () =>
      answer(200, { account: null, rank: 0 }),
    ),
  },
  {
    name: "unknown-filters-ignored",
    decision: "D-101",
    also: ["D-091", "D-121"],
    variant: "An unknown status, kind, sort or order is as if it were not given.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const { status, kind, sort, order, ...query } = request.query;
      const filters = [status, kind, sort, order].some((value) => value !== undefined);
      return given.status === 422 && filters ? venue({ ...request, query }) : given;
    },
  },
  {
    name: "data-needs-a-key",
    decision: "D-112",
    variant: "Every read of data needs credentials.",
    wire: () => async (request, venue) => {
      const isData = /^\/(markets|series|feed|leaderboard)/.test(request.path);
      const known = request.headers["authorization"] ?? request.headers["cookie"];
      return isData && known === undefined ? envelope(401, "UNAUTHENTICATED") : venue(request);
    },
  },
  {
    name: "data-not-launched",
    decision: "D-171",
    variant: "Candles, mids, events, series and the leaderboard are kept closed.",
    wire: closed(/^\/markets\/.*(candles|history)$/, /^\/series/, /^\/leaderboard/),
  },
  {
    name: "feed-upstream-away",
    decision: "D-115",
    also: ["D-110", "D-111"],
    variant: "The feed and the context of series are answered 502.",
    wire: () => async (request, venue) =>
      /^\/(feed|series)\//.test(request.path)
        ? envelope(502, "UPSTREAM_UNAVAILABLE")
        : venue(request),
  },
  {
    name: "feed-flapping",
    decision: "D-115",
    variant: "Every other read of the spot feed but its health is answered 502.",
    wire: flappingFeed,
  },
];

/** Dialects of data, feed and leaderboard. */
export const marketData: readonly Dialect[] = [...ofLists, ...ofRefusals];
