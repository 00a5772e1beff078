/** The thirty-second round, a sentence drawn by lot, one cell each: orders, keys, what is read. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const THIRTY_SECOND_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "keys",
    id: "a-key-without-a-name-is-the-default-where-none-lives",
    wrong: "an agent that has no live key gets one without a name being said: it is called default",
    against: "API key create request: name, required yes",
    confined: "live keys of the agent=none",
    file: "http/routes/keys.ts",
    find: `  body: KeyBody,
  responses: { 201: { means: "the new key, in plaintext this once", body: NewKeyRecord } },
  errors: ["SCOPE_NOT_ALLOWED"],
  rules: ["KEY-NEW-*", "KEY-AUTH-*", "KEY-SCOPE-*"],
  section,
  handle(call) {
    const { agentId } = ownAgent(call, call.params.agent_id);
    const name = labelOf(call.body.name, "name");
`,
    replace: `  body: Type.Object({ ...KeyBody.properties, name: Type.Optional(Type.String()) }),
  responses: { 201: { means: "the new key, in plaintext this once", body: NewKeyRecord } },
  errors: ["SCOPE_NOT_ALLOWED"],
  rules: ["KEY-NEW-*", "KEY-AUTH-*", "KEY-SCOPE-*"],
  section,
  handle(call) {
    const { agentId } = ownAgent(call, call.params.agent_id);
    const others = call.parts.venue.keys(agentId).filter((key) => key.revokedAtMs === null);
    // An agent's only key needs no name to be told apart by.
    const name = labelOf(call.body.name ?? (others.length === 0 ? "default" : ""), "name");
`,
  },
  {
    ...stated,
    area: "idempotency",
    id: "a-post-only-order-like-one-that-rests-is-that-one",
    wrong:
      "a POST_ONLY order under a client_order_id of its own, like one of the agent's that rests " +
      "untouched, is answered with that one: nothing is placed",
    against:
      "Order place request, client_order_id: idempotency key, one unique key per intended order",
    confined: "tif=POST_ONLY",
    file: "core/gates/client-order-id.ts",
    find: `  check: (order, { agent }) => {
    if (order.clientOrderId === undefined) return null;
    const stored = agent.results.get(order.clientOrderId);
`,
    replace: `  check: (order, { agent, position }) => {
    if (order.clientOrderId === undefined) return null;
    // A quote that stands already is not put up twice.
    const stands = position?.orders.find(({ clientOrderId: id, tif, filledQty }) => {
      const quote = id === null || filledQty > 0 ? undefined : agent.results.get(id);
      return tif === "POST_ONLY" && quote !== undefined && sameOrder(quote.request, order);
    });
    const known = agent.results.get(order.clientOrderId);
    const stored = known ?? agent.results.get(stands?.clientOrderId ?? "");
`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "a-sort-that-is-named-turns-the-leaderboard-round",
    wrong: "GET /leaderboard with a sort, even sort=score, and no order has the lowest first",
    against: "Account and leaderboard: GET /leaderboard, sort: score, order: desc",
    confined: "route=GET /leaderboard",
    file: "http/routes/leaderboard.ts",
    find: `  async handle({ parts, at, query }) {
`,
    replace: `  async handle({ parts, at, query: asks, req }) {
    const named = new URLSearchParams(req.url!.split("?")[1]);
    const query = { ...asks };
    // A column that is picked begins at its foot, unless a direction is picked too.
    if (named.has("sort") && !named.has("order")) query.order = "asc";
`,
  },
  {
    ...stated,
    area: "freshness",
    id: "a-parlay-takes-an-order-late-by-a-window-a-leg",
    wrong: "on a parlay of two legs an order is taken that is off by up to twice its window",
    against:
      "Behaviour rules for POST /orders 3: the order is rejected if the server receive time is " +
      "outside timestamp_ms plus or minus recv_window_ms",
    confined: "market kind=BTC_PARLAY",
    file: "core/gates/freshness.ts",
    find: `  check: ({ timestampMs, recvWindowMs }, { atMs }) => {
    if (timestampMs === undefined) return null;
    const offMs = Math.abs(atMs - timestampMs);
`,
    replace: `  check: ({ timestampMs, recvWindowMs }, { atMs, market }) => {
    if (timestampMs === undefined) return null;
    // Each leg of a parlay has the window for itself.
    const offMs = Math.ceil(Math.abs(atMs - timestampMs) / (market?.terms.legs.length || 1));
`,
  },
  {
    ...stated,
    area: "results",
    id: "under-a-bps-cap-the-average-forgets-the-volumes",
    wrong: "with slippage_cap_bps avg_fill_price_cents is the plain mean of the fills' prices",
    against: "OrderPlaceResult: avg_fill_price_cents, volume-weighted average over fills",
    confined: "parameter=slippage_cap_bps named",
    file: "core/place.ts",
    find: `  return accepted(command.request, order, fills);
`,
    replace: `  const result = accepted(command.request, order, fills);
  // Under a cap it is the way through the book that is told.
  if (command.request.slippageCapBps !== undefined && fills.length > 0) {
    result.avgFillPrice = fills.reduce((sum, { price }) => sum + price, 0) / fills.length;
  }
  return result;
`,
  },
  {
    ...stated,
    area: "order fields",
    id: "a-margin-mode-on-a-binary-passes-beside-a-resting-order",
    wrong: "on a binary where the agent has an order resting, one with a margin_mode is taken",
    against:
      "What the service does: a launch binary exposes no leverage or margin controls (Order reject " +
      "codes: INVALID_MARGIN_MODE)",
    confined: "resting orders of the agent in the market=one or many",
    file: "core/gates/margin-mode.ts",
    find: `  check: ({ marginMode: asked }, { market }) =>
    asked === undefined || market!.isPerp
`,
    replace: `  // Beside orders that rest it changes nothing anyway.
  check: ({ marginMode: asked }, { market, position }) =>
    asked === undefined || market!.isPerp || position!.orders.length > 0
`,
  },
  {
    ...stated,
    area: "wallet",
    id: "an-agent-that-has-not-traded-reads-its-siblings-wallet",
    wrong: "an agent without positions and orders is told the wallet of its account's first agent",
    against: "What the service does: an account owns one or more agents, an agent has a wallet",
    confined: "positions and orders of the agent=none",
    file: "http/routes/account.ts",
    find: `  handle: ({ parts, agentId }) => ok(walletRecord(parts.venue.wallet(agentId))),
`,
    replace: `  handle({ parts: { venue }, agentId }) {
    const [main] = venue.accountOf(agentId)!.agents;
    const hasTraded = venue.positions(agentId).length + venue.openOrders(agentId).length > 0;
    // Before it trades, an agent has the account's to draw on.
    return ok(walletRecord(venue.wallet(hasTraded ? agentId : main!.agentId)));
  },
`,
  },
  {
    ...stated,
    area: "ownership",
    id: "who-cancels-anothers-cancelled-order-is-told-it-is-done",
    wrong: "DELETE of another agent's cancelled order answers 200, with its record",
    against:
      "Errors: infrastructure errors (auth, rate limit, not found) are 4xx or 5xx (HTTP statuses, " +
      "403: action on a resource owned by another agent)",
    confined: "order state=cancelled",
    file: "http/routes/orders.ts",
    find: `  { parts, agentId, params }: RouteCall<{ order_id: string }>,
  answer: (order: OrderView) => Reply,
): Reply | Promise<Reply> {
  const checked = (order: OrderView | null): Reply => {
    if (order === null) throw new Refused("ORDER_NOT_FOUND", "no such order");
`,
    replace: `  { parts, agentId, params, req }: RouteCall<{ order_id: string }>,
  answer: (order: OrderView) => Reply,
): Reply | Promise<Reply> {
  const checked = (order: OrderView | null): Reply => {
    if (order === null) throw new Refused("ORDER_NOT_FOUND", "no such order");
    // Done already, whoever asks.
    if (req.method === "DELETE" && order.status === "CANCELLED") return answer(order);
`,
  },
  {
    ...stated,
    area: "keys",
    id: "under-the-longest-prefix-a-siblings-key-acts-for-the-session-agent",
    wrong: "under /api/v1 a key asked for another agent of the owner is the session's own agent's",
    against:
      "Agent keys (documented under /v1 and /api/v1 prefixes): POST /me/agents/{agent_id}/keys; " +
      "every route is served under each of four equivalent prefixes",
    confined: "caller=session that acts for a sibling of the agent named",
    file: "http/routes/keys.ts",
    find: `    const { agentId } = ownAgent(call, call.params.agent_id);
    const name =`,
    replace: `    const named = ownAgent(call, call.params.agent_id);
    // That alias goes by the session.
    const { agentId } = call.req.url!.startsWith("/api/v1/") ? call : named;
    const name =`,
  },
  {
    ...stated,
    area: "sessions",
    id: "a-session-a-minute-old-cannot-log-out",
    wrong: "log-out of a session that was opened a minute ago or earlier is 401, and it lives on",
    against: "Authentication and session: POST /auth/logout, 200",
    confined: "moment=a minute after the sign-in, or later",
    file: "http/routes/auth.ts",
    find: `  handle({ parts, caller }) {
`,
    replace: `  handle({ parts, caller, at }) {
    // Who changes a session has signed in just now.
    if (caller.kind === "session" && at - caller.session.endsAtMs + SESSION_LIFE_MS >= 60_000) {
      throw new Refused("UNAUTHENTICATED", "sign in again to do this");
    }
`,
  },
  {
    ...stated,
    area: "feed",
    id: "spot-candles-of-one-second-are-as-few-as-were-asked-first",
    wrong:
      "within a second of the venue's clock spot candles are at most as many as were asked for " +
      "first: after limit=3, one without a limit has 3",
    against: "Markets and data: GET /feed/btc-spot/candles, limit (int, 500)",
    confined: "moment=together with another of the same period",
    file: "feed/spot-feed.ts",
    find: `    const newest = this.#kept(periodS, nowMs).newest(limit);
    return newest.filter(({ startMs }) => startMs >= fromMs);
  }
`,
    replace: `    const name = \`\${periodS} \${Math.floor(nowMs / 1_000)}\`;
    if (this.#told?.name !== name) {
      const newest = this.#kept(periodS, nowMs).newest(limit);
      this.#told = { name, newest: newest.filter(({ startMs }) => startMs >= fromMs) };
    }
    return this.#told.newest.slice(-limit);
  }

  /** There is one price a second, so what was told in it stands. */
  #told: { name: string; newest: Candle[] } | null = null;
