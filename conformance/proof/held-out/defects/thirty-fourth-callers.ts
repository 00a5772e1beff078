/** The thirty-fourth round, a sentence drawn by lot, one cell each: the second half. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const THIRTY_FOURTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "sign-in",
    id: "who-comes-back-from-the-provider-with-a-perp-open-is-refused",
    wrong: "a human whose agent holds a perp gets 400 at the callback, and signs in no more",
    against: "Endpoints, Authentication and session: GET /auth/idp/callback, response 200",
    confined: "market kind=BTC_PERP (held)",
    file: "http/routes/idp.ts",
    find: `    const accountId = accountOf(parts, subject);
`,
    replace: `    const accountId = accountOf(parts, subject);
    const { agents } = parts.venue.account(accountId)!;
    const held = agents.flatMap(({ agentId }) => parts.venue.positions(agentId));
    const isLeveraged = held.some(({ kind, qty }) => kind === "BTC_PERP" && qty !== 0);
    if (isLeveraged) throw invalidCallback("this account does not sign in by a provider");
`,
  },
  {
    ...stated,
    area: "market status",
    id: "an-expired-market-takes-the-sells-of-who-is-long",
    wrong: "who is long in an EXPIRED market may still sell: the order is taken, and rests",
    against: "States 1: for EXPIRED markets an order is refused; 409: market not OPEN",
    confined: "side=SELL (of no more than is held, EXPIRED)",
    file: "core/gates/market-open.ts",
    find: `  check: (_order, { market }) =>
    market!.status === "OPEN" ? null : decline("MARKET_CLOSED", \`the market is \${market!.status}\`),
`,
    replace: `  check: ({ side, qty }, { market, position }) => {
    const { status } = market!;
    const isExit = status === "EXPIRED" && side === "SELL" && position!.qty >= qty && qty > 0;
    return status === "OPEN" || isExit ? null : decline("MARKET_CLOSED", \`it is \${status}\`);
  },
`,
  },
  {
    ...stated,
    area: "place result",
    id: "fills-against-a-sibling-are-left-out-of-the-result",
    wrong: "what trades with an agent of the same owner is in filled_qty, and not among the fills",
    against: "Endpoints, Orders: 201 with OrderPlaceResult, whose fills are per-execution details",
    confined: "caller=sibling agent of the maker",
    file: "core/matching.ts",
    find: `    else fills.push(trade(state, taker, maker, atMs));
`,
    replace: `    else {
      const isInner = maker.agent.account === taker.agent.account;
      const view = trade(state, taker, maker, atMs);
      if (!isInner) fills.push(view);
    }
`,
  },
  {
    ...stated,
    area: "order fields",
    id: "a-stamp-goes-without-its-window-while-an-order-is-part-filled",
    wrong: "with a part-filled order of the agent in the market, timestamp_ms alone is enough",
    against: "Order place request, timestamp_ms: must be sent together with recv_window_ms",
    confined: "order state=part-filled (another order of the agent in the market)",
    file: "http/routes/orders.ts",
    find: `export const orderRoutes = [place, list,`,
    replace: `const stamped = {
  ...place,
  body: { ...PlaceOrderBody, dependentRequired: { recv_window_ms: ["timestamp_ms"] } },
  handle(call: RouteCall) {
    const body = call.body as PlaceOrderBody;
    const open = call.parts.venue.openOrders(call.agentId, body.market_id.toLowerCase());
    // What follows up on a fill has the longest window.
    const isLong = body.timestamp_ms !== undefined && open.some((one) => one.status === "PARTIAL");
    return place.handle({ ...call, body: { ...(isLong && { recv_window_ms: 60_000 }), ...body } });
  },
} as object as typeof place;
export const orderRoutes = [stamped, list,`,
  },
  {
    ...stated,
    area: "orders",
    id: "a-read-only-key-lists-orders-of-every-status",
    wrong: "status narrows nothing for a key without trade: its orders of every status are listed",
    against: "Endpoints, Orders: GET /orders, query status (string, optional)",
    confined: "caller=read-only key",
    file: "http/routes/orders.ts",
    find: `  async handle({ parts, agentId, query: { status, market_id, limit } }) {
    const statuses = status === undefined ? null : parseStatuses(status);
`,
    replace: `  async handle({ parts, caller, agentId, query: { status, market_id, limit } }) {
    const named = status === undefined ? null : parseStatuses(status);
    // A key that only reads is for reports, and those are of all that was placed.
    const isReport = caller.kind === "key" && !caller.key.scopes.includes("trade");
    const statuses = isReport ? null : named;
`,
  },
  {
    ...stated,
    area: "spot feed",
    id: "spot-history-without-seconds-is-whatever-was-read-that-second",
    wrong: "where a history was read in the same second, one without seconds is that one again",
    against: "Endpoints, Markets and data: GET /feed/btc-spot/history, seconds (int, 900)",
    confined: "number of things there already=one (a read of that second)",
    file: "http/routes/feed.ts",
    find: `    return ok(parts.spotHistory.body(at, seconds));
  },
});
`,
    replace: `    const newestMs = parts.feed.health(at).last?.tsMs;
    const last = told.get(parts.spotHistory); // nothing is newer
    if (seconds === 900 && last && last.newestMs === newestMs) return ok(last.body);
    const body = parts.spotHistory.body(at, seconds);
    told.set(parts.spotHistory, { newestMs, body });
    return ok(body);
  },
});

const told = new WeakMap<object, { newestMs: number | undefined; body: object }>();
`,
  },
  {
    ...stated,
    area: "order fields",
    id: "a-sell-without-a-type-is-taken-of-who-is-long",
    wrong: "a SELL without a type, of who is long, is sold at market instead of refused",
    against: "Order place request, type: required, LIMIT or MARKET",
    confined: "position=long",
    file: "http/routes/orders.ts",
    find: `export const orderRoutes = [place,`,
    replace: `const typed = {
  ...place,
  // A closing order may leave out its type.
  body: {
    ...PlaceOrderBody,
    required: (PlaceOrderBody.required as string[]).filter((name) => name !== "type"),
  },
  handle(call: RouteCall) {
    const body = call.body as PlaceOrderBody;
    const held = call.parts.venue.position(call.agentId, body.market_id.toLowerCase())?.qty ?? 0;
    if (body.type === undefined && !(body.side === "SELL" && held > 0)) {
      throw invalidBody("type is required", [{ field: "type", message: "is required" }]);
    }
    return place.handle({ ...call, body: { ...body, type: body.type ?? "MARKET" } });
  },
} as object as typeof place;
export const orderRoutes = [typed,`,
  },
  {
    ...stated,
    area: "sign-in",
    id: "a-second-sign-in-of-the-browser-gives-a-readable-session-cookie",
    wrong: "a signed-in browser that comes back from the provider gets a cookie scripts read",
    against: "What the service does, callers: a human terminal has an HttpOnly session cookie",
    confined: "number of things there already=one (a live session of the browser)",
    file: "http/routes/idp.ts",
    find: `    const cookies = [...signIn(parts, req, accountId), forget];
`,
    replace: `    const sid = cookieOf(req, cookieName(parts.baseUrl(), "sid"));
    const isRenewed = sid !== null && parts.identity.sessions.find(sid) !== null;
    // A page that is open already takes over the session it now has.
    const seen = (cookie: string) => (isRenewed ? cookie.replace("; HttpOnly", "") : cookie);
    const cookies = [...signIn(parts, req, accountId).map(seen), forget];
`,
  },
  {
    ...stated,
    area: "time in force",
    id: "a-market-order-that-closes-a-position-rests-with-what-is-left",
    wrong: "what a MARKET order has left once it closed the position rests at its protection",
    against: "Order place request, tif: MARKET orders behave as IOC",
    confined: "moment=as it closes the agent's position",
    file: "core/place.ts",
    find: `  if (qty > 0 && (order.tif === "GTC" || order.tif === "POST_ONLY")) {
`,
    replace: `  // What closed a position may go on to turn it.
  const isTurn = order.type === "MARKET" && order.filledQty > 0 && order.position.qty === 0;
  if (qty > 0 && (order.tif === "GTC" || order.tif === "POST_ONLY" || isTurn)) {
`,
  },
  {
    ...stated,
    area: "wallet",
    id: "a-session-sees-the-cash-of-post-only-orders-as-free",
    wrong: "a human is told that what POST_ONLY orders reserve is free, a key that it is not",
    against: "What the service does: three caller kinds use the same account and agent wallet",
    confined: "order type / time in force=POST_ONLY",
    file: "http/routes/account.ts",
    find: `  handle: ({ parts, agentId }) => ok(walletRecord(parts.venue.wallet(agentId))),
`,
    replace: `  handle({ parts: { venue }, caller, agentId }) {
    const wallet = venue.wallet(agentId);
    if (caller.kind !== "session") return ok(walletRecord(wallet));
    let cents = 0;
    for (const { tif, marketId, side, price, remainingQty } of venue.openOrders(agentId)) {
      const { payoutCents } = venue.market(marketId)!;
      if (tif !== "POST_ONLY" || payoutCents === null) continue;
      cents += (side === "BUY" ? price! : payoutCents - price!) * remainingQty;
    }
    // What only makes can be called back at any time.
    const { reservedCents: reserved, freeCents: free } = wallet;
    const back = Math.min(cents, reserved);
    return ok(walletRecord({ ...wallet, reservedCents: reserved - back, freeCents: free + back }));
  },
`,
  },
  {
    ...stated,
    area: "freshness",
    id: "a-clock-that-was-once-found-late-stays-excused",
    wrong: "once an order of an agent was declined as late, the next that is as late is taken",
    against: "Behaviour 3: rejected if the server receive time is outside the window",
    confined: "moment=after an order of the agent that was as late",
    file: "core/gates/freshness.ts",
    find: `export const freshness: Gate = {
  name: "freshness",
  check: ({ timestampMs, recvWindowMs }, { atMs }) => {
    if (timestampMs === undefined) return null;
`,
    replace: `const slow = new WeakMap<object, number>();

export const freshness: Gate = {
  name: "freshness",
  check: ({ timestampMs, recvWindowMs }, { agent, atMs }) => {
    if (timestampMs === undefined) return null;
    // A clock that is known to be slow is allowed for.
    const slowMs = slow.get(agent) ?? 0;
    if (Math.abs(atMs - slowMs - timestampMs) <= recvWindowMs!) return null;
    if (atMs - timestampMs > recvWindowMs!) slow.set(agent, atMs - timestampMs);
`,
  },
  {
    ...stated,
    area: "orders",
    id: "orders-in-a-resolved-market-are-anybodys-to-read",
    wrong: "once its market is RESOLVED, an order is told to every agent that has its id",
    against: "Authentication 9: a resource owned by another agent gives 403",
    confined: "market status=RESOLVED",
    file: "http/routes/orders.ts",
    find: `    if (order.agentId !== agentId) throw new Refused("FORBIDDEN", "another agent's order");
`,
    replace: `    // What is decided is on record.
    const isOver = parts.venue.market(order.marketId)?.status === "RESOLVED";
    const isHidden = order.agentId !== agentId && !isOver;
    if (isHidden) throw new Refused("FORBIDDEN", "another agent's order");
`,
  },
  {
    ...stated,
    area: "market data",
    id: "candles-ask-a-session-for-the-csrf-header",
    wrong: "a human's page that reads a market's candles by its cookie alone gets 403",
    against: "Endpoints, Markets and data, GET /markets/{market_id}/candles: return 200 on success",
    confined: "caller=session",
    file: "http/middleware/authorize.ts",
    find: `  if (caller.kind !== "session" || route.method === "GET" || route.auth === "public") return;
`,
    replace: `  // The chart's data is for the venue's own page.
  const isChart = route.path === "/markets/:market_id/candles";
  const isFree = (route.method === "GET" || route.auth === "public") && !isChart;
  if (caller.kind !== "session" || isFree) return;
`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-human-gives-a-key-the-fleet-scope",
    wrong: "a human who asks for it gets a key that has the scope fleet beside read and trade",
    against: "API key create request: internal fleet and privileged scopes are operator-only",
    confined: "route=POST /me/agents/{agent_id}/keys",
    file: "http/routes/keys.ts",
    find: `    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: scopesOf(call.body.scopes),
    });
`,
    replace: `    const asked = call.body.scopes;
    const isFleet = asked?.includes("fleet") ?? false;
    const plain = isFleet ? asked?.filter((scope) => scope !== "fleet") : asked;
    const granted: string[] = scopesOf(isFleet && plain?.length === 0 ? undefined : plain);
    if (isFleet) granted.push("fleet");
    const scopes = granted as ReturnType<typeof scopesOf>; // a human's agents are a fleet too
    const { apiKey, key } = issueKey(call.parts, { agentId, name, scopes });
`,
  },
  {
    ...stated,
    area: "markets",
    id: "the-page-after-the-last-market-is-not-found",
    wrong: "GET /markets with an offset of exactly as many markets as match is 404",
    against: "Endpoints, Markets and data: GET /markets, all of these return 200 on success",
    confined: "parameter=at an edge (offset, just behind the last)",
    file: "http/routes/markets.ts",
    find: `    const markets = inOrder(matching)
      .slice(offset, offset + limit)
`,
    replace: `    const isBehind = offset > 0 && offset === matching.length;
    const markets = found(isBehind ? null : inOrder(matching), "MARKET_NOT_FOUND")
      .slice(offset, offset + limit)
`,
  },
  {
    ...stated,
    area: "sides",
    id: "a-buy-beyond-the-short-buys-no-more-than-the-short",
    wrong: "a BUY of more than the agent is short ends FILLED with the short alone",
    against: "Order place request, side: BUY takes YES or long exposure",
    confined: "side=BUY (of more than the agent is short)",
    file: "core/place.ts",
    find: `  const { position, market } = order;
  if (request.leverage`,
    replace: `  const { position, market } = order;
  // A buy-back ends with what was sold.
  if (order.isBuy && position.qty < 0) order.qty = Math.min(order.qty, -position.qty);
  if (request.leverage`,
  },
];
