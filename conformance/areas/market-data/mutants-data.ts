/** Venues whose market data is not what was asked for. */

import {
  answerInstead,
  ask,
  changeAnswer,
  changeRequest,
  envelope,
  type Fields,
  fieldsOf,
  inFrontOf,
  learning,
} from "../../interposer/changes.ts";
import { changeStatus, refused } from "../../interposer/credentials.ts";
import type { WireAnswer, WireRequest } from "../../interposer/interposer.ts";
import { ignores, isCount, lengthByDefault, repeated, rowsOf } from "../../interposer/lists.ts";
import { kindOf, venueNow } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

const BOOK = "GET /markets/*/book";
const TRADES = "GET /markets/*/trades";
const CANDLES = "GET /markets/*/candles";
const MIDS = "GET /markets/*/mid-history";
const EVENTS = "GET /markets/event-history";
const CONTEXT = "GET /series/*/context";

const AN_HOUR_MS = 3_600_000;

/** Defects of books, trades, candles, mids and events. */
export const data: readonly Mutant[] = [
  {
    name: "book-forbidden",
    breaks: ["MKT-BOOK-01"],
    defect: "GET of a market's book is answered 403.",
    wire: refused(BOOK, { status: 403, code: "FORBIDDEN" }),
  },
  {
    name: "book-depth-ignored",
    breaks: ["MKT-BOOK-02"],
    defect: "The book ignores depth.",
    wire: ignores(BOOK, "depth"),
  },
  {
    name: "book-depth-and-one-more",
    breaks: ["MKT-BOOK-02"],
    defect: "The book with depth=1 shows two levels a side.",
    wire: () =>
      changeRequest(BOOK, (request) =>
        request.query["depth"] === "1" ? { ...request, query: { depth: "2" } } : request,
      ),
  },
  {
    name: "book-of-an-unknown-market",
    breaks: ["MKT-BOOK-05"],
    defect: "A market that does not exist has a book with levels.",
    wire: changeStatus(BOOK, 404, 200, { bids: [{ price: 50, qty: 1 }], asks: [] }),
  },
  ...[TRADES, CANDLES, MIDS].map(
    (route): Mutant => ({
      name: `${route.slice("GET /markets/*/".length)}-of-an-unknown-market`,
      breaks: ["MKT-BOOK-05"],
      defect: `${route} of a market that does not exist is answered 400.`,
      wire: changeStatus(route, 404, 400),
    }),
  ),
  {
    name: "trades-default-of-150",
    breaks: ["MKT-TRD-01"],
    defect: "Trades without limit are 150.",
    wire: lengthByDefault(TRADES, 150),
  },
  {
    name: "one-trade-a-moment",
    // Among others' trades one that is missing may be one that is late.
    controlled: true,
    breaks: ["MKT-TRD-01"],
    defect: "Of the trades of one moment at one price the list has one alone.",
    wire: rowsOf(TRADES, (rows) =>
      rows.filter((row, at) => {
        const { price, ts_ms: moment } = rows[at - 1] ?? {};
        return row["price"] !== price || row["ts_ms"] !== moment;
      }),
    ),
  },
  {
    name: "perp-trades-in-dollars",
    breaks: ["MKT-TRD-06"],
    defect: "The trades of a perp have prices in dollars.",
    wire: () =>
      changeAnswer(TRADES, async (given, request, venue) => {
        const { trades = [] } = fieldsOf(given.body);
        const market_id = request.path.split("/").at(-2);
        const kind = await kindOf({ market_id }, { request, venue });
        const inDollars = (trades as Fields[]).map((row) => {
          return { ...row, price: Number(row["price"]) / 100 };
        });
        return kind === "BTC_PERP" ? { ...given, body: { trades: inDollars } } : given;
      }),
  },
  {
    name: "trades-at-the-limit-of-the-taker",
    // Of a shared market the prices of others' trades are not known.
    controlled: true,
    breaks: ["MKT-TRD-06"],
    defect: "A trade is listed at the limit of its taker in place of the price it was made at.",
    wire: () => {
      const limits = new Map<unknown, unknown>();
      const remember = changeAnswer("POST /orders", (given, request) => {
        const { price } = fieldsOf(request.body);
        const fills = (fieldsOf(given.body)["fills"] ?? []) as Fields[];
        for (const { trade_id } of fills) limits.set(trade_id, price);
        return given;
      });
      const listed = rowsOf(TRADES, (rows) =>
        rows.map((row) => ({ ...row, price: limits.get(row["trade_id"]) ?? row["price"] })),
      );
      return inFrontOf(remember, listed());
    },
  },
  {
    name: "trades-limit-ignored",
    breaks: ["MKT-TRD-01"],
    defect: "Trades ignore limit.",
    wire: ignores(TRADES, "limit"),
  },
  {
    name: "trades-go-with-the-market",
    breaks: ["MKT-TRD-04"],
    defect: "A market that is resolved or void lists no trades.",
    wire: () =>
      changeAnswer(TRADES, async (given, request, venue) => {
        const market = request.path.slice(0, -"/trades".length);
        const { status } = fieldsOf((await ask({ request, venue }, `GET ${market}`)).body);
        const isGone = status === "RESOLVED" || status === "VOID";
        return isGone && given.status === 200 ? { ...given, body: { trades: [] } } : given;
      }),
  },
  {
    name: "trades-of-fok-orders-left-out",
    breaks: ["MKT-TRD-01"],
    controlled: true,
    defect: "What a FOK order takes is in no list of trades.",
    wire: () => {
      const left = new Set<unknown>();
      const learn = (request: WireRequest, { body }: WireAnswer) => {
        if (fieldsOf(request.body)["tif"] !== "FOK") return;
        for (const fill of (fieldsOf(body)["fills"] ?? []) as Fields[]) left.add(fill["trade_id"]);
      };
      const withoutThem = changeAnswer(TRADES, (given) => {
        const { trades = [] } = fieldsOf(given.body);
        const others = (trades as Fields[]).filter(({ trade_id: id }) => !left.has(id));
        return given.status === 200 ? { ...given, body: { trades: others } } : given;
      });
      return learning(learn, withoutThem);
    },
  },
  {
    name: "trades-of-the-last-hour",
    breaks: ["MKT-TRD-05"],
    defect: "A market lists no trade that is older than an hour.",
    wire: () =>
      changeAnswer(TRADES, async (given, request, venue) => {
        const { trades = [] } = fieldsOf(given.body);
        const since = (await venueNow({ request, venue })) - AN_HOUR_MS;
        const late = (trades as Fields[]).filter(({ ts_ms: atMs }) => Number(atMs) > since);
        return given.status === 200 ? { ...given, body: { trades: late } } : given;
      }),
  },
  {
    name: "candles-default-of-1000",
    breaks: ["MKT-CDL-01"],
    defect: "Candles without limit are 1000.",
    wire: lengthByDefault(CANDLES, 1_000),
  },
  {
    name: "candles-limit-ignored",
    breaks: ["MKT-CDL-01"],
    defect: "Candles ignore limit.",
    wire: ignores(CANDLES, "limit"),
  },
  {
    name: "mids-default-of-4000",
    breaks: ["MKT-MID-01"],
    defect: "Mids without limit are 4000.",
    wire: lengthByDefault(MIDS, 4_000),
  },
  {
    name: "mids-limit-ignored",
    breaks: ["MKT-MID-01"],
    defect: "Mids ignore limit.",
    wire: ignores(MIDS, "limit"),
  },
  {
    name: "event-history-is-a-market-id",
    breaks: ["MKT-EVT-01"],
    defect: "GET /markets/event-history is refused, since event-history is no UUID.",
    wire: () => changeRequest(EVENTS, (request) => ({ ...request, path: "/markets/history" })),
  },
  {
    name: "event-history-is-an-unknown-market",
    breaks: ["MKT-EVT-01"],
    defect: "GET /markets/event-history is refused as an unknown market, with 400.",
    wire: () => answerInstead(EVENTS, () => envelope(400, "UNKNOWN_MARKET")),
  },
  {
    name: "event-history-limit-ignored-for-seconds",
    breaks: ["MKT-EVT-03"],
    defect: "The history of an event ignores limit where period_seconds is less than a minute.",
    wire: () =>
      changeAnswer(EVENTS, (given, request, venue) => {
        const { limit, ...query } = request.query;
        const isMeant = given.status === 200 && Number(query["period_seconds"]) < 60;
        return isMeant && limit !== undefined ? venue({ ...request, query }) : given;
      }),
  },
  {
    name: "fixtures-ignored-in-event-history",
    breaks: ["MKT-EVT-05"],
    defect: "A fixture_key that no event has gives the history of one.",
    wire: () =>
      changeAnswer(EVENTS, (given, { query }) => {
        if (given.status !== 200 || !query["fixture_key"]) return given;
        const markets = [{ market_id: crypto.randomUUID(), points: [{ mid: 50 }] }];
        return { ...given, body: { ...fieldsOf(given.body), markets } };
      }),
  },
  {
    name: "event-history-of-every-market",
    breaks: ["MKT-EVT-05"],
    defect: "The history of an event has the markets that are part of none in it.",
    wire: () =>
      changeAnswer(EVENTS, async (given, request, venue) => {
        if (!request.query["event_id"] || given.status !== 200) return given;
        const listed = fieldsOf((await ask({ request, venue }, "GET /markets")).body)["markets"];
        const others = ((listed ?? []) as Fields[]).filter(({ event_id: id }) => !id);
        const strangers = others.map(({ id }) => ({ market_id: id, points: [] }));
        const body = fieldsOf(given.body);
        return { ...given, body: { ...body, markets: [...(body["markets"] as []), ...strangers] } };
      }),
  },
  {
    name: "unknown-series-has-a-past",
    breaks: ["MKT-SER-01"],
    defect: "The context of a series that does not exist has a market in it.",
    wire: changeStatus(CONTEXT, 404, 200, { history: [{ id: "m-1" }], upcoming: [] }),
  },
  {
    name: "past-of-another-series",
    breaks: ["MKT-SER-01"],
    // An operator lets windows pass, so that there is a past.
    controlled: true,
    defect: "The past of a series is that of markets of other series.",
    wire: () =>
      changeAnswer(CONTEXT, async (given, request, venue) => {
        const { series, history, ...body } = fieldsOf(given.body);
        if (given.status !== 200 || !Array.isArray(history)) return given;
        const listing = { ...request, path: "/markets", query: { status: "RESOLVED" } };
        const { markets = [] } = fieldsOf((await venue(listing)).body);
        const others = (markets as Fields[]).filter(
          ({ series_id: id }) => id && id !== fieldsOf(series)["series_id"],
        );
        const past = others.slice(0, history.length);
        return { ...given, body: { ...body, series, history: past } };
      }),
  },
  {
    name: "unknown-series-refused",
    breaks: ["MKT-SER-01"],
    defect: "The context of a series that does not exist is answered 400.",
    wire: changeStatus(CONTEXT, 404, 400),
  },
  {
    name: "series-limits-ignored",
    breaks: ["MKT-SER-02"],
    // With a past of more than 8 six are too few by default as well.
    alsoBreaks: ["MKT-SER-03"],
    defect: "The context of a series has six markets in each list.",
    wire: rowsOf(CONTEXT, (rows) => repeated(rows, 6)),
  },
  {
    name: "history-limit-for-both-lists",
    breaks: ["MKT-SER-02"],
    defect: "history_limit of a series' context caps the markets to come as well.",
    wire: () =>
      changeAnswer(CONTEXT, (given, { query }) => {
        const { upcoming, ...others } = fieldsOf(given.body);
        const limit = query["history_limit"] ?? "";
        if (!Array.isArray(upcoming) || !isCount(limit)) return given;
        return { ...given, body: { ...others, upcoming: upcoming.slice(0, Number(limit)) } };
      }),
  },
];
