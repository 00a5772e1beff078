/** Venues whose reference feed is not what was asked for. */

import { changeRequest } from "../../interposer/changes.ts";
import { refused } from "../../interposer/credentials.ts";
import {
  alwaysBy,
  byDefault,
  ignores,
  lengthByDefault,
  limitsRowsOf,
  noFinerThan,
  rowsOf,
} from "../../interposer/lists.ts";
import type { Mutant } from "../../interposer/mutant.ts";

const FEED = "GET /feed/btc-spot";
const FORBIDDEN = { status: 403, code: "FORBIDDEN" };

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "feed-history-forbidden",
    breaks: ["SPOT-HIST-01"],
    defect: "GET btc-spot/history is answered 403.",
    wire: refused(`${FEED}/history`, FORBIDDEN),
  },
  {
    name: "feed-candles-default-of-600",
    breaks: ["SPOT-CDL-01"],
    defect: "Candles of the feed without limit are 600.",
    wire: lengthByDefault(`${FEED}/candles`, 600),
  },
  {
    name: "feed-candles-limit-ignored",
    breaks: ["SPOT-CDL-01"],
    defect: "Candles of the feed ignore limit.",
    wire: ignores(`${FEED}/candles`, "limit"),
  },
  {
    name: "feed-history-of-a-minute",
    breaks: ["SPOT-HIST-03"],
    defect: "btc-spot/history without seconds is that of a minute.",
    wire: byDefault(`${FEED}/history`, "seconds", "60"),
  },
  {
    name: "feed-history-of-an-hour-after-longer",
    breaks: ["SPOT-HIST-03"],
    defect:
      "btc-spot/history without seconds is that of an hour once more than that was asked for.",
    wire: () => {
      let longest = 0;
      const hour = byDefault(`${FEED}/history`, "seconds", "3600")();
      return (request, venue) => {
        longest = Math.max(longest, Number(request.query["seconds"] ?? 0));
        return longest > 3_600 ? hour(request, venue) : venue(request);
      };
    },
  },
  {
    name: "feed-history-as-it-was-last-read",
    breaks: ["SPOT-HIST-03"],
    defect: "btc-spot/history without seconds is of as many as somebody has just asked for.",
    wire: () => {
      let last: string | undefined;
      return changeRequest(`${FEED}/history`, (request) => {
        const { seconds = last, ...others } = request.query;
        last = request.query["seconds"];
        return { ...request, query: seconds === undefined ? others : { ...others, seconds } };
      });
    },
  },
  {
    name: "feed-seconds-ignored",
    breaks: ["SPOT-HIST-03"],
    defect: "btc-spot/history ignores seconds.",
    wire: ignores(`${FEED}/history`, "seconds"),
  },
  {
    name: "feed-candles-of-a-minute",
    breaks: ["SPOT-CDL-02"],
    defect: "Candles of the feed without period_seconds are of a minute.",
    wire: byDefault(`${FEED}/candles`, "period_seconds", "60"),
  },
  {
    name: "feed-candles-always-of-five-minutes",
    breaks: ["SPOT-CDL-02"],
    defect: "Candles of the feed are of five minutes, whatever is asked for.",
    wire: alwaysBy(`${FEED}/candles`, "300"),
  },
  {
    name: "feed-candles-of-a-minute-are-of-five",
    breaks: ["SPOT-CDL-02"],
    defect: "Candles of the feed of a period of less than 300 s are those of 300 s.",
    wire: noFinerThan(`${FEED}/candles`, 300),
  },
  {
    name: "feed-candles-limit-counts-five-minutes",
    breaks: ["SPOT-CDL-01"],
    defect: "The limit of the feed's candles counts those of 300 s, of which longer ones are made.",
    wire: limitsRowsOf(`${FEED}/candles`, 300, { limit: 500, period_seconds: 300 }),
  },
  {
    name: "feed-candles-of-a-quarter-of-an-hour-empty",
    breaks: ["SPOT-CDL-02"],
    defect: "Candles of the feed of a period of 900 s are always none.",
    wire: rowsOf(`${FEED}/candles`, (rows, { query }) =>
      query["period_seconds"] === "900" ? [] : rows,
    ),
  },
  {
    name: "feed-candles-default-of-100",
    breaks: ["SPOT-CDL-03"],
    defect: "Candles of the feed without limit are 100.",
    wire: byDefault(`${FEED}/candles`, "limit", "100"),
  },
  {
    name: "feed-health-forbidden",
    breaks: ["SPOT-HLT-01"],
    defect: "GET btc-spot/health is answered 403.",
    wire: refused(`${FEED}/health`, FORBIDDEN),
  },
];
