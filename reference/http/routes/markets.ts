/** Markets and their books. Spec: Endpoints, Markets and data. */
import { Type } from "typebox";
import type { MarketOutline } from "../../core/outcomes.ts";
import { bookRecord, marketRecord } from "../../wire/mapping.ts";
import { BookRecord, listOf, MarketRecord } from "../../wire/records.ts";
import { limitOf, MarketPath, Offset } from "../../wire/schemas.ts";
import { found, recordIn } from "./lookups.ts";
import { ok, route } from "./route.ts";

const section = "Markets and data";

const asked = Type.Object({
  status: Type.Optional(Type.Enum(["OPEN", "EXPIRED", "RESOLVED", "VOID"])),
  kind: Type.Optional(Type.Enum(["BTC_BINARY", "BTC_PERP", "BTC_PARLAY"])),
  limit: limitOf(50),
  offset: Offset,
});

/** What can be traded first, then what ended last. D-100, D-101, D-113, D-114. */
const list = route({
  method: "GET",
  path: "/markets",
  auth: "public",
  scope: "read",
  isDear: true,
  query: asked,
  responses: {
    200: {
      means:
        "a page of markets: open ones first, soonest expiry first, then the others, the last to " +
        "expire first",
      body: listOf("markets", MarketRecord, asked.properties),
    },
  },
  rules: ["MKT-LIST-*", "MKT-REC-*"],
  section,
  handle({ parts, query }) {
    const { status, kind, limit, offset } = query;
    const matching = parts.venue
      .outlines()
      .filter((market) => status === undefined || market.status === status)
      .filter((market) => kind === undefined || market.kind === kind);
    const markets = inOrder(matching)
      .slice(offset, offset + limit)
      .map(recordIn(parts));
    return ok({ markets, count: markets.length, status, kind, limit, offset });
  },
});

/** Soonest expiry first; what never expires comes last. D-102. */
const active = route({
  method: "GET",
  path: "/markets/active",
  auth: "public",
  scope: "read",
  isDear: true,
  query: Type.Object({ limit: limitOf(50) }),
  responses: {
    200: {
      means: "markets that take orders, soonest expiry first",
      body: listOf("markets", MarketRecord, { limit: Type.Integer() }),
    },
  },
  rules: ["MKT-ACT-*"],
  section,
  handle({ parts, query }) {
    const markets = openOnes(parts.venue.outlines()).slice(0, query.limit).map(recordIn(parts));
    return ok({ markets, count: markets.length, limit: query.limit });
  },
});

/** One market. */
const read = route({
  method: "GET",
  path: "/markets/:market_id",
  auth: "public",
  scope: "read",
  params: MarketPath,
  responses: { 200: { means: "the market", body: MarketRecord } },
  errors: ["MARKET_NOT_FOUND"],
  rules: ["MKT-GET-*", "MKT-REC-*"],
  section,
  handle: ({ parts, params }) =>
    ok(marketRecord(found(parts.venue.market(params.market_id.toLowerCase()), "MARKET_NOT_FOUND"))),
});

/** The book of one market. D-104. */
const book = route({
  method: "GET",
  path: "/markets/:market_id/book",
  auth: "public",
  scope: "read",
  params: MarketPath,
  query: Type.Object({ depth: Type.Integer({ minimum: 1, maximum: 500, default: 50 }) }),
  responses: { 200: { means: "price levels of both sides, best first", body: BookRecord } },
  errors: ["MARKET_NOT_FOUND"],
  rules: ["MKT-BOOK-*"],
  section,
  handle({ parts, at, params, query }) {
    const marketId = params.market_id.toLowerCase();
    const view = found(parts.venue.book(marketId, query.depth), "MARKET_NOT_FOUND");
    return ok(bookRecord(marketId, view, at));
  },
});

export const marketRoutes = [list, active, read, book];

/** Those that take orders first. */
function inOrder(markets: MarketOutline[]): MarketOutline[] {
  return [...openOnes(markets), ...endedOnes(markets)];
}

/** Soonest expiry first; what never expires comes last. */
function openOnes(markets: MarketOutline[]): MarketOutline[] {
  const end = ({ background }: MarketOutline) => background.expiryTsMs ?? Number.MAX_SAFE_INTEGER;
  return markets
    .filter(({ status }) => status === "OPEN")
    .sort((one, other) => end(one) - end(other));
}

/** The last to expire first, without an expiry the last to open; of equals the last made. */
function endedOnes(markets: MarketOutline[]): MarketOutline[] {
  const end = ({ background }: MarketOutline) => background.expiryTsMs ?? background.openTsMs;
  return markets
    .filter(({ status }) => status !== "OPEN")
    .reverse()
    .sort((one, other) => end(other) - end(one));
}