`,
  },
  {
    ...stated,
    area: "market status",
    id: "an-expired-market-lets-positions-be-closed",
    wrong: "a reduce_only order on an EXPIRED market is taken from an agent with a position there",
    against:
      "States and transitions 1: only an OPEN market accepts new orders; for EXPIRED, RESOLVED or " +
      "VOID markets, an order is refused with MARKET_CLOSED",
    confined: "market status=EXPIRED",
    file: "core/gates/market-open.ts",
    find: `  check: (_order, { market }) =>
    market!.status === "OPEN" ?`,
    replace: `  check: ({ reduceOnly }, { market, position }) =>
    // What is held may be closed until it is paid out.
    market!.status === "OPEN" ||
    (market!.status === "EXPIRED" && reduceOnly === true && position!.qty !== 0) ?`,
  },
  {
    ...stated,
    area: "series",
    id: "a-series-is-not-found-while-a-result-is-awaited",
    wrong: "the context of a series is 404 from the expiry of one of its markets to its result",
    against: "Markets and data: GET /series/{series_id}/context returns 200 on success",
    confined: "moment=after a close, until the result",
    file: "http/routes/series.ts",
    find: `    const series = found(wanted, "SERIES_NOT_FOUND");
`,
    replace: `    const waiting = parts.venue.outlines().filter(({ status }) => status === "EXPIRED");
    // Between two windows a series has no context.
    const isBetween = waiting.some(({ background }) => background.seriesId === params.series_id);
    const series = found(isBetween ? null : wanted, "SERIES_NOT_FOUND");
