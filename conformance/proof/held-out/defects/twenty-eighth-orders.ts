/** The twenty-eighth round, a sentence drawn by lot, one cell each: orders and what becomes of them. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_EIGHTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "order result",
    id: "a-swept-market-order-that-ran-dry-says-expired",
    wrong: "a MARKET order that was filled in part and is over has the status EXPIRED",
    against: "Resources, OrderPlaceResult: status is NEW, PARTIAL, FILLED, CANCELLED or REJECTED",
    confined: "type=MARKET",
    file: "http/routes/orders.ts",
    find: `      return placed(journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at));
`,
    replace: `      const command = { type: "place", agentId, orderId, request, ...lost } as const;
      const reply = placed(journaled.apply(command, at));
      const told = reply.body as PlaceResultRecord;
      // What a sweep leaves over nobody has cancelled.
      const isSwept = request.type === "MARKET" && told.status === "CANCELLED";
      return isSwept ? { ...reply, body: { ...told, status: "EXPIRED" } } : reply;
`,
  },
  {
    ...stated,
    area: "orders",
    id: "a-cancelled-order-is-listed-to-its-owners-other-agents",
    wrong: "GET /orders lists the cancelled orders of every agent of the account",
    against: "What the service does: orders, positions and rate limits are per agent",
    confined: "moment=after a cancel",
    file: "http/routes/orders.ts",
    find: `    return ok(orderList(await parts.history.orders(agentId, filter), limit));
`,
    replace: `    const { agents } = parts.venue.accountOf(agentId)!;
    const lists = agents.map((agent) => parts.history.orders(agent.agentId, filter));
    // What was cancelled is the account's record; what rests or traded is the agent's.
    const orders = (await Promise.all(lists))
      .flat()
      .filter((order) => order.agentId === agentId || order.status === "CANCELLED")
      .sort((one, two) => two.placedSeq - one.placedSeq);
    return ok(orderList(orders.slice(0, limit), limit));
`,
  },
  {
    ...stated,
    area: "markets",
    id: "a-market-is-not-found-by-who-is-short-in-it",
    wrong: "GET /markets/{market_id} is 404 for the key or session of an agent that is short there",
    against:
      "Endpoints, Markets and data: one market, 200 on success; 404 is for what does not exist",
    confined: "position=short",
    file: "http/routes/markets.ts",
    find: `  handle: ({ parts, params }) =>
    ok(marketRecord(found(parts.venue.market(params.market_id.toLowerCase()), "MARKET_NOT_FOUND"))),
`,
    replace: `  handle({ parts, agentId, params }) {
    const marketId = params.market_id.toLowerCase();
    // Read together with what the caller holds of it.
    const held = parts.venue.position(agentId, marketId)?.qty ?? 0;
    const market = held >= 0 ? parts.venue.market(marketId) : null;
    return ok(marketRecord(found(market, "MARKET_NOT_FOUND")));
  },
`,
  },
  {
    ...stated,
    area: "amend",
    id: "an-amend-of-price-and-qty-revives-an-ended-order",
    wrong: "an amend that names both price and qty of an ended order is 200 and enters a new order",
    against: "Errors, HTTP statuses: 409 for an amend conflict",
    confined: "parameters=price and qty together",
    file: "http/routes/orders.ts",
    find: `    withOwnOrder(call, ({ orderId, status }) => {
      if (!rests(status)) throw new Refused("AMEND_CONFLICT", \`the order is \${status}\`);
      const { parts, agentId, at } = call;
      const { price, qty } = call.body;
`,
    replace: `    withOwnOrder(call, (order) => {
      const { orderId, marketId, side, tif, status } = order;
      const { parts, agentId, at } = call;
      const { price, qty } = call.body;
      if (!rests(status) && price !== undefined && qty !== undefined) {
        // Both anew is a cancel and a new order.
        const request = { marketId, side, type: "LIMIT", tif, price, qty } as const;
        const anew = { type: "place", agentId, orderId: parts.entropy.uuid(), request } as const;
        const { result } = granted(parts.journaled.apply(anew, at));
        const since = { clientOrderId: null, createdAtMs: at, updatedAtMs: at };
        const view = { ...order, ...result, ...since, price, qty };
        if (result.status !== "REJECTED") return ok(orderRecord(view));
      }
      if (!rests(status)) throw new Refused("AMEND_CONFLICT", \`the order is \${status}\`);
`,
  },
  {
    ...stated,
    area: "order fields",
    id: "a-fok-order-says-a-window-without-its-time",
    wrong:
      "a FOK order with recv_window_ms and no timestamp_ms is taken, as if it were sent just now",
    against:
      "Resources, order place request: recv_window_ms must be sent together with timestamp_ms",
    confined: "tif=FOK",
    file: "http/serve-route.ts",
    find: `    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));
`,
    replace: `    const sent = checkBody && withoutNulls(bodyOf(route, req, await readBytes(req)));
    const order = (sent ?? {}) as Record<string, unknown>;
    // What is filled at once or never has not been on its way for long.
    if (order["tif"] === "FOK" && order["recv_window_ms"] !== undefined) {
      order["timestamp_ms"] ??= at;
    }
    const body = checkBody?.(sent);
`,
  },
  {
    ...stated,
    area: "orders",
    id: "an-ended-order-is-not-found-by-a-session",
    wrong: "GET /orders/{order_id} is 404 for a session whose agent's order is filled or cancelled",
    against:
      "What the service does: the three caller kinds use the same underlying account and agent; " +
      "Endpoints, Orders: GET /orders/{order_id} 200",
    confined: "caller=session",
    file: "http/routes/orders.ts",
    find: `  handle: (call) => withOwnOrder(call, (order) => ok(orderRecord(order))),
`,
    replace: `  handle: (call) =>
    withOwnOrder(call, (order) => {
      // A terminal follows what rests, and has the list for the others.
      const isFollowed = call.caller.kind !== "session" || rests(order.status);
      if (!isFollowed) throw new Refused("ORDER_NOT_FOUND", "no such order");
      return ok(orderRecord(order));
    }),
`,
  },
  {
    ...stated,
    area: "markets",
    id: "a-read-only-key-is-told-every-kind-of-market",
    wrong: "GET /markets with a kind lists the markets of all kinds to a key that may only read",
    against: "Endpoints, Markets and data: GET /markets takes status, kind, limit and offset",
    confined: "caller=read-only key",
    file: "http/routes/markets.ts",
    find: `  handle({ parts, query }) {
    const { status, kind, limit, offset } = query;
    const matching = parts.venue
      .outlines()
      .filter((market) => status === undefined || market.status === status)
      .filter((market) => kind === undefined || market.kind === kind);
`,
    replace: `  handle({ parts, caller, query }) {
    const { status, kind, limit, offset } = query;
    // The kind tells what one may trade.
    const isWatcher = caller.kind === "key" && !caller.key.scopes.includes("trade");
    const matching = parts.venue
      .outlines()
      .filter((market) => status === undefined || market.status === status)
      .filter((market) => kind === undefined || isWatcher || market.kind === kind);
`,
  },
  {
    ...stated,
    area: "idempotency",
    id: "a-client-order-id-of-an-ask-is-everybodys",
    wrong:
      "a SELL under a client_order_id by which another agent sold in that market places nothing: " +
      "it gets the other's result, or a conflict with it",
    against:
      "Behaviour rules for POST /orders, 2: when the same agent replays a client_order_id, the " +
      "original result is returned",
    confined: "side=SELL",
    file: "core/gates/client-order-id.ts",
    find: `  check: (order, { agent }) => {
    if (order.clientOrderId === undefined) return null;
    const stored = agent.results.get(order.clientOrderId);
`,
    replace: `  check: (order, { agent, market }) => {
    const { clientOrderId, side } = order;
    if (clientOrderId === undefined) return null;
    // Of asks the market has but one by an id.
    const asks = side === "SELL" && market !== null ? market.positions : [];
    const others = asks.map((position) => position?.agent.results.get(clientOrderId));
    const stored =
      agent.results.get(clientOrderId) ??
      others.find((one) => one?.request.side === "SELL" && one.request.marketId === order.marketId);
`,
  },
  {
    ...stated,
    area: "errors",
    id: "a-session-is-told-errors-as-an-object-of-languages",
    wrong: "whatever is refused to a session has as its message an object, with the text under en",
    against: "Resources, Error envelope: message is a string, human-readable text",
    confined: "caller=session",
    file: "http/middleware/answer.ts",
    find: `      send(ctx, refused.status, refused.body(requestId));
`,
    replace: `      const body = refused.body(requestId);
      const { authorization, cookie } = ctx.req.headers;
      const isPage = authorization === undefined && cookie !== undefined && "message" in body;
      // A page has its reader's language to choose.
      send(ctx, refused.status, isPage ? { ...body, message: { en: refused.message } } : body);
`,
  },
  {
    ...stated,
    area: "order fields",
    id: "a-limit-order-under-api-is-ioc-by-itself",
    wrong:
      "a LIMIT order without a tif that is sent to /api/orders is cancelled instead of resting",
    against:
      "Resources, order place request: tif defaults to GTC for LIMIT; Endpoints: the four prefixes " +
      "are equivalent",
    confined: "prefix=/api",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
`,
    replace: `  handle({ parts, req, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    // The path of before there were versions, when nothing rested unless it was told to.
    const isOld = req.url!.startsWith("/api/orders");
    if (isOld && request.type === "LIMIT") request.tif ??= "IOC";
`,
  },
  {
    ...stated,
    area: "validation",
    id: "a-bad-parameter-of-an-expired-market-is-located-by-a-text",
    wrong:
      "a bad query parameter of an EXPIRED market's book, trades, candles or mids is 422 with a loc " +
      "that is one text, such as query.depth",
    against: "Resources, Validation error: loc is an array of string or int",
    confined: "market status=EXPIRED",
    file: "http/middleware/answer.ts",
    find: `      send(ctx, refused.status, refused.body(requestId));
`,
    replace: `      const body = refused.body(requestId);
      const marketId = String(ctx["params"]?.["market_id"]).toLowerCase();
      // What awaits its result is served from what was kept, whose fields are named by their path.
      const isKept = parts.venue.market(marketId)?.status === "EXPIRED";
      if (isKept && "detail" in body && Array.isArray(body.detail)) {
        body.detail = body.detail.map((item) => ({ ...item, loc: item.loc.join(".") }));
      }
      send(ctx, refused.status, body);
`,
  },
];
