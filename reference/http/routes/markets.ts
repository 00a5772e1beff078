/** Markets and their books. Spec: Endpoints, Markets and data. */
import { Type } from "typebox";
import type { MarketView } from "../../core/outcomes.ts";
import { bookRecord, marketRecord } from "../../wire/mapping.ts";
import { Book, listOf, Market } from "../../wire/records.ts";
import { limitOf, MarketPath, Offset } from "../../wire/schemas.ts";
import { found } from "./found.ts";
import { ok, route } from "./route.ts";

const section = "Markets and data";

const asked = Type.Object({
  status: Type.Optional(Type.Enum(["OPEN", "EXPIRED", "RESOLVED", "VOID"])),
  kind: Type.Optional(Type.Enum(["BTC_BINARY", "BTC_PERP", "BTC_PARLAY"])),
  limit: limitOf(50),
  offset: Offset,
});

/** In order of creation, so that pages are stable. D-100, D-101, D-113, D-114. */
const list = route({
  method: "GET",
  path: "/markets",
  auth: "public",
  scope: "read",
  query: asked,
  responses: {
    200: {
      means: "a page of markets, oldest first",
      body: listOf("markets", Market, asked.properties),
    },
  },
  rules: ["MKT-LIST-*", "MKT-REC-*"],
  section,
  handle({ services, query }) {
    const { status, kind, limit, offset } = query;
    const matching = services.venue
      .markets()
      .filter((market) => status === undefined || market.status === status)
      .filter((market) => kind === undefined || market.kind === kind);
    const markets = matching.slice(offset, offset + limit).map(marketRecord);
    return ok({ markets, count: markets.length, status, kind, limit, offset });
  },
});

/** Soonest expiry first; what never expires comes last. D-102. */
const active = route({
  method: "GET",
  path: "/markets/active",
  auth: "public",
  scope: "read",
  query: Type.Object({ limit: limitOf(50) }),
  responses: {
    200: {
      means: "markets that take orders, soonest expiry first",
      body: listOf("markets", Market, { limit: Type.Integer() }),
    },
  },
  rules: ["MKT-ACT-*"],
  section,
  handle({ services, query }) {
    const open = services.venue.markets().filter((market) => market.status === "OPEN");
    const end = ({ background }: MarketView) => background.expiryTsMs ?? Number.MAX_SAFE_INTEGER;
    open.sort((one, two) => end(one) - end(two));
    const markets = open.slice(0, query.limit).map(marketRecord);
    return ok({ markets, count: markets.length, limit: query.limit });
  },
});

/** D-103. */
const read = route({
  method: "GET",
  path: "/markets/:market_id",
  auth: "public",
  scope: "read",
  params: MarketPath,
  responses: { 200: { means: "the market", body: Market } },
  errors: ["MARKET_NOT_FOUND"],
  rules: ["MKT-GET-*", "MKT-REC-*"],
  section,
  handle: ({ services, params }) =>
    ok(
      marketRecord(
        found(services.venue.market(params.market_id.toLowerCase()), "MARKET_NOT_FOUND"),
      ),
    ),
});

/** D-104. */
const book = route({
  method: "GET",
  path: "/markets/:market_id/book",
  auth: "public",
  scope: "read",
  params: MarketPath,
  query: Type.Object({ depth: Type.Integer({ minimum: 1, maximum: 500, default: 50 }) }),
  responses: { 200: { means: "price levels of both sides, best first", body: Book } },
  errors: ["MARKET_NOT_FOUND"],
  rules: ["MKT-BOOK-*"],
  section,
  handle({ services, at, params, query }) {
    const marketId = params.market_id.toLowerCase();
    const view = found(services.venue.book(marketId, query.depth), "MARKET_NOT_FOUND");
    return ok(bookRecord(marketId, view, at));
  },
});

export const marketRoutes = [list, active, read, book];
