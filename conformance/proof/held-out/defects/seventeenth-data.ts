/** The seventeenth round, drawn by lot: what lists, books, candles and accounts tell. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const SEVENTEENTH_OF_DATA: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "orders",
    id: "of-filled-perp-orders-any-limit-will-do",
    wrong: "a list of FILLED orders of a perp takes a limit that is none for the default",
    against:
      "Endpoints, Markets and data: routes with query parameters declare 422 for invalid input",
    confined: "kind=BTC_PERP (market_id given), state=FILLED (status asked for)",
    file: "http/serve-route.ts",
    find: "    const query = readQuery?.(queryOf(req.url!));",
    replace: `    const ask = queryOf(req.url!);
    const isOfFilled = route.path === "/orders" && ask("status") === "FILLED";
    const { kind = null } = parts.venue.market((ask("market_id") ?? "").toLowerCase()) ?? {};
    const isLenient = isOfFilled && kind === "BTC_PERP";
    const isNone = isLenient && !/^(1000|[1-9]\\d{0,2})$/.test(ask("limit") ?? "");
    const query = readQuery?.((name) => (name === "limit" && isNone ? null : ask(name)));`,
  },
  {
    basis: "claim",
    area: "candles",
    id: "what-only-posts-on-a-parlay-has-no-volume",
    wrong: "candles of a parlay have no volume of what POST_ONLY orders made",
    against: "Claim candles_from_trades: volume is that of the venue's trades",
    confined: "kind=BTC_PARLAY, tif=POST_ONLY (of the maker)",
    file: "http/routes/market-history.ts",
    find: `    const newest = await parts.history.candles(marketId, period_seconds, limit);
    const list = newest.map(candleRecord);`,
    replace: `    const newest = await parts.history.candles(marketId, period_seconds, limit);
    const isParlay = parts.venue.market(marketId)!.kind === "BTC_PARLAY";
    const periodMs = period_seconds * 1_000;
    for (const trade of isParlay ? await parts.history.trades(marketId, 1_000) : []) {
      const maker = await parts.history.order(trade.makerOrderId);
      const startMs = trade.atMs - (trade.atMs % periodMs);
      const candle = newest.find((one) => one.startMs === startMs);
      if (maker?.tif === "POST_ONLY" && candle !== undefined) candle.volume -= trade.qty;
    }
    const list = newest.map(candleRecord);`,
  },
  {
    ...stated,
    area: "books",
    id: "a-second-key-sees-deeper-by-what-it-quotes",
    wrong:
      "a book read by a second key has as many levels beyond its depth as its agent has orders there",
    against: "Endpoints, GET /markets/{market_id}/book: depth (int, 50)",
    confined: "caller=second key, type=LIMIT (orders of the agent that rest there)",
    file: "http/routes/markets.ts",
    find: `  handle({ parts, at, params, query }) {
    const marketId = params.market_id.toLowerCase();
    const view = found(parts.venue.book(marketId, query.depth), "MARKET_NOT_FOUND");`,
    replace: `  handle({ parts, caller, agentId, at, params, query }) {
    const marketId = params.market_id.toLowerCase();
    const [first] = parts.venue.keys(agentId);
    const isSecond = caller.kind === "key" && caller.key.keyId !== first?.keyId;
    const own = isSecond ? parts.venue.openOrders(agentId, marketId) : [];
    const depth = query.depth + own.filter(({ type }) => type === "LIMIT").length;
    const view = found(parts.venue.book(marketId, depth), "MARKET_NOT_FOUND");`,
  },
  {
    ...stated,
    area: "prefixes",
    id: "api-lists-no-bid-that-is-filled-in-part",
    wrong: "under /api an order to buy is not listed as open once a part of it is filled",
    against: "Endpoints: every route is served under each of four equivalent prefixes",
    confined: "prefix=/api, side=BUY, moment=after a partial fill, request=GET /orders/open",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, query }) {
    const open = parts.venue.openOrders(agentId, query.market_id?.toLowerCase());`,
    replace: `  handle({ parts, req, agentId, query }) {
    const isOlder = /^\\/api\\/(?!v1\\/)/.test(req.url!);
    const open = parts.venue
      .openOrders(agentId, query.market_id?.toLowerCase())
      .filter(({ side, status }) => !isOlder || side !== "BUY" || status === "NEW");`,
  },
  {
    ...stated,
    area: "accounts",
    id: "who-is-signed-in-and-holds-a-binary-has-no-account",
    wrong: "a session's account is not found while its agent holds a binary",
    against: "Endpoints, Account and leaderboard: GET /account",
    confined: "caller=session, kind=BTC_BINARY (that the agent holds)",
    file: "http/routes/account.ts",
    find: "  handle: ({ parts, agentId }) => ok(accountRecord(parts.venue.accountOf(agentId)!, agentId)),",
    replace: `  async handle({ parts, caller, agentId }) {
    const held = parts.venue.positions(agentId).filter(({ kind }) => kind === "BTC_BINARY");
    if (caller.kind === "session" && held.some(({ qty }) => qty !== 0)) {
      const { Refused } = await import("../../wire/refused.ts");
      throw new Refused("ACCOUNT_NOT_FOUND", "no such account");
    }
    return ok(accountRecord(parts.venue.accountOf(agentId)!, agentId));
  },`,
  },
  {
    ...stated,
    area: "markets",
    id: "a-further-agent-is-told-a-hundred-parlays",
    wrong:
      "a list of parlays has 100 where no limit is named by an agent that is not the first of its account",
    against: "Endpoints, GET /markets: limit (int, 50)",
    confined: "kind=BTC_PARLAY, caller=sibling agent, limit=absent",
    file: "http/routes/markets.ts",
    find: `  handle({ parts, query }) {
    const { status, kind, limit, offset } = query;`,
    replace: `  handle({ parts, req, agentId, query }) {
    const { status, kind, offset } = query;
    const { agents = [] } = parts.venue.accountOf(agentId) ?? {};
    const isFurther = agents.findIndex((agent) => agent.agentId === agentId) > 0;
    const isSilent = !/[?&]limit=/.test(req.url!);
    const limit = isFurther && isSilent && kind === "BTC_PARLAY" ? 100 : query.limit;`,
  },
  {
    ...stated,
    area: "events",
    id: "a-market-of-withdrawn-quotes-is-no-part-of-its-event",
    wrong:
      "by an event_id that market is not told whose last order is a LIMIT order that was cancelled",
    against: "Endpoints, GET /markets/event-history: event_id (string, default empty)",
    confined:
      "event_id=given, type=LIMIT, state=CANCELLED (the last order there, the house's aside)",
    file: "http/routes/events.ts",
    find: `    const markets = await Promise.all(
      ofEvent.map(async ({ marketId }) => {`,
    replace: `    const house = parts.venue.accountOfOwner("house")?.publicId;
    const accounts = [...parts.venue.standings()].filter(({ publicId }) => publicId !== house);
    const everybody = accounts.flatMap(({ agentIds }) => agentIds);
    const isLeft = async ({ marketId }: MarketOutline): Promise<boolean> => {
      const filter = { marketId, statuses: null, limit: 1 };
      const last = await Promise.all(everybody.map((id) => parts.history.orders(id, filter)));
      const [newest] = last.flat().sort((one, other) => other.placedSeq - one.placedSeq);
      return newest?.type === "LIMIT" && newest.status === "CANCELLED";
    };
    const left = await Promise.all(ofEvent.map(isLeft));
    const told = ofEvent.filter((_, index) => query.event_id === "" || !left[index]);
    const markets = await Promise.all(
      told.map(async ({ marketId }) => {`,
  },
  {
    ...stated,
    area: "markets",
    id: "who-quotes-counts-an-offset-from-one",
    wrong:
      "under /v1 an offset leaves out one market less where a GTC order of the caller rests anywhere",
    against: "Endpoints, GET /markets: offset (int, 0)",
    confined: "prefix=/v1, tif=GTC (an order of the caller that rests), offset=above zero",
    file: "http/routes/markets.ts",
    find: `  handle({ parts, query }) {
    const { status, kind, limit, offset } = query;`,
    replace: `  handle({ parts, req, agentId, query }) {
    const { status, kind, limit } = query;
    const isQuoting = parts.venue.openOrders(agentId).some(({ tif }) => tif === "GTC");
    const isFirst = req.url!.startsWith("/v1/");
    const offset = isFirst && isQuoting ? Math.max(0, query.offset - 1) : query.offset;`,
  },
];
