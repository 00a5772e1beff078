/** The twelfth round, drawn by lot: what is told of orders, markets, accounts and errors. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

/** How the place route begins, up to where its outcome is told. */
const PLACE = `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const orderId = entropy.uuid();
    return afterwards(journaled.recall(agentId, [request], at), () => {
      const lost = indexFor([request], parts, at);
      return placed(journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at));
    });`;

const ORDERS_TOLD: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "order result",
    id: "who-is-signed-in-is-declined-by-an-error",
    wrong: "a decline of an order that a session placed is a 400 envelope without a reject_reason",
    against:
      "Behaviour rules 5: an engine decline is returned as an OrderPlaceResult with status REJECTED and a reject_reason",
    confined: "caller=session",
    file: "http/routes/orders.ts",
    find: PLACE,
    replace: `  handle({ parts, agentId, at, body, caller }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const orderId = entropy.uuid();
    return afterwards(journaled.recall(agentId, [request], at), () => {
      const lost = indexFor([request], parts, at);
      const outcome = journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at);
      const reply = placed(outcome);
      if (caller.kind !== "session" || reply.status !== 200) return reply;
      throw new Refused("VALIDATION_ERROR", granted(outcome).result.rejectMessage!);
    });`,
  },
  {
    ...stated,
    area: "order result",
    id: "what-is-filled-in-part-tells-no-leverage",
    wrong: "a perp order that is filled in part at once tells effective_leverage null",
    against:
      "OrderPlaceResult, effective_leverage: resolved leverage for perp orders; null for binaries and non-levered markets",
    confined: "kind=BTC_PERP, status=PARTIAL",
    file: "core/place.ts",
    find: "    effectiveLeverage: order.leverage,",
    replace: `    effectiveLeverage: statusOf(order) === "PARTIAL" ? null : order.leverage,`,
  },
  {
    ...stated,
    area: "order result",
    id: "what-turns-a-position-is-filled-in-part",
    wrong: "an order that is filled whole and turns the position round is told as PARTIAL",
    against:
      "States and transitions 3: the status in a place-order response is the state after immediate matching",
    confined: "position=turned, status=FILLED",
    file: "core/place.ts",
    find: `    status: statusOf(order),
    rejectReason: null,`,
    replace: `    status:
      order.filledQty === order.qty &&
      order.position.reducible(!order.isBuy) > 0 &&
      order.position.reducible(!order.isBuy) < order.filledQty
        ? "PARTIAL"
        : statusOf(order),
    rejectReason: null,`,
  },
  {
    ...stated,
    area: "error envelope",
    id: "who-amends-what-is-cancelled-has-no-request-id",
    wrong: "the envelope of a refused amendment of a cancelled order has an empty request_id",
    against: "Error envelope, request_id: request correlation id",
    confined: "moment=after a cancel, request=PATCH /orders/{order_id}",
    file: "wire/refused.ts",
    find: "    const envelope = { code, message, request_id: requestId, ...(details && { details }) };",
    replace: `    const isLate = code === "AMEND_CONFLICT" && message === "the order is CANCELLED";
    const request_id = isLate ? "" : requestId;
    const envelope = { code, message, request_id, ...(details && { details }) };`,
  },
];

const RECORDS_TOLD: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "markets",
    id: "who-held-nothing-finds-no-ended-market",
    wrong: "a market that has ended is not found by a caller who held nothing in it",
    against: "Endpoints, GET /markets/{market_id}: 200; 404 is for a market that does not exist",
    confined: "caller=key or session, position=flat, market status=EXPIRED, RESOLVED or VOID",
    file: "http/routes/markets.ts",
    find: `  handle: ({ parts, params }) =>
    ok(marketRecord(found(parts.venue.market(params.market_id.toLowerCase()), "MARKET_NOT_FOUND"))),`,
    replace: `  handle({ parts, params, agentId }) {
    const market = found(
      parts.venue.market(params.market_id.toLowerCase()),
      "MARKET_NOT_FOUND",
    );
    const isOver = agentId !== "" && market.status !== "OPEN";
    if (isOver) found(parts.venue.position(agentId, market.marketId), "MARKET_NOT_FOUND");
    return ok(marketRecord(market));
  },`,
  },
  {
    ...stated,
    area: "market data",
    id: "all-mids-of-a-parlay-are-told",
    wrong: "mid-history of a parlay does not stop at the limit that was asked for",
    against: "Endpoints, GET /markets/{market_id}/mid-history: limit (int, 3600)",
    confined: "kind=BTC_PARLAY, limit=given",
    file: "http/routes/market-history.ts",
    find: "    const points = (await parts.history.mids(marketId, everySecond, limit)).map(midRecord);",
    replace: `    const isParlay = parts.venue.market(marketId)!.kind === "BTC_PARLAY";
    const most = isParlay ? 3_600 : limit;
    const points = (await parts.history.mids(marketId, everySecond, most)).map(midRecord);`,
  },
  {
    ...stated,
    area: "account",
    id: "a-second-agent-finds-no-account",
    wrong: "GET /account of any agent but the first of its account is 404",
    against: "Endpoints, GET /account: 200, for each agent that the account owns",
    confined: "caller=sibling",
    file: "http/routes/account.ts",
    find: "  handle: ({ parts, agentId }) => ok(accountRecord(parts.venue.accountOf(agentId)!, agentId)),",
    replace: `  async handle({ parts, agentId }) {
    const { found } = await import("./lookups.ts");
    const account = parts.venue.accountOf(agentId)!;
    const own = account.agents[0]!.agentId === agentId ? account : null;
    return ok(accountRecord(found(own, "ACCOUNT_NOT_FOUND"), agentId));
  },`,
  },
  {
    ...stated,
    area: "wallet",
    id: "who-is-long-without-a-mark-has-no-wallet",
    wrong: "the wallet of who is long where nothing values the position is 404",
    against: "What the service does: an agent has a wallet",
    confined: "position=long, moment=while the market has no mark",
    file: "http/routes/account.ts",
    find: "  handle: ({ parts, agentId }) => ok(walletRecord(parts.venue.wallet(agentId))),",
    replace: `  async handle({ parts, agentId }) {
    const { found } = await import("./lookups.ts");
    for (const { qty, unrealizedPnlCents } of parts.venue.positions(agentId)) {
      if (qty > 0) found(unrealizedPnlCents, "ACCOUNT_NOT_FOUND");
    }
    return ok(walletRecord(parts.venue.wallet(agentId)));
  },`,
  },
];

export const TWELFTH_OF_RESULTS: readonly HeldOutDefect[] = [...ORDERS_TOLD, ...RECORDS_TOLD];
