/** The reference price of bitcoin. Spec: Endpoints, Markets and data; D-115. */
import { Type } from "typebox";
import type { SpotFeed } from "../../feed/spot-feed.ts";
import { FeedHealthRecord, SpotCandleRecord, SpotPointRecord } from "../../wire/feed-records.ts";
import { feedHealthRecord, spotCandleRecord } from "../../wire/mapping.ts";
import { listOf } from "../../wire/records.ts";
import { Refused } from "../../wire/refused.ts";
import { limitOf, periodOf } from "../../wire/schemas.ts";
import type { HttpParts } from "../parts.ts";
import { ok, route } from "./route.ts";

const section = "Markets and data";

const candlesAsked = Type.Object({ period_seconds: periodOf(300), limit: limitOf(500) });

const history = route({
  method: "GET",
  path: "/feed/btc-spot/history",
  auth: "public",
  scope: "read",
  isDear: true,
  query: Type.Object({ seconds: Type.Integer({ minimum: 1, maximum: 86_400, default: 900 }) }),
  responses: {
    200: {
      means: "prices of the last seconds, oldest first",
      body: listOf("points", SpotPointRecord, { seconds: Type.Integer() }),
    },
  },
  errors: ["UPSTREAM_UNAVAILABLE"],
  rules: ["SPOT-HIST-*"],
  section,
  handle({ parts, at, query: { seconds } }) {
    reachable(parts);
    return ok(parts.spotHistory.body(at, seconds));
  },
});

const candles = route({
  method: "GET",
  path: "/feed/btc-spot/candles",
  auth: "public",
  scope: "read",
  isDear: true,
  query: candlesAsked,
  responses: {
    200: {
      means: "candles of the price, oldest first",
      body: listOf("candles", SpotCandleRecord, candlesAsked.properties),
    },
  },
  errors: ["UPSTREAM_UNAVAILABLE"],
  rules: ["SPOT-CDL-*"],
  section,
  handle({ parts, at, query: { period_seconds, limit } }) {
    const newest = reachable(parts).candles(at, period_seconds, limit);
    const list = newest.map(spotCandleRecord);
    return ok({ candles: list, count: list.length, period_seconds, limit });
  },
});

const health = route({
  method: "GET",
  path: "/feed/btc-spot/health",
  auth: "public",
  scope: "read",
  responses: {
    200: { means: "whether there is a price, and how old it is", body: FeedHealthRecord },
  },
  rules: ["SPOT-HLT-*"],
  section,
  handle: ({ parts, at }) => ok(feedHealthRecord(parts.feed.health(at))),
});

export const feedRoutes = [history, candles, health];

/** The feed, if it can be asked. Errors: UPSTREAM_UNAVAILABLE. D-172. */
export function reachable({ feed }: HttpParts): SpotFeed {
  if (feed.isReachable) return feed;
  throw new Refused("UPSTREAM_UNAVAILABLE", "the reference price is out of reach");
}
