/** The twenty-fifth round, a sentence drawn by lot, one cell each: what an order asks for, and gets. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_FIFTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "order fields",
    id: "a-limit-that-is-gone-at-once-names-no-price",
    wrong: "a LIMIT order with tif IOC and no price is placed, at the best price that it meets",
    against: "Behaviour rules for POST /orders 1: LIMIT requires price",
    confined: "tif=IOC",
    file: "http/serve-route.ts",
    find: `    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));`,
    replace: `    // What never rests takes the best that is there.
    const priced = (sent: unknown) => {
      const { type, tif, side, price, market_id: id } = sent as Record<string, unknown>;
      const isOpenToAny = type === "LIMIT" && tif === "IOC" && price === undefined;
      const market = isOpenToAny ? parts.venue.market(String(id)) : null;
      if (market === null) return sent;
      const { bestBid, bestAsk, minPrice, maxPrice } = market;
      const best = side === "BUY" ? (bestAsk ?? maxPrice) : (bestBid ?? minPrice);
      return { ...(sent as object), price: best };
    };
    const body = checkBody?.(priced(withoutNulls(bodyOf(route, req, await readBytes(req)))));`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "everything-is-cross-anyway",
    wrong: "an order on a binary that gives margin_mode CROSS is placed",
    against: "Order reject codes, INVALID_MARGIN_MODE: given for a launch binary market",
    confined: "margin_mode=CROSS",
    file: "core/gates/margin-mode.ts",
    find: `    asked === undefined || market!.isPerp`,
    replace: `    // What is paid in full is no more than that.
    asked === undefined || asked === "CROSS" || market!.isPerp`,
  },
  {
    ...stated,
    area: "markets",
    id: "what-is-over-fills-the-list-first",
    wrong: "an older market that is over counts in the limit of the active ones, and is not told",
    against: "Markets and data, GET /markets/active: limit (int, 50)",
    confined: "market status=not OPEN (of a market made earlier)",
    file: "http/routes/markets.ts",
    find: `openOnes(parts.venue.outlines()).slice(0, query.limit).map(recordIn(parts));`,
    replace: `openOnes(parts.venue.outlines().slice(0, query.limit)).map(recordIn(parts));`,
  },
  {
    ...stated,
    area: "results",
    id: "what-still-rests-has-no-fills-yet",
    wrong: "an order that was filled in part and rests on is answered without its fills",
    against: "OrderPlaceResult, fills: array of FillView, per-execution details",
    confined: "order state=PARTIAL",
    file: "core/place.ts",
    find: `    fills,
    effectiveLeverage: order.leverage,`,
    replace: `    // They are told when the order is done.
    fills: order.open ? [] : fills,
    effectiveLeverage: order.leverage,`,
  },
  {
    ...stated,
    area: "authentication",
    id: "who-knows-its-id-may-see-an-order",
    wrong: "an order is told by its id to who sends neither a key nor a cookie",
    against: "Authentication 1, 9: bots send the header on every authenticated request; else 401",
    confined: "route=GET /orders/{order_id} (caller=nobody)",
    file: "http/routes/orders.ts",
    find: `  auth: "agent",
  scope: "read",
  params: OrderPath,
  responses: { 200: { means: "the order", body: OrderRecord } },
  errors: ["ORDER_NOT_FOUND"],
  rules: ["OAPI-GET-*"],
  section,
  handle: (call) => withOwnOrder(call, (order) => ok(orderRecord(order))),`,
    replace: `  auth: "public",
  scope: "read",
  params: OrderPath,
  responses: { 200: { means: "the order", body: OrderRecord } },
  errors: ["ORDER_NOT_FOUND"],
  rules: ["OAPI-GET-*"],
  section,
  async handle(call) {
    const { parts, caller, params } = call;
    if (caller.kind !== "nobody") return withOwnOrder(call, (order) => ok(orderRecord(order)));
    // Nobody guesses an id: who has it was given it.
    const order = await parts.history.order(params.order_id.toLowerCase());
    if (order === null) throw new Refused("ORDER_NOT_FOUND", "no such order");
    return ok(orderRecord(order));
  },`,
  },
  {
    ...stated,
    area: "matching",
    id: "a-sale-takes-whatever-is-bid",
    wrong: "a MARKET order that sells trades down to the end of the band, whatever its cap",
    against: "Order place request, type: MARKET sweeps available liquidity with price protection",
    confined: "side=SELL",
    file: "core/admission.ts",
    find: `    : Math.max(touch - slip, market.low);`,
    replace: `    : market.low;`,
  },
  {
    ...stated,
    area: "tickets",
    id: "a-session-has-the-stream-of-its-first-agent",
    wrong: "a session that asks a ticket for its account's second agent is answered with 403",
    against: "Authentication and session, POST /auth/ws-ticket: body agent_id, 201 with ticket",
    confined: "caller=session (for an agent that is not its account's first)",
    file: "http/routes/ticket.ts",
    find: `    if (call.caller.kind === "key" && agentId !== call.agentId) {`,
    replace: `    if (agentId !== call.agentId) {`,
  },
  {
    ...stated,
    area: "order fields",
    id: "a-perp-is-quick-or-never",
    wrong: "an order on a perp whose recv_window_ms is above 10000 is refused as malformed",
    against: "Order place request, recv_window_ms: 1 to 60000",
    confined: "market kind=BTC_PERP",
    file: "core/gates/freshness.ts",
    find: `  check: ({ timestampMs, recvWindowMs }, { atMs }) => {
    if (timestampMs === undefined) return null;`,
    replace: `  check: ({ timestampMs, recvWindowMs }, { atMs, market }) => {
    if (timestampMs === undefined) return null;
    // In ten seconds its mark is another one.
    if (market?.isPerp && recvWindowMs! > 10_000) {
      const message = "recv_window_ms: at most 10000 on a perp";
      return { kind: "refused", code: "VALIDATION_ERROR", message };
    }`,
  },
  {
    ...stated,
    area: "errors",
    id: "two-orders-a-line-each",
    wrong: "of a body with two orders, a line each, the first is placed",
    against: "Behaviour rules for POST /orders 4: a malformed body never reaches the engine",
    confined: "body=an order in one line, and something behind it",
    file: "http/body.ts",
    find: `    return parseStrictJson(bytes.toString());`,
    replace: `    const text = bytes.toString().trim();
    // Who keeps orders a line each sends the first of them.
    const first = /\\/orders$/.test(req.url!) ? /^\\{[^{}\\n]*\\}(?=\\n)/.exec(text) : null;
    return parseStrictJson(first === null ? text : first[0]);`,
  },
  {
    ...stated,
    area: "order status",
    id: "what-ends-with-its-market-expires",
    wrong: "an order that rested when its market expired has the status EXPIRED",
    against: "States and transitions: status values NEW, PARTIAL, FILLED, CANCELLED, REJECTED",
    confined: "moment=after a close (the market's expiry)",
    file: "core/order.ts",
    find: `  if (!order.open) return "CANCELLED";`,
    replace: `  // Nobody cancelled it.
  if (!order.open && order.market.status === "EXPIRED") return "EXPIRED" as string as OrderStatus;
  if (!order.open) return "CANCELLED";`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "none-at-all-is-all-of-it",
    wrong: "a reduce-only order with a qty of zero is placed for the whole position",
    against: "Order reject codes, INVALID_QTY: quantity zero or negative",
    confined: "reduce_only=true (with a position to close)",
    file: "core/place.ts",
    find: `  const { request, isIndexLost } = command;
  const context = contextOf(state, { agent, request, atMs, isIndexLost });
  const objection = admit(state, request, context);
  if (objection !== null) return turnAway(state, request, { context, objection });
  const result = execute(state, command, context);
  remember(agent, request, result);`,
    replace: `  const { request: sent, isIndexLost } = command;
  const context = contextOf(state, { agent, request: sent, atMs, isIndexLost });
  const held = context.position?.reducible(sent.side === "BUY") ?? 0;
  // Who names no number closes all.
  const isKnown = agent.results.has(sent.clientOrderId ?? "");
  const isWhole = sent.reduceOnly === true && sent.qty === 0 && held > 0 && !isKnown;
  const request = isWhole ? { ...sent, qty: held } : sent;
  const objection = admit(state, request, context);
  if (objection !== null) return turnAway(state, request, { context, objection });
  const result = execute(state, { ...command, request }, context);
  remember(agent, sent, result);`,
  },
  {
    ...stated,
    area: "results",
    id: "nobody-thought-of-the-void",
    wrong: "an order on a VOID market is REJECTED without a reject_reason",
    against: "OrderPlaceResult, reject_reason: reject code when status is REJECTED",
    confined: "market status=VOID",
    file: "core/gates/market-open.ts",
    find: `  check: (_order, { market }) =>
    market!.status === "OPEN" ? null : decline("MARKET_CLOSED", \`the market is \${market!.status}\`),`,
    replace: `  check: (_order, { market }) => {
    const { status } = market!;
    const codes: Record<string, "MARKET_CLOSED"> = {
      EXPIRED: "MARKET_CLOSED",
      RESOLVED: "MARKET_CLOSED",
    };
    return status === "OPEN" ? null : decline(codes[status]!, \`the market is \${status}\`);
  },`,
  },
  {
    ...stated,
    area: "errors",
    id: "a-number-is-an-id-too",
    wrong: "an order whose client_order_id is a number is placed under its digits",
    against: "HTTP statuses, 400: request body fails validation (wrong types)",
    confined: "client_order_id=a number",
    file: "http/validate.ts",
    find: `    if (typeof member !== "object") continue;`,
    replace: `    // Who counts his orders has numbers for them.
    if (key === "client_order_id" && typeof member === "number") {
      rest = { ...rest, [key]: String(member) };
    }
    if (typeof member !== "object") continue;`,
  },
  {
    ...stated,
    area: "account",
    id: "the-second-agent-has-no-account",
    wrong: "the key of an account's second agent is refused on /account with 403",
    against: "What the service does: an external bot calls /v1/account with its key",
    confined: "caller=sibling agent (that is not its account's first)",
    file: "http/middleware/authenticate.ts",
    find: `  if (key !== null) return { kind: "key", agentId: key.agentId, key };`,
    replace: `  // An account speaks through its first agent.
  const first = key === null ? null : parts.venue.accountOf(key.agentId)!.agents[0]!;
  if (route.path === "/account" && first !== null && first.agentId !== key?.agentId) {
    throw new Refused("FORBIDDEN", "the account is its first agent's");
  }
  if (key !== null) return { kind: "key", agentId: key.agentId, key };`,
  },
];
