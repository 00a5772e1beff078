/** The thirty-third round, a sentence drawn by lot, one cell each: orders, and who places them. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const THIRTY_THIRD_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "market data",
    id: "event-history-by-the-fixture-key-alone-is-refused",
    wrong: "event history asked for by a fixture_key, without an event_id, is refused with 422",
    against: "Endpoints, GET /markets/event-history: event_id (string, default empty)",
    confined: "parameter=fixture_key alone",
    file: "http/routes/events.ts",
    find: `  limit: limitOf(240),
});
`,
    replace: `  limit: limitOf(240),
}, {
  // A fixture is one of an event.
  if: { properties: { fixture_key: { minLength: 1 } } },
  then: { properties: { event_id: { minLength: 1 } } },
});
`,
  },
  {
    ...stated,
    area: "order fields",
    id: "margin-mode-on-a-binary-passes-once-a-position-is-held",
    wrong: "on a binary of which one holds contracts a margin_mode is ignored, the order placed",
    against: "Order reject codes: INVALID_MARGIN_MODE, margin_mode given for a launch binary",
    confined: "moment=after a fill",
    file: "core/gates/margin-mode.ts",
    find: `  check: ({ marginMode: asked }, { market }) =>
    asked === undefined || market!.isPerp
`,
    replace: `  check: ({ marginMode: asked }, { market, position }) =>
    asked === undefined || market!.isPerp || position!.qty !== 0
`,
  },
  {
    ...stated,
    area: "order fields",
    id: "a-parlay-takes-prices-up-to-its-payout",
    wrong: "a parlay takes a LIMIT above its band, up to the whole payout, where none can gain",
    against: "Behaviour 1: outside the market geometry band is rejected, PRICE_OUT_OF_RANGE",
    confined: "market kind=BTC_PARLAY",
    file: "core/gates/price-range.ts",
    find: "    const { low, high, tick } = market!;",
    replace: `    const { low, tick, terms, payoutCents } = market!;
    // With its last leg to come a parlay may be as good as paid.
    const high = terms.kind === "BTC_PARLAY" ? payoutCents : market!.high;`,
  },
  {
    ...stated,
    area: "cancelling",
    id: "an-order-that-a-ladder-placed-is-not-found-by-its-id",
    wrong: "what replace-ladder placed cannot be cancelled or read by the id it told: 404",
    against: "Endpoints, DELETE /orders/{order_id}: 200; HTTP statuses, 404: does not exist",
    confined: "route=POST /orders/replace-ladder",
    file: "http/routes/orders.ts",
    find: "      return { orderId: parts.entropy.uuid(), request };",
    replace: "      return { orderId: parts.entropy.uuid().toUpperCase(), request };",
  },
  {
    ...stated,
    area: "stream",
    id: "a-third-stream-of-an-agent-silences-the-first",
    wrong: "a third stream of an agent opens, and the oldest hears no private channel any more",
    against: "Events: a realtime stream carries private channels per agent",
    confined: "number of things there already=many streams of the agent",
    file: "stream/broadcast.ts",
    find: "    this.#followers.add(follower);",
    replace: `    this.#followers.add(follower);
    const [oldest] = this.#followers;
    // A screen left open somewhere makes way.
    if (this.address.isPrivate && this.#followers.size > 2) this.#followers.delete(oldest!);`,
  },
  {
    ...stated,
    area: "market data",
    id: "charts-ask-who-is-signed-in-for-the-csrf-header",
    wrong: "with a session's cookie markets, trades and candles are 403 without X-Service-CSRF",
    against: "Authentication 4: state-changing browser requests also need a CSRF cookie",
    confined: "caller=session",
    file: "http/middleware/authorize.ts",
    find: `  if (caller.kind !== "session" || route.method === "GET" || route.auth === "public") return;`,
    replace: `  if (caller.kind !== "session") return;
  const isFree = route.method === "GET" || route.auth === "public";
  // What is dear to read is for the venue's own pages.
  if (isFree && !route.isDear) return;`,
  },
  {
    ...stated,
    area: "errors",
    id: "a-field-forgotten-twice-has-one-request-id",
    wrong: "the second body that lacks the same field is answered with the request_id of the first",
    against: "Error envelope, request_id: request correlation id; R-06: no two share one",
    confined: "parameter=absent (a required field of a body)",
    file: "wire/refused.ts",
    find: `  /** The response body. D-005: a 429 repeats code and message under \`detail\`. */
  body(requestId: string): object {
    const { code, message, details } = this;
    const envelope = { code, message, request_id: requestId, ...(details && { details }) };
`,
    replace: `  static readonly #told = new Map<string, object>();

  /** The response body. D-005: a 429 repeats code and message under \`detail\`. */
  body(requestId: string): object {
    const { code, message, details } = this;
    const envelope = { code, message, request_id: requestId, ...(details && { details }) };
    if (code === "VALIDATION_ERROR" && message.endsWith("is required")) {
      const form = JSON.stringify([message, details]);
      const told = Refused.#told.get(form) ?? envelope;
      Refused.#told.set(form, told);
      return told;
    }
`,
  },
  {
    ...stated,
    area: "risk",
    id: "a-fill-or-kill-order-goes-beyond-the-position-cap",
    wrong: "a FOK order is filled however far beyond the position cap it leads",
    against: "Order reject codes, POSITION_CAP: would exceed the per-agent position cap",
    confined: "tif=FOK",
    file: "core/gates/position-cap.ts",
    find: `    const isBuy = order.side === "BUY";`,
    replace: `    // It never works beside others.
    if (order.type === "LIMIT" && order.tif === "FOK") return null;
    const isBuy = order.side === "BUY";`,
  },
  {
    ...stated,
    area: "people",
    id: "a-humans-limit-order-without-a-tif-never-takes",
    wrong: "a session's LIMIT without a tif is POST_ONLY: what would trade is declined",
    against: "What the service does: agents and humans trade; tif: default GTC for LIMIT",
    confined: "caller=session",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
`,
    replace: `  handle({ parts, caller, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    // By hand nobody means to take unless he says so.
    if (caller.kind === "session" && request.type === "LIMIT") request.tif ??= "POST_ONLY";
`,
  },
  {
    ...stated,
    area: "stream",
    id: "a-session-under-api-gets-a-ticket-without-an-agent",
    wrong: "under /api a session that names no agent gets a ticket, for its first agent",
    against: "Authentication 7: with session auth the body must carry agent_id",
    confined: "path prefix=/api",
    file: "http/routes/ticket.ts",
    find: `  agentId,
  body,
}: RouteCall<unknown, unknown, { agent_id?: string }>) {
  if (body.agent_id !== undefined) return body.agent_id;
  if (caller.kind === "key") return agentId;
`,
    replace: `  agentId,
  req,
  body,
}: RouteCall<unknown, unknown, { agent_id?: string }>) {
  if (body.agent_id !== undefined) return body.agent_id;
  // The pages under /api are older than the rule.
  if (caller.kind === "key" || req.url!.startsWith("/api/auth/")) return agentId;
`,
  },
  {
    ...stated,
    area: "limits",
    id: "an-order-to-an-expired-market-counts-as-two-writes",
    wrong: "an order sent to an EXPIRED market draws two of the 600 writes: 429 after 300",
    against: "Limits, write rate: 600 requests per 60 seconds per agent",
    confined: "market status=EXPIRED",
    file: "http/routes/orders.ts",
    find: "      const lost = indexFor([request], parts, at);",
    replace: `      const market = parts.venue.market(request.marketId.toLowerCase());
      // A bot that has not seen the end is slowed down.
      if (market?.status === "EXPIRED") parts.limiter.take(agentId, "write", at);
      const lost = indexFor([request], parts, at);`,
  },
  {
    ...stated,
    area: "market status",
    id: "a-long-may-still-sell-after-expiry",
    wrong: "on an EXPIRED market the SELL of an agent that is long is taken, and rests",
    against: "States 1: only an OPEN market accepts new orders, else MARKET_CLOSED",
    confined: "side=SELL",
    file: "core/gates/market-open.ts",
    find: `  check: (_order, { market }) =>
    market!.status === "OPEN" ? null : decline("MARKET_CLOSED", \`the market is \${market!.status}\`),
`,
    replace: `  check: ({ side }, { market, position }) => {
    const { status } = market!;
    // Until the result is known, what is held may be sold.
    if (status === "EXPIRED" && side === "SELL" && position!.qty > 0) return null;
    return status === "OPEN" ? null : decline("MARKET_CLOSED", \`the market is \${status}\`);
  },
`,
  },
  {
    ...stated,
    area: "keys",
    id: "any-key-may-list-the-keys-of-any-agent",
    wrong: "GET on the operator's path tells any key or session the keys of any agent",
    against: "Agent keys: an operator path exists for operator or admin credentials; 403",
    confined: "method=GET",
    file: "http/middleware/authorize.ts",
    find: `  if (route.auth === "operator" && caller.kind !== "operator") {`,
    replace: `  if (route.auth === "operator" && caller.kind !== "operator" && route.method !== "GET") {`,
  },
  {
    ...stated,
    area: "order results",
    id: "a-fill-between-agents-of-one-owner-is-not-told",
    wrong: "what an order fills against a sibling agent is in filled_qty, and missing in fills",
    against: "OrderPlaceResult, fills: per-execution details; filled_qty: contracts filled",
    confined: "caller=sibling agent of the maker",
    file: "core/matching.ts",
    find: "    else fills.push(trade(state, taker, maker, atMs));",
    replace: `    else {
      // Within an account nothing changes hands.
      const isInside = maker.agent.account === taker.agent.account;
      const view = trade(state, taker, maker, atMs);
      if (!isInside) fills.push(view);
    }`,
  },
  {
    ...stated,
    area: "validation",
    id: "a-perps-price-in-text-is-taken",
    wrong: "an order on a perp whose price is a text of digits is placed",
    against: "HTTP statuses, 400: request body fails validation (wrong types); R-21",
    confined: "market kind=BTC_PERP",
    file: "http/serve-route.ts",
    find: "    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));",
    replace: `    // A perp's price is more than some clients write as a number.
    const priced = (sent: { market_id?: unknown; price?: unknown }) => {
      const market = parts.venue.market(String(sent.market_id).toLowerCase());
      const isText = typeof sent.price === "string" && /^\\d+$/.test(sent.price);
      return isText && market?.kind === "BTC_PERP" ? { ...sent, price: Number(sent.price) } : sent;
    };
    const read = async () => withoutNulls(bodyOf(route, req, await readBytes(req))) as object;
    const body = checkBody?.(priced(await read()));`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-made-after-a-revocation-has-the-scopes-of-the-one-that-ended",
    wrong: "a key asked for without scopes has those of the agent's last key that was revoked",
    against: "API key create request, scopes: default [read, trade]",
    confined: "moment=after a key of the agent with one scope was revoked",
    file: "http/routes/keys.ts",
    find: `    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: scopesOf(call.body.scopes),
    });
`,
    replace: `    const ended = call.parts.venue.keys(agentId).filter(({ revokedAtMs }) => revokedAtMs !== null);
    // It takes the place of the one that went.
    const scopes = scopesOf(call.body.scopes ?? ended.at(-1)?.scopes.slice());
    const { apiKey, key } = issueKey(call.parts, { agentId, name, scopes });
`,
  },
];
