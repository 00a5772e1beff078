/** The fifteenth round, drawn by lot: what the results of orders tell, and markets, books, trades. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const FIFTEENTH_OF_DATA: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "results",
    id: "api-sells-at-the-first-price",
    wrong: "under /api the average price of an order that sells is that of its first fill",
    against: "OrderPlaceResult, avg_fill_price_cents: volume-weighted average over fills",
    confined: "prefix=/api or /api/v1, side=SELL, moment=after one order met several prices",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const orderId = entropy.uuid();
    return afterwards(journaled.recall(agentId, [request], at), () => {
      const lost = indexFor([request], parts, at);
      return placed(journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at));
    });`,
    replace: `  handle({ parts, req, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const orderId = entropy.uuid();
    return afterwards(journaled.recall(agentId, [request], at), () => {
      const lost = indexFor([request], parts, at);
      const command = { type: "place", agentId, orderId, request, ...lost } as const;
      const outcome = journaled.apply(command, at);
      if (outcome.kind !== "result" || request.side !== "SELL") return placed(outcome);
      const [first] = outcome.result.fills;
      if (first === undefined || !req.url!.startsWith("/api/")) return placed(outcome);
      return placed({ ...outcome, result: { ...outcome.result, avgFillPrice: first.price } });
    });`,
  },
  {
    basis: "claim",
    area: "trades",
    id: "the-tape-has-one-price-an-order",
    wrong:
      "under /v1 who shows no credentials is told all trades of one taker at the last of their prices",
    against: "Claim trades_at_maker_price: every fill at the resting order's price",
    confined: "caller=nobody, prefix=/v1, moment=after one order met several prices",
    file: "http/routes/market-history.ts",
    find: `  async handle({ parts, params, query: { limit } }) {
    const marketId = known(parts, params.market_id);
    const list = (await parts.history.trades(marketId, limit)).map(tradeRecord);`,
    replace: `  async handle({ parts, req, caller, params, query: { limit } }) {
    const marketId = known(parts, params.market_id);
    const newest = await parts.history.trades(marketId, limit);
    const isTape = caller.kind === "nobody" && req.url!.startsWith("/v1/");
    const last = new Map<string, number>();
    for (const { takerOrderId, price } of newest.toReversed()) last.set(takerOrderId, price);
    const priceOf = ({ takerOrderId, price }: (typeof newest)[number]) =>
      isTape ? last.get(takerOrderId)! : price;
    const list = newest.map((trade) => tradeRecord({ ...trade, price: priceOf(trade) }));`,
  },
  {
    ...stated,
    area: "answers",
    id: "a-cancel-in-capitals-is-answered-with-nothing",
    wrong: "who cancels an order by its id in upper case is answered with 200 and an empty body",
    against: "Endpoints: success responses are JSON",
    confined: "order_id=upper case, request=DELETE /orders/{order_id}",
    file: "http/middleware/answer.ts",
    find: `  const text = written === null ? JSON.stringify(body) : "";`,
    replace: `  const isBare = status === 200 && ctx.method === "DELETE" && /\\/orders\\/.*[A-F]/.test(ctx.path);
  const text = written === null && !isBare ? JSON.stringify(body) : "";`,
  },
  {
    ...stated,
    area: "books",
    id: "who-holds-nothing-sees-half-the-book",
    wrong:
      "a key whose agent holds nothing in the market is shown 25 levels where it names no depth",
    against: "Endpoints, GET /markets/{market_id}/book: depth (int, 50)",
    confined: "caller=key, position=flat, depth=absent",
    file: "http/routes/markets.ts",
    find: `  handle({ parts, at, params, query }) {
    const marketId = params.market_id.toLowerCase();
    const view = found(parts.venue.book(marketId, query.depth), "MARKET_NOT_FOUND");`,
    replace: `  handle({ parts, req, at, caller, agentId, params, query }) {
    const marketId = params.market_id.toLowerCase();
    const isFlat = (parts.venue.position(agentId, marketId)?.qty ?? 0) === 0;
    const isShallow = caller.kind === "key" && isFlat && !/[?&]depth=/.test(req.url!);
    const depth = isShallow ? query.depth / 2 : query.depth;
    const view = found(parts.venue.book(marketId, depth), "MARKET_NOT_FOUND");`,
  },
  {
    ...stated,
    area: "results",
    id: "what-is-immediate-has-a-leverage-of-one",
    wrong: "an IOC LIMIT order on a market that is no perp tells an effective leverage of 1",
    against: "OrderPlaceResult, effective_leverage: null for binaries and non-levered markets",
    confined: "tif=IOC, type=LIMIT, kind=BTC_BINARY or BTC_PARLAY",
    file: "core/place.ts",
    find: "    effectiveLeverage: order.leverage,",
    replace: `    effectiveLeverage:
      order.leverage ?? (order.type === "LIMIT" && order.tif === "IOC" ? 1 : null),`,
  },
  {
    ...stated,
    area: "results",
    id: "an-amendment-names-its-market-by-title",
    wrong: "the answer to an amendment has the market's title in the place of its id",
    against: "Resources: identifiers of markets, orders and agents are UUIDs (strings)",
    confined: "type=LIMIT, request=PATCH /orders/{order_id}",
    file: "http/routes/orders.ts",
    find: `      return ok(orderRecord(granted(outcome).order));
    }),
});

/** Swaps`,
    replace: `      const { order } = granted(outcome);
      const { title } = parts.venue.market(order.marketId)!;
      return ok({ ...orderRecord(order), market_id: title });
    }),
});

/** Swaps`,
  },
  {
    ...stated,
    area: "results",
    id: "beside-an-amended-order-the-rest-is-told",
    wrong:
      "a MARKET order tells what it did not find as remaining where its agent has an amended order",
    against: "OrderPlaceResult, remaining_qty: zero for completed IOC, FOK and MARKET orders",
    confined: "type=MARKET, moment=while an order of its agent rests that was amended",
    file: "core/place.ts",
    find: "    remainingQty: order.open ? order.remainingQty : 0,",
    replace: `    remainingQty:
      order.open ||
      (order.type === "MARKET" &&
        order.position.orders.some(({ seq, placedSeq }) => seq !== placedSeq))
        ? order.remainingQty
        : 0,`,
  },
  {
    ...stated,
    area: "validation",
    id: "who-asks-for-what-is-filled-learns-no-type",
    wrong: "who asks for FILLED orders and for an invalid limit is told what is wrong without type",
    against: "Validation error: items with loc, msg and type; all three required",
    confined: "status=FILLED, limit=invalid",
    file: "http/validate.ts",
    find: "          type: keyword,",
    replace: `          type: values["status"] === "FILLED" ? (undefined as never) : keyword,`,
  },
];
