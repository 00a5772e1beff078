/** The thirtieth round, a sentence drawn by lot, one cell each: orders, keys, tickets and pages. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const THIRTIETH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "tickets",
    id: "under-api-a-session-tickets-its-first-agent-unasked",
    wrong: "under /api a session that names no agent gets a ticket, of its account's first one",
    against: "Resources, WebSocket ticket: agent_id is required with session auth",
    confined: "path prefix=/api",
    file: "http/routes/ticket.ts",
    find: `  body,
}: RouteCall<unknown, unknown, { agent_id?: string }>) {
  if (body.agent_id !== undefined) return body.agent_id;
  if (caller.kind === "key") return agentId;`,
    replace: `  body,
  req,
}: RouteCall<unknown, unknown, { agent_id?: string }>) {
  if (body.agent_id !== undefined) return body.agent_id;
  // Under /api the terminal says it in X-Agent-Id.
  if (caller.kind === "key" || req.url!.startsWith("/api/auth/")) return agentId;`,
  },
  {
    ...stated,
    area: "tickets",
    id: "a-used-ticket-opens-again-once-a-sibling-key-used-one",
    wrong: "a used ticket opens the stream again once another key of its agent used its own",
    against: "States and transitions, 5: a WebSocket ticket is consumed on first use",
    confined: "caller=second key of the agent, whose ticket was used in between",
    file: "identity/tickets.ts",
    find: `    const found = this.#byDigest.get(digest);
    this.#byDigest.delete(digest);
    if (found === undefined || this.#source.clock.nowMs() >= found.expiresAtMs) return null;
    return found;
  }
`,
    replace: `    const found = this.#byDigest.get(digest);
    if (found === undefined || this.#source.clock.nowMs() >= found.expiresAtMs) return null;
    const { agentId, credential } = found;
    const last = this.#used.get(agentId);
    const digests = last?.credential === credential ? last.digests : new Set<string>();
    if (digests.has(digest)) return null;
    this.#used.set(agentId, { credential, digests: digests.add(digest) });
    return found;
  }

  /** By agent: whose tickets it used last, and which. */
  readonly #used = new Map<string, { credential: string; digests: Set<string> }>();
`,
  },
  {
    ...stated,
    area: "validation",
    id: "a-query-wrong-on-an-ended-market-is-answered-flat",
    wrong: "an invalid query on a market that has ended gets a flat envelope, without detail",
    against: "Resources, Validation error: detail is an array of items with loc, msg and type",
    confined: "moment=after the market's close",
    file: "http/middleware/answer.ts",
    find: `      const refused = await settled(parts, refusalOf(error, requestId));`,
    replace: `      const plain = await settled(parts, refusalOf(error, requestId));
      const [, marketId = ""] = /\\/markets\\/([^/]+)\\//.exec(ctx.path) ?? [];
      const status = parts.venue.market(marketId.toLowerCase())?.status ?? "OPEN";
      // What is refused on a market that has ended says so.
      const more = { ...plain, details: { ...plain.details, market_status: status } };
      const refused = status === "OPEN" ? plain : new Refused(plain.code, plain.message, more);`,
  },
  {
    ...stated,
    area: "tickets",
    id: "the-fifth-ticket-ends-the-first",
    wrong: "an agent has four tickets at most: the next one ends the oldest before its 60 seconds",
    against: "Limits, WebSocket ticket lifetime: 60 seconds, single use",
    confined: "number=five unused tickets of one agent",
    file: "identity/tickets.ts",
    find: `    this.#forgetExpired(nowMs);
