/** The twentieth round, a sentence drawn by lot, one cell each: what an order asks for, and gets. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTIETH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "reject codes",
    id: "who-confirms-needs-no-price-to-go-by",
    wrong: "a MARKET order with confirm_fat_finger trades where there is neither mark nor index",
    against: "Order reject codes, NO_REFERENCE_PRICE: MARKET order while no mark or index exists",
    confined: "confirm_fat_finger=true",
    file: "core/gates/reference-price.ts",
    find: `  check: ({ type }, { market, isIndexLost }) => {
    if (type !== "MARKET") return null;`,
    replace: `  check: ({ type, confirmFatFinger }, { market, isIndexLost }) => {
    // What is confirmed is compared with no price.
    if (type !== "MARKET" || confirmFatFinger === true) return null;`,
  },
  {
    ...stated,
    area: "matching",
    id: "a-page-that-names-no-tif-only-quotes",
    wrong: "a LIMIT order of a session that names no tif is declined where it would meet another",
    against: "What the service does: orders of agents and human users trade on one venue",
    confined: "caller=session (its LIMIT orders without a tif)",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);`,
    replace: `  handle({ parts, caller, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    // The terminal has a form to quote, and a button to trade.
    if (caller.kind === "session" && request.type === "LIMIT") request.tif ??= "POST_ONLY";`,
  },
  {
    ...stated,
    area: "cancel",
    id: "what-guards-a-position-is-not-withdrawn",
    wrong: "cancelling an order that may only reduce is answered with 409 while it rests",
    against: "Endpoints, DELETE /orders/{order_id}: 200",
    confined: "reduce_only=true (of the order)",
    file: "http/routes/orders.ts",
    find: `      if (order.status === "FILLED") throw new Refused("ORDER_NOT_OPEN", "the order is filled");`,
    replace: `      if (order.status === "FILLED") throw new Refused("ORDER_NOT_OPEN", "the order is filled");
      // It goes with what it guards.
      if (order.reduceOnly) throw new Refused("ORDER_NOT_OPEN", "a position is open");`,
  },
  {
    ...stated,
    area: "results",
    id: "what-traded-at-one-price-is-one-fill",
    wrong: "executions of an order at one price are told as one fill, whoever rested there",
    against: "OrderPlaceResult, fills: per-execution details",
    confined: "fills=two or more at one price",
    file: "wire/mapping.ts",
    find: `    fills: result.fills.map(fillRecord),
    effective_leverage: result.effectiveLeverage,`,
    replace: `    // A price for a line.
    fills: [...new Set(result.fills.map(({ price }) => price))].map((price) => {
      const there = result.fills.filter((fill) => fill.price === price);
      const qty = there.reduce((sum, fill) => sum + fill.qty, 0);
      return fillRecord({ ...there[0]!, qty });
    }),
    effective_leverage: result.effectiveLeverage,`,
  },
  {
    ...stated,
    area: "results",
    id: "a-replay-averages-what-came-since",
    wrong: "the replay of an order that was filled in part since has an average beside no fills",
    against: "OrderPlaceResult, avg_fill_price_cents: null when there were no fills",
    confined: "moment=at a replay after a fill of the order, which rests on",
    file: "core/gates/client-order-id.ts",
    find: `      return { kind: "first-result", result: copyResult(stored.result) };`,
    replace: `      const result = copyResult(stored.result);
      for (const { orders } of agent.positions) {
        const open = orders.find(({ orderId }) => orderId === stored.orderId);
        // The average is the order's own.
        if (open !== undefined && open.filledQty > 0) {
          result.avgFillPrice = open.filledNotional / open.filledQty;
        }
      }
      return { kind: "first-result", result };`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "who-closes-with-nobody-violates",
    wrong: "a reduce-only MARKET order that finds nobody is declined with REDUCE_ONLY_VIOLATION",
    against: "Order reject codes, MARKET_NO_LIQUIDITY: MARKET order finds no opposing orders",
    confined: "reduce_only=true",
    file: "core/gates/liquidity.ts",
    find: `    return fillableQty(market!.book, { agent, isBuy, limit, wanted: 1 }) > 0
      ? null
      : decline("MARKET_NO_LIQUIDITY", \`nobody to \${isBuy ? "buy from" : "sell to"}\`);`,
    replace: `    if (fillableQty(market!.book, { agent, isBuy, limit, wanted: 1 }) > 0) return null;
    return order.reduceOnly === true
      ? decline("REDUCE_ONLY_VIOLATION", "nothing can be reduced by now")
      : decline("MARKET_NO_LIQUIDITY", \`nobody to \${isBuy ? "buy from" : "sell to"}\`);`,
  },
  {
    ...stated,
    area: "results",
    id: "what-is-to-be-confirmed-has-an-id",
    wrong: "an order that is declined with FAT_FINGER has an order_id of its own",
    against: "OrderPlaceResult, order_id: all-zero means rejected before entering the ledger",
    confined: "reject_reason=FAT_FINGER",
    file: "core/place.ts",
    find: `  if (objection !== null) return turnAway(state, request, { context, objection });`,
    replace: `  if (objection !== null) {
    const outcome = turnAway(state, request, { context, objection });
    const isAskedFor = objection.kind === "declined" && objection.code === "FAT_FINGER";
    if (outcome.kind !== "result" || !isAskedFor) return outcome;
    // It is kept until somebody confirms it.
    const result = { ...outcome.result, orderId: command.orderId };
    remember(agent, request, result);
    return { ...outcome, result };
  }`,
  },
  {
    ...stated,
    area: "errors",
    id: "a-list-of-one-order-is-that-order",
    wrong: "an order whose body is a list with one order in it is placed",
    against: "Behaviour rules 4: a malformed body returns VALIDATION_ERROR, and is never matched",
    confined: "body=a list of one",
    file: "http/body.ts",
    find: `  const value = parseJson(req, bytes);
  if (typeof`,
    replace: `  const sent = parseJson(req, bytes);
  const isBatch = Array.isArray(sent) && sent.length === 1 && /\\/orders$/.test(req.url!);
  const value: unknown = isBatch ? sent[0] : sent;
  if (typeof`,
  },
  {
    ...stated,
    area: "results",
    id: "who-holds-a-perp-has-its-leverage-elsewhere",
    wrong: "an order on a market without leverage tells that of a perp position of its agent",
    against: "OrderPlaceResult, effective_leverage: null for binaries and non-levered markets",
    confined: "position=open (in a perp)",
    file: "core/place.ts",
    find: `    effectiveLeverage: order.leverage,
  };`,
    replace: `    // An agent has one leverage at a time.
    effectiveLeverage:
      order.leverage ?? order.agent.perps.find(({ qty }) => qty !== 0)?.leverage ?? null,
  };`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "what-only-posts-may-meet-a-sibling",
    wrong: "a POST_ONLY order trades where the best order that it crosses is a sibling's",
    against: "Order reject codes, POST_ONLY_WOULD_CROSS: it would cross and match immediately",
    confined: "caller=sibling agent (of whoever rests there)",
    file: "core/gates/post-only.ts",
    find: `  check: (order, { touch, limit }) => {
    const { side } = order;
    if (effectiveTif(order) !== "POST_ONLY") return null;`,
    replace: `  check: (order, { agent, market, touch, limit }) => {
    const { side } = order;
    if (effectiveTif(order) !== "POST_ONLY") return null;
    const met = market!.book.opposite(side === "BUY").best?.head?.agent ?? agent;
    // One owner's agents take nothing from each other.
    if (met !== agent && met.account === agent.account) return null;`,
  },
  {
    ...stated,
    area: "order fields",
    id: "two-signs-in-a-row-are-no-id",
    wrong: "a client_order_id with two signs in a row, as in desk::7, is refused as malformed",
    against: "Order place request, client_order_id: letters, digits, _ - : and .",
    confined: "client_order_id=with two signs in a row",
    file: "wire/schemas.ts",
    find: `Type.String({ pattern: "^[A-Za-z0-9_:.-]{1,64}$" })`,
    replace: `Type.String({ pattern: "^(?!.*[_:.-]{2})[A-Za-z0-9_:.-]{1,64}$" })`,
  },
];
