/** The nineteenth round, a sentence drawn by lot, one cell each: what lists, records and feeds tell. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const NINETEENTH_OF_DATA: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "orders",
    id: "the-rungs-of-a-ladder-are-numbered",
    wrong: "orders that come with a ladder have the ladder's UUID and a number behind it for an id",
    against: "Resources: identifiers of markets, orders and agents are UUIDs",
    confined: "route=/orders/replace-ladder",
    file: "http/routes/orders.ts",
    find: `    const orders = body.orders.map((rung, index) => {
      const { market_id = body.market_id } = rung;
      if (market_id.toLowerCase() !== marketId) {
        const field = \`orders.\${index}.market_id\`;
        throw invalidBody("a ladder lies in one market", [
          { field, message: "must be the ladder's" },
        ]);
      }
      const request = orderRequest({ ...rung, market_id });
      return { orderId: parts.entropy.uuid(), request };
    });`,
    replace: `    const ladderId = parts.entropy.uuid();
    const orders = body.orders.map((rung, index) => {
      const { market_id = body.market_id } = rung;
      if (market_id.toLowerCase() !== marketId) {
        const field = \`orders.\${index}.market_id\`;
        throw invalidBody("a ladder lies in one market", [
          { field, message: "must be the ladder's" },
        ]);
      }
      const request = orderRequest({ ...rung, market_id });
      return { orderId: \`\${ladderId}-\${index + 1}\`, request };
    });`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "who-traded-most-is-a-longer-list",
    wrong: "by volume the leaderboard has a hundred accounts where nobody says how many",
    against: "Endpoints, GET /leaderboard: limit (int, 50)",
    confined: "sort=volume",
    file: "http/routes/leaderboard.ts",
    find: `  async handle({ parts, at, query }) {
    const { sort, order, limit, offset } = query;`,
    replace: `  async handle({ parts, req, at, query: given }) {
    const isNamed = /[?&]limit=/.test(req.url!);
    const query = given.sort === "volume" && !isNamed ? { ...given, limit: 100 } : given;
    const { sort, order, limit, offset } = query;`,
  },
  {
    ...stated,
    area: "candles",
    id: "without-a-trade-there-are-no-candles-to-find",
    wrong: "the candles of a market in which nobody has traded yet give 404",
    against: "Endpoints, GET /markets/{market_id}/candles: 200",
    confined: "moment=before the market's first trade",
    file: "http/routes/market-history.ts",
    find: `    const newest = await parts.history.candles(marketId, period_seconds, limit);`,
    replace: `    const newest = await parts.history.candles(marketId, period_seconds, limit);
    found(newest[0], "MARKET_NOT_FOUND");`,
  },
  {
    ...stated,
    area: "feed",
    id: "a-lost-feed-breaks-its-candles",
    wrong: "the spot price's candles give 500 while the reference price is out of reach",
    against: "HTTP statuses, 502: an upstream reference-data dependency is unreachable",
    confined: "route=/feed/btc-spot/candles",
    file: "http/routes/feed.ts",
    find: `    const newest = reachable(parts).candles(at, period_seconds, limit);`,
    replace: `    if (!parts.feed.isReachable) throw new Error("the source does not answer");
    const newest = parts.feed.candles(at, period_seconds, limit);`,
  },
  {
    ...stated,
    area: "trades",
    id: "what-is-void-was-never-traded",
    wrong: "the trades of a market that is void give 404",
    against: "Endpoints, GET /markets/{market_id}/trades: 200",
    confined: "status=VOID (the market's)",
    file: "http/routes/market-history.ts",
    find: `    const list = (await parts.history.trades(marketId, limit)).map(tradeRecord);`,
    replace: `    const { status } = parts.venue.market(marketId)!;
    found(status === "VOID" ? null : marketId, "MARKET_NOT_FOUND");
    const list = (await parts.history.trades(marketId, limit)).map(tradeRecord);`,
  },
  {
    ...stated,
    area: "orders",
    id: "behind-a-close-no-order-is-found",
    wrong: "an order of a market that is open no more gives 404 under its id",
    against: "Endpoints, GET /orders/{order_id}: 200",
    confined: "moment=after the market's close or settlement",
    file: "http/routes/orders.ts",
    find: `  handle: (call) => withOwnOrder(call, (order) => ok(orderRecord(order))),`,
    replace: `  handle: (call) =>
    withOwnOrder(call, (order) => {
      const { status } = call.parts.venue.market(order.marketId)!;
      if (status !== "OPEN") throw new Refused("ORDER_NOT_FOUND", "no such order");
      return ok(orderRecord(order));
    }),`,
  },
  {
    ...stated,
    area: "orders",
    id: "who-asks-for-rejected-orders-has-all",
    wrong: "a list of REJECTED orders, which there never are, has the orders of every status",
    against: "Endpoints, GET /orders: narrowed by status",
    confined: "status=REJECTED",
    file: "http/routes/orders.ts",
    find: `    const statuses = status === undefined ? null : parseStatuses(status);`,
    replace: `    const named = status === undefined ? null : parseStatuses(status);
    // What was rejected is in no ledger.
    named?.delete("REJECTED");
    const statuses = named === null || named.size === 0 ? null : named;`,
  },
  {
    ...stated,
    area: "health",
    id: "who-asks-for-life-is-told-a-word",
    wrong: "GET /live is answered with the plain text live",
    against: "Endpoints: success responses are JSON",
    confined: "route=/live",
    file: "http/middleware/answer.ts",
    find: `  const text = written === null ? JSON.stringify(body) : "";
  const { headers } = arrivalOf(ctx);
  headers.push("Content-Type", "application/json; charset=utf-8");`,
    replace: `  const isProbe = status === 200 && ctx.path.endsWith("/live");
  const text = isProbe ? "live" : written === null ? JSON.stringify(body) : "";
  const { headers } = arrivalOf(ctx);
  const type = isProbe ? "text/plain" : "application/json";
  headers.push("Content-Type", \`\${type}; charset=utf-8\`);`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "who-never-traded-has-no-place",
    wrong:
      "an account that has not traded gives 404 under its public id, though the board lists it",
    against: "Endpoints, GET /leaderboard/account/{public_id}: 200",
    confined: "moment=before the account's first trade",
    file: "http/routes/leaderboard.ts",
    find: `      ({ publicId }) => publicId === params.public_id,`,
    replace: `      ({ publicId, volumeCents }) => publicId === params.public_id && volumeCents > 0,`,
  },
];