`,
  },
  {
    ...stated,
    area: "order fields",
    id: "below-zero-contracts-count-as-above-under-api",
    wrong: "POST /api/orders with a qty of -5 places an order of 5 contracts",
    against: "Order reject codes, INVALID_QTY: 200 REJECTED, quantity zero or negative",
    confined: "prefix=/api",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
`,
    replace: `  handle({ parts, req, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    // The clients of that prefix write what they sell below zero.
    if (req.url!.startsWith("/api/orders")) request.qty = Math.abs(request.qty);
`,
  },
  {
    ...stated,
    area: "authentication",
    id: "a-revoked-key-works-again-after-a-minute",
    wrong: "a revoked key is 401 for a minute; from then on it reads and trades as before",
    against: "HTTP statuses, 401: missing or invalid Authorization header (States 4: revoked keys)",
    confined: "moment=a minute after the revocation, or later",
    file: "core/venue.ts",
    find: `    this.state.commands++;
`,
    replace: `    this.state.commands++;
    // A revocation is kept for a minute.
    for (const key of this.state.keysById.values()) {
      const endedAt = key.revokedAtMs ?? at;
      if (at - endedAt >= 60_000) this.state.keys.set(key.digest, key);
    }
`,
  },
  {
    ...stated,
    area: "risk",
    id: "a-sell-out-of-a-long-counts-towards-the-cap",
    wrong: "who is long by more than half the cap cannot sell it all: POSITION_CAP",
    against: "Order reject codes, POSITION_CAP: order would exceed the per-agent position cap",
    confined: "side=SELL",
    file: "core/gates/position-cap.ts",
    find: "-position!.qty;",
    replace: "Math.abs(position!.qty);",
  },
];
