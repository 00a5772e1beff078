/** Venues that make something of a query parameter that is no integer. */

import { envelope, fieldsOf } from "../../interposer/changes.ts";
import { ignores, isNoNumber } from "../../interposer/lists.ts";
import { marketOf } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

const takesForDefault: readonly [name: string, route: string, parameter: string][] = [
  ["order-list-limit-of-letters", "GET /orders", "limit"],
  ["market-list-limit-of-letters", "GET /markets", "limit"],
  ["market-list-offset-of-letters", "GET /markets", "offset"],
  ["candles-period-of-letters", "GET /markets/*/candles", "period_seconds"],
  ["feed-seconds-of-letters", "GET /feed/btc-spot/history", "seconds"],
  ["leaderboard-limit-of-letters", "GET /leaderboard", "limit"],
  ["context-limits-of-letters", "GET /series/*/context", "upcoming_limit"],
];

/** Defects of reading query parameters. */
export const queries: readonly Mutant[] = [
  ...takesForDefault.map(
    ([name, route, parameter]): Mutant => ({
      name,
      breaks: ["ERR-VAL-04"],
      defect: `${route} takes a ${parameter} that is no number for the default.`,
      wire: ignores(route, parameter, isNoNumber),
    }),
  ),
  {
    name: "depth-cut-to-an-integer",
    breaks: ["ERR-VAL-04"],
    defect: "The book takes a depth of 1.5 for 1.",
    wire: ignores("GET /markets/*/book", "depth", (value) => value.includes(".")),
  },
  {
    name: "offset-of-letters-taken-for-0",
    breaks: ["ERR-VAL-04"],
    defect: "The leaderboard takes an offset of letters for 0.",
    wire: ignores("GET /leaderboard", "offset", (value) => /^[a-z]+$/.test(value)),
  },
  {
    name: "several-bad-parameters-by-name",
    breaks: ["ERR-VAL-04"],
    defect: "Of several malformed parameters the detail is an object by their names.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const { detail } = fieldsOf(given.body);
      if (request.method !== "GET" || !Array.isArray(detail) || detail.length < 2) return given;
      const named = detail.map((item: unknown, at) => [`${at}`, item]);
      return { ...given, body: { detail: Object.fromEntries(named) } };
    },
  },
  {
    name: "bad-queries-of-ended-markets-served",
    breaks: ["ERR-VAL-04"],
    defect: "Data of a market that has ended is served by the defaults where a query is malformed.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const [, market_id] = /^\/markets\/([^/]+)\//.exec(request.path) ?? [];
      if (given.status !== 422 || market_id === undefined) return given;
      const { status } = await marketOf({ market_id }, { request, venue });
      return status === "OPEN" ? given : venue({ ...request, query: {} });
    },
  },
  {
    name: "bad-query-as-400",
    breaks: ["ERR-VAL-04"],
    defect: "Under /api a malformed query is refused with 400 and a flat envelope.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const isArray = Array.isArray(fieldsOf(given.body)["detail"]);
      const isChanged = request.prefix === "/api" && given.status === 422 && isArray;
      return isChanged ? envelope(400, "VALIDATION_ERROR") : given;
    },
  },
];
