/** Venues whose defaults are not those of the spec. */

import { changeRequest, fieldsOf } from "../../interposer/changes.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import {
  alwaysBy,
  byDefault,
  isCount,
  isInteger,
  limitsRowsOf,
  noFinerThan,
  rowsOf,
} from "../../interposer/lists.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** Without this parameter a route is asked with another one than the spec's. */
const shorter: readonly [rule: string, route: string, parameter: string, value: string][] = [
  ["MKT-LIST-08", "GET /markets", "limit", "40"],
  ["MKT-ACT-03", "GET /markets/active", "limit", "49"],
  ["MKT-BOOK-06", "GET /markets/*/book", "depth", "25"],
  ["MKT-TRD-03", "GET /markets/*/trades", "limit", "50"],
  ["MKT-CDL-04", "GET /markets/*/candles", "limit", "200"],
  ["MKT-CDL-05", "GET /markets/*/candles", "period_seconds", "300"],
  ["MKT-MID-02", "GET /markets/*/mid-history", "limit", "3599"],
  ["MKT-EVT-03", "GET /markets/event-history", "limit", "100"],
  ["MKT-EVT-04", "GET /markets/event-history", "period_seconds", "5"],
];

/** A period that is all a route has. */
const periodsIgnored: readonly [name: string, rule: string, route: string, period: string][] = [
  ["candles-always-of-a-minute", "MKT-CDL-06", "GET /markets/*/candles", "60"],
  ["candles-always-of-five-minutes", "MKT-CDL-06", "GET /markets/*/candles", "300"],
  ["event-history-always-of-a-minute", "MKT-EVT-04", "GET /markets/event-history", "60"],
];

