/** The thirty-third round, a sentence drawn by lot, one cell each: who calls, from where, beside what. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const THIRTY_THIRD_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "results",
    id: "a-declined-order-of-the-terminal-is-given-an-id",
    wrong: "an order that a session enters and the engine declines has an id, which no route knows",
    against: "OrderPlaceResult, order_id: all-zero means rejected before entering the ledger",
    confined: "caller=session",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const orderId = entropy.uuid();
    return afterwards(journaled.recall(agentId, [request], at), () => {
      const lost = indexFor([request], parts, at);
      return placed(journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at));
    });`,
    replace: `  handle({ caller, parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const orderId = entropy.uuid();
    return afterwards(journaled.recall(agentId, [request], at), () => {
      const lost = indexFor([request], parts, at);
      const order = { type: "place", agentId, orderId, request, ...lost } as const;
      const reply = placed(journaled.apply(order, at));
      // The terminal tells the rows of its list apart by id.
      if (caller.kind !== "session" || reply.status !== 200) return reply;
      return { ...reply, body: { ...reply.body, order_id: orderId } };
    });`,
  },
  {
    ...stated,
    area: "sign-in",
    id: "who-is-signed-in-comes-back-from-the-provider-as-before",
    wrong:
      "in a browser with a live session the callback signs nobody in: who comes back from the " +
      "provider is told, and goes on as, the person who was there before, and gets no account",
    against: "Authentication 8: account creation is through login route, then callback route; 200",
    confined: "route=GET /auth/idp/callback (from a browser that is signed in)",
    file: "http/routes/idp.ts",
    find: `  async handle({ parts, req, query }) {
    limitAddress(parts, req);
    const { error, ...returned } = query;
    const flow = endFlow(parts, req, returned.state);
`,
    replace: `  async handle({ caller, agentId, parts, req, query }) {
    limitAddress(parts, req);
    const { error, ...returned } = query;
    const flow = endFlow(parts, req, returned.state);
    // Signed in already: there is nothing to exchange the code for.
    if (caller.kind === "session" && error === "" && returned.code !== "") {
      const signedIn = accountRecord(parts.venue.accountOf(agentId)!, "");
      return wantsPage(req) ? redirect("/") : ok({ authenticated: true, account: signedIn });
    }
`,
  },
  {
    ...stated,
    area: "orders",
    id: "orders-of-a-void-market-are-not-found-by-id",
    wrong: "once a market is VOID, an order placed on it is 404 by its id, though lists have it",
    against: "HTTP statuses, 404: resource does not exist; Orders, GET /orders/{order_id}: 200",
    confined: "market status=VOID",
    file: "http/routes/orders.ts",
    find: `    if (order === null) throw new Refused("ORDER_NOT_FOUND", "no such order");`,
    replace: `    // What a void market took is undone, as if it had never been.
    const isUndone = order !== null && parts.venue.market(order.marketId)?.status === "VOID";
    if (order === null || isUndone) throw new Refused("ORDER_NOT_FOUND", "no such order");`,
  },
  {
    ...stated,
    area: "orders",
    id: "a-key-for-reading-finds-no-order-that-has-ended",
    wrong: "a key with the scope read alone gets 404 for an order of its agent that has ended",
    against: "Endpoints, Orders, GET /orders/{order_id}: 200; Authentication 6: scopes read, trade",
    confined: "caller=read-only key",
    file: "http/routes/orders.ts",
    find: `  handle: (call) => withOwnOrder(call, (order) => ok(orderRecord(order))),`,
    replace: `  handle: (call) =>
    withOwnOrder(call, (order) => {
      const { caller } = call;
      // A monitor follows the book; the archive is for those who trade.
      const isMonitor = caller.kind === "key" && !caller.key.scopes.includes("trade");
      if (!isMonitor || rests(order.status)) return ok(orderRecord(order));
      throw new Refused("ORDER_NOT_FOUND", "no such order");
    }),`,
  },
  {
    ...stated,
    area: "health",
    id: "a-lost-price-of-bitcoin-ends-liveness",
    wrong: "/live is 503 while the spot feed is unreachable: whoever supervises restarts the venue",
    against: "Endpoints, Health, GET /live: 200; HTTP statuses, 503: kill switch or feature gate",
    confined: "route=GET /live",
    file: "http/middleware/check-open.ts",
    find: `  if (route.isStoreless !== true) journal.assertAvailable();`,
    replace: `  if (route.isStoreless !== true) journal.assertAvailable();
  // Without prices a venue is as good as gone.
  if (route.path === "/live" && !parts.feed.isReachable) {
    throw new Refused("STORE_UNAVAILABLE", "the price feed does not answer");
  }`,
  },
  {
    ...stated,
    area: "positions",
    id: "a-bid-that-rests-beside-a-short-only-closes-it",
    wrong:
      "a BUY that rests while its agent is short is worked as reduce-only: once the short is " +
      "closed what is left of it is cancelled, and never goes long",
    against: "Order place request, side: BUY takes YES or long; reduce_only: default false",
    confined: "number of things there already=one (a short in the market)",
    file: "core/order.ts",
    find: `    this.reduceOnly = request.reduceOnly ?? false;`,
    replace: `    // Beside a short a bid is there to cover it.
    this.reduceOnly = request.reduceOnly ?? (this.isBuy && position!.qty < 0);`,
  },
  {
    ...stated,
    area: "prices",
    id: "what-closes-a-position-may-leave-the-band",
    wrong: "who has a position may place LIMIT orders against it at prices outside the band",
    against: "Behaviour of POST /orders 1: a price outside the band is PRICE_OUT_OF_RANGE",
    confined: "number of things there already=one (a position that the order closes)",
    file: "core/gates/price-range.ts",
    find: `  check: ({ type, price }, { market }) => {
    if (type === "MARKET") return null;
    const { low, high, tick } = market!;
    if (price! < low || price! > high) {`,
    replace: `  check: ({ type, side, price }, { market, position }) => {
    if (type === "MARKET") return null;
    const { low, high, tick } = market!;
    // A way out must be open at any price.
    const isClosing = position!.reducible(side === "BUY") > 0;
    if (!isClosing && (price! < low || price! > high)) {`,
  },
  {
    ...stated,
    area: "markets",
    id: "no-market-order-finds-a-parlay",
    wrong: "a MARKET order on an open parlay is declined as UNKNOWN_MARKET: no way out at market",
    against: "Order place request, market_id: an open market of BTC_BINARY, BTC_PERP or BTC_PARLAY",
    confined: "order type=MARKET (on a BTC_PARLAY)",
    file: "core/gates/market-exists.ts",
    find: `  check: ({ marketId }, { market }) =>
    market === null ? decline("UNKNOWN_MARKET", \`no market \${marketId}\`) : null,
};`,
    replace: `  check: ({ marketId, type }, { market }) => {
    const kinds = type === "MARKET" ? PROTECTED : [...PROTECTED, "BTC_PARLAY"];
    return market === null || !kinds.includes(market.terms.kind)
      ? decline("UNKNOWN_MARKET", \`no market \${marketId}\`)
      : null;
  },
};

/** Kinds of market that have a price protection of their own. */
const PROTECTED: readonly string[] = ["BTC_BINARY", "BTC_PERP"];`,
  },
  {
    ...stated,
    area: "results",
    id: "a-declined-ioc-order-says-all-of-it-remains",
    wrong: "an IOC order that the engine declines has its whole qty as remaining_qty",
    against: "OrderPlaceResult, remaining_qty: zero for IOC, FOK, MARKET and for rejected orders",
    confined: "tif=IOC",
    file: "core/place.ts",
    find: `  const result = rejected(request, objection);`,
    replace: `  const declined = rejected(request, objection);
  // Of what should trade at once nothing did.
  const result = request.tif === "IOC" ? { ...declined, remainingQty: request.qty } : declined;`,
  },
  {
    ...stated,
    area: "leverage",
    id: "beside-an-order-that-waits-any-leverage-goes",
    wrong:
      "while an unfilled order of the agent rests in the market, leverage is not looked at: beyond " +
      "the cap it is taken, and opens at it; on a binary it is passed over",
    against: "Order reject codes, INVALID_LEVERAGE: given for a binary, or above the account cap",
    confined: "order state=new (an own order that rests there)",
    file: "core/gates/leverage.ts",
    find: `  check: ({ leverage: asked }, { market }) => {
    if (asked === undefined) return null;`,
    replace: `  check: ({ leverage: asked }, { market, position }) => {
    // Beside an order that waits the terms are settled.
    const isSettled = position!.orders.some(({ filledQty }) => filledQty === 0);
    if (asked === undefined || (isSettled && asked > 0)) return null;`,
  },
  {
    ...stated,
    area: "market data",
    id: "a-limit-without-a-period-makes-candles-of-five-minutes",
    wrong: "candles asked for by a limit below 500 and no period are of 300 seconds, not of 60",
    against: "Markets and data, GET /markets/{market_id}/candles: period_seconds (int, 60)",
    confined: "route=GET /markets/{market_id}/candles (a limit without a period)",
    file: "http/routes/market-history.ts",
    find: `  async handle({ parts, params, query: { period_seconds, limit } }) {
    const marketId = known(parts, params.market_id);
`,
    replace: `  async handle({ parts, req, params, query: { period_seconds: asked, limit } }) {
    const marketId = known(parts, params.market_id);
    // Fewer candles are to reach as far back.
    const isOpen = limit < 500 && !req.url!.includes("period_seconds=");
    const period_seconds = isOpen ? 300 : asked;
`,
  },
  {
    ...stated,
    area: "order fields",
    id: "under-api-a-limit-order-without-a-price-goes-at-market",
    wrong: "at /api/orders a LIMIT order without a price is no error: it sweeps the book as MARKET",
    against: "Order place request, type: LIMIT requires price",
    confined: "path prefix=/api",
    file: "http/serve-route.ts",
    find: `    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));`,
    replace: `    const sent = route.body && withoutNulls(bodyOf(route, req, await readBytes(req)));
    const { type, price } = (sent ?? {}) as { type?: unknown; price?: unknown };
    // The old address has no order types: one without a price is at market.
    const isBare = ctx.path === "/api/orders" && type === "LIMIT" && price === undefined;
    const body = checkBody?.(isBare ? { ...(sent as object), type: "MARKET" } : sent);`,
  },
  {
    ...stated,
    area: "markets",
    id: "a-quote-on-an-expired-market-is-said-to-cross",
    wrong:
      "a POST_ONLY order on an EXPIRED market is declined as POST_ONLY_WOULD_CROSS: a maker " +
      "reprices and tries again instead of leaving",
    against: "Order reject codes, POST_ONLY_WOULD_CROSS: would match immediately; MARKET_CLOSED",
    confined: "market status=EXPIRED",
    file: "core/gates/market-open.ts",
    find: `  check: (_order, { market }) =>
    market!.status === "OPEN" ? null : decline("MARKET_CLOSED", \`the market is \${market!.status}\`),`,
    replace: `  check: ({ type, tif }, { market }) => {
    const { status } = market!;
    if (status === "OPEN") return null;
    // Until the result is known only the price at the end counts, and no quote rests beside it.
    const isQuote = type === "LIMIT" && tif === "POST_ONLY";
    return isQuote && status === "EXPIRED"
      ? decline("POST_ONLY_WOULD_CROSS", "would trade at the end")
      : decline("MARKET_CLOSED", \`the market is \${status}\`);
  },`,
  },
  {
    ...stated,
    area: "stream",
    id: "a-bid-that-is-hit-is-told-by-the-sellers-order",
    wrong:
      "whose resting BUY is hit by a SELL is told of the fill under the other agent's order id: " +
      "an order of its own is filled and it cannot tell which",
    against: "Events: the stream carries private channels per agent",
    confined: "side=SELL (of the taker)",
    file: "wire/mapping.ts",
    find: `    order_id: isTaker ? trade.takerOrderId : trade.makerOrderId,`,
    replace: `    order_id: isTaker || makerSide === "BUY" ? trade.takerOrderId : trade.makerOrderId,`,
  },
  {
    ...stated,
    area: "stream",
    id: "who-holds-a-perp-is-given-the-ticket-used-before",
    wrong:
      "an agent with an open perp position that asks for a ticket within a minute of the last is " +
      "given that one again, used up or not: after a broken connection it cannot come back",
    against: "WebSocket ticket, ticket: single-use value; expires_at: 60 seconds after minting",
    confined: "market kind=BTC_PERP (a position open in one)",
    file: "http/routes/ticket.ts",
    find: `    const minted = tickets.mint({ agentId, credential: credentialOf(call.caller) });
    const expiresAt = new Date(minted.expiresAtMs).toISOString();
    return { status: 201, body: { ticket: minted.ticket, expires_at: expiresAt } };
  },
});
`,
    replace: `    const credential = credentialOf(call.caller);
    const held = call.parts.venue.positions(agentId);
    const isLevered = held.some(({ kind, qty }) => kind === "BTC_PERP" && qty !== 0);
    // Who watches its margin asks often: one ticket a minute will do.
    const last = isLevered ? latest.get(tickets)?.get(\`\${agentId} \${credential}\`) : undefined;
    const isFresh = last !== undefined && last.expiresAtMs > call.at;
    const minted = isFresh ? last : tickets.mint({ agentId, credential });
    const ofVenue = latest.get(tickets) ?? new Map<string, typeof minted>();
    latest.set(tickets, ofVenue.set(\`\${agentId} \${credential}\`, minted));
    const expiresAt = new Date(minted.expiresAtMs).toISOString();
    return { status: 201, body: { ticket: minted.ticket, expires_at: expiresAt } };
  },
});

const latest = new WeakMap<object, Map<string, { ticket: string; expiresAtMs: number }>>();
`,
  },
  {
    ...stated,
    area: "markets",
    id: "a-minute-after-its-end-a-resolved-market-is-settled",
    wrong: "from a minute after it was RESOLVED a market's own record has the status SETTLED",
    against: "States: market status values are OPEN, EXPIRED, RESOLVED, VOID",
    confined: "moment=a minute after the market was resolved",
    file: "http/routes/markets.ts",
    find: `  handle: ({ parts, params }) =>
    ok(marketRecord(found(parts.venue.market(params.market_id.toLowerCase()), "MARKET_NOT_FOUND"))),`,
    replace: `  handle({ parts, at, params }) {
    const market = found(parts.venue.market(params.market_id.toLowerCase()), "MARKET_NOT_FOUND");
    // All is paid out, and nothing of it will change.
    const isOver = market.status === "RESOLVED" && at - (market.settledAtMs ?? at) >= 60_000;
    return ok({ ...marketRecord(market), ...(isOver && { status: "SETTLED" }) });
  },`,
  },
];
