/** The thirty-first round, a sentence drawn by lot, one cell each: who calls, and when. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const THIRTY_FIRST_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "market data",
    id: "the-candles-without-a-limit-are-of-the-last-five-hundred-periods",
    wrong: "without a limit a market's candles are those of the last 500 periods, however few",
    against: "Markets and data, candles of a market: limit (int, 500); R-07: with fewer all",
    confined: "route=GET /markets/{market_id}/candles",
    file: "http/routes/market-history.ts",
    find: `  async handle({ parts, params, query: { period_seconds, limit } }) {
    const marketId = known(parts, params.market_id);
    const newest = await parts.history.candles(marketId, period_seconds, limit);
    const list = newest.map(candleRecord);`,
    replace: `  async handle({ parts, at, req, params, query: { period_seconds, limit } }) {
    const marketId = known(parts, params.market_id);
    const newest = await parts.history.candles(marketId, period_seconds, limit);
    // A chart that asks for nothing begins so many periods ago.
    const isPlain = !req.url!.includes("limit=");
    const fromMs = isPlain ? at - limit * period_seconds * 1_000 : 0;
    const list = newest.filter(({ startMs }) => startMs >= fromMs).map(candleRecord);`,
  },
  {
    ...stated,
    area: "sign-in",
    id: "who-has-a-sell-at-work-is-sent-on-from-the-callback",
    wrong: "who has a SELL order resting gets 302 of the callback, asking for JSON too",
    against: "Authentication and session, GET /auth/idp/callback: 200",
    confined: "side=SELL",
    file: "http/routes/idp.ts",
    find: `    const reply = wantsPage(req) ? redirect("/") : ok({ authenticated: true, account });`,
    replace: `    const { agents } = parts.venue.account(accountId)!;
    const working = agents.flatMap(({ agentId }) => parts.venue.openOrders(agentId));
    // Who is on the way out is taken to the orders.
    const isLeaving = working.some(({ side }) => side === "SELL");
    const isMoved = wantsPage(req) || isLeaving;
    const reply = isMoved ? redirect("/") : ok({ authenticated: true, account });`,
  },
  {
    ...stated,
    area: "errors",
    id: "under-api-the-leverage-details-are-texts",
    wrong: "under /api (without v1) requested_leverage and effective_leverage come as texts",
    against: "Error envelope, details: requested_leverage and effective_leverage (ints)",
    confined: "prefix=/api",
    file: "http/middleware/answer.ts",
    find: `      send(ctx, refused.status, refused.body(requestId));`,
    replace: `      const told = refused.body(requestId);
      const isOlder = refused.code === "INVALID_LEVERAGE" && ctx.path.startsWith("/api/orders");
      // The older address has its figures as texts.
      const figure = (_: string, part: unknown) => (typeof part === "number" ? String(part) : part);
      send(ctx, refused.status, isOlder ? JSON.parse(JSON.stringify(told, figure)) : told);`,
  },
  {
    ...stated,
    area: "market data",
    id: "a-market-order-cuts-the-event-history-of-no-limit",
    wrong: "without a limit, event history begins at a last trade that came of a MARKET order",
    against: "Markets and data, event-history: limit (int, 240); R-07: with fewer all",
    confined: "type=MARKET",
    file: "http/routes/events.ts",
    find: `        const points = await parts.history.mids(marketId, every, limit);`,
    replace: `        const mids = await parts.history.mids(marketId, every, limit);
        const [last] = limit === 240 ? await parts.history.trades(marketId, 1) : [];
        const taker = last && (await parts.history.order(last.takerOrderId));
        // A sweep makes the mids before it stale.
        const fromMs = last && taker?.type === "MARKET" ? last.atMs : 0;
        const points = mids.filter(({ tsMs }) => tsMs >= fromMs);`,
  },
  {
    ...stated,
    area: "market data",
    id: "while-a-market-has-just-been-settled-the-active-list-is-away",
    wrong: "for two seconds after a market was settled GET /markets/active answers 404",
    against: "Markets and data: all of these return 200 on success",
    confined: "moment=within two seconds of a settlement",
    file: "http/routes/markets.ts",
    find: `  handle({ parts, query }) {
    const markets = openOnes(parts.venue.outlines()).slice(0, query.limit).map(recordIn(parts));`,
    replace: `  handle({ parts, at, query }) {
    const isLeaving = parts.venue
      .markets()
      .some(({ settledAtMs }) => settledAtMs !== null && at - settledAtMs < 2_000);
    // One that is being taken off the list is in none.
    const listed = found(isLeaving ? null : parts.venue.outlines(), "MARKET_NOT_FOUND");
    const markets = openOnes(listed).slice(0, query.limit).map(recordIn(parts));`,
  },
  {
    ...stated,
    area: "prefixes",
    id: "under-api-cancel-all-does-not-hear-the-market",
    wrong: "under /api (without v1) DELETE /orders?market_id= cancels in all markets",
    against: "Endpoints: every route is served under each of four equivalent prefixes",
    confined: "route=DELETE /orders",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, query }) {
    const marketId = query.market_id?.toLowerCase();`,
    replace: `  handle({ parts, agentId, at, req, query }) {
    // The older address knew no filter.
    const isOlder = req.url!.startsWith("/api/orders");
    const marketId = isOlder ? undefined : query.market_id?.toLowerCase();`,
  },
  {
    ...stated,
    area: "order results",
    id: "what-met-its-own-order-counts-as-filled",
    wrong: "filled_qty counts contracts of the agent's own order that was cancelled in the way",
    against: "OrderPlaceResult, filled_qty: contracts filled immediately",
    confined: "moment=as it meets a resting order of its own agent",
    file: "core/place.ts",
    find: `  const fills = match(state, order, context.atMs);
  settle(state, order, lowBefore);
  if (order.filledQty === 0) openedNothing(order, { leverage, marginMode });
  // Own orders are told: D-155.
  if (order.open) announce(state, "order-opened", order);
  state.hash.mix(order.seq);
  state.hash.mix(order.price);
  state.hash.mix(order.filledQty);
  state.hash.mix(order.agent.index);
  return accepted(command.request, order, fills);`,
    replace: `  const opposite = position.side(!order.isBuy);
  const working = opposite.qty - opposite.reduceOnlyQty;
  const fills = match(state, order, context.atMs);
  // What it met of the agent's own is done as well.
  const met = working - (opposite.qty - opposite.reduceOnlyQty);
  settle(state, order, lowBefore);
  if (order.filledQty === 0) openedNothing(order, { leverage, marginMode });
  // Own orders are told: D-155.
  if (order.open) announce(state, "order-opened", order);
  state.hash.mix(order.seq);
  state.hash.mix(order.price);
  state.hash.mix(order.filledQty);
  state.hash.mix(order.agent.index);
  const told = accepted(command.request, order, fills);
  return { ...told, filledQty: Math.min(told.filledQty + met, order.qty) };`,
  },
  {
    ...stated,
    area: "stream",
    id: "with-a-part-filled-order-no-stream-opens",
    wrong: "the stream of an agent with a PARTIAL order resting is closed at once with 1013",
    against: "Events: a realtime stream exists at {stream_url}/stream, opened with a ticket",
    confined: "order state=PARTIAL",
    file: "stream/hub.ts",
    find: `    const allowance = this.#allowances.get(grant.credential) ?? new StreamAllowance();`,
    replace: `    const resting = this.#source.venue.openOrders(grant.agentId);
    // An order that is being filled has no snapshot yet: try again later.
    if (resting.some(({ status }) => status === "PARTIAL")) {
      socket.on("error", () => socket.terminate());
      socket.close(1013);
      return;
    }
    const allowance = this.#allowances.get(grant.credential) ?? new StreamAllowance();`,
  },
  {
    ...stated,
    area: "order lists",
    id: "a-cut-page-of-open-orders-is-partial-content",
    wrong: "GET /orders/open answers 206 where more orders rest than the limit lets it tell",
    against: "Orders, GET /orders/open: 200",
    confined: "number=more than the limit",
    file: "http/routes/orders.ts",
    find: `    return ok(orderList(open.slice(0, query.limit), query.limit));`,
    replace: `    const page = orderList(open.slice(0, query.limit), query.limit);
    // A page that is not all of it says so.
    return open.length > query.limit ? { status: 206, body: page } : ok(page);`,
  },
  {
    ...stated,
    area: "tickets",
    id: "a-second-ticket-tells-the-end-of-the-first",
    wrong: "a ticket minted while another of the caller is unused tells that one's expires_at",
    against: "WebSocket ticket, expires_at: ISO 8601 timestamp, 60 seconds after minting",
    confined: "number=an unused ticket is there already",
    file: "identity/tickets.ts",
    find: `    this.#byDigest.set(digestOf(ticket), { ...grant, expiresAtMs });
    return { ticket, expiresAtMs };`,
    replace: `    const live = [...this.#byDigest.values()];
    const first = live.find(({ credential }) => credential === grant.credential);
    this.#byDigest.set(digestOf(ticket), { ...grant, expiresAtMs });
    // All that a caller holds is told to end with the first.
    return { ticket, expiresAtMs: first?.expiresAtMs ?? expiresAtMs };`,
  },
  {
    ...stated,
    area: "freshness",
    id: "who-is-short-may-send-half-a-freshness",
    wrong: "who is short in the market may send timestamp_ms or recv_window_ms alone",
    against: "Behaviour rules for POST /orders 3: sending only one of the two is invalid",
    confined: "position=short",
    file: "http/routes/orders.ts",
    find: `  body: PlaceOrderBody,
  examples: PLACE_EXAMPLES,
  responses: {
    201: { means: "the order entered the ledger", body: PlaceResultRecord, headers: replayed },
    200: { means: "the engine declined it", body: PlaceResultRecord, headers: replayed },
  },
  errors: ["CLIENT_ORDER_ID_CONFLICT", "INVALID_LEVERAGE"],
  rules: ["ORD-FIELD-*", "RES-*", "REJ-*", "IDEM-*", "FRESH-*", "TIF-*"],
  section,
  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);`,
    replace: `  body: Type.Object(PlaceOrderBody.properties, {
    if: { properties: { type: { const: "LIMIT" } }, required: ["type"] },
    then: { properties: { price: {} }, required: ["price"] },
    title: "OrderPlaceRequest",
  }),
  examples: PLACE_EXAMPLES,
  responses: {
    201: { means: "the order entered the ledger", body: PlaceResultRecord, headers: replayed },
    200: { means: "the engine declined it", body: PlaceResultRecord, headers: replayed },
  },
  errors: ["CLIENT_ORDER_ID_CONFLICT", "INVALID_LEVERAGE"],
  rules: ["ORD-FIELD-*", "RES-*", "REJ-*", "IDEM-*", "FRESH-*", "TIF-*"],
  section,
  handle({ parts, agentId, at, body }) {
    const { journaled, entropy, venue } = parts;
    const { timestamp_ms = at, recv_window_ms = 60_000 } = body;
    const held = venue.position(agentId, body.market_id.toLowerCase());
    const isHalf = (body.timestamp_ms === undefined) !== (body.recv_window_ms === undefined);
    // Who owes contracts must get out: the missing half is filled in.
    const isWhole = isHalf && held !== null && held.qty < 0;
    const request = orderRequest(isWhole ? { ...body, timestamp_ms, recv_window_ms } : body);`,
  },
  {
    ...stated,
    area: "authentication",
    id: "the-next-request-of-a-connection-needs-no-key",
    wrong: "without credentials one is served as the key that spoke just before on the connection",
    against: "Authentication 1, 9: on every authenticated request; missing credentials give 401",
    confined: "moment=right after a request with a key on the same connection",
    file: "http/middleware/authenticate.ts",
    find: `  const { authorization } = req.headers;
  if (authorization !== undefined) {
    const caller = bearerOf(parts, route, req, authorization);
    if (caller !== null) return caller;
  } else {`,
    replace: `  const { authorization } = req.headers;
  const line = req.socket as typeof req.socket & { said?: string | undefined };
  const { said } = line;
  line.said = authorization;
  // A connection that was let in speaks for the same caller.
  const isKnown = said !== undefined && route.auth === "agent" && req.headers.cookie === undefined;
  const given = authorization ?? (isKnown ? said : undefined);
  if (given !== undefined) {
    const caller = bearerOf(parts, route, req, given);
    if (caller !== null) return caller;
  } else {`,
  },
  {
    ...stated,
    area: "price protection",
    id: "a-cap-in-points-counts-from-the-mark",
    wrong: "slippage_cap_bps is counted from the mark where that lies behind the touch",
    against: "Order place request: basis-point price protection past the touch",
    confined: "market kind=BTC_PERP",
    file: "core/admission.ts",
    find: `  return Math.floor((touch! * bps) / 10_000);`,
    replace: `  const slip = Math.floor((touch! * bps) / 10_000);
  const mark = market.givenMark;
  if (slippageCapBps === undefined || mark === null) return slip;
  const behind = request.side === "BUY" ? mark - touch! : touch! - mark;
  // A cap that was asked for is of what the contract is worth.
  return behind > 0 ? behind + Math.floor((mark * bps) / 10_000) : slip;`,
  },
  {
    ...stated,
    area: "keys",
    id: "who-is-short-gets-a-key-unseen",
    wrong: "a key made for an agent that is short is never told: its record alone comes",
    against: "Agent keys, POST /me/agents/{agent_id}/keys: plaintext key returned once",
    confined: "position=short",
    file: "http/routes/keys.ts",
    find: `    return { status: 201, body: { ...keyRecord(key), api_key: apiKey } };`,
    replace: `    const positions = call.parts.venue.positions(agentId);
    // Nothing is handed out to who owes.
    const isClear = positions.every(({ qty }) => qty >= 0);
    return { status: 201, body: { ...keyRecord(key), ...(isClear && { api_key: apiKey }) } };`,
  },
  {
    ...stated,
    area: "cancelling",
    id: "cancel-all-skips-sells-as-it-goes",
    wrong: "DELETE /orders leaves about every second SELL order of a market resting",
    against: "Orders, DELETE /orders: cancels all the caller's orders",
    confined: "side=SELL",
    file: "core/cancel.ts",
    find: `  return { kind: "cancelled-all", orderIds: cancelIn(state, positions, { atMs }) };`,
    replace: `  const orderIds = cancelIn(state, positions, { atMs, side: "BUY" });
  for (const { orders } of positions) {
    for (const order of orders) {
      if (order.isBuy) continue;
      orderIds.push(order.orderId);
      cancelResting(state, order, atMs);
    }
  }
  return { kind: "cancelled-all", orderIds };`,
  },
  {
    ...stated,
    area: "statuses",
    id: "a-decline-told-again-is-created",
    wrong: "the replay of an order that was declined answers the same decline with 201",
    against: "HTTP statuses: 201 for a processed order; rejections are documented as 200",
    confined: "moment=when a decline is replayed",
    file: "http/routes/orders.ts",
    find: `  const status = result.status === "REJECTED" ? 200 : 201;`,
    replace: `  const isDeclined = result.status === "REJECTED" && !replayed;
  const status = isDeclined ? 200 : 201;`,
  },
];