/** Defects of defaults. */
export const ofDefaults: readonly Mutant[] = [
  ...shorter.map(
    ([rule, route, parameter, value]): Mutant => ({
      name: `${rule.toLowerCase()}-of-${value}`,
      breaks: [rule],
      defect: `${route} without ${parameter} is that of ${parameter}=${value}.`,
      wire: byDefault(route, parameter, value),
      // Of real minutes every fifth begins where five minutes do.
      ...(rule === "MKT-CDL-05" && { controlled: true }),
    }),
  ),
  ...periodsIgnored.map(
    ([name, rule, route, period]): Mutant => ({
      name,
      breaks: [rule],
      // Within a real minute there is one candle.
      controlled: true,
      defect: `${route} is that of period_seconds=${period}, whatever is asked for.`,
      wire: alwaysBy(route, period),
    }),
  ),
  {
    name: "mkt-ser-03-of-5",
    breaks: ["MKT-SER-03"],
    // The short list is seen by MKT-SER-02 too, where a series has a past of more than 5.
    alsoBreaks: ["MKT-SER-02"],
    defect: "GET /series/*/context without history_limit is that of history_limit=5.",
    wire: byDefault("GET /series/*/context", "history_limit", "5"),
  },
  {
    name: "candles-with-a-limit-are-of-five-minutes",
    breaks: ["MKT-CDL-05"],
    controlled: true,
    defect: "Candles with a limit and without period_seconds are those of 300 s.",
    wire: () =>
      changeRequest("GET /markets/*/candles", ({ query, ...request }) => {
        const isShort = "limit" in query && !("period_seconds" in query);
        return { ...request, query: isShort ? { ...query, period_seconds: "300" } : query };
      }),
  },
  {
    name: "candles-of-five-minutes-empty",
    breaks: ["MKT-CDL-06"],
    controlled: true,
    defect: "Candles of a period of 300 s are always none.",
    wire: rowsOf("GET /markets/*/candles", (rows, { query }) =>
      query["period_seconds"] === "300" ? [] : rows,
    ),
  },
  {
    name: "candles-of-less-than-a-minute-are-of-one",
    breaks: ["MKT-CDL-06"],
    controlled: true,
    defect: "Candles of a market of a period of less than 60 s are those of 60 s.",
    wire: noFinerThan("GET /markets/*/candles", 60),
  },
  {
    name: "candles-limit-counts-minutes",
    breaks: ["MKT-CDL-01"],
    controlled: true,
    defect:
      "The limit of a market's candles counts minutes, of which those of longer periods are made.",
    wire: limitsRowsOf("GET /markets/*/candles", 60, { limit: 500, period_seconds: 60 }),
  },
  {
    name: "event-history-limit-counts-seconds",
    breaks: ["MKT-EVT-03"],
    controlled: true,
    defect:
      "The limit of an event's history counts seconds, of which points of longer periods are made.",
    wire: limitsRowsOf("GET /markets/event-history", 1, { limit: 240, period_seconds: 60 }),
  },
  {
    name: "open-markets-by-default-of-20",
    breaks: ["MKT-LIST-08"],
    controlled: true,
    defect: "GET /markets with the status OPEN and without limit gives 20 markets.",
    wire: byDefault("GET /markets", "limit", "20", ({ query }) => query["status"] === "OPEN"),
  },
  {
    name: "void-markets-by-default-of-20",
    breaks: ["MKT-LIST-08"],
    controlled: true,
    defect: "GET /markets with the status VOID and without limit gives 20 markets.",
    wire: byDefault("GET /markets", "limit", "20", ({ query }) => query["status"] === "VOID"),
  },
  {
    name: "markets-end-at-the-fiftieth",
    breaks: ["MKT-LIST-08"],
    controlled: true,
    defect: "GET /markets with an offset and without limit ends at the fiftieth market.",
    wire: rowsOf("GET /markets", (rows, { query: { limit, offset = "0" } }) =>
      limit === undefined ? rows.slice(0, Math.max(50 - Number(offset), 0)) : rows,
    ),
  },
  {
    name: "active-markets-all-but-one",
    breaks: ["MKT-ACT-01"],
    defect: "GET /markets/active with limit=n lacks the last market where there are n.",
    wire: rowsOf("GET /markets/active", (rows, { query: { limit } }) =>
      Number(limit) === rows.length ? rows.slice(0, -1) : rows,
    ),
  },
  {
    name: "bids-by-default-of-20",
    breaks: ["MKT-BOOK-06"],
    defect: "Without depth 20 bids and 50 asks are shown.",
    wire: () => cutBids,
  },
  {
    name: "market-offset-from-one",
    breaks: ["MKT-LIST-03"],
    defect: "offset=n of GET /markets leaves out one market less.",
    wire: () =>
      changeRequest("GET /markets", (request) => {
        const { offset = "" } = request.query;
        const less = String(Math.max(Number(offset) - 1, 0));
        return isInteger(offset)
          ? { ...request, query: { ...request.query, offset: less } }
          : request;
      }),
  },
  {
    name: "offset-of-a-status-from-one",
    breaks: ["MKT-LIST-03"],
    defect: "offset=n of GET /markets with a status leaves out one market less.",
    wire: () =>
      changeRequest("GET /markets", (request) => {
        const { offset = "", status } = request.query;
        return isCount(offset) && status !== undefined
          ? { ...request, query: { ...request.query, offset: String(Number(offset) - 1) } }
          : request;
      }),
  },
  {
    name: "kind-filter-matches-nothing",
    breaks: ["MKT-LIST-09"],
    defect: "GET /markets with the kind BTC_PARLAY gives nothing.",
    wire: rowsOf("GET /markets", (rows, { query }) => (query["kind"] === "BTC_PARLAY" ? [] : rows)),
  },
  {
    name: "void-markets-unlisted",
    breaks: ["MKT-LIST-10"],
    defect: "GET /markets with the status VOID gives nothing.",
    wire: rowsOf("GET /markets", (rows, { query }) => (query["status"] === "VOID" ? [] : rows)),
  },
];

const cutBids: WireVariant = async (request, venue) => {
  const given = await venue(request);
  const { bids } = fieldsOf(given.body);
  const isCut = request.path.endsWith("/book") && request.query["depth"] === undefined;
  if (!isCut || !Array.isArray(bids)) return given;
  return { ...given, body: { ...fieldsOf(given.body), bids: bids.slice(0, 20) } };
};
