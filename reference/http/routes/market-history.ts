/** What happened on a market: trades, candles, mids. Spec: Endpoints, Markets and data. */
import { Type } from "typebox";
import { candleRecord, midRecord, tradeRecord } from "../../wire/mapping.ts";
import { CandleRecord, Id, listOf, MidPointRecord, TradeRecord } from "../../wire/records.ts";
import { limitOf, MarketPath, periodOf } from "../../wire/schemas.ts";
import type { HttpParts } from "../parts.ts";
import { found } from "./lookups.ts";
import { ok, route } from "./route.ts";

const section = "Markets and data";

const candlesAsked = Type.Object({ period_seconds: periodOf(60), limit: limitOf(500) });

/** The latest trades. */
const trades = route({
  method: "GET",
  path: "/markets/:market_id/trades",
  auth: "public",
  scope: "read",
  isDear: true,
  params: MarketPath,
  query: Type.Object({ limit: limitOf(100) }),
  responses: {
    200: {
      means: "trades, newest first",
      body: listOf("trades", TradeRecord, { market_id: Id, limit: Type.Integer() }),
    },
  },
  errors: ["MARKET_NOT_FOUND"],
  rules: ["MKT-TRD-*"],
  section,
  async handle({ parts, params, query: { limit } }) {
    const marketId = known(parts, params.market_id);
    const list = (await parts.history.trades(marketId, limit)).map(tradeRecord);
    return ok({ market_id: marketId, trades: list, count: list.length, limit });
  },
});

/** The latest candles. */
const candles = route({
  method: "GET",
  path: "/markets/:market_id/candles",
  auth: "public",
  scope: "read",
  isDear: true,
  params: MarketPath,
  query: candlesAsked,
  responses: {
    200: {
      means: "candles of the periods with trades, oldest first",
      body: listOf("candles", CandleRecord, { market_id: Id, ...candlesAsked.properties }),
    },
  },
  errors: ["MARKET_NOT_FOUND"],
  rules: ["MKT-CDL-*"],
  section,
  async handle({ parts, params, query: { period_seconds, limit } }) {
    const marketId = known(parts, params.market_id);
    const newest = await parts.history.candles(marketId, period_seconds, limit);
    const list = newest.map(candleRecord);
    return ok({ market_id: marketId, candles: list, count: list.length, period_seconds, limit });
  },
});

/** The latest mids. */
const mids = route({
  method: "GET",
  path: "/markets/:market_id/mid-history",
  auth: "public",
  scope: "read",
  isDear: true,
  params: MarketPath,
  query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 3_600, default: 3_600 }) }),
  responses: {
    200: {
      means: "one point for each second with both sides in the book, oldest first",
      body: listOf("points", MidPointRecord, { market_id: Id, limit: Type.Integer() }),
    },
  },
  errors: ["MARKET_NOT_FOUND"],
  rules: ["MKT-MID-*"],
  section,
  async handle({ parts, at, params, query: { limit } }) {
    const marketId = known(parts, params.market_id);
    const everySecond = { nowMs: at, everyS: 1 };
    const points = (await parts.history.mids(marketId, everySecond, limit)).map(midRecord);
    return ok({ market_id: marketId, points, count: points.length, limit });
  },
});

export const marketHistoryRoutes = [trades, candles, mids];

/** The id as the venue writes it. Errors: MARKET_NOT_FOUND. */
function known({ venue }: HttpParts, named: string): string {
  return found(venue.market(named.toLowerCase()), "MARKET_NOT_FOUND").marketId;
}
