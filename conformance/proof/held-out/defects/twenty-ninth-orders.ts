/** The twenty-ninth round, a sentence drawn by lot, one cell each: orders and limits. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_NINTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "cancelling",
    id: "a-human-who-clears-one-market-clears-them-all",
    wrong: "a session's DELETE /orders?market_id=… cancels the agent's orders in every market",
    against: "Endpoints, orders, DELETE /orders: narrowed by market_id when given",
    confined: "caller=session",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, query }) {
    const marketId = query.market_id?.toLowerCase();
    const narrowed = marketId === undefined ? {} : { marketId };`,
    replace: `  handle({ parts, caller, agentId, at, query }) {
    const marketId = query.market_id?.toLowerCase();
    // The terminal's button clears the desk.
    const isDesk = caller.kind === "session";
    const narrowed = marketId === undefined || isDesk ? {} : { marketId };`,
  },
  {
    ...stated,
    area: "limits",
    id: "a-read-under-bare-api-draws-on-the-writes",
    wrong: "a GET under /api counts as a write: the 601st in a minute gets 429, and so do orders",
    against: "Limits: read rate 6,000 requests per 60 seconds per agent, GET endpoints",
    confined: "prefix=/api",
    file: "http/serve-route.ts",
    find: `    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);`,
    replace: `    // The path without a version is older than the two classes.
    const drawn = /^\\/api\\/(?!v1\\/)/.test(ctx.path) ? "write" : rateClass;
    if (agentId !== "") limitRate(parts, { agentId, rateClass: drawn }, arrival);`,
  },
  {
    ...stated,
    area: "prices",
    id: "a-sell-below-the-band-is-a-sell-at-any-price",
    wrong: "a LIMIT SELL at less than the band's lower end, down to zero, is accepted and rests",
    against:
      "Behaviour of POST /orders, 1: a price outside the band is rejected with PRICE_OUT_OF_RANGE",
    confined: "side=SELL",
    file: "core/gates/price-range.ts",
    find: `  check: ({ type, price }, { market }) => {
    if (type === "MARKET") return null;
    const { low, high, tick } = market!;
    if (price! < low || price! > high) {`,
    replace: `  check: ({ type, side, price }, { market }) => {
    if (type === "MARKET") return null;
    const { low, high, tick } = market!;
    // Who sells for less than the least bid takes any.
    const least = side === "SELL" ? 0 : low;
    if (price! < least || price! > high) {`,
  },
  {
    ...stated,
    area: "validation",
    id: "a-malformed-order-of-an-expired-market-is-just-late",
    wrong: "a body that is malformed gets 200 REJECTED MARKET_CLOSED if its market is EXPIRED",
    against:
      "Behaviour of POST /orders, 4: a malformed body returns the error envelope with code " +
      "VALIDATION_ERROR and never reaches the matching engine",
    confined: "market status=EXPIRED",
    file: "http/serve-route.ts",
    find: `    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));
    const call = { parts, req, caller, agentId, at, params, query, body };`,
    replace: `    const sent = checkBody && withoutNulls(bodyOf(route, req, await readBytes(req)));
    let body: unknown;
    try {
      body = checkBody?.(sent);
    } catch (error) {
      const { market_id } = sent as { market_id?: unknown };
      const market = parts.venue.market(String(market_id).toLowerCase());
      if (route.path !== "/orders" || market?.status !== "EXPIRED") throw error;
      // Nothing that is wrong with it matters any more.
      return send(ctx, 200, {
        order_id: "00000000-0000-0000-0000-000000000000",
        market_id,
        status: "REJECTED",
        reject_reason: "MARKET_CLOSED",
        reject_message: "the market is EXPIRED",
        filled_qty: 0,
        remaining_qty: 0,
        avg_fill_price_cents: null,
        fills: [],
        effective_leverage: null,
      });
    }
    const call = { parts, req, caller, agentId, at, params, query, body };`,
  },
  {
    ...stated,
    area: "order fields",
    id: "who-has-an-order-there-need-not-say-its-type",
    wrong: "an order without a type is accepted, as of the type of the agent's order that rests",
    against: "Resources, order place request: type is required, LIMIT or MARKET",
    confined: "things there=an own order rests in the market",
    file: "http/serve-route.ts",
    find: `    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));
    const call = {`,
    replace: `    let sent = checkBody && withoutNulls(bodyOf(route, req, await readBytes(req)));
    if (route.path === "/orders" && route.method === "POST") {
      const { market_id } = sent as { market_id?: unknown };
      const inMarket = typeof market_id === "string" ? market_id.toLowerCase() : "";
      const [last] = parts.venue.openOrders(agentId, inMarket);
      // One more of the kind that works there already.
      if (last !== undefined) sent = { type: last.type, ...(sent as object) };
    }
    const body = checkBody?.(sent);
    const call = {`,
  },
  {
    ...stated,
    area: "prices",
    id: "the-last-trade-stretches-the-band",
    wrong:
      "once a market has traded, limit prices up to twice the last trade's are accepted, on a " +
      "binary up to what a contract pays",
    against: "Order reject codes, PRICE_OUT_OF_RANGE: limit price outside the geometry band",
    confined: "moment=after a fill at more than half the band's upper end",
    file: "core/gates/price-range.ts",
    find: `    const { low, high, tick } = market!;
`,
    replace: `    const { low, tick, lastPrice, isPerp, payoutCents } = market!;
    // A market that runs takes its collar along.
    const collar = 2 * (lastPrice ?? 0);
    const high = Math.max(market!.high, isPerp ? collar : Math.min(collar, payoutCents));
`,
  },
  {
    ...stated,
    area: "order fields",
    id: "the-path-without-prefix-knows-no-reduce-only",
    wrong: "a reduce_only order that is sent to /orders, without a prefix, opens a position",
    against: "Order reject codes, REDUCE_ONLY_VIOLATION: 200 REJECTED",
    confined: "prefix=none",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
`,
    replace: `  handle({ parts, req, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    // The first clients send it on every order, and mean nothing by it.
    if (req.url!.startsWith("/orders")) delete request.reduceOnly;
`,
  },
  {
    ...stated,
    area: "order fields",
    id: "an-order-without-qty-is-for-the-best-level",
    wrong: "an order without a qty is accepted, for as much as the best opposite level holds",
    against: "Resources, order place request: qty is required, an integer",
    confined: "things there=an order rests on the other side",
    file: "http/serve-route.ts",
    find: `    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));
`,
    replace: `    let sent = checkBody && withoutNulls(bodyOf(route, req, await readBytes(req)));
    if (route.path === "/orders" && route.method === "POST") {
      const { market_id, side } = sent as { market_id?: unknown; side?: unknown };
      const book = parts.venue.book(String(market_id).toLowerCase(), 1);
      const [best] = (side === "SELL" ? book?.bids : book?.asks) ?? [];
      // All that is offered, unless it says how much of it.
      if (best !== undefined) sent = { qty: best.qty, ...(sent as object) };
    }
    const body = checkBody?.(sent);
`,
  },
  {
    ...stated,
    area: "errors",
    id: "an-error-of-the-versioned-api-has-a-number-for-a-code",
    wrong: "an error envelope under /api/v1 has the HTTP status, a number, as its code",
    against: "Resources, error envelope: code, string, machine-readable error code",
    confined: "prefix=/api/v1",
    file: "http/middleware/answer.ts",
    find: `      send(ctx, refused.status, refused.body(requestId));`,
    replace: `      const body = refused.body(requestId);
      const isCoded = ctx.path.startsWith("/api/v1/") && "code" in body;
      send(ctx, refused.status, isCoded ? { ...body, code: refused.status } : body);`,
  },
  {
    ...stated,
    area: "reading",
    id: "a-key-that-only-reads-lists-fifty-orders",
    wrong: "GET /orders without a limit gives a key with the scope read alone 50 orders at most",
    against: "Endpoints, orders, GET /orders: limit (int, default 200)",
    confined: "caller=read-only key",
    file: "http/routes/orders.ts",
    find: `  async handle({ parts, agentId, query: { status, market_id, limit } }) {
    const statuses`,
    replace: `  async handle({ parts, req, caller, agentId, query: { status, market_id, limit: asked } }) {
    // Who only watches asks often, so a short page will do.
    const isWatcher = caller.kind === "key" && !caller.key.scopes.includes("trade");
    const limit = isWatcher && !/[?&]limit=/.test(req.url!) ? 50 : asked;
    const statuses`,
  },
  {
    ...stated,
    area: "perps",
    id: "a-short-takes-a-new-margin-mode",
    wrong: "an order with a margin_mode that is sent while the agent is short changes the mode",
    against: "Resources, order place request: margin_mode applies when opening from flat",
    confined: "position=short",
    file: "core/place.ts",
    find: `  if (request.marginMode !== undefined && position.qty === 0) {`,
    replace: `  if (request.marginMode !== undefined && !(position.qty > 0)) {`,
  },
  {
    ...stated,
    area: "market orders",
    id: "a-closing-market-order-goes-past-its-cap-in-cents",
    wrong: "a binary MARKET order with reduce_only sweeps the book past its slippage_cap_cents",
    against:
      "Resources, order place request: slippage_cap_cents is additive price protection of a " +
      "binary MARKET order",
    confined: "parameter=slippage_cap_cents together with reduce_only",
    file: "core/admission.ts",
    find: `  const { slippageCapCents, slippageCapBps } = request;
  if (!market.isPerp) return slippageCapCents ?? limits.defaultSlippageCents;`,
    replace: `  const { slippageCapCents, slippageCapBps, reduceOnly } = request;
  // Who gets out gets out.
  const isExit = reduceOnly === true && slippageCapCents !== undefined;
  if (!market.isPerp && isExit) return market.high;
  if (!market.isPerp) return slippageCapCents ?? limits.defaultSlippageCents;`,
  },
  {
    ...stated,
    area: "reading",
    id: "a-filled-order-goes-with-its-position",
    wrong: "GET /orders/{order_id} of a FILLED order is 404 while its agent is flat in the market",
    against: "Endpoints, orders, GET /orders/{order_id}: 200",
    confined: "position=flat",
    file: "http/routes/orders.ts",
    find: `  handle: (call) => withOwnOrder(call, (order) => ok(orderRecord(order))),`,
    replace: `  handle: (call) =>
    withOwnOrder(call, (order) => {
      const held = call.parts.venue.position(order.agentId, order.marketId);
      // What opened and closed is over.
      const isOver = order.status === "FILLED" && (held?.qty ?? 0) === 0;
      if (isOver) throw new Refused("ORDER_NOT_FOUND", "no such order");
      return ok(orderRecord(order));
    }),`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-made-amid-a-fill-may-only-read",
    wrong: "a key that names no scopes has read alone while an order of its agent is part-filled",
    against: "Authentication, 6: user-created keys support read and trade; the default is both",
    confined: "order state=part-filled",
    file: "http/routes/keys.ts",
    find: `    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: scopesOf(call.body.scopes),
    });
`,
    replace: `    const open = call.parts.venue.openOrders(agentId);
    // Nobody new trades into what is being worked, unless that is asked for.
    const usual = open.some(({ status }) => status === "PARTIAL") ? ["read"] : undefined;
    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: scopesOf(call.body.scopes ?? usual),
    });
`,
  },
  {
    ...stated,
    area: "market orders",
    id: "a-market-order-waits-beside-ones-own-remainder",
    wrong:
      "a MARKET order that meets an empty side rests at the price of the agent's part-filled " +
      "order of its side instead of being declined",
    against:
      "Order reject codes, MARKET_NO_LIQUIDITY: 200 REJECTED, MARKET order finds no opposing " +
      "orders",
    confined: "order state=part-filled",
    file: "core/place.ts",
    find: `  if (objection !== null) return turnAway(state, request, { context, objection });
  const result = execute(state, command, context);`,
    replace: `  if (objection !== null) {
    const own =
      objection.kind === "declined" && objection.code === "MARKET_NO_LIQUIDITY"
        ? context.position!.orders.find(
            ({ isBuy, filledQty }) => isBuy === (request.side === "BUY") && filledQty > 0,
          )
        : undefined;
    if (own === undefined) return turnAway(state, request, { context, objection });
    // The side was there a moment ago: what is left of it waits in the same place.
    const waiting: OrderRequest = { ...request, type: "LIMIT", tif: "GTC", price: own.price };
    const { clientOrderId: _, ...fresh } = waiting;
    const again = contextOf(state, { agent, request: fresh, atMs });
    const other = admit(state, fresh, again);
    if (other !== null) return turnAway(state, request, { context, objection });
    const rested = execute(state, { ...command, request: waiting }, again);
    remember(agent, request, rested);
    return { kind: "result", result: rested, replayed: false };
  }
  const result = execute(state, command, context);`,
  },
];