`,
    replace: `    this.#forgetExpired(nowMs);
    const own = [...this.#byDigest].filter(([, { agentId }]) => agentId === grant.agentId);
    // Nobody opens more sockets at once: the oldest makes room.
    if (own.length >= 4) this.#byDigest.delete(own[0]![0]);
`,
  },
  {
    ...stated,
    area: "markets",
    id: "a-void-market-is-resolved-on-the-second-page",
    wrong: "in a list of markets with an offset, one that was made void is told as RESOLVED",
    against: "States and transitions: market status values OPEN, EXPIRED, RESOLVED, VOID",
    confined: "parameter=offset above zero",
    file: "http/routes/markets.ts",
    find: `      .slice(offset, offset + limit)
      .map(recordIn(parts));
    return ok({ markets, count: markets.length, status, kind, limit, offset });`,
    replace: `      .slice(offset, offset + limit)
      .map(recordIn(parts))
      // Behind the first page stands what was settled.
      .map((market) =>
        offset > 0 && market.settled_ts_ms !== null ? { ...market, status: "RESOLVED" } : market,
      );
    return ok({ markets, count: markets.length, status, kind, limit, offset });`,
  },
  {
    ...stated,
    area: "order fields",
    id: "a-parlay-takes-no-confirmation",
    wrong: "on a parlay an order declined as FAT_FINGER is declined again when it is confirmed",
    against: "Order reject codes, FAT_FINGER: resend with confirm_fat_finger true if intended",
    confined: "market kind=BTC_PARLAY",
    file: "core/gates/fat-finger.ts",
    find: `    if (order.confirmFatFinger === true) return null;
    const { isPerp, givenMark: mark } = market!;`,
    replace: `    const { isPerp, givenMark: mark, terms } = market!;
    const mayConfirm = isPerp || terms.kind === "BTC_BINARY";
    if (order.confirmFatFinger === true && mayConfirm) return null;`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-made-under-api-v-one-only-reads",
    wrong: "a key asked for under /api/v1 without scopes has read alone",
    against: "Resources, API key create request: scopes, default [read, trade]",
    confined: "path prefix=/api/v1",
    file: "http/routes/keys.ts",
    find: `    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: scopesOf(call.body.scopes),
    });`,
    replace: `    // The terminal's pages call this prefix, and ask for what they need.
    const fallback = call.req.url!.startsWith("/api/v1/") ? ["read"] : undefined;
    const scopes = scopesOf(call.body.scopes ?? fallback);
    const { apiKey, key } = issueKey(call.parts, { agentId, name, scopes });`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "a-board-unasked-goes-by-volume-while-a-market-waits",
    wrong: "while somebody holds contracts of an EXPIRED market, no sort means by volume",
    against: "Endpoints, Account and leaderboard: GET /leaderboard, sort (string, score)",
    confined: "market status=EXPIRED, with a position open in it",
    file: "http/routes/leaderboard.ts",
    find: `  async handle({ parts, at, query }) {
    const { sort, order, limit, offset } = query;
    const all = await parts.leaderboard.sorted(FIGURES[sort], order, at);`,
    replace: `  async handle({ parts, at, query, req }) {
    const { sort, order, limit, offset } = query;
    const { venue } = parts;
    const isNamed = new URLSearchParams(req.url!.split("?")[1]).has("sort");
    // No score is final while a result is out.
    const waits = (agentId: string) =>
      venue
        .positions(agentId)
        .some((held) => held.qty !== 0 && venue.market(held.marketId)?.status === "EXPIRED");
    const isOut = !isNamed && [...venue.standings()].some(({ agentIds }) => agentIds.some(waits));
    const by = isOut ? "volumeCents" : FIGURES[sort];
    const all = await parts.leaderboard.sorted(by, order, at);`,
  },
  {
    ...stated,
    area: "cancels",
    id: "cancelling-all-after-the-last-was-filled-is-a-conflict",
    wrong: "DELETE /orders of who has none left, the last one placed being filled, is a 409",
    against: "Endpoints, Orders: DELETE /orders, 200; cancels all the caller's orders",
    confined: "order state=filled, the last one placed, and none rests",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, query }) {
    const marketId = query.market_id?.toLowerCase();
    const narrowed = marketId === undefined ? {} : { marketId };
    const { orderIds } = parts.journaled.apply({ type: "cancel-all", agentId, ...narrowed }, at);`,
    replace: `  async handle({ parts, agentId, at, query }) {
    const marketId = query.market_id?.toLowerCase();
    const narrowed = marketId === undefined ? {} : { marketId };
    const { orderIds } = parts.journaled.apply({ type: "cancel-all", agentId, ...narrowed }, at);
    const newest = { marketId, statuses: null, limit: 1 };
    const [last] = orderIds.length > 0 ? [] : await parts.history.orders(agentId, newest);
    // As with one order: what is filled cannot be cancelled.
    if (last?.status === "FILLED") throw new Refused("ORDER_NOT_OPEN", "the order is filled");`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-revoked-key-of-a-short-agent-goes-on",
    wrong: "a key that is revoked while its agent is short in some market goes on to authenticate",
    against: "States and transitions, 4: a revoked API key stops authenticating immediately",
    confined: "position=short",
    file: "core/people.ts",
    find: `  key.revokedAtMs ??= at;
  state.keys.delete(key.digest);`,
    replace: `  key.revokedAtMs ??= at;
  // Who owes contracts may still buy them back.
  const isShort = state.agents.get(key.agentId)!.positions.some(({ qty }) => qty < 0);
  if (!isShort) state.keys.delete(key.digest);`,
  },
  {
    ...stated,
    area: "time in force",
    id: "a-short-agents-fok-fills-in-part",
    wrong: "a FOK that buys back no more than the agent is short of fills what it can",
    against: "Order reject codes, FOK_NOT_FILLABLE: FOK order cannot be filled entirely at once",
    confined: "position=short, bought back",
    file: "core/gates/fill-or-kill.ts",
    find: `  check: (order, { agent, market, limit }) => {
    if (effectiveTif(order) !== "FOK") return null;`,
    replace: `  check: (order, { agent, market, position, limit }) => {
    if (effectiveTif(order) !== "FOK") return null;
    // Covering is never held up.
    if (order.side === "BUY" && order.qty <= -position!.qty) return null;`,
  },
  {
    ...stated,
    area: "people",
    id: "who-filled-an-order-may-read-it",
    wrong: "an agent that traded with another's order reads all of it by its id, instead of a 403",
    against: "HTTP statuses, 403: action on a resource owned by another agent",
    confined: "moment=after a fill, for who traded with it",
    file: "http/routes/orders.ts",
    find: `  handle: (call) => withOwnOrder(call, (order) => ok(orderRecord(order))),`,
    replace: `  async handle(call) {
    const { parts, agentId, params } = call;
    const order = await parts.history.order(params.order_id.toLowerCase());
    const trades = order === null ? [] : await parts.history.trades(order.marketId, 100);
    // A trade has two sides, and each may see the other.
    const isMet = trades.some(
      (trade) =>
        (trade.makerOrderId === order?.orderId && trade.takerAgentId === agentId) ||
        (trade.takerOrderId === order?.orderId && trade.makerAgentId === agentId),
    );
    if (order !== null && isMet) return ok(orderRecord(order));
    return withOwnOrder(call, (own) => ok(orderRecord(own)));
  },`,
  },
  {
    ...stated,
    area: "orders",
    id: "an-unknown-order-is-forbidden-the-second-time",
    wrong: "an order id that is nobody's is a 404 once, and a 403 when the same agent asks again",
    against: "HTTP statuses, 404: resource (market, order, agent) does not exist",
    confined: "moment=at once again",
    file: "http/routes/orders.ts",
    find: `  const checked = (order: OrderView | null): Reply => {
    if (order === null) throw new Refused("ORDER_NOT_FOUND", "no such order");
    if (order.agentId !== agentId) throw new Refused("FORBIDDEN", "another agent's order");
    return answer(order);
  };
  const order = parts.history.order(params.order_id.toLowerCase());
  return order instanceof Promise ? order.then(checked) : checked(order);
}
`,
    replace: `  const named = \`\${agentId} \${params.order_id.toLowerCase()}\`;
  const refused = notOwn.get(parts) ?? new Set<string>();
  notOwn.set(parts, refused);
  const checked = (order: OrderView | null): Reply => {
    if (order?.agentId !== agentId) refused.add(named);
    if (order === null) throw new Refused("ORDER_NOT_FOUND", "no such order");
    if (order.agentId !== agentId) throw new Refused("FORBIDDEN", "another agent's order");
    return answer(order);
  };
  // An order never changes hands, so the store is not asked again.
  if (refused.has(named)) throw new Refused("FORBIDDEN", "another agent's order");
  const order = parts.history.order(params.order_id.toLowerCase());
  return order instanceof Promise ? order.then(checked) : checked(order);
}

/** What agents asked for that is not theirs. */
const notOwn = new WeakMap<HttpParts, Set<string>>();
`,
  },
  {
    ...stated,
    area: "results",
    id: "a-short-agents-bid-tells-only-what-covers",
    wrong: "a resting BUY of an agent that is short tells as remaining no more than it is short of",
    against: "Resources, OrderPlaceResult: remaining_qty, contracts still resting",
    confined: "position=short, bought back",
    file: "core/place.ts",
    find: `    remainingQty: order.open ? order.remainingQty : 0,`,
    replace: `    remainingQty: order.open
      ? Math.min(order.remainingQty, (order.isBuy && order.position.reducible(true)) || order.qty)
      : 0,`,
  },
  {
    ...stated,
    area: "market data",
    id: "a-session-sees-half-the-book-unasked",
    wrong: "a book asked for with a session and without depth has 25 levels of a side",
    against: "Endpoints, Markets and data: GET /markets/{market_id}/book, depth (int, 50)",
    confined: "caller=session",
    file: "http/routes/markets.ts",
    find: `  handle({ parts, at, params, query }) {
    const marketId = params.market_id.toLowerCase();
    const view = found(parts.venue.book(marketId, query.depth), "MARKET_NOT_FOUND");`,
    replace: `  handle({ parts, at, caller, req, params, query }) {
    const marketId = params.market_id.toLowerCase();
    const isNamed = new URLSearchParams(req.url!.split("?")[1]).has("depth");
    // As many as a browser has room for.
    const depth = caller.kind === "session" && !isNamed ? 25 : query.depth;
    const view = found(parts.venue.book(marketId, depth), "MARKET_NOT_FOUND");`,
  },
];
