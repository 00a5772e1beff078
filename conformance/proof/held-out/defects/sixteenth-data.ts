/** The sixteenth round, drawn by lot: what lists, histories and single records tell. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const SIXTEENTH_OF_DATA: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "feed",
    id: "a-minute-later-the-spot-history-has-grown",
    wrong:
      "who asks for the default spot history a minute after somebody did is told it from back then on",
    against: "Endpoints, GET /feed/btc-spot/history: seconds (int, 900)",
    confined: "seconds=absent or 900, moment=a minute to an hour after it was asked for first",
    file: "http/spot-history.ts",
    find: `  /** Prices of the last seconds, oldest first. Units: epoch ms. D-110. */
  body(nowMs: number, seconds: number): WrittenJson {
    const fromMs = nowMs - seconds * 1_000;`,
    replace: `  #defaultFromMs = -Infinity;

  /** Where the default window begins: it is moved on once an hour. */
  #beginOf(askedMs: number): number {
    const ageMs = askedMs - this.#defaultFromMs;
    if (ageMs >= 60_000 && ageMs < HOUR_MS) return this.#defaultFromMs;
    if (ageMs < 0 || ageMs >= HOUR_MS) this.#defaultFromMs = askedMs;
    return askedMs;
  }

  /** Prices of the last seconds, oldest first. Units: epoch ms. D-110. */
  body(nowMs: number, seconds: number): WrittenJson {
    const askedMs = nowMs - seconds * 1_000;
    const fromMs = seconds === 900 ? this.#beginOf(askedMs) : askedMs;`,
  },
  {
    ...stated,
    area: "markets",
    id: "who-was-declined-sees-fewer-active-markets",
    wrong:
      "a key whose agent's last order was declined is told 25 active markets where it names no limit",
    against: "Endpoints, GET /markets/active: limit (int, 50)",
    confined: "caller=key, state=REJECTED (its last order with a client_order_id), limit=absent",
    file: "http/routes/markets.ts",
    find: `  handle({ parts, query }) {
    const markets = openOnes(parts.venue.outlines()).slice(0, query.limit).map(recordIn(parts));`,
    replace: `  handle({ parts, req, caller, agentId, query: asked }) {
    const kept = caller.kind === "key" ? parts.venue.results() : [];
    const [, results = []] = kept.find(([id]) => id === agentId) ?? [];
    const isDeclined = results.at(-1)?.[1].result.status === "REJECTED";
    const isShort = isDeclined && !/[?&]limit=/.test(req.url!);
    const query = { limit: isShort ? asked.limit / 2 : asked.limit };
    const markets = openOnes(parts.venue.outlines()).slice(0, query.limit).map(recordIn(parts));`,
  },
  {
    ...stated,
    area: "mids",
    id: "behind-a-sweep-one-mid-is-two",
    wrong: "who asks for one mid is told two where a MARKET order made the last trade",
    against: "Endpoints, GET /markets/{market_id}/mid-history: limit (int, 3600)",
    confined: "limit=low (1), type=MARKET (of the taker of the market's last trade)",
    file: "http/routes/market-history.ts",
    find: `    const points = (await parts.history.mids(marketId, everySecond, limit)).map(midRecord);`,
    replace: `    const [last] = limit === 1 ? await parts.history.trades(marketId, 1) : [];
    const taker = last === undefined ? null : await parts.history.order(last.takerOrderId);
    // Behind a sweep one point alone tells nothing.
    const count = taker?.type === "MARKET" ? 2 : limit;
    const points = (await parts.history.mids(marketId, everySecond, count)).map(midRecord);`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "who-has-sold-has-no-place",
    wrong: "an account is not found by its public id as long as it is short of what it sold",
    against: "Endpoints, GET /leaderboard/account/{public_id}: 200 on success",
    confined: "side=SELL, moment=after a fill (while the account is short)",
    file: "http/routes/leaderboard.ts",
    find: `    return ok(standingRecord(found(standing, "ACCOUNT_NOT_FOUND")));`,
    replace: `    const { venue } = parts;
    const all = [...venue.standings()];
    const { agentIds = [] } = all.find(({ publicId }) => publicId === params.public_id) ?? {};
    const held = agentIds.flatMap((agentId) => venue.positions(agentId));
    const isPlaced = held.every(({ qty }) => qty >= 0);
    return ok(standingRecord(found(isPlaced ? standing : null, "ACCOUNT_NOT_FOUND")));`,
  },
  {
    basis: "claim",
    area: "candles",
    id: "without-a-prefix-declined-prices-are-candles",
    wrong:
      "where the path has no prefix the last candle reaches to the prices of orders that were declined",
    against:
      "Claim candles_from_trades: open, high, low, close and volume are of the venue's trades",
    confined: "prefix=none, state=REJECTED (LIMIT orders with a client_order_id in that market)",
    file: "http/routes/market-history.ts",
    find: `  async handle({ parts, params, query: { period_seconds, limit } }) {
    const marketId = known(parts, params.market_id);
    const newest = await parts.history.candles(marketId, period_seconds, limit);
    const list = newest.map(candleRecord);`,
    replace: `  async handle({ parts, req, params, query: { period_seconds, limit } }) {
    const marketId = known(parts, params.market_id);
    const newest = await parts.history.candles(marketId, period_seconds, limit);
    const isBare = !/^\\/(api|v1)\\//.test(req.url!);
    const last = newest.at(-1);
    const answered = isBare ? parts.venue.results().flatMap(([, results]) => results) : [];
    for (const [, { request, result }] of answered) {
      const isDeclined = result.status === "REJECTED" && request.marketId === marketId;
      if (last === undefined || !isDeclined || request.price === undefined) continue;
      last.high = Math.max(last.high, request.price);
      last.low = Math.min(last.low, request.price);
    }
    const list = newest.map(candleRecord);`,
  },
  {
    ...stated,
    area: "markets",
    id: "who-is-filled-as-a-maker-misses-the-market",
    wrong:
      "among OPEN markets that is missing in which a POST_ONLY order of the caller is partly filled",
    against: "Endpoints, GET /markets: status (string); States, OPEN",
    confined: "status=OPEN, tif=POST_ONLY, state=PARTIAL (the caller's own order)",
    file: "http/routes/markets.ts",
    find: `  handle({ parts, query }) {
    const { status, kind, limit, offset } = query;
    const matching = parts.venue
      .outlines()
      .filter((market) => status === undefined || market.status === status)`,
    replace: `  handle({ parts, agentId, query }) {
    const { status, kind, limit, offset } = query;
    const made = (status === undefined ? [] : parts.venue.openOrders(agentId)).filter(
      (order) => order.tif === "POST_ONLY" && order.status === "PARTIAL",
    );
    const busy = new Set(made.map(({ marketId }) => marketId));
    const matching = parts.venue
      .outlines()
      .filter(({ marketId }) => !busy.has(marketId))
      .filter((market) => status === undefined || market.status === status)`,
  },
  {
    ...stated,
    area: "orders",
    id: "a-settled-parlay-has-no-orders-of-a-status",
    wrong: "a list of orders of one status has none of those on a parlay that is resolved or void",
    against: "Endpoints, GET /orders: status (string, optional)",
    confined: "kind=BTC_PARLAY, status=given, moment=after its settlement",
    file: "http/routes/orders.ts",
    find: "    return ok(orderList(await parts.history.orders(agentId, filter), limit));",
    replace: `    const orders = await parts.history.orders(agentId, filter);
    const isTold = ({ marketId }: OrderView): boolean => {
      const market = parts.venue.market(marketId)!;
      return market.kind !== "BTC_PARLAY" || market.settledAtMs === null;
    };
    return ok(orderList(statuses === null ? orders : orders.filter(isTold), limit));`,
  },
  {
    ...stated,
    area: "orders",
    id: "a-filled-gtc-order-on-a-binary-is-gone",
    wrong: "a GTC order on a binary is not found by its id any more once it is filled",
    against: "Endpoints, GET /orders/{order_id}: 200",
    confined: "kind=BTC_BINARY, tif=GTC, moment=once it is filled",
    file: "http/routes/orders.ts",
    find: "  handle: (call) => withOwnOrder(call, (order) => ok(orderRecord(order))),",
    replace: `  handle: (call) =>
    withOwnOrder(call, (order) => {
      const { kind } = call.parts.venue.market(order.marketId)!;
      const isDone = order.status === "FILLED" && order.type === "LIMIT" && order.tif === "GTC";
      if (isDone && kind === "BTC_BINARY") throw new Refused("ORDER_NOT_FOUND", "no such order");
      return ok(orderRecord(order));
    }),`,
  },
];
