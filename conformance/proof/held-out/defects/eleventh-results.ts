/** The eleventh round, drawn by lot: what is answered to an order, and what lists tell. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const ELEVENTH_OF_RESULTS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "orders",
    id: "what-turns-round-fills-what-it-opens",
    wrong: "the result of an order that turns a short round tells as filled what it opened alone",
    against: "OrderPlaceResult, filled_qty: contracts filled immediately",
    confined: "side=BUY, position=turned round by it",
    file: "core/place.ts",
    find: "    filledQty: order.filledQty,",
    replace: `    filledQty:
      order.isBuy && order.position.qty > 0
        ? Math.min(order.filledQty, order.position.qty)
        : order.filledQty,`,
  },
  {
    ...stated,
    area: "orders",
    id: "what-does-not-rest-has-a-longer-id",
    wrong: "the id of an IOC order is a UUID with three letters more behind it",
    against: "Resources: identifiers of markets, orders and agents are UUIDs (strings)",
    confined: "side=SELL, tif=IOC",
    file: "http/routes/orders.ts",
    find: "    const orderId = entropy.uuid();",
    replace: `    const isBrief = body.tif === "IOC" && body.side === "SELL" && body.type === "LIMIT";
    const orderId = isBrief ? \`\${entropy.uuid()}-ioc\` : entropy.uuid();`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "both-leverages-are-told-once",
    wrong: "the resend of an order with too much leverage is declined without the two leverages",
    against:
      "Error envelope, details: an INVALID_LEVERAGE rejection carries requested_leverage and effective_leverage",
    confined: "reject_reason=INVALID_LEVERAGE, moment=at a replay",
    file: "http/routes/orders.ts",
    find: `    throw new Refused("INVALID_LEVERAGE", rejectMessage!, { details, headers });`,
    replace: `    const told = replayed ? {} : { details };
    throw new Refused("INVALID_LEVERAGE", rejectMessage!, { ...told, headers });`,
  },
  {
    ...stated,
    area: "orders",
    id: "what-is-filled-by-two-is-filled-in-part",
    wrong: "the result of a FOK order that met more than one other tells it as PARTIAL",
    against:
      "States and transitions 3: the status in a place-order response is the state after matching",
    confined: "tif=FOK, fills=two or more",
    file: "core/place.ts",
    find: "    status: statusOf(order),",
    replace: `    status: order.tif === "FOK" && fills.length > 1 ? "PARTIAL" : statusOf(order),`,
  },
  {
    ...stated,
    area: "orders",
    id: "who-pauses-is-told-his-first-market",
    wrong: "an order that a cooldown declines is told with the first market its agent traded in",
    against: "OrderPlaceResult, market_id: echo of the requested market",
    confined: "reject_reason=AGENT_SIDE_COOLDOWN, moment=in an agent's second market",
    file: "core/place.ts",
    find: "  const result = rejected(request, objection);",
    replace: `  const [first] = context.agent.positions;
  const told = code === "AGENT_SIDE_COOLDOWN" ? first?.market.marketId : undefined;
  const result = rejected({ ...request, marketId: told ?? request.marketId }, objection);`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "a-decline-is-created-when-it-is-repeated",
    wrong: "the resend of an order that was declined is answered 201",
    against: "HTTP statuses: rejections are documented as 200",
    confined: "status=REJECTED, moment=at a replay",
    file: "http/routes/orders.ts",
    find: `  const status = result.status === "REJECTED" ? 200 : 201;`,
    replace: `  const status = result.status === "REJECTED" && !replayed ? 200 : 201;`,
  },
  {
    ...stated,
    area: "orders",
    id: "what-reduces-has-no-leverage",
    wrong: "a reduce-only order on a perp tells no effective leverage",
    against: "OrderPlaceResult, effective_leverage: resolved leverage for perp orders",
    confined: "kind=BTC_PERP, reduce_only=true",
    file: "core/place.ts",
    find: "    effectiveLeverage: order.leverage,",
    replace: "    effectiveLeverage: order.reduceOnly ? null : order.leverage,",
  },
  {
    ...stated,
    area: "orders",
    id: "one-market-has-as-many-as-rest",
    wrong: "the list of a market's orders has 500 where nobody says how many",
    against: "Endpoints, GET /orders: market_id (string, optional), limit (int, default 200)",
    confined: "route=/orders, market_id=given, limit=absent",
    file: "http/routes/orders.ts",
    find: "  async handle({ parts, agentId, query: { status, market_id, limit } }) {",
    replace: `  async handle({ parts, req, agentId, query: { status, market_id, limit: asked } }) {
    const isUnsaid = market_id !== undefined && !/[?&]limit=/.test(req.url!);
    const limit = isUnsaid ? 500 : asked;`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "who-names-no-limit-ends-at-fifty",
    wrong: "a page that begins later ends with the fiftieth account where nobody says how many",
    against: "Endpoints, GET /leaderboard: limit (int, 50), offset (int, 0)",
    confined: "limit=absent, offset=above 0, moment=with more than fifty accounts",
    file: "http/routes/leaderboard.ts",
    find: `  async handle({ parts, at, query }) {
    const { sort, order, limit, offset } = query;`,
    replace: `  async handle({ parts, req, at, query }) {
    const { sort, order, offset } = query;
    const isUnsaid = !/[?&]limit=/.test(req.url!);
    const limit = isUnsaid ? Math.max(0, query.limit - offset) : query.limit;`,
  },
  {
    ...stated,
    area: "markets",
    id: "people-see-fifty-trades",
    wrong: "who is signed in has fifty trades of a market where he does not say how many",
    against: "Endpoints, GET /markets/{market_id}/trades: limit (int, 100)",
    confined: "caller=session, limit=absent",
    file: "http/routes/market-history.ts",
    find: `  async handle({ parts, params, query: { limit } }) {
    const marketId = known(parts, params.market_id);
    const list = (await`,
    replace: `  async handle({ parts, req, caller, params, query }) {
    const marketId = known(parts, params.market_id);
    const isUnsaid = !/[?&]limit=/.test(req.url!);
    const limit = isUnsaid && caller.kind === "session" ? 50 : query.limit;
    const list = (await`,
  },
];
