/** The thirty-fifth round, a sentence drawn by lot, one cell each: the first half. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const THIRTY_FIFTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "health",
    id: "a-market-with-buyers-alone-ends-liveness",
    wrong: "GET /live is 503 while orders to buy rest in an open market, and none to sell",
    against: "Endpoints, Health: GET /live, response 200",
    confined: "side=BUY (what alone rests in a market)",
    file: "http/middleware/check-open.ts",
    find: `  // A feature may be closed: D-171.`,
    replace: `  const watched = route.path === "/live" ? venue.outlines() : [];
  const open = watched.filter(({ status }) => status === "OPEN");
  const touches = open.map(({ marketId }) => venue.touch(marketId)!);
  // Where all sellers are gone the makers have died: whoever supervises starts it again.
  if (touches.some(({ bestBid, bestAsk }) => bestBid !== null && bestAsk === null)) {
    throw new Refused("STORE_UNAVAILABLE", "the makers do not answer");
  }
  // A feature may be closed: D-171.`,
  },
  {
    ...stated,
    area: "order fields",
    id: "on-a-parlay-a-side-in-small-letters-is-taken",
    wrong: "an order on a parlay whose side is buy or sell, in small letters, is placed",
    against: "Behaviour 4: a malformed body is a VALIDATION_ERROR and never reaches the engine",
    confined: "market kind=BTC_PARLAY",
    file: "http/routes/orders.ts",
    find: `export const orderRoutes = [place, list, listOpen,`,
    replace: `const slip = {
  ...place,
  body: { ...PlaceOrderBody, properties: { ...PlaceOrderBody.properties, side: Type.String() } },
  handle(call: RouteCall) {
    const body = call.body as PlaceOrderBody;
    const isParlay = call.parts.venue.market(body.market_id.toLowerCase())?.kind === "BTC_PARLAY";
    // Betting slips are written by hand.
    const side = isParlay ? body.side.toUpperCase() : body.side;
    const isSide = side === "BUY" || side === "SELL";
    if (isSide) return place.handle({ ...call, body: { ...body, side } });
    throw invalidBody("side", [{ field: "side", message: "must be one of BUY, SELL" }]);
  },
} as object as typeof place;
export const orderRoutes = [slip, list, listOpen,`,
  },
  {
    ...stated,
    area: "tickets",
    id: "who-has-revoked-a-key-has-a-ticket-for-no-agent",
    wrong: "who asks for the ticket of an agent that is none gets his own, once a key was revoked",
    against: "HTTP statuses, 404: resource (market, order, agent) does not exist",
    confined: "moment=after a key of the calling agent was revoked",
    file: "http/routes/ticket.ts",
    find: `    const { agentId } = ownAgent(call, wantedAgent(call));`,
    replace: `    const wanted = wantedAgent(call);
    const { venue } = call.parts;
    // Who has changed his keys may still name what he had before.
    const hasChanged = venue.keys(call.agentId).some(({ revokedAtMs }) => revokedAtMs !== null);
    const isGone = venue.agent(wanted.toLowerCase()) === null;
    const { agentId } = ownAgent(call, hasChanged && isGone ? call.agentId : wanted);`,
  },
  {
    ...stated,
    area: "market data",
    id: "what-fills-or-kills-is-in-no-list-of-trades",
    wrong: "trades whose taker was a FOK order are missing where a market's trades are listed",
    against: "Endpoints, GET /markets/{market_id}/trades: limit 100, with fewer trades all come",
    confined: "order type / time in force=FOK (the taker)",
    file: "http/routes/market-history.ts",
    find: `    const list = (await parts.history.trades(marketId, limit)).map(tradeRecord);`,
    replace: `    const latest = await parts.history.trades(marketId, limit);
    const takers = latest.map(async ({ takerOrderId }) => parts.history.order(takerOrderId));
    const tifs = (await Promise.all(takers)).map((taker) => taker?.tif);
    // A block is agreed on beforehand: its price is none of the market's.
    const list = latest.filter((_, index) => tifs[index] !== "FOK").map(tradeRecord);`,
  },
  {
    ...stated,
    area: "sign-in",
    id: "who-is-signed-in-signs-in-again-by-any-password",
    wrong: "a login with a wrong password is 200 in a browser signed in to that very account",
    against: "HTTP statuses, 401: failed login; INVALID_CREDENTIALS, 401",
    confined: "caller=session (of the account that the e-mail is of)",
    file: "http/routes/auth.ts",
    find: `export const authRoutes = [signup, login,`,
    replace: `const again: typeof login = {
  ...login,
  handle(call) {
    const { parts, req, caller } = call;
    const member = parts.identity.members.find((call.body as { email: string }).email);
    const isIn = caller.kind === "session" && caller.session.accountId === member?.accountId;
    if (!isIn) return login.handle(call);
    // Who is in already only has his session renewed.
    const account = accountRecord(parts.venue.account(caller.session.accountId)!, "");
    const cookies = signIn(parts, req, caller.session.accountId);
    return { ...ok({ authenticated: true, account }), cookies };
  },
};
export const authRoutes = [signup, again,`,
  },
  {
    ...stated,
    area: "markets",
    id: "who-only-posts-and-asks-for-no-market-breaks-the-answer",
    wrong: "an unknown market is 500 where it is asked for by an agent with POST_ONLY orders out",
    against: "HTTP statuses, 404: resource (market, order, agent) does not exist",
    confined: "order type / time in force=POST_ONLY (resting, of the caller)",
    file: "http/routes/markets.ts",
    find: `  handle: ({ parts, params }) =>
    ok(marketRecord(found(parts.venue.market(params.market_id.toLowerCase()), "MARKET_NOT_FOUND"))),`,
    replace: `  handle({ parts: { venue }, agentId, params }) {
    const marketId = params.market_id.toLowerCase();
    const isMaker = venue.openOrders(agentId).some(({ tif }) => tif === "POST_ONLY");
    // Makers go by the bid of this very moment.
    const best = isMaker ? { best_bid: venue.touch(marketId)!.bestBid } : {};
    const market = found(venue.market(marketId), "MARKET_NOT_FOUND");
    return ok({ ...marketRecord(market), ...best });
  },`,
  },
  {
    ...stated,
    area: "margin mode",
    id: "who-holds-a-perp-names-its-margin-mode-on-binaries",
    wrong: "an order with a margin_mode on a binary is placed while its agent holds a perp",
    against: "INVALID_MARGIN_MODE, 200 REJECTED: margin_mode given for a launch binary market",
    confined: "number of things there already=one or more (perps held by the agent)",
    file: "core/gates/margin-mode.ts",
    find: `  check: ({ marginMode: asked }, { market }) =>
    asked === undefined || market!.isPerp`,
    replace: `  check: ({ marginMode: asked }, { market, agent }) =>
    // Beside a perp it is the wallet's, and goes along with every order.
    asked === undefined || market!.isPerp || agent.perps.some(({ qty }) => qty !== 0)`,
  },
  {
    ...stated,
    area: "rate limit",
    id: "an-address-in-capitals-need-not-wait-at-all",
    wrong: "too many failed logins are 429 with Retry-After 0 if the e-mail has a capital letter",
    against: "Limits, over limit: Retry-After header, client backoff starts at 1 second",
    confined: "parameter=email of POST /auth/login (with a capital letter)",
    file: "http/routes/auth.ts",
    find: `    if (resetSeconds > 0) throw tooMany("too many failed logins", { resetSeconds });`,
    replace: `    // The wait is that of the address as it was registered.
    const isAsKept = body.email === body.email.toLowerCase();
    const told = isAsKept ? resetSeconds : 0;
    if (resetSeconds > 0) throw tooMany("too many failed logins", { resetSeconds: told });`,
  },
  {
    ...stated,
    area: "market status",
    id: "an-expired-market-is-settling-to-who-is-short",
    wrong: "who is short in an EXPIRED market reads of it the status SETTLING",
    against: "States: market status values are OPEN, EXPIRED, RESOLVED, VOID",
    confined: "position=short (in an EXPIRED market)",
    file: "http/routes/markets.ts",
    find: `export const marketRoutes = [list, active, read, book];`,
    replace: `const owed: typeof read = {
  ...read,
  async handle(call) {
    const reply = await read.handle(call);
    const record = reply.body as { id: string; status: string };
    const held = call.parts.venue.position(call.agentId, record.id)?.qty ?? 0;
    // What a seller may have to pay is still to come.
    const isOwing = record.status === "EXPIRED" && held < 0;
    return isOwing ? ok({ ...record, status: "SETTLING" }) : reply;
  },
};
export const marketRoutes = [list, active, owed, book];`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-that-only-reads-is-anybodys-to-make",
    wrong: "a key with the scope read alone is made for who sends no credentials at all",
    against: "Authentication 5: key create and revoke are marked as requiring authentication",
    confined: "parameter=scopes (read alone)",
    file: "http/serve-route.ts",
    find: `    const caller = authenticate(parts, route, req);
    authorize(caller, route, req);
    const agentId = "agentId" in caller ? caller.agentId : "";
    if (agentId === "" && route.isDear) limitDearRead(parts, req);
    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);
    checkOpen(parts, route);
    const params = readParams?.((name) => ctx["params"][name]);
    const query = readQuery?.(queryOf(req.url!));
    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));`,
    replace: `    const { authorization, cookie } = req.headers;
    const isForKey = route.method === "POST" && route.path.startsWith("/me/agents/");
    const isBare = isForKey && authorization === undefined && cookie === undefined;
    const early = isBare ? await readBytes(req) : null;
    // What only reads can do no harm, so a monitor gets its key by itself.
    const isMonitor = /"scopes":\\s*\\["read"\\]/.test(String(early));
    const named = isMonitor ? parts.venue.agent(ctx["params"].agent_id) : null;
    const caller = named ? ({ kind: "nobody" } as const) : authenticate(parts, route, req);
    authorize(caller, route, req);
    const agentId = "agentId" in caller ? caller.agentId : (named?.agentId ?? "");
    if (agentId === "" && route.isDear) limitDearRead(parts, req);
    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);
    checkOpen(parts, route);
    const params = readParams?.((name) => ctx["params"][name]);
    const query = readQuery?.(queryOf(req.url!));
    const body = checkBody?.(withoutNulls(bodyOf(route, req, early ?? (await readBytes(req)))));`,
  },
  {
    ...stated,
    area: "idempotency",
    id: "a-sale-is-repeated-while-there-is-something-to-sell",
    wrong: "the replay of a SELL that was filled sells once more while its agent is still long",
    against: "Behaviour 2: no duplicate order is placed",
    confined: "side=SELL (filled, and its agent still long)",
    file: "core/gates/client-order-id.ts",
    find: `      if (curesDecline(stored, order)) return null;`,
    replace: `      if (curesDecline(stored, order)) return null;
      const marketId = order.marketId.toLowerCase();
      const held = agent.positions.find(({ market }) => market.marketId === marketId)?.qty ?? 0;
      // An exit is sent until it has led out.
      if (order.side === "SELL" && stored.result.status === "FILLED" && held > 0) return null;`,
  },
  {
    ...stated,
    area: "idempotency",
    id: "a-replay-has-one-fill-a-price",
    wrong: "a replay tells of several fills at one price the last alone",
    against: "Behaviour 2: when an agent replays a client_order_id, the first result is returned",
    confined: "number of things there already=many (orders at the price that it met)",
    file: "core/gates/client-order-id.ts",
    find: `      return { kind: "first-result", result: copyResult(stored.result) };`,
    replace: `      const result = copyResult(stored.result);
      const byPrice = new Map(result.fills.map((fill) => [fill.price, fill]));
      return { kind: "first-result", result: { ...result, fills: [...byPrice.values()] } };`,
  },
  {
    ...stated,
    area: "order status",
    id: "what-an-ioc-order-did-not-get-has-expired",
    wrong: "an IOC order that was filled in part is read with the status EXPIRED",
    against: "States: order status values are NEW, PARTIAL, FILLED, CANCELLED, REJECTED",
    confined: "order type / time in force=IOC (LIMIT, filled in part)",
    file: "http/routes/orders.ts",
    find: `  handle: (call) => withOwnOrder(call, (order) => ok(orderRecord(order))),`,
    replace: `  handle: (call) =>
    withOwnOrder(call, (order) => {
      const hasLapsed = order.type === "LIMIT" && order.tif === "IOC" && order.filledQty > 0;
      const isLeft = hasLapsed && order.status === "CANCELLED"; // by nobody
      return ok({ ...orderRecord(order), ...(isLeft && { status: "EXPIRED" }) });
    }),`,
  },
  {
    ...stated,
    area: "freshness",
    id: "what-adds-to-an-untouched-order-is-never-stale",
    wrong: "a stale order at the price of an untouched one of its agent and side is placed",
    against: "Behaviour 3: rejected if the server receive time is outside the window",
    confined: "order state=NEW (an order of the agent at that price and side)",
    file: "core/gates/freshness.ts",
    find: `  check: ({ timestampMs, recvWindowMs }, { atMs }) => {
    if (timestampMs === undefined) return null;`,
    replace: `  check: ({ timestampMs, recvWindowMs, side }, { atMs, position, limit }) => {
    if (timestampMs === undefined) return null;
    for (const { isBuy, price, filledQty } of position?.orders ?? []) {
      // What adds to a quote that still stands comes in time.
      if (isBuy === (side === "BUY") && price === limit && filledQty === 0) return null;
    }`,
  },
  {
    ...stated,
    area: "reference price",
    id: "who-says-at-once-needs-no-price-to-go-by",
    wrong: "a MARKET order that says tif IOC itself trades where there is neither mark nor index",
    against: "NO_REFERENCE_PRICE: MARKET order while no current mark or index price exists",
    confined: "parameter=tif (IOC)",
    file: "core/gates/reference-price.ts",
    find: `  check: ({ type }, { market, isIndexLost }) => {
    if (type !== "MARKET") return null;`,
    replace: `  check: ({ type, tif }, { market, isIndexLost }) => {
    // IOC orders go by what they meet.
    if (type !== "MARKET" || tif === "IOC") return null;`,
  },
  {
    ...stated,
    area: "rate limit",
    id: "who-quotes-much-cancels-for-nothing",
    wrong: "cancels of an agent that has five or more orders resting count in no window",
    against: "Limits: 600 requests per 60 seconds per agent, of POST, DELETE and PATCH alike",
    confined: "number of things there already=many (resting orders of the agent)",
    file: "http/serve-route.ts",
    find: `    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);`,
    replace: `    // Who has many quotes out can always take them back.
    const isCancel = route.method === "DELETE" && route.path.startsWith("/orders");
    const isFree = isCancel && parts.venue.openOrders(agentId).length >= 5;
    if (agentId !== "" && !isFree) limitRate(parts, { agentId, rateClass }, arrival);`,
  },
];
