/** The thirteenth round, drawn by lot: lists, market data, health, and cancelling all. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const THIRTEENTH_OF_DATA: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "health",
    id: "a-frozen-venue-does-not-live",
    wrong: "GET /live is answered with 503 while the kill switch is on",
    against: "Endpoints, GET /live: 200",
    confined: "moment=while frozen, request=GET /live",
    file: "http/middleware/check-open.ts",
    find: "  if (route.entersOrders && venue.frozen) {",
    replace: `  if ((route.entersOrders || route.path === "/live") && venue.frozen) {`,
  },
  {
    ...stated,
    area: "order lists",
    id: "what-fills-or-kills-is-not-listed",
    wrong: "FOK orders are not in the list of the caller's orders",
    against: "Endpoints, GET /orders: limit (int, default 200)",
    confined: "tif=FOK",
    file: "store/history/history.ts",
    find: "    const ended = (await (await this.#kept()).orders(agentId, filter)).map(orderOf);",
    replace: `    const rows = await (await this.#kept()).orders(agentId, filter);
    const ended = rows.map(orderOf).filter(({ tif }) => tif !== "FOK");`,
  },
  {
    ...stated,
    area: "order lists",
    id: "the-limit-counts-open-orders-elsewhere",
    wrong: "open orders of one market are looked for among the newest `limit` of all markets",
    against: "Endpoints, GET /orders/open: market_id (string, optional), limit (int, default 500)",
    confined: "market_id=given, limit=given, moment=while orders rest in another market",
    file: "http/routes/orders.ts",
    find: `    const open = parts.venue.openOrders(agentId, query.market_id?.toLowerCase());
    return ok(orderList(open.slice(0, query.limit), query.limit));`,
    replace: `    const marketId = query.market_id?.toLowerCase();
    const newest = parts.venue.openOrders(agentId).slice(0, query.limit);
    const open = newest.filter((order) => marketId === undefined || order.marketId === marketId);
    return ok(orderList(open, query.limit));`,
  },
  {
    ...stated,
    area: "trades",
    id: "a-sale-is-one-trade",
    wrong: "of the trades of one SELL that met several orders, only the last is told",
    against: "Endpoints, GET /markets/{market_id}/trades: limit (int, 100)",
    confined: "side=SELL of the taker, makers=several",
    file: "http/routes/market-history.ts",
    find: "    const list = (await parts.history.trades(marketId, limit)).map(tradeRecord);",
    replace: `    const newest = await parts.history.trades(marketId, limit);
    const told = newest.filter(
      ({ takerSide, takerOrderId }, index) =>
        takerSide === "BUY" || newest[index - 1]?.takerOrderId !== takerOrderId,
    );
    const list = told.map(tradeRecord);`,
  },
  {
    ...stated,
    area: "candles",
    id: "who-is-nobody-sees-one-hour",
    wrong: "candles that ended more than an hour ago are not told to who shows no credentials",
    against: "Endpoints, GET /markets/{market_id}/candles: limit (int, 500)",
    confined: "caller=nobody, moment=an hour later",
    file: "http/routes/market-history.ts",
    find: `  async handle({ parts, params, query: { period_seconds, limit } }) {
    const marketId = known(parts, params.market_id);
    const newest = await parts.history.candles(marketId, period_seconds, limit);`,
    replace: `  async handle({ parts, caller, at, params, query: { period_seconds, limit } }) {
    const marketId = known(parts, params.market_id);
    const kept = await parts.history.candles(marketId, period_seconds, limit);
    const fromMs = caller.kind === "nobody" ? at - 3_600_000 : 0;
    const newest = kept.filter(({ startMs }) => startMs + period_seconds * 1_000 > fromMs);`,
  },
  {
    ...stated,
    area: "cancelling",
    id: "cancelling-all-ends-at-a-void-market",
    wrong: "orders in markets that an agent came to after one that is void outlive DELETE /orders",
    against: "Endpoints, DELETE /orders: cancels all the caller's orders",
    confined: "market_id=absent, moment=after a market of the agent's is void",
    file: "core/cancel.ts",
    find: "  if (marketId === undefined) return agent.positions;",
    replace: `  if (marketId === undefined) {
    const ended = agent.positions.findIndex(({ market }) => market.status === "VOID");
    return ended < 0 ? agent.positions : agent.positions.slice(0, ended);
  }`,
  },
];
