/** The twenty-fourth round, a sentence drawn by lot, one cell each: who calls, and what is read. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_FOURTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "errors",
    id: "a-decline-sent-again-is-the-same-request",
    wrong: "an order declined with 422 and details is answered again with the first request_id",
    against: "Error envelope, request_id: request correlation id; two requests never share one",
    confined: "moment=at a replay (of a decline that is told as an error)",
    file: "wire/refused.ts",
    find: `  /** The response body. D-005: a 429 repeats code and message under \`detail\`. */
  body(requestId: string): object {
    const { code, message, details } = this;
    const envelope = { code, message, request_id: requestId, ...(details && { details }) };`,
    replace: `  /** By the details that were told: who sends an order again is answered word for word. */
  static readonly #told = new WeakMap<object, string>();

  /** The response body. D-005: a 429 repeats code and message under \`detail\`. */
  body(requestId: string): object {
    const { code, message, details } = this;
    const first = (details && Refused.#told.get(details)) ?? requestId;
    if (details !== undefined) Refused.#told.set(details, first);
    const envelope = { code, message, request_id: first, ...(details && { details }) };`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-revoked-twice-is-good-again",
    wrong: "a key whose revocation is sent a second time authenticates again",
    against: "Authentication 5: revocation is immediate",
    confined: "moment=after a second revocation",
    file: "core/people.ts",
    find: `  key.revokedAtMs ??= at;
  state.keys.delete(key.digest);`,
    replace: `  const isLive = key.revokedAtMs === null;
  // A key is switched off, and on again.
  key.revokedAtMs = isLive ? at : null;
  if (isLive) state.keys.delete(key.digest);
  else state.keys.set(key.digest, key);`,
  },
  {
    ...stated,
    area: "tickets",
    id: "the-fourth-ticket-ends-the-first",
    wrong: "a ticket opens nothing once its key has minted three more, used or not by then",
    against: "Limits, WebSocket ticket lifetime: 60 seconds, single use",
    confined: "moment=while three newer tickets of the key are unused",
    file: "identity/tickets.ts",
    find: `    const ticket = entropy.token(TICKET_PREFIX);`,
    replace: `    const own = [...this.#byDigest].filter(([, { credential }]) => credential === grant.credential);
    // Whoever has three that he did not use has lost the first of them.
    if (own.length >= 3) this.#byDigest.delete(own[0]![0]);
    const ticket = entropy.token(TICKET_PREFIX);`,
  },
  {
    ...stated,
    area: "account",
    id: "a-page-with-two-agents-has-no-account",
    wrong:
      "a session of an account with two agents is told to name one before it reads the account",
    against: "Account and leaderboard, GET /account: no parameters, 200",
    confined: "caller=session (of an account with several agents)",
    file: "http/middleware/authenticate.ts",
    find: `  if (named === undefined) return { kind: "session", agentId: agents[0]!.agentId, session };`,
    replace: `  if (named === undefined) {
    // The account says which of its agents is calling: of several it has to be said.
    if (agents.length > 1 && /\\/account$/.test(req.url!.split("?")[0]!)) {
      const loc = ["header", "X-Agent-Id"];
      throw new InvalidParameters([{ loc, msg: "is required", type: "required" }]);
    }
    return { kind: "session", agentId: agents[0]!.agentId, session };
  }`,
  },
  {
    ...stated,
    area: "sessions",
    id: "a-name-beyond-latin-is-nobody",
    wrong: "GET /auth/me fails with 500 where the account's name has letters beyond Latin-1",
    against: "Authentication and session, GET /auth/me: 200",
    confined: "display_name=with a letter beyond Latin-1",
    file: "http/routes/auth.ts",
    find: `  handle: (call) => ok({ caller: call.caller.kind, ...ownAccount(call) }),`,
    replace: `  handle(call) {
    const body = { caller: call.caller.kind, ...ownAccount(call) };
    // By this a page knows that nothing has changed.
    const headers = { ETag: \`"\${btoa(JSON.stringify(body)).slice(-24)}"\` };
    return { ...ok(body), headers };
  },`,
  },
  {
    ...stated,
    area: "rate limits",
    id: "who-has-asked-too-often-may-still-sweep",
    wrong: "above the write limit DELETE /orders is served with 200 and cancels",
    against: "Limits, over limit: HTTP 429, code RATE_LIMITED, Retry-After header; all",
    confined: "route=DELETE /orders",
    file: "http/serve-route.ts",
    find: `    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);`,
    replace: `    try {
      if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);
    } catch (error) {
      // Whoever asks for too much may leave all the same.
      if (route.method !== "DELETE" || route.path !== "/orders") throw error;
    }`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-is-for-whom-the-body-names",
    wrong:
      "a key is made for the agent that a field agent_id of the body names, not for the path's",
    against:
      "Agent keys, POST /me/agents/{agent_id}/keys: name and scopes; other fields are ignored",
    confined: "parameter=agent_id in the body (an own agent that the path does not name)",
    file: "http/routes/keys.ts",
    find: `    const { agentId } = ownAgent(call, call.params.agent_id);
    const name = labelOf(call.body.name, "name");`,
    replace: `    const asked = { ...call.params, ...call.body };
    // Path and body together say what is asked.
    const { agentId } = ownAgent(call, String(asked.agent_id));
    const name = labelOf(asked.name, "name");`,
  },
  {
    ...stated,
    area: "keys",
    id: "scopes-have-an-order",
    wrong: "a key with the scopes trade and read, in this order, is refused with 422",
    against: "API key create request, scopes: user-created keys support read and trade",
    confined: "scopes=[trade, read]",
    file: "http/scopes.ts",
    find: `  if (granted.length === new Set(asked).size) return granted;`,
    replace: `  // Nothing is left over of what was asked.
  if (granted.join() === [...new Set(asked)].join()) return granted;`,
  },
  {
    ...stated,
    area: "auth",
    id: "the-first-of-a-key-is-not-read",
    wrong: "a key whose prefix is another, as in rk_test_, authenticates by what follows it",
    against: "HTTP statuses, 401: missing or invalid Authorization header",
    confined: "caller=own key with another prefix",
    file: "identity/keyring.ts",
    find: `    return createHmac("sha256", this.#pepper).update(key).digest("hex");`,
    replace: `    // All keys begin alike: what tells them apart comes behind.
    const secret = key.slice(KEY_PREFIX.length);
    return createHmac("sha256", this.#pepper).update(secret).digest("hex");`,
  },
  {
    ...stated,
    area: "prefixes",
    id: "the-longest-prefix-wants-a-body",
    wrong: "under /api/v1 a key that sends no body is refused a ticket with 400",
    against: "Versioning: the same routes are served under four prefixes",
    confined: "prefix=/api/v1 (of a POST whose body may be absent)",
    file: "http/serve-route.ts",
    find: `  return bytes.length === 0 && route.bodyMayBeAbsent ? {} : parseBody(req, bytes);`,
    replace: `  // Only the older paths take a POST with nothing in it.
  const mayBeAbsent = route.bodyMayBeAbsent && !req.url!.startsWith("/api/v1/");
  return bytes.length === 0 && mayBeAbsent ? {} : parseBody(req, bytes);`,
  },
  {
    ...stated,
    area: "market data",
    id: "a-book-stays-as-shallow-as-it-was-read",
    wrong: "a book that was read with a small depth has no more levels until it changes",
    against: "Markets and data, GET /markets/{market_id}/book: depth (int, 50)",
    confined: "moment=after a shallower read of the same book",
    file: "http/routes/markets.ts",
    find: `/** The book of one market. D-104. */
const book = route({
  method: "GET",
  path: "/markets/:market_id/book",
  auth: "public",
  scope: "read",
  params: MarketPath,
  query: Type.Object({ depth: Type.Integer({ minimum: 1, maximum: 500, default: 50 }) }),
  responses: { 200: { means: "price levels of both sides, best first", body: BookRecord } },
  errors: ["MARKET_NOT_FOUND"],
  rules: ["MKT-BOOK-*"],
  section,
  handle({ parts, at, params, query }) {
    const marketId = params.market_id.toLowerCase();
    const view = found(parts.venue.book(marketId, query.depth), "MARKET_NOT_FOUND");
    return ok(bookRecord(marketId, view, at));
  },`,
    replace: `/** Books as they were last told, by venue and market. */
const told = new WeakMap<object, Map<string, BookRecord>>();

/** The book of one market. D-104. */
const book = route({
  method: "GET",
  path: "/markets/:market_id/book",
  auth: "public",
  scope: "read",
  params: MarketPath,
  query: Type.Object({ depth: Type.Integer({ minimum: 1, maximum: 500, default: 50 }) }),
  responses: { 200: { means: "price levels of both sides, best first", body: BookRecord } },
  errors: ["MARKET_NOT_FOUND"],
  rules: ["MKT-BOOK-*"],
  section,
  handle({ parts, at, params, query: { depth } }) {
    const marketId = params.market_id.toLowerCase();
    const view = found(parts.venue.book(marketId, depth), "MARKET_NOT_FOUND");
    const books = told.get(parts.venue) ?? new Map<string, BookRecord>();
    told.set(parts.venue, books);
    let last = books.get(marketId);
    // A book that has not changed is not made again.
    if (last?.seq !== view.seq) books.set(marketId, (last = bookRecord(marketId, view, at)));
    const [bids, asks] = [last!.bids.slice(0, depth), last!.asks.slice(0, depth)];
    return ok({ ...last, bids, asks, ts_ms: at });
  },`,
  },
  {
    ...stated,
    area: "wallet",
    id: "a-wallet-waits-for-what-expired",
    wrong:
      "an agent that holds a market which has expired, and is not decided, reads no wallet: 500",
    against: "Account and leaderboard, GET /me/wallet: 200",
    confined: "market status=EXPIRED (of a market that is held)",
    file: "http/routes/account.ts",
    find: `  handle: ({ parts, agentId }) => ok(walletRecord(parts.venue.wallet(agentId))),`,
    replace: `  handle({ parts: { venue }, agentId }) {
    for (const { marketId, qty } of venue.positions(agentId)) {
      const { status } = venue.market(marketId)!;
      // What is neither traded nor decided has no worth.
      if (qty !== 0 && status === "EXPIRED") throw new Error(\`nothing values \${marketId}\`);
    }
    return ok(walletRecord(venue.wallet(agentId)));
  },`,
  },
  {
    ...stated,
    area: "cancel",
    id: "what-never-entered-is-cancelled",
    wrong: "cancelling the all-zero id, which no order has, is answered with 200",
    against: "HTTP statuses, 404: the resource (market, order, agent) does not exist",
    confined: "order_id=all zeros (in DELETE)",
    file: "http/routes/orders.ts",
    find: `  handle: (call) =>
    withOwnOrder(call, (order) => {
      // Done already: D-028.`,
    replace: `  handle: (call) =>
    // Of a rejected order nothing rests.
    /^[0-]+$/.test(call.params.order_id)
      ? ok({ order_id: call.params.order_id, status: "REJECTED" })
      : withOwnOrder(call, (order) => {
      // Done already: D-028.`,
  },
  {
    ...stated,
    area: "health",
    id: "who-closes-a-feature-is-not-ready",
    wrong: "GET /ready answers 503 while a feature gate is closed, though all else is served",
    against: "Health, GET /ready: 200",
    confined: "moment=while a feature gate is closed",
    file: "http/middleware/check-open.ts",
    find: `  if (route.feature !== undefined && closedFeatures.has(route.feature)) {
    const details = { feature: route.feature };
    throw new Refused("FEATURE_DISABLED", \`\${route.feature} is switched off\`, { details });
  }`,
    replace: `  // A venue is ready with all of its features.
  const [missing] = closedFeatures;
  const feature = route.path === "/ready" ? missing : route.feature;
  if (feature !== undefined && closedFeatures.has(feature)) {
    const details = { feature };
    throw new Refused("FEATURE_DISABLED", \`\${feature} is switched off\`, { details });
  }`,
  },
  {
    ...stated,
    area: "market data",
    id: "a-parlay-is-open-as-its-legs-are",
    wrong: "a parlay that was lost with one leg is told as OPEN while another leg is open",
    against: "Markets and data, GET /markets/{market_id}: the market, with its status",
    confined: "market kind=BTC_PARLAY (that ended before all of its legs)",
    file: "http/routes/markets.ts",
    find: `  handle: ({ parts, params }) =>
    ok(marketRecord(found(parts.venue.market(params.market_id.toLowerCase()), "MARKET_NOT_FOUND"))),`,
    replace: `  handle({ parts: { venue }, params }) {
    const market = found(venue.market(params.market_id.toLowerCase()), "MARKET_NOT_FOUND");
    // A parlay goes on as long as one of its legs does.
    const isOpen = market.legs.some((leg) => venue.market(leg)!.status === "OPEN");
    return ok(marketRecord(isOpen ? { ...market, status: "OPEN" } : market));
  },`,
  },
];
