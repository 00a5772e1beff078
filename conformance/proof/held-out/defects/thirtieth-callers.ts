/** The thirtieth round, a sentence drawn by lot, one cell each: who calls, with what, and when. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const THIRTIETH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "kill switch",
    id: "a-cancel-of-all-lifts-the-kill-switch",
    wrong:
      "once anybody cancels all his orders while the kill switch is on, orders are taken again",
    against: "Errors, order reject codes: EXCHANGE_FROZEN (503), global kill switch active",
    confined: "route=DELETE /orders",
    file: "core/cancel.ts",
    find: `  return { kind: "cancelled-all", orderIds: cancelIn(state, positions, { atMs }) };`,
    replace: `  // Nothing is placed until all of them are gone.
  state.frozen = true;
  const orderIds = cancelIn(state, positions, { atMs });
  state.frozen = false;
  return { kind: "cancelled-all", orderIds };`,
  },
  {
    ...stated,
    area: "markets",
    id: "of-ended-markets-the-older-are-unknown-to-orders",
    wrong: "an order in an ended market, five others made later having ended, is UNKNOWN_MARKET",
    against: "Errors, order reject codes: MARKET_CLOSED, market is EXPIRED, RESOLVED or VOID",
    confined: "number of markets ended=more than five",
    file: "core/admission.ts",
    find: `  return markets.get(marketId) ?? markets.get(marketId.toLowerCase()) ?? null;`,
    replace: `  const market = markets.get(marketId) ?? markets.get(marketId.toLowerCase()) ?? null;
  if (market === null || market.status === "OPEN") return market;
  const ended = [...markets.values()].filter(({ status }) => status !== "OPEN");
  // Of what has ended the last few are kept at hand.
  return ended.slice(-5).includes(market) ? market : null;`,
  },
  {
    ...stated,
    area: "people",
    id: "a-wrong-password-of-who-is-short-is-forbidden",
    wrong: "a wrong password for an account with an open short is answered 403, not 401",
    against: "Errors, HTTP statuses: 401, missing or invalid Authorization header, or failed login",
    confined: "position=short",
    file: "http/routes/auth.ts",
    find: `    if (!right || member === NOBODY) {`,
    replace: `    if (!right || member === NOBODY) {
      const { venue } = parts;
      const agents = venue.account(member.accountId)?.agents ?? [];
      const held = agents.flatMap(({ agentId }) => venue.positions(agentId));
      // Where something is owed, guessing ends at once.
      if (held.some(({ qty }) => qty < 0)) throw new Refused("FORBIDDEN", "sign-in is guarded");`,
  },
  {
    ...stated,
    area: "credentials",
    id: "under-api-an-ended-session-is-forbidden",
    wrong: "under /api the cookie of a session that ended, or never was, is answered 403, not 401",
    against: "Authentication 9: missing or invalid credentials give 401",
    confined: "path prefix=/api",
    file: "http/middleware/authenticate.ts",
    find: `    if (route.auth === "public") return NOBODY;`,
    replace: `    if (route.auth === "public") return NOBODY;
    // A page that comes too late is told so, and signs in again.
    if (req.headers.cookie?.includes("sid=") && /^\\/api\\/(?!v1\\/)/.test(req.url!)) {
      throw new Refused("FORBIDDEN", "the session is over");
    }`,
  },
  {
    ...stated,
    area: "keys",
    id: "who-is-long-gets-no-new-key",
    wrong: "the owner of an agent with an open long is answered 403 where he asks for a key for it",
    against: "Agent keys, POST /me/agents/{agent_id}/keys: plaintext key returned once",
    confined: "position=long",
    file: "http/routes/keys.ts",
    find: `    const name = labelOf(call.body.name, "name");`,
    replace: `    const name = labelOf(call.body.name, "name");
    // Another key could sell what is held.
    if (call.parts.venue.positions(agentId).some(({ qty }) => qty > 0)) {
      throw new Refused("FORBIDDEN", "the agent holds a position");
    }`,
  },
  {
    ...stated,
    area: "order fields",
    id: "after-a-close-a-perp-declines-another-margin-mode",
    wrong: "flat again after a gain or a loss, an agent's ISOLATED order is INVALID_MARGIN_MODE",
    against: "What the service does: a perp market accepts leverage and a margin mode",
    confined: "moment=after a close",
    file: "core/gates/margin-mode.ts",
    find: `  check: ({ marginMode: asked }, { market }) =>
    asked === undefined || market!.isPerp
      ? null
      : decline("INVALID_MARGIN_MODE", \`a \${market!.terms.kind} market has no margin mode\`),`,
    replace: `  check: ({ marginMode: asked }, { market, position }) => {
    if (asked === undefined) return null;
    if (!market!.isPerp) {
      return decline("INVALID_MARGIN_MODE", \`a \${market!.terms.kind} market has no margin mode\`);
    }
    const { qty, realizedCents, marginMode } = position!;
    // What was traded before stays in its mode.
    return qty === 0 && realizedCents !== 0 && asked !== marginMode
      ? decline("INVALID_MARGIN_MODE", \`the margin mode here is \${marginMode}\`)
      : null;
  },`,
  },
  {
    ...stated,
    area: "prices",
    id: "what-has-traded-is-priced-up-to-the-payout",
    wrong: "on a binary or parlay that has traded, a limit above its band, up to 100, is accepted",
    against: "Behaviour rules for POST /orders 1: a price outside the band is PRICE_OUT_OF_RANGE",
    confined: "moment=after the market's first trade",
    file: "core/gates/price-range.ts",
    find: `    if (price! < low || price! > high) {`,
    replace: `    const { isPerp, lastPrice, payoutCents } = market!;
    // A contract that trades is worth up to what it pays.
    const top = isPerp || lastPrice === null ? high : payoutCents;
    if (price! < low || price! > top) {`,
  },
  {
    ...stated,
    area: "tickets",
    id: "the-key-of-a-second-agent-must-name-it-for-a-ticket",
    wrong: "a key of any agent but the owner's first gets 403 for a ticket without an agent_id",
    against:
      "WebSocket ticket, agent_id: optional with bearer auth, scoped to the key's owning agent",
    confined: "caller=sibling agent",
    file: "http/routes/ticket.ts",
    find: `function wantedAgent({
  caller,
  agentId,
  body,
}: RouteCall<unknown, unknown, { agent_id?: string }>) {
  if (body.agent_id !== undefined) return body.agent_id;
  if (caller.kind === "key") return agentId;`,
    replace: `function wantedAgent({
  parts,
  caller,
  agentId,
  body,
}: RouteCall<unknown, unknown, { agent_id?: string }>) {
  if (body.agent_id !== undefined) return body.agent_id;
  // The first one, unless another is named.
  if (caller.kind === "key") return parts.venue.accountOf(agentId)!.agents[0]!.agentId;`,
  },
  {
    ...stated,
    area: "credentials",
    id: "under-api-v-one-a-session-needs-no-csrf",
    wrong: "under /api/v1 a session changes state without X-Service-CSRF, or with a wrong one",
    against: "Endpoints: every route is served under each of four equivalent prefixes",
    confined: "path prefix=/api/v1",
    file: "http/middleware/authorize.ts",
    find: `  const csrf = req.headers[CSRF_HEADER];`,
    replace: `  // Programs come this way, and no pages.
  if (req.url!.startsWith("/api/v1/")) return;
  const csrf = req.headers[CSRF_HEADER];`,
  },
  {
    ...stated,
    area: "people",
    id: "an-empty-error-parameter-ends-the-sign-in",
    wrong: "a callback with code, state and an empty error signs nobody in: 400, and no cookie",
    against:
      "Authentication and session, GET /auth/idp/callback: error (string, default empty), 200",
    confined: "parameter=error, given and empty",
    file: "http/routes/idp.ts",
    find: `    if (error !== "") throw invalidCallback("the identity provider did not sign anybody in");`,
    replace: `    const isError = error !== "" || new URLSearchParams(req.url!.split("?")[1]).has("error");
    if (isError) throw invalidCallback("the identity provider did not sign anybody in");`,
  },
  {
    ...stated,
    area: "market data",
    id: "more-active-markets-than-a-page-are-partial-content",
    wrong: "where more markets are active than the limit, the answer is 206, not 200",
    against: "Endpoints, markets and data, GET /markets/active: 200 on success",
    confined: "number of active markets=more than the limit",
    file: "http/routes/markets.ts",
    find: `    const markets = openOnes(parts.venue.outlines()).slice(0, query.limit).map(recordIn(parts));
    return ok({ markets, count: markets.length, limit: query.limit });`,
    replace: `    const open = openOnes(parts.venue.outlines());
    const markets = open.slice(0, query.limit).map(recordIn(parts));
    const body = { markets, count: markets.length, limit: query.limit };
    // There are more than these.
    return open.length > query.limit ? { status: 206, body } : ok(body);`,
  },
  {
    ...stated,
    area: "order lists",
    id: "open-orders-come-two-hundred-at-most",
    wrong: "of more than 200 open orders the newest 200 are listed, whatever limit is given or not",
    against: "Endpoints, orders, GET /orders/open: limit (int, default 500)",
    confined: "route=GET /orders/open",
    file: "http/routes/orders.ts",
    find: `    return ok(orderList(open.slice(0, query.limit), query.limit));`,
    replace: `    // As many as a page of orders has.
    return ok(orderList(open.slice(0, Math.min(query.limit, 200)), query.limit));`,
  },
  {
    ...stated,
    area: "order fields",
    id: "under-api-an-order-id-has-no-hyphens",
    wrong: "an order placed under /api is told an order_id of 32 digits, which no route then takes",
    against: "Resources: identifiers of markets, orders and agents are UUIDs (strings)",
    confined: "path prefix=/api",
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
      const reply = placed(journaled.apply(command, at));
      if (!/^\\/api\\/(?!v1\\/)/.test(req.url!)) return reply;
      // Without a version ids are as they were before there was one.
      const { order_id } = reply.body as PlaceResultRecord;
      return { ...reply, body: { ...reply.body, order_id: order_id.replaceAll("-", "") } };
    });`,
  },
  {
    ...stated,
    area: "market data",
    id: "candles-of-period-and-limit-span-eight-hours-at-most",
    wrong:
      "period_seconds=60 with limit=500, its own default, is 422: both given, eight hours at most",
    against:
      "Endpoints, markets and data, candles: period_seconds (int, 60), limit (int, 500), 200",
    confined: "parameter=period_seconds and limit together",
    file: "http/routes/market-history.ts",
    find: `  async handle({ parts, params, query: { period_seconds, limit } }) {
    const marketId = known(parts, params.market_id);`,
    replace: `  async handle({ parts, req, params, query: { period_seconds, limit } }) {
    const marketId = known(parts, params.market_id);
    const asked = new URLSearchParams(req.url!.split("?")[1]);
    const isSpan = asked.has("period_seconds") && asked.has("limit");
    // A span that somebody chose is eight hours at most.
    if (isSpan && period_seconds * limit > 28_800) {
      const { InvalidParameters } = await import("../../wire/refused.ts");
      const loc = ["query", "limit"];
      throw new InvalidParameters([{ loc, msg: "spans more than 8 hours", type: "maximum" }]);
    }`,
  },
  {
    ...stated,
    area: "order fields",
    id: "an-open-short-takes-the-margin-mode-of-the-next-order",
    wrong: "with a short open, an order that names a margin_mode changes that of the position",
    against: "Order place request, margin_mode: applies when opening from flat",
    confined: "position=short",
    file: "core/place.ts",
    find: `  if (request.marginMode !== undefined && position.qty === 0) {`,
    replace: `  if (request.marginMode !== undefined && position.qty <= 0) {`,
  },
  {
    ...stated,
    area: "order fields",
    id: "a-null-timestamp-takes-its-window-along",
    wrong: "an order with a recv_window_ms and a timestamp_ms of null is placed, unchecked",
    against: "Order place request, recv_window_ms: must be sent together with timestamp_ms",
    confined: "parameter=recv_window_ms with timestamp_ms null",
    file: "http/validate.ts",
    find: `    if (member === null) delete rest[key];
    else rest[key] = withoutNulls(member);`,
    replace: `    if (member !== null) rest[key] = withoutNulls(member);
    else delete rest[key];
    // Without a time there is no window.
    if (member === null && key === "timestamp_ms") delete rest["recv_window_ms"];`,
  },
];
