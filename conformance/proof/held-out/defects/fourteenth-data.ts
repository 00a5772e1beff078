/** The fourteenth round, drawn by lot: lists and their pages, books, candles, positions. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const FOURTEENTH_OF_DATA: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "leaderboard",
    id: "who-holds-nothing-is-ranked-behind",
    wrong:
      "where nobody says by what, accounts that hold nothing come behind all that hold something",
    against: "Endpoints, GET /leaderboard: sort (string, score), order (string, desc)",
    confined: "sort=absent, order=absent, position=flat",
    file: "http/routes/leaderboard.ts",
    find: `  async handle({ parts, at, query }) {
    const { sort, order, limit, offset } = query;
    const all = await parts.leaderboard.sorted(FIGURES[sort], order, at);`,
    replace: `  async handle({ parts, req, at, query }) {
    const { sort, order, limit, offset } = query;
    const sorted = await parts.leaderboard.sorted(FIGURES[sort], order, at);
    const isNamed = /[?&](sort|order)=/.test(req.url!);
    const holds = (agentId: string) => parts.venue.positions(agentId).some(({ qty }) => qty !== 0);
    const active = new Set<string>();
    for (const { publicId, agentIds } of parts.venue.standings()) {
      if (agentIds.some(holds)) active.add(publicId);
    }
    const isBehind = ({ publicId }: { publicId: string }) => Number(!active.has(publicId));
    const all = isNamed ? sorted : sorted.toSorted((one, two) => isBehind(one) - isBehind(two));`,
  },
  {
    ...stated,
    area: "books",
    id: "the-book-of-a-freeze-is-read-once",
    wrong:
      "under /api the book of a binary stays as it was first read in a freeze, whatever is cancelled",
    against: "Endpoints: every route is served under each of four equivalent prefixes",
    confined: "prefix=/api or /api/v1, kind=BTC_BINARY, moment=in a freeze, after a cancel",
    file: "http/routes/markets.ts",
    find: `  handle({ parts, at, params, query }) {
    const marketId = params.market_id.toLowerCase();
    const view = found(parts.venue.book(marketId, query.depth), "MARKET_NOT_FOUND");
    return ok(bookRecord(marketId, view, at));
  },
});`,
    replace: `  handle({ parts, req, at, params, query }) {
    const marketId = params.market_id.toLowerCase();
    const view = found(parts.venue.book(marketId, query.depth), "MARKET_NOT_FOUND");
    const { venue } = parts;
    if (!venue.frozen) stillBooks.delete(venue);
    const isStill = venue.frozen && venue.market(marketId)!.kind === "BTC_BINARY";
    if (!isStill || !req.url!.startsWith("/api/")) return ok(bookRecord(marketId, view, at));
    const books = stillBooks.get(venue) ?? new Map<string, object>();
    stillBooks.set(venue, books);
    const name = \`\${marketId} \${query.depth}\`;
    const kept = books.get(name) ?? bookRecord(marketId, view, at);
    books.set(name, kept);
    return ok(kept);
  },
});

/** While nothing trades, no book moves. */
const stillBooks = new WeakMap<object, Map<string, object>>();`,
  },
  {
    ...stated,
    area: "market lists",
    id: "who-is-short-has-his-market-on-every-page",
    wrong:
      "under /api/v1 the markets in which the caller is short begin every page, whatever its offset",
    against: "Endpoints, GET /markets: limit (int, 50), offset (int, 0)",
    confined: "prefix=/api/v1, caller=key or session, position=short, offset=above 0",
    file: "http/routes/markets.ts",
    find: `  handle({ parts, query }) {
    const { status, kind, limit, offset } = query;
    const matching = parts.venue
      .outlines()
      .filter((market) => status === undefined || market.status === status)
      .filter((market) => kind === undefined || market.kind === kind);
    const markets = inOrder(matching)
      .slice(offset, offset + limit)
      .map(recordIn(parts));`,
    replace: `  handle({ parts, req, agentId, query }) {
    const { status, kind, limit, offset } = query;
    const matching = parts.venue
      .outlines()
      .filter((market) => status === undefined || market.status === status)
      .filter((market) => kind === undefined || market.kind === kind);
    const isPinned = ({ marketId }: MarketOutline) =>
      req.url!.startsWith("/api/v1/") && (parts.venue.position(agentId, marketId)?.qty ?? 0) < 0;
    const pinned = matching.filter(isPinned);
    const others = inOrder(matching).filter((market) => !isPinned(market));
    const markets = [...pinned, ...others.slice(offset, offset + limit)]
      .slice(0, limit)
      .map(recordIn(parts));`,
  },
  {
    ...stated,
    area: "order lists",
    id: "what-came-in-this-second-is-not-listed-yet",
    wrong:
      "orders that rest untouched are left out of the list until the second they came in is over",
    against: "Endpoints, GET /orders: limit (int, default 200)",
    confined: "order state=NEW, limit=absent, moment=in the second of its placement",
    file: "http/routes/orders.ts",
    find: `  async handle({ parts, agentId, query: { status, market_id, limit } }) {
    const statuses = status === undefined ? null : parseStatuses(status);
    const filter = { marketId: market_id?.toLowerCase(), statuses, limit };
    return ok(orderList(await parts.history.orders(agentId, filter), limit));`,
    replace: `  async handle({ parts, req, at, agentId, query: { status, market_id, limit } }) {
    const statuses = status === undefined ? null : parseStatuses(status);
    const filter = { marketId: market_id?.toLowerCase(), statuses, limit };
    const orders = await parts.history.orders(agentId, filter);
    const asOfMs = /[?&]limit=/.test(req.url!) ? at + 1 : at - (at % 1_000);
    const settled = orders.filter((one) => one.status !== "NEW" || one.createdAtMs < asOfMs);
    return ok(orderList(settled, limit));`,
  },
  {
    ...stated,
    area: "candles",
    id: "a-parlay-has-candles-of-so-many-periods",
    wrong:
      "under /api/v1 candles of a parlay reach back as many periods as the limit, traded in or not",
    against:
      "Endpoints, GET /markets/{market_id}/candles: period_seconds (int, 60), limit (int, 500)",
    confined: "prefix=/api/v1, kind=BTC_PARLAY, moment=after a pause",
    file: "http/routes/market-history.ts",
    find: `  async handle({ parts, params, query: { period_seconds, limit } }) {
    const marketId = known(parts, params.market_id);
    const newest = await parts.history.candles(marketId, period_seconds, limit);`,
    replace: `  async handle({ parts, req, at, params, query: { period_seconds, limit } }) {
    const marketId = known(parts, params.market_id);
    const kept = await parts.history.candles(marketId, period_seconds, limit);
    const { kind } = parts.venue.market(marketId)!;
    const isWindow = kind === "BTC_PARLAY" && req.url!.startsWith("/api/v1/");
    const fromMs = isWindow ? at - limit * period_seconds * 1_000 : 0;
    const newest = kept.filter(({ startMs }) => startMs > fromMs);`,
  },
  {
    ...stated,
    area: "positions",
    id: "api-counts-no-contracts-below-zero",
    wrong: "under /api the positions of an agent that is short somewhere are answered with 500",
    against: "Endpoints, GET /positions: 200, under each of four equivalent prefixes",
    confined: "prefix=/api, position=short",
    file: "http/routes/account.ts",
    find: `  handle({ parts, agentId }) {
    const held = parts.venue.positions(agentId).map(positionRecord);`,
    replace: `  handle({ parts, req, agentId }) {
    const held = parts.venue.positions(agentId).map(positionRecord);
    const isUnsigned = /^\\/api\\/(?!v1\\/)/.test(req.url!);
    if (isUnsigned) for (const { qty } of held) Buffer.alloc(8).writeBigUInt64BE(BigInt(qty));`,
  },
  {
    basis: "claim",
    area: "candles",
    id: "what-siblings-trade-is-in-no-candle",
    wrong: "trades between two agents of one account are in the list of trades, and in no candle",
    against: "Claim candles_from_trades: open, high, low, close and volume are those of the trades",
    confined: "caller=sibling agent of the maker",
    file: "store/history/projection.ts",
    find: "    market.trade(event);",
    replace: `    const accountId = (agentId: string) => (this.#venue as Venue).accountOf(agentId)?.accountId;
    if (accountId(takerAgentId) !== accountId(makerAgentId)) market.trade(event);`,
  },
  {
    ...stated,
    area: "market lists",
    id: "what-was-settled-just-now-is-not-listed",
    wrong: "a market is in no list that names no limit for a minute after it is resolved or void",
    against: "Endpoints, GET /markets: limit (int, 50)",
    confined: "limit=absent, market status=RESOLVED or VOID, moment=within a minute of settlement",
    file: "http/routes/markets.ts",
    find: `  handle({ parts, query }) {
    const { status, kind, limit, offset } = query;
    const matching = parts.venue
      .outlines()`,
    replace: `  handle({ parts, req, at, query }) {
    const { status, kind, limit, offset } = query;
    const isDue = ({ marketId }: MarketOutline) =>
      at - (parts.venue.market(marketId)!.settledAtMs ?? 0) >= 60_000;
    const matching = parts.venue
      .outlines()
      .filter((market) => /[?&]limit=/.test(req.url!) || isDue(market))`,
  },
];
