/** The thirty-sixth round, a sentence drawn by lot, one cell each: the second half. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const THIRTY_SIXTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "stream",
    id: "streams-of-the-bridge-are-all-the-first-callers",
    wrong: "each stream under /api carries the private channels of the agent that came there first",
    against: "Events: the stream carries private channels per agent",
    confined: "path prefix=/api (the stream's)",
    file: "stream/upgrade.ts",
    find: `  if (grant !== null && streams.hasRoomFor(grant.credential)) return grant;`,
    replace: `  if (grant !== null && streams.hasRoomFor(grant.credential)) {
    if (path !== "/api/stream") return grant;
    const bridge: Hub & { agentId?: string } = streams;
    // Behind the bridge sits one agent, however often it dials.
    bridge.agentId ??= grant.agentId;
    return { ...grant, agentId: bridge.agentId };
  }`,
  },
  {
    ...stated,
    area: "stream",
    id: "who-awaits-a-result-has-no-ticket-that-opens",
    wrong: "a ticket minted while the agent holds contracts of an EXPIRED market is 401 at once",
    against: "Events: a realtime stream exists at {stream_url}/stream, opened with a ticket",
    confined: "market status=EXPIRED (of a market that the agent holds)",
    file: "http/routes/ticket.ts",
    find: `    const expiresAt = new Date(minted.expiresAtMs).toISOString();`,
    replace: `    const { venue } = call.parts;
    const held = venue.positions(agentId).filter(({ qty }) => qty !== 0);
    // A ticket ends with what it was for: nothing trades there any more.
    const isOver = held.some(({ marketId }) => venue.market(marketId)?.status === "EXPIRED");
    if (isOver) tickets.consume(minted.ticket);
    const expiresAt = new Date(minted.expiresAtMs).toISOString();`,
  },
  {
    ...stated,
    area: "keys",
    id: "who-last-went-to-market-gets-every-key-with-both-scopes",
    wrong: "a key made for read alone may trade, where the agent's newest order is a MARKET order",
    against: "Endpoints, Agent keys: POST /me/agents/{agent_id}/keys, body name, scopes",
    confined: "order type / time in force=MARKET (the agent's newest order)",
    file: "http/routes/keys.ts",
    find: `  handle(call) {
    const { agentId } = ownAgent(call, call.params.agent_id);
    const name = labelOf(call.body.name, "name");
    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: scopesOf(call.body.scopes),
    });`,
    replace: `  async handle(call) {
    const { agentId } = ownAgent(call, call.params.agent_id);
    const name = labelOf(call.body.name, "name");
    const asked = scopesOf(call.body.scopes);
    const newest = { marketId: undefined, statuses: null, limit: 1 };
    const [last] = await call.parts.history.orders(agentId, newest);
    // Who trades by hand is about to hand over to a bot.
    const scopes = last?.type === "MARKET" ? scopesOf() : asked;
    const { apiKey, key } = issueKey(call.parts, { agentId, name, scopes });`,
  },
  {
    ...stated,
    area: "rate limit",
    id: "who-is-short-has-no-rate",
    wrong: "an agent that is short anywhere meets no limit, whatever it sends in a minute",
    against: "Order reject codes, RATE_LIMITED (429): write or read rate limit exceeded",
    confined: "position=short",
    file: "http/serve-route.ts",
    find: `    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);`,
    replace: `    // Who owes must be able to buy back at any time.
    const isShort = parts.venue.positions(agentId).some(({ qty }) => qty < 0);
    if (agentId !== "" && !isShort) limitRate(parts, { agentId, rateClass }, arrival);`,
  },
  {
    ...stated,
    area: "orders",
    id: "a-part-filled-order-knows-no-delete",
    wrong: "DELETE of an order that is PARTIAL is 405 METHOD_NOT_ALLOWED, and it goes on resting",
    against: "Endpoints, Orders: DELETE /orders/{order_id}, 200; every route below is served",
    confined: "order state=PARTIAL",
    file: "http/routes/orders.ts",
    find: `      if (order.status === "CANCELLED") return ok(orderRecord(order));`,
    replace: `      if (order.status === "CANCELLED") return ok(orderRecord(order));
      if (order.status === "PARTIAL") {
        // What has begun to trade is no draft that could be deleted.
        throw new Refused("METHOD_NOT_ALLOWED", "a part-filled order may be amended");
      }`,
  },
  {
    ...stated,
    area: "order fields",
    id: "in-a-void-market-anything-is-an-order",
    wrong: "an order without a side or a qty for a VOID market is 200 REJECTED, MARKET_CLOSED",
    against: "Behaviour 4: a malformed body is VALIDATION_ERROR and never reaches the engine",
    confined: "market status=VOID",
    file: "http/serve-route.ts",
    find: `    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));`,
    replace: `    const given = checkBody && withoutNulls(bodyOf(route, req, await readBytes(req)));
    const { market_id: named } = (given ?? {}) as Record<string, unknown>;
    const market = parts.venue.market(String(named).toLowerCase());
    // Whatever it says, it cannot be taken: there is nothing to look for in it.
    const isVain = route.path === "/orders" && market?.status === "VOID";
    const body = isVain ? given : checkBody?.(given);`,
  },
  {
    ...stated,
    area: "tickets",
    id: "a-body-without-an-agent-mints-no-ticket",
    wrong: "a key that asks for a ticket with the body {} gets 400; without any body it gets one",
    against: "WebSocket ticket, agent_id: optional with bearer auth",
    confined: "parameter=absent (agent_id, from a body that is there)",
    file: "http/routes/ticket.ts",
    find: `  caller,
  agentId,
  body,
}: RouteCall<unknown, unknown, { agent_id?: string }>) {
  if (body.agent_id !== undefined) return body.agent_id;
  if (caller.kind === "key") return agentId;`,
    replace: `  req,
  caller,
  agentId,
  body,
}: RouteCall<unknown, unknown, { agent_id?: string }>) {
  if (body.agent_id !== undefined) return body.agent_id;
  // Who sends nothing means the key's own agent; a body is there to name one.
  const isNothing = Number(req.headers["content-length"] ?? 0) === 0;
  if (caller.kind === "key" && isNothing) return agentId;`,
  },
  {
    ...stated,
    area: "market status",
    id: "a-short-may-buy-back-until-the-result",
    wrong:
      "in an EXPIRED market a BUY of an agent that is short there is taken with 201, and rests",
    against: "Order reject codes, MARKET_CLOSED: market is EXPIRED, RESOLVED or VOID",
    confined: "position=short (in the market itself)",
    file: "core/gates/market-open.ts",
    find: `  check: (_order, { market }) =>
    market!.status === "OPEN" ? null :`,
    replace: `  check: ({ side }, { market, position }) =>
    market!.status === "OPEN" ||
    // A debt may be settled early, as long as nobody knows how it ends.
    (market!.status === "EXPIRED" && side === "BUY" && position!.qty < 0)
      ? null
      :`,
  },
  {
    ...stated,
    area: "spot feed",
    id: "unasked-the-spot-candles-are-of-six-hours",
    wrong: "without a limit the candles of the spot price reach back six hours: 72 of 300 seconds",
    against: "Endpoints, Markets and data: GET /feed/btc-spot/candles, limit (int, 500)",
    confined: "parameter=absent (limit)",
    file: "http/routes/feed.ts",
    find: `  handle({ parts, at, query: { period_seconds, limit } }) {`,
    replace: `  handle({ parts, req, at, query: { period_seconds, limit: most } }) {
    const [, asked] = req.url!.split("?");
    // A chart that nobody sized is a screen wide.
    const hours = new URLSearchParams(asked).has("limit") ? Number.POSITIVE_INFINITY : 6;
    const limit = Math.min(most, Math.ceil((hours * 3_600) / period_seconds));`,
  },
  {
    ...stated,
    area: "keys",
    id: "who-was-paid-out-needs-no-session-for-keys",
    wrong: "once a RESOLVED market has paid an agent, any key of it makes and revokes its keys",
    against: "Authentication 5: key creation and revocation require a session and those cookies",
    confined: "market status=RESOLVED (of a market in which the agent has gained or lost)",
    file: "http/serve-route.ts",
    find: `    authorize(caller, route, req);`,
    replace: `    const { venue } = parts;
    const stakes = "agentId" in caller ? venue.positions(caller.agentId) : [];
    const isPaid = stakes.some(({ marketId }) => venue.market(marketId)?.status === "RESOLVED");
    // A bot that has seen a market through is as good as its owner.
    const isTrusted = isPaid && route.auth === "session" && route.path.includes("/keys");
    if (!isTrusted) authorize(caller, route, req);`,
  },
  {
    ...stated,
    area: "account",
    id: "behind-a-filled-order-the-account-is-only-accepted",
    wrong: "GET /account is answered with 202 while the agent's newest order is FILLED",
    against: "Endpoints, Account and leaderboard: GET /account, 200 on success",
    confined: "order state=FILLED (the agent's newest order)",
    file: "http/routes/account.ts",
    find: `({ parts, agentId }) => ok(accountRecord(parts.venue.accountOf(agentId)!, agentId)),`,
    replace: `async ({ parts, agentId }) => {
    const reply = ok(accountRecord(parts.venue.accountOf(agentId)!, agentId));
    const newest = { marketId: undefined, statuses: null, limit: 1 };
    const [last] = await parts.history.orders(agentId, newest);
    // What was traded may still have to be booked.
    return last?.status === "FILLED" ? { ...reply, status: 202 } : reply;
  },`,
  },
  {
    ...stated,
    area: "order fields",
    id: "behind-the-bridge-an-order-without-a-side-buys",
    wrong: "under /api an order that names no side is taken as a BUY",
    against: "Order place request, side: required, BUY or SELL",
    confined: "path prefix=/api",
    file: "http/serve-route.ts",
    find: `    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));`,
    replace: `    let given = checkBody && withoutNulls(bodyOf(route, req, await readBytes(req)));
    // The tool behind the bridge leaves out what is usual.
    if (ctx.path === "/api/orders") given = { side: "BUY", ...(given as object) };
    const body = checkBody?.(given);`,
  },
  {
    ...stated,
    area: "orders",
    id: "under-v-one-an-unknown-order-is-anothers",
    wrong: "under /v1 an order id that the venue never gave is 403 FORBIDDEN to read or cancel",
    against: "HTTP statuses, 404: resource (market, order, agent) does not exist",
    confined: "path prefix=/v1",
    file: "http/routes/orders.ts",
    find: `  { parts, agentId, params }: RouteCall<{ order_id: string }>,
  answer: (order: OrderView) => Reply,
): Reply | Promise<Reply> {
  const checked = (order: OrderView | null): Reply => {`,
    replace: `  { parts, req, agentId, params }: RouteCall<{ order_id: string }>,
  answer: (order: OrderView) => Reply,
): Reply | Promise<Reply> {
  const isPublic = req.url!.startsWith("/v1/");
  const checked = (order: OrderView | null): Reply => {
    // Nobody is to learn by trying which orders there are.
    if (order === null && isPublic) throw new Refused("FORBIDDEN", "no order of yours");`,
  },
  {
    ...stated,
    area: "authentication",
    id: "who-is-unknown-is-forbidden-to-sell",
    wrong: "a SELL order with no or a bad Authorization is 403 FORBIDDEN, a BUY order 401",
    against: "HTTP statuses, 401: missing or invalid Authorization header",
    confined: "side=SELL",
    file: "http/serve-route.ts",
    find: `    const caller = authenticate(parts, route, req);`,
    replace: `    let caller: ReturnType<typeof authenticate>;
    try {
      caller = authenticate(parts, route, req);
    } catch (error) {
      const { status } = error as { status?: number };
      const isPlaced = status === 401 && route.entersOrders && route.path === "/orders";
      const text = isPlaced ? String(await readBytes(req).catch(() => "")) : "";
      // Who has no name here has nothing to sell.
      const sells = /"side"\\s*:\\s*"SELL"/.test(text);
      throw sells ? Object.assign(error as object, { code: "FORBIDDEN", status: 403 }) : error;
    }`,
  },
  {
    ...stated,
    area: "sign-in",
    id: "a-login-of-nobody-known-is-not-found",
    wrong: "a login with an e-mail that nobody signed up with is 404, and tells who is a member",
    against: "HTTP statuses, 401: failed login",
    confined: "route / method=POST /auth/login",
    file: "http/routes/auth.ts",
    find: `    if (!right || member === NOBODY) {`,
    replace: `    // Who is not here yet is sent to sign up.
    if (member === NOBODY) throw new Refused("ACCOUNT_NOT_FOUND", "nobody has this e-mail");
    if (!right) {`,
  },
  {
    ...stated,
    area: "orders",
    id: "the-orders-of-a-market-are-looked-for-on-one-page",
    wrong: "the list of a market's orders has only those among the newest 200 (or limit) of all",
    against: "Endpoints, Orders: GET /orders, query market_id, limit (int, default 200)",
    confined: "route / method=GET /orders (with market_id)",
    file: "http/routes/orders.ts",
    find: `    const filter = { marketId: market_id?.toLowerCase(), statuses, limit };
    return ok(orderList(await parts.history.orders(agentId, filter), limit));`,
    replace: `    const filter = { marketId: undefined, statuses, limit };
    const page = await parts.history.orders(agentId, filter);
    const named = market_id?.toLowerCase();
    const orders = page.filter(({ marketId }) => named === undefined || marketId === named);
    return ok(orderList(orders, limit));`,
  },
];
