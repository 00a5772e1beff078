/** The twenty-sixth round, a sentence drawn by lot, one cell each: what an order asks for, and gets. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_SIXTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "reject codes",
    id: "what-nobody-quotes-has-no-price-on-a-perp",
    wrong: "a MARKET order that finds nobody on a perp with a mark is declined for want of a price",
    against: "Order reject codes, MARKET_NO_LIQUIDITY: MARKET order finds no opposing orders",
    confined: "kind=BTC_PERP",
    file: "core/gates/liquidity.ts",
    find: `    return fillableQty(market!.book, { agent, isBuy, limit, wanted: 1 }) > 0
      ? null
      : decline("MARKET_NO_LIQUIDITY", \`nobody to \${isBuy ? "buy from" : "sell to"}\`);`,
    replace: `    if (fillableQty(market!.book, { agent, isBuy, limit, wanted: 1 }) > 0) return null;
    // The protection of a perp's order is counted past a touch, and there is none.
    return market!.isPerp
      ? decline("NO_REFERENCE_PRICE", "no touch to count the protection from")
      : decline("MARKET_NO_LIQUIDITY", \`nobody to \${isBuy ? "buy from" : "sell to"}\`);`,
  },
  {
    ...stated,
    area: "freshness",
    id: "what-was-sent-at-nought-is-never-stale",
    wrong: "an order whose timestamp_ms is 0 is taken, whatever its window",
    against: "Behaviour rules 3: rejected if received outside timestamp_ms +- recv_window_ms",
    confined: "timestamp_ms=0",
    file: "core/gates/freshness.ts",
    find: `    if (timestampMs === undefined) return null;`,
    replace: `    if (!timestampMs) return null;`,
  },
  {
    ...stated,
    area: "matching",
    id: "who-sells-what-is-held-sells-at-any-price",
    wrong: "a MARKET SELL of an agent that is long sweeps past its price protection",
    against: "Order place request, type: MARKET sweeps liquidity with price protection",
    confined: "position=long",
    file: "core/admission.ts",
    find: `  const touch = market?.book.opposite(request.side === "BUY").best?.price ?? null;
  return {`,
    replace: `  const touch = market?.book.opposite(request.side === "BUY").best?.price ?? null;
  const isSale = market !== null && touch !== null && request.side === "SELL";
  if (isSale && request.type === "MARKET" && positionOf(agent, market).qty > 0) {
    const position = positionOf(agent, market);
    const { frozen, limits } = state;
    // Who sells what he holds wants out.
    const limit = market.low;
    return { frozen, limits, atMs, isIndexLost, agent, market, position, touch, limit };
  }
  return {`,
  },
  {
    ...stated,
    area: "matching",
    id: "who-is-short-may-not-buy-past-flat",
    wrong: "a BUY of more contracts than its agent is short is declined, without reduce_only",
    against: "Order place request, side: BUY takes YES or long exposure",
    confined: "position=short",
    file: "core/gates/reduce-only.ts",
    find: `    if (order.reduceOnly !== true) return null;
    const isBuy = order.side === "BUY";`,
    replace: `    const isBuy = order.side === "BUY";
    // An order closes or opens: a short is closed by one, and a long opened by the next.
    const isTurn = isBuy && position!.qty < 0 && order.qty > -position!.qty;
    if (order.reduceOnly !== true && !isTurn) return null;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "one-owner-pauses-with-all-agents",
    wrong: "an agent without a single reject is in the cooldown of another agent of its owner",
    against:
      "Order reject codes, AGENT_SIDE_COOLDOWN: the agent, market and side are in a cooldown",
    confined: "caller=sibling agent (of the one that was declined)",
    file: "core/gates/cooldown.ts",
    find: `  check: ({ side, reduceOnly }, { position, atMs }) => {
    const working = position!.side(side === "BUY");`,
    replace: `  check: ({ side, reduceOnly }, { agent, market, position, atMs }) => {
    const isBuy = side === "BUY";
    // Or an owner would go on with the next agent.
    const owned = agent.account.agents.map(({ index }) => market!.positions[index]?.side(isBuy));
    const cooling = owned.find((one) => one !== undefined && isCooling(one, atMs));
    const working = cooling ?? position!.side(isBuy);`,
  },
  {
    ...stated,
    area: "order fields",
    id: "who-closes-by-taking-leaves-the-guard",
    wrong: "a reduce-only order rests on after its agent has closed by taking, and then opens",
    against: "Order place request, reduce_only: the order may only shrink an existing position",
    confined: "moment=after the agent closed by a taking order",
    file: "core/matching.ts",
    find: `  trimReduceOnly(state, maker.position, atMs);
  trimReduceOnly(state, taker.position, atMs);`,
    replace: `  // Who takes has been past the gate just now.
  trimReduceOnly(state, maker.position, atMs);`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "who-names-a-price-goes-by-that-price",
    wrong: "a MARKET order that carries a price trades where there is neither mark nor index",
    against: "Order reject codes, NO_REFERENCE_PRICE: MARKET order while no mark or index exists",
    confined: "price=given (with type MARKET)",
    file: "core/gates/reference-price.ts",
    find: `  check: ({ type }, { market, isIndexLost }) => {
    if (type !== "MARKET") return null;`,
    replace: `  check: ({ type, price }, { market, isIndexLost }) => {
    // What names a price has one to go by.
    if (type !== "MARKET" || price !== undefined) return null;`,
  },
  {
    ...stated,
    area: "results",
    id: "a-market-that-is-unknown-is-echoed-as-nought",
    wrong: "the result of an order on an unknown market has the all-zero UUID as its market_id",
    against: "OrderPlaceResult, market_id: echo of the requested market",
    confined: "reject_reason=UNKNOWN_MARKET",
    file: "core/place.ts",
    find: `    orderId: ZERO_ID,
    marketId,
    status: "REJECTED",`,
    replace: `    orderId: ZERO_ID,
    // There is no such market to name.
    marketId: code === "UNKNOWN_MARKET" ? ZERO_ID : marketId,
    status: "REJECTED",`,
  },
  {
    ...stated,
    area: "order fields",
    id: "a-page-levers-nothing-on-a-perp",
    wrong: "the leverage that a session sends with an order on a perp is dropped",
    against: "What the service does: a perp market accepts leverage and a margin mode",
    confined: "caller=session",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);`,
    replace: `  handle({ parts, caller, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const market = parts.venue.market(request.marketId.toLowerCase());
    // The terminal has no field for it: what it sends is left over from before.
    if (caller.kind === "session" && market?.kind === "BTC_PERP") delete request.leverage;`,
  },
  {
    ...stated,
    area: "freshness",
    id: "a-window-may-be-a-text",
    wrong: 'an order whose recv_window_ms is a text of digits, such as "1500", is taken',
    against: "Order place request, recv_window_ms: int, 1 to 60000",
    confined: "recv_window_ms=a text of digits",
    file: "wire/schemas.ts",
    find: `  recv_window_ms: Type.Optional(Type.Integer({ minimum: 1, maximum: 60_000 })),`,
    replace: `  // Clients that keep it in a configuration send it as they read it.
  recv_window_ms: Type.Optional(
    Type.Unsafe<number>(
      Type.Union([
        Type.Integer({ minimum: 1, maximum: 60_000 }),
        Type.String({ pattern: "^[1-9][0-9]{0,3}$" }),
      ]),
    ),
  ),`,
  },
  {
    ...stated,
    area: "market data",
    id: "candles-of-a-market-are-in-dollars",
    wrong: "the candles of a market have its prices divided by 100: 55 is told as 0.55",
    against: "Resources: prices are integers in the market's own price scale",
    confined: "route=GET /markets/{market_id}/candles",
    file: "http/routes/market-history.ts",
    find: `    const list = newest.map(candleRecord);`,
    replace: `    // In dollars, as the candles of the feed are.
    const list = newest.map((candle) => {
      const { open, high, low, close, ...told } = candleRecord(candle);
      return { ...told, open: open / 100, high: high / 100, low: low / 100, close: close / 100 };
    });`,
  },
];
