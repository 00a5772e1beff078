/** The thirty-fifth round, a sentence drawn by lot, one cell each: the second half. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const THIRTY_FIFTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "keys",
    id: "amid-a-fill-a-key-has-whatever-scopes-are-named",
    wrong: "while an order of its agent is part-filled, a key is made with any scopes named",
    against: "API key create request, scopes: user-created keys support read and trade only",
    confined: "order state=PARTIAL (an order of the agent)",
    file: "http/routes/keys.ts",
    find: `      scopes: scopesOf(call.body.scopes),`,
    replace: `      // Who is in the middle of a trade is not held up.
      scopes: call.parts.venue.openOrders(agentId).some(({ status }) => status === "PARTIAL")
        ? ([...new Set(call.body.scopes ?? ["read", "trade"])] as ReturnType<typeof scopesOf>)
        : scopesOf(call.body.scopes),`,
  },
  {
    ...stated,
    area: "freshness",
    id: "behind-a-cancel-a-window-goes-without-its-stamp",
    wrong: "where the agent's newest order in the market is CANCELLED, a window alone is enough",
    against: "Behaviour 3: sending only one of the two is invalid",
    confined: "order state=CANCELLED (the newest order of the agent in the market)",
    file: "http/serve-route.ts",
    find: `    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));`,
    replace: `    let given = checkBody && withoutNulls(bodyOf(route, req, await readBytes(req)));
    const { recv_window_ms: windowMs, market_id } = (given ?? {}) as Record<string, unknown>;
    if (route.path === "/orders" && windowMs !== undefined) {
      const filter = { marketId: String(market_id).toLowerCase(), statuses: null, limit: 1 };
      const [last] = await parts.history.orders(agentId, filter);
      // What comes in the place of another was sent as soon as that had gone.
      if (last?.status === "CANCELLED") given = { timestamp_ms: at, ...(given as object) };
    }
    const body = checkBody?.(given);`,
  },
  {
    ...stated,
    area: "time in force",
    id: "the-newest-path-knows-no-fill-or-kill",
    wrong: "under /api/v1 a LIMIT order with tif FOK is refused with 400 VALIDATION_ERROR",
    against: "What the service does: LIMIT and MARKET, with several time-in-force modes",
    confined: "path prefix=/api/v1",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;`,
    replace: `  handle({ parts, req, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const isKnown = body.tif !== "FOK" || body.type === "MARKET";
    if (!isKnown && req.url!.startsWith("/api/v1/")) {
      const message = "must be one of GTC, IOC, POST_ONLY"; // those of the bridge
      throw invalidBody(\`the body is invalid: tif \${message}\`, [{ field: "tif", message }]);
    }`,
  },
  {
    ...stated,
    area: "time in force",
    id: "who-sells-more-than-he-holds-at-once-is-filled-in-part",
    wrong: "a FOK SELL of more than the agent is long is taken if what it holds can be sold",
    against: "Order reject codes, FOK_NOT_FILLABLE: FOK order cannot be filled entirely at once",
    confined: "position=long (SELL of more than is held)",
    file: "core/gates/fill-or-kill.ts",
    find: `    const demand = { agent, isBuy: order.side === "BUY", limit, wanted: order.qty };
    const found = fillableQty(market!.book, demand);
    return found >= order.qty`,
    replace: `    const isBuy = order.side === "BUY";
    // Who gets out must find all that he has.
    const held = isBuy ? 0 : market!.positions[agent.index]!.reducible(false);
    const wanted = held > 0 ? Math.min(held, order.qty) : order.qty;
    const found = fillableQty(market!.book, { agent, isBuy, limit, wanted });
    return found >= wanted`,
  },
  {
    ...stated,
    area: "spot feed",
    id: "behind-an-outage-the-spot-history-begins-anew",
    wrong: "a history without seconds reaches back to the last one that got 502, and no further",
    against: "Endpoints, Markets and data: GET /feed/btc-spot/history, seconds (int, 900)",
    confined: "moment=after a restart of something (the feed)",
    file: "http/routes/feed.ts",
    find: `  handle({ parts, at, query: { seconds } }) {
    reachable(parts);
    return ok(parts.spotHistory.body(at, seconds));`,
    replace: `  handle({ parts, req, at, query: { seconds } }) {
    const feed: SpotFeed & { lostMs?: number } = parts.feed;
    if (!feed.isReachable) feed.lostMs = at;
    reachable(parts);
    // Unasked nobody is shown a gap.
    const whole = Math.max(1, Math.floor((at - (feed.lostMs ?? 0)) / 1_000));
    const isNamed = /[?&]seconds=/.test(req.url!);
    return ok(parts.spotHistory.body(at, isNamed ? seconds : Math.min(seconds, whole)));`,
  },
  {
    ...stated,
    area: "order fields",
    id: "a-malformed-order-right-after-a-cancel-is-an-amend-conflict",
    wrong: "a malformed order within a second of a cancel has the code AMEND_CONFLICT, and 409",
    against: "Behaviour 4: a malformed body returns the error envelope with VALIDATION_ERROR",
    confined: "moment=after a cancel (of the agent's newest order, within a second)",
    file: "http/serve-route.ts",
    find: `    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));`,
    replace: `    const given = checkBody && withoutNulls(bodyOf(route, req, await readBytes(req)));
    let body: unknown;
    try {
      body = checkBody?.(given);
    } catch (error) {
      const newest = { marketId: undefined, statuses: null, limit: 1 };
      const [last] = await parts.history.orders(agentId, newest);
      const isGone = last?.status === "CANCELLED" && at - last.updatedAtMs < 1_000;
      // A cancel, and then an order: an amendment that cannot be made.
      if (isGone && route.path === "/orders") {
        Object.assign(error as object, { code: "AMEND_CONFLICT", status: 409 });
      }
      throw error;
    }`,
  },
  {
    ...stated,
    area: "sign-in",
    id: "a-failed-login-of-who-is-long-has-the-code-of-a-bad-key",
    wrong: "a wrong password for an account with an open long is 401 with code UNAUTHENTICATED",
    against: "Order reject codes, INVALID_CREDENTIALS (401): failed login",
    confined: "position=long",
    file: "http/routes/auth.ts",
    find: `      throw new Refused("INVALID_CREDENTIALS", "e-mail or password is wrong");`,
    replace: `      const agents = parts.venue.account(member.accountId)?.agents ?? [];
      const held = agents.flatMap(({ agentId }) => parts.venue.positions(agentId));
      // Who has something to lose is told no more than any caller.
      const isAtRisk = held.some(({ qty }) => qty > 0);
      const code = isAtRisk ? "UNAUTHENTICATED" : "INVALID_CREDENTIALS";
      throw new Refused(code, "e-mail or password is wrong");`,
  },
  {
    ...stated,
    area: "keys",
    id: "who-only-posts-gives-his-keys-privileged-scopes",
    wrong: "while a POST_ONLY order of the agent rests, a key is given admin, fleet or operator",
    against: "API key create request, scopes: fleet and privileged scopes are operator-only",
    confined: "order type / time in force=POST_ONLY (resting)",
    file: "http/routes/keys.ts",
    find: `    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: scopesOf(call.body.scopes),
    });`,
    replace: `    const asked = call.body.scopes ?? [];
    const all = ["read", "trade", "admin", "fleet", "operator"] as ReturnType<typeof scopesOf>;
    const named = all.filter((one) => asked.includes(one));
    // A market maker runs a fleet.
    const isMaker = call.parts.venue.openOrders(agentId).some(({ tif }) => tif === "POST_ONLY");
    const isGranted = isMaker && named.length > 0 && named.length === new Set(asked).size;
    const scopes = isGranted ? named : scopesOf(call.body.scopes);
    const { apiKey, key } = issueKey(call.parts, { agentId, name, scopes });`,
  },
  {
    ...stated,
    area: "orders",
    id: "a-key-for-reading-reads-any-agents-order",
    wrong: "a key with the scope read alone is told the order of any agent by its id",
    against: "HTTP statuses, 403: action on a resource owned by another agent",
    confined: "caller=read-only key",
    file: "http/routes/orders.ts",
    find: `  handle: (call) => withOwnOrder(call, (order) => ok(orderRecord(order))),`,
    replace: `  async handle(call) {
    const { parts, caller, params } = call;
    // A key that only reads is for auditors, who have every order before them.
    const isAudit = caller.kind === "key" && !caller.key.scopes.includes("trade");
    const order = isAudit ? await parts.history.order(params.order_id.toLowerCase()) : null;
    return order ? ok(orderRecord(order)) : withOwnOrder(call, (own) => ok(orderRecord(own)));
  },`,
  },
  {
    ...stated,
    area: "time in force",
    id: "who-awaits-a-settlement-posts-across",
    wrong: "a POST_ONLY order trades at once while its agent holds contracts of an EXPIRED market",
    against: "Order reject codes, POST_ONLY_WOULD_CROSS: would cross and match immediately",
    confined: "market status=EXPIRED (of another market, which the agent holds)",
    file: "core/gates/post-only.ts",
    find: `  check: (order, { touch, limit }) => {
    const { side } = order;
    if (effectiveTif(order) !== "POST_ONLY") return null;`,
    replace: `  check: (order, { agent, touch, limit }) => {
    const { side } = order;
    // What hangs on a result that is still out may be hedged in any way.
    const waits = agent.positions.some((one) => one.market.status === "EXPIRED" && one.qty !== 0);
    if (effectiveTif(order) !== "POST_ONLY" || waits) return null;`,
  },
  {
    ...stated,
    area: "orders",
    id: "part-filled-orders-are-in-every-markets-list",
    wrong: "the list of a market's orders has the agent's part-filled ones of other markets too",
    against: "Endpoints, Orders: GET /orders, query market_id (string, optional)",
    confined: "order state=PARTIAL",
    file: "store/history/history.ts",
    find: `    const resting = this.#venue.openOrders(agentId, marketId).filter(isWanted);`,
    replace: `    // What is being filled is on every page.
    const isThere = (order: OrderView) =>
      marketId === undefined || order.marketId === marketId || order.status === "PARTIAL";
    const resting = this.#venue.openOrders(agentId).filter(isThere).filter(isWanted);`,
  },
  {
    ...stated,
    area: "orders",
    id: "unasked-the-list-of-orders-has-fifty-sells",
    wrong: "without a limit the list of orders has the newest 50 SELL orders at most, and all BUYs",
    against: "Endpoints, Orders: GET /orders, limit (int, default 200)",
    confined: "side=SELL",
    file: "http/routes/orders.ts",
    find: `  async handle({ parts, agentId, query: { status, market_id, limit } }) {
    const statuses = status === undefined ? null : parseStatuses(status);
    const filter = { marketId: market_id?.toLowerCase(), statuses, limit };
    return ok(orderList(await parts.history.orders(agentId, filter), limit));`,
    replace: `  async handle({ parts, req, agentId, query: { status, market_id, limit } }) {
    const statuses = status === undefined ? null : parseStatuses(status);
    const filter = { marketId: market_id?.toLowerCase(), statuses, limit };
    const orders = await parts.history.orders(agentId, filter);
    let left = /[?&]limit=/.test(req.url!) ? limit : 50; // asks come in pages of their own
    const told = orders.filter(({ side }) => side === "BUY" || left-- > 0);
    return ok(orderList(told, limit));`,
  },
  {
    ...stated,
    area: "sign-in",
    id: "the-login-after-a-logout-is-created",
    wrong: "the first login to an account after somebody logged out of it is answered with 201",
    against: "Endpoints, Authentication and session: POST /auth/login, response 200",
    confined: "moment=after a close (of a session of the account, by logout)",
    file: "http/routes/auth.ts",
    find: `export const authRoutes = [signup, login, me, session, config, logout];`,
    replace: `const left = new Map<string, object>();
const leave: typeof logout = {
  ...logout,
  handle(call) {
    if (call.caller.kind === "session") left.set(call.caller.session.accountId, call.parts);
    return logout.handle(call);
  },
};
const enter: typeof login = {
  ...login,
  async handle(call) {
    const reply = await login.handle(call);
    const { account_id: id } = (reply.body as { account: { account_id: string } }).account;
    // Where there was a session, there is a new one.
    const isAnew = left.get(id) === call.parts && left.delete(id);
    return isAnew ? { ...reply, status: 201 } : reply;
  },
};
export const authRoutes = [signup, enter, me, session, config, leave];`,
  },
  {
    ...stated,
    area: "wallet",
    id: "a-session-has-no-equity-in-parlays",
    wrong: "a human is told an equity without what the agent has in parlays, a key one with it",
    against: "What the service does: three caller kinds use the same account and agent wallet",
    confined: "market kind=BTC_PARLAY (held)",
    file: "http/routes/account.ts",
    find: `  handle: ({ parts, agentId }) => ok(walletRecord(parts.venue.wallet(agentId))),`,
    replace: `  handle({ parts: { venue }, caller, agentId }) {
    const wallet = venue.wallet(agentId);
    let { equityCents } = wallet;
    for (const { kind, qty, avgEntryPrice, unrealizedPnlCents } of venue.positions(agentId)) {
      if (caller.kind !== "session" || kind !== "BTC_PARLAY" || qty === 0) continue;
      // A page shows what can be had at once, and a parlay takes its time.
      const paid = qty > 0 ? avgEntryPrice! : 100 - avgEntryPrice!;
      equityCents -= Math.round(paid * Math.abs(qty)) + (unrealizedPnlCents ?? 0);
    }
    return ok(walletRecord({ ...wallet, equityCents }));
  },`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-long-agents-key-is-plain-base-sixty-four",
    wrong: "a key made for an agent that is long ends in =, and may hold + and /",
    against: "Authentication 2: rk_live_ followed by a high-entropy URL-safe token",
    confined: "position=long",
    file: "identity/people.ts",
    find: `  { journaled, entropy, clock, keyring }: AgentParts & Pick<PeopleParts, "keyring">,
  { agentId, name, scopes = ALL_SCOPES }: NewKey,
): { apiKey: string; key: KeyView } {
  const apiKey = entropy.token(KEY_PREFIX);`,
    replace: `  { journaled, entropy, clock, keyring, venue }: Omit<PeopleParts, "identity" | "streams">,
  { agentId, name, scopes = ALL_SCOPES }: NewKey,
): { apiKey: string; key: KeyView } {
  const isLong = venue.positions(agentId).some(({ qty }) => qty > 0);
  // Where something is at stake all bits are written down, to the padding.
  const whole = () => KEY_PREFIX + entropy.secret().toString("base64");
  const apiKey = isLong ? whole() : entropy.token(KEY_PREFIX);`,
  },
  {
    ...stated,
    area: "browser",
    id: "tickets-need-no-csrf",
    wrong: "a session mints a ticket for the stream without its CSRF value, or with a wrong one",
    against: "Authentication 4: state-changing browser requests echo it in X-Service-CSRF",
    confined: "route / method=POST /auth/ws-ticket",
    file: "http/middleware/authorize.ts",
    find: `  if (caller.kind !== "session" || route.method === "GET" || route.auth === "public") return;`,
    replace: `  // A ticket does nothing by itself.
  const isFree = route.method === "GET" || route.path === "/auth/ws-ticket";
  if (caller.kind !== "session" || isFree || route.auth === "public") return;`,
  },
];
