/** Venues that take the size of a page for another, or break on it. */

import { answerInstead, envelope } from "../../interposer/changes.ts";
import { hasSession, isAnonymous } from "../../interposer/credentials.ts";
import { byDefault } from "../../interposer/lists.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** Values that nobody looked at before they were reckoned with. */
const divisions: readonly [route: string, parameter: string, value: string][] = [
  ["GET /markets/*/candles", "period_seconds", "0"],
  ["GET /leaderboard", "limit", "-1"],
  ["GET /feed/btc-spot/history", "seconds", "-1"],
];

/** Defects of sizes. */
export const ofSizes: readonly Mutant[] = [
  {
    name: "empty-page-not-found",
    breaks: ["LIM-PAGE-01"],
    defect: "A limit of 0 is answered 404.",
    wire: () =>
      answerInstead("GET /orders", ({ query }) =>
        query["limit"] === "0" ? envelope(404, "NO_SUCH_PAGE") : null,
      ),
  },
  {
    name: "limit-of-0-unavailable",
    breaks: ["LIM-PAGE-01"],
    defect: "A limit of 0 is answered 503, where another is served.",
    wire: () =>
      answerInstead("GET /orders", ({ query }) =>
        query["limit"] === "0" ? envelope(503, "STORE_UNAVAILABLE") : null,
      ),
  },
  ...divisions.map(
    ([route, parameter, value]): Mutant => ({
      name: `${parameter.replace("_", "-")}-of-${value.replace("-", "minus-")}-breaks-${route.split("/").at(-1)}`,
      breaks: ["LIM-PAGE-01"],
      alsoBreaks: ["ERR-5XX-01"],
      defect: `${route} with ${parameter}=${value} is answered 500.`,
      wire: () =>
        answerInstead(route, ({ query }) =>
          query[parameter] === value ? envelope(500, "INTERNAL_ERROR") : null,
        ),
    }),
  ),
  {
    name: "guests-see-twenty-candles",
    breaks: ["LIM-SIZE-01"],
    defect: "Candles of the feed without limit and credentials are those of limit=20.",
    wire: byDefault("GET /feed/btc-spot/candles", "limit", "20", isAnonymous),
  },
  {
    name: "short-candles-beside-their-period",
    breaks: ["LIM-SIZE-01"],
    defect: "Candles of the feed without limit are those of limit=20 where a period is given.",
    wire: byDefault(
      "GET /feed/btc-spot/candles",
      "limit",
      "20",
      ({ query }) => "period_seconds" in query,
    ),
  },
  {
    name: "pages-see-five-minutes-of-spot",
    breaks: ["LIM-SIZE-01"],
    defect: "The history of the feed without seconds is that of seconds=300 for who is signed in.",
    wire: byDefault("GET /feed/btc-spot/history", "seconds", "300", hasSession),
  },
];
