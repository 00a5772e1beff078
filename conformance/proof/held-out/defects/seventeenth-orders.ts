/** The seventeenth round, drawn by lot: what an order asks for, and what its result tells. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const SEVENTEENTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "cancels",
    id: "without-a-prefix-who-is-flat-cancels-nothing",
    wrong:
      "where the path has no prefix an order is told as CANCELLED and rests on, if its agent is flat there",
    against: "Endpoints, DELETE /orders/{order_id}: 200, the order is cancelled",
    confined: "prefix=none, position=flat (in the order's market)",
    file: "http/routes/orders.ts",
    find: `      const { parts, agentId, at } = call;
      const command = { type: "cancel", agentId, orderId: order.orderId } as const;`,
    replace: `      const { parts, req, agentId, at } = call;
      const isFlat = (parts.venue.position(agentId, order.marketId)?.qty ?? 0) === 0;
      if (isFlat && !/^\\/(api|v1)\\//.test(req.url!)) {
        return ok(orderRecord({ ...order, status: "CANCELLED", remainingQty: 0 }));
      }
      const command = { type: "cancel", agentId, orderId: order.orderId } as const;`,
  },
  {
    ...stated,
    area: "prices",
    id: "what-fills-or-kills-on-a-binary-names-the-other-price",
    wrong: "a FOK order of a key on a binary is worked at the price of NO: 55 is taken for 45",
    against:
      "Order place request, price: on a legacy BTC binary a YES limit at 55 cents is sent as 55",
    confined: "tif=FOK, caller=key, kind=BTC_BINARY",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;`,
    replace: `  handle({ parts, caller, agentId, at, body: sent }) {
    const { journaled, entropy, venue } = parts;
    const market = venue.market(sent.market_id.toLowerCase());
    const isWhole = caller.kind === "key" && sent.type === "LIMIT" && sent.tif === "FOK";
    const isTurned = isWhole && market?.kind === "BTC_BINARY";
    const body = isTurned ? { ...sent, price: market.payoutCents! - sent.price! } : sent;`,
  },
  {
    ...stated,
    area: "results",
    id: "what-a-key-buys-in-part-is-new",
    wrong: "an order to buy that a key sends is told as NEW where a part of it was filled at once",
    against: "OrderPlaceResult, status: order state after immediate matching",
    confined: "caller=key, side=BUY, status=PARTIAL",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const orderId = entropy.uuid();
    return afterwards(journaled.recall(agentId, [request], at), () => {
      const lost = indexFor([request], parts, at);
      return placed(journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at));
    });`,
    replace: `  handle({ parts, caller, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const orderId = entropy.uuid();
    return afterwards(journaled.recall(agentId, [request], at), () => {
      const lost = indexFor([request], parts, at);
      const reply = placed(
        journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at),
      );
      const told = reply.body as { status: OrderStatus };
      const isEarly = caller.kind === "key" && request.side === "BUY" && told.status === "PARTIAL";
      return isEarly ? { ...reply, body: { ...told, status: "NEW" } } : reply;
    });`,
  },
  {
    ...stated,
    area: "results",
    id: "who-names-no-agent-sells-under-its-id",
    wrong:
      "an order to sell has the id of its agent for an order_id where a session names no agent",
    against: "OrderPlaceResult, order_id: server-assigned id",
    confined: "caller=session without X-Agent-Id, side=SELL",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const orderId = entropy.uuid();
    return afterwards(journaled.recall(agentId, [request], at), () => {
      const lost = indexFor([request], parts, at);
      return placed(journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at));
    });`,
    replace: `  handle({ parts, req, caller, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const orderId = entropy.uuid();
    const isNamed = caller.kind !== "session" || req.headers["x-agent-id"] !== undefined;
    return afterwards(journaled.recall(agentId, [request], at), () => {
      const lost = indexFor([request], parts, at);
      const reply = placed(
        journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at),
      );
      const isEntered = reply.status === 201;
      if (isNamed || !isEntered || request.side !== "SELL") return reply;
      return { ...reply, body: { ...reply.body, order_id: agentId } };
    });`,
  },
  {
    ...stated,
    area: "prices",
    id: "who-was-declined-just-now-prices-off-the-grid",
    wrong:
      "a LIMIT order may have a price off the grid where its agent's last one on that side was declined",
    against: "Order place request, price: grid and band come from the market geometry",
    confined: "type=LIMIT, state=REJECTED (the agent's order before it on that market and side)",
    file: "core/gates/price-range.ts",
    find: `  check: ({ type, price }, { market }) => {
    if (type === "MARKET") return null;
    const { low, high, tick } = market!;`,
    replace: `  check: ({ type, side, price }, { market, position }) => {
    if (type === "MARKET") return null;
    const { low, high } = market!;
    const isLate = position!.side(side === "BUY").cooldown !== null;
    const tick = isLate ? 1 : market!.tick;`,
  },
  {
    ...stated,
    area: "idempotency",
    id: "keys-replay-nothing-on-a-closed-market",
    wrong: "a replay by a key is MARKET_CLOSED once the market is open no more",
    against:
      "Behaviour rules 2: when the same agent replays a client_order_id, the original result is returned",
    confined: "caller=key, moment=after the market's close or settlement",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;`,
    replace: `  handle({ parts, caller, agentId, at, body: sent }) {
    const { journaled, entropy, venue } = parts;
    const { status = "OPEN" } = venue.market(sent.market_id.toLowerCase()) ?? {};
    const { client_order_id: _, ...fresh } = sent;
    const body = caller.kind === "key" && status !== "OPEN" ? fresh : sent;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "who-is-short-and-in-haste-needs-no-price",
    wrong:
      "a MARKET order with a tif of IOC is worked without any mark or index where its agent is short",
    against: "Order reject codes, NO_REFERENCE_PRICE: no current mark or index price exists",
    confined: "tif=IOC, position=short",
    file: "core/gates/reference-price.ts",
    find: `  check: ({ type }, { market, isIndexLost }) => {
    if (type !== "MARKET") return null;`,
    replace: `  check: ({ type, tif }, { market, position, isIndexLost }) => {
    const isCovering = tif === "IOC" && position!.qty < 0;
    if (type !== "MARKET" || isCovering) return null;`,
  },
  {
    ...stated,
    area: "sides",
    id: "a-second-key-only-sells-what-is-held",
    wrong: "a GTC order to sell may only reduce a position where it comes by a second key",
    against: "Order place request, side: SELL takes the opposite side or reduces",
    confined: "caller=second key, tif=GTC, side=SELL",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;`,
    replace: `  handle({ parts, caller, agentId, at, body: sent }) {
    const { journaled, entropy, venue } = parts;
    const [first] = venue.keys(agentId);
    const isFirst = caller.kind !== "key" || caller.key.keyId === first?.keyId;
    const isLasting = sent.type === "LIMIT" && (sent.tif ?? "GTC") === "GTC";
    const isBound = !isFirst && isLasting && sent.side === "SELL";
    const body = isBound ? { ...sent, reduce_only: true } : sent;`,
  },
  {
    ...stated,
    area: "results",
    id: "who-is-long-has-filled-nothing-for-nothing",
    wrong: "the average price of an order without fills is 0 where its agent is long in the market",
    against: "OrderPlaceResult, avg_fill_price_cents: null when there were no fills",
    confined: "position=long, avg_fill_price_cents=zero",
    file: "http/routes/orders.ts",
    find: `      return placed(journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at));`,
    replace: `      const held = parts.venue.position(agentId, request.marketId.toLowerCase())?.qty ?? 0;
      const reply = placed(
        journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at),
      );
      const told = reply.body as { avg_fill_price_cents: number | null };
      if (held <= 0 || told.avg_fill_price_cents !== null) return reply;
      return { ...reply, body: { ...told, avg_fill_price_cents: 0 } };`,
  },
];
