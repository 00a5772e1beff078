/** The reference price of bitcoin. Spec: Endpoints, Markets and data; D-110, D-111, D-115. */
import { Type } from "typebox";
import type { SpotFeed } from "../../feed/spot-feed.ts";
import { Refused } from "../refused.ts";
import { limitOf, periodOf } from "../schemas.ts";
import type { Services } from "../services.ts";
import { feedHealthRecord, spotCandleRecord, spotRecord } from "../wire.ts";
import { ok, route } from "./route.ts";

const section = "Markets and data";

const history = route({
  method: "GET",
  path: "/feed/btc-spot/history",
  auth: "public",
  scope: "read",
  query: Type.Object({ seconds: Type.Integer({ minimum: 1, maximum: 86_400, default: 900 }) }),
  responses: { 200: "prices of the last seconds, oldest first" },
  section,
  handle({ services, at, query: { seconds } }) {
    const points = reachable(services).history(at, seconds).map(spotRecord);
    return ok({ points, count: points.length, seconds });
  },
});

const candles = route({
  method: "GET",
  path: "/feed/btc-spot/candles",
  auth: "public",
  scope: "read",
  query: Type.Object({ period_seconds: periodOf(300), limit: limitOf(500) }),
  responses: { 200: "candles of the price, oldest first" },
  section,
  handle({ services, at, query: { period_seconds, limit } }) {
    const newest = reachable(services).candles(at, period_seconds, limit);
    const list = newest.map(spotCandleRecord);
    return ok({ candles: list, count: list.length, period_seconds, limit });
  },
});

const health = route({
  method: "GET",
  path: "/feed/btc-spot/health",
  auth: "public",
  scope: "read",
  responses: { 200: "whether there is a price, and how old it is" },
  section,
  handle: ({ services, at }) => ok(feedHealthRecord(services.feed.health(at))),
});

export const feedRoutes = [history, candles, health];

/** The feed, if it can be asked. Errors: UPSTREAM_UNAVAILABLE. D-172. */
export function reachable({ feed }: Services): SpotFeed {
  if (feed.isReachable) return feed;
  throw new Refused("UPSTREAM_UNAVAILABLE", "the reference price is out of reach");
}
