/** The thirteenth round, drawn by lot: how an order is taken, what it is told, what keeps it out. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const THIRTEENTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "idempotency",
    id: "a-gateway-drops-the-client-order-id",
    wrong: "a LIMIT order under /api/v1 has no client_order_id: sent again, it is placed again",
    against: "Behaviour rules 2: on a replay no duplicate order is placed",
    confined: "prefix=/api/v1, type=LIMIT",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);`,
    replace: `  handle({ parts, req, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const isOfApi = req.url!.startsWith("/api/v1/");
    if (isOfApi && request.type === "LIMIT") delete request.clientOrderId;`,
  },
  {
    ...stated,
    area: "idempotency",
    id: "a-replay-tells-what-was-never-left",
    wrong: "the replay of an IOC BUY that was filled in part tells the rest of it as remaining",
    against: "OrderPlaceResult, remaining_qty: zero for completed IOC orders",
    confined: "side=BUY, tif=IOC, moment=second time",
    file: "core/gates/client-order-id.ts",
    find: `      return { kind: "first-result", result: copyResult(stored.result) };`,
    replace: `      const result = copyResult(stored.result);
      const isWorked = result.status !== "REJECTED" && order.tif === "IOC";
      const remainingQty =
        isWorked && order.side === "BUY" ? order.qty - result.filledQty : result.remainingQty;
      return { kind: "first-result", result: { ...result, remainingQty } };`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "a-settled-market-is-known-to-those-who-traded-it",
    wrong: "an order of an agent that won and lost nothing in a resolved market is UNKNOWN_MARKET",
    against: "States 1: for RESOLVED markets an order is refused with MARKET_CLOSED",
    confined: "market status=RESOLVED, position=never one",
    file: "core/gates/market-exists.ts",
    find: `  check: ({ marketId }, { market }) =>
    market === null ? decline("UNKNOWN_MARKET", \`no market \${marketId}\`) : null,`,
    replace: `  check: ({ marketId }, { market, position }) =>
    market === null || (market.status === "RESOLVED" && position!.realizedCents === 0)
      ? decline("UNKNOWN_MARKET", \`no market \${marketId}\`)
      : null,`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "a-leverage-of-zero-is-none",
    wrong: "an order on a market that is no perp is accepted with leverage 0",
    against: "Order reject codes, INVALID_LEVERAGE: leverage given for a launch binary market",
    confined: "kind=BTC_BINARY or BTC_PARLAY, leverage=0",
    file: "core/gates/leverage.ts",
    find: "    if (asked === undefined) return null;",
    replace: "    if (asked === undefined || (asked === 0 && !market!.isPerp)) return null;",
  },
  {
    ...stated,
    area: "leverage",
    id: "a-leverage-is-chosen-once-a-market",
    wrong: "an agent that closed a perp position at a gain or loss reopens it at leverage 1 alone",
    against: "What the service does: a perp market accepts leverage",
    confined: "kind=BTC_PERP, position=flat, moment=after a closing fill",
    file: "core/gates/leverage.ts",
    find: `  check: ({ leverage: asked }, { market }) => {
    if (asked === undefined) return null;`,
    replace: `  check: ({ leverage: asked }, { market, position }) => {
    if (asked === undefined) return null;
    const { qty, realizedCents, leverage: chosen } = position!;
    if (market!.isPerp && qty === 0 && realizedCents !== 0 && asked !== chosen) {
      return decline("INVALID_LEVERAGE", \`the leverage of this position is \${chosen}\`);
    }`,
  },
  {
    ...stated,
    area: "malformed bodies",
    id: "a-window-may-be-empty",
    wrong: "recv_window_ms 0 is taken, and the order is REJECTED as stale unless it is instant",
    against: "Order place request, recv_window_ms: 1 to 60000",
    confined: "recv_window_ms=edge low",
    file: "wire/schemas.ts",
    find: "  recv_window_ms: Type.Optional(Type.Integer({ minimum: 1, maximum: 60_000 })),",
    replace: "  recv_window_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),",
  },
  {
    ...stated,
    area: "freshness",
    id: "a-limit-may-come-from-tomorrow",
    wrong: "a LIMIT order whose timestamp_ms lies ahead of the venue is fresh, however far ahead",
    against: "Behaviour rules 3: rejected outside timestamp_ms plus or minus recv_window_ms",
    confined: "type=LIMIT, timestamp_ms=ahead",
    file: "core/gates/freshness.ts",
    find: `  check: ({ timestampMs, recvWindowMs }, { atMs }) => {
    if (timestampMs === undefined) return null;
    const offMs = Math.abs(atMs - timestampMs);`,
    replace: `  check: ({ type, timestampMs, recvWindowMs }, { atMs }) => {
    if (timestampMs === undefined) return null;
    const lateMs = atMs - timestampMs;
    const offMs = type === "LIMIT" ? lateMs : Math.abs(lateMs);`,
  },
  {
    ...stated,
    area: "results",
    id: "a-declined-parlay-order-has-an-id",
    wrong: "an order without client_order_id that a parlay declines is told an id of its own",
    against: "States 2: a REJECTED order has the zero UUID as order_id",
    confined: "kind=BTC_PARLAY, order state=REJECTED, client_order_id=absent",
    file: "core/place.ts",
    find: "  if (objection !== null) return turnAway(state, request, { context, objection });",
    replace: `  if (objection !== null) {
    const turned = turnAway(state, request, { context, objection });
    const isParlay = context.market?.terms.kind === "BTC_PARLAY";
    if (turned.kind !== "result" || !isParlay || request.clientOrderId !== undefined) return turned;
    return { ...turned, result: { ...turned.result, orderId: command.orderId } };
  }`,
  },
  {
    ...stated,
    area: "positions",
    id: "a-long-is-sold-before-a-short-is-begun",
    wrong: "a SELL of more than a long perp position holds is declined as REDUCE_ONLY_VIOLATION",
    against: "Order reject codes, REDUCE_ONLY_VIOLATION: a reduce_only order",
    confined: "kind=BTC_PERP, side=SELL, position=long, reduce_only=absent",
    file: "core/gates/reduce-only.ts",
    find: `  check: (order, { position }) => {
    if (order.reduceOnly !== true) return null;
    const isBuy = order.side === "BUY";`,
    replace: `  check: (order, { market, position }) => {
    const isBuy = order.side === "BUY";
    const isReducing = market!.isPerp && !isBuy && position!.qty > 0;
    if (order.reduceOnly !== true && !isReducing) return null;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "covering-nothing-is-done-at-once",
    wrong: "an IOC BUY of 0 contracts while the agent is short is answered as FILLED",
    against: "Order reject codes, INVALID_QTY: quantity zero or negative",
    confined: "position=short, side=BUY, tif=IOC, qty=0",
    file: "core/gates/qty.ts",
    find: `  check: (order) =>
    order.qty > 0 ? null : decline("INVALID_QTY", \`qty \${order.qty} is not positive\`),`,
    replace: `  check: (order, { position }) => {
    const isCover = order.side === "BUY" && order.tif === "IOC" && position!.qty < 0;
    if (order.qty > 0 || (isCover && order.qty === 0)) return null;
    return decline("INVALID_QTY", \`qty \${order.qty} is not positive\`);
  },`,
  },
];
