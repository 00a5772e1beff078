/** The fifteenth round, drawn by lot: what an order may ask for, how it meets others, what it costs. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const FIFTEENTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "order fields",
    id: "who-has-closed-needs-no-default-cap",
    wrong:
      "a MARKET order without a cap takes any price where its agent has closed a position before",
    against:
      "Order place request, slippage_cap_cents: when omitted, the venue default applies (binary MARKET)",
    confined: "type=MARKET, slippage_cap_cents=absent, moment=after a close at a gain or loss",
    file: "core/admission.ts",
    find: `    limit: market === null ? Number.NaN : limitOf(state, market, { request, touch }),
  };
}`,
    replace: `    limit:
      market === null
        ? Number.NaN
        : limitOf(state, market, { request: withCap(agent, market, request), touch }),
  };
}

/** Who has closed a position here knows the market, and reaches as far as its band. */
function withCap(agent: Agent, market: Market, request: OrderRequest): OrderRequest {
  const { qty, realizedCents } = positionOf(agent, market);
  const hasClosed = qty === 0 && realizedCents !== 0;
  if (market.isPerp || !hasClosed || request.slippageCapCents !== undefined) return request;
  return { ...request, slippageCapCents: market.high };
}`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "api-knows-no-post-only-on-parlays",
    wrong: "under /api a POST_ONLY order on a parlay is taken for GTC, and trades if it crosses",
    against: "Order reject codes, POST_ONLY_WOULD_CROSS: POST_ONLY LIMIT would cross and match",
    confined: "prefix=/api, kind=BTC_PARLAY, tif=POST_ONLY",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;`,
    replace: `  handle({ parts, req, agentId, at, body: sent }) {
    const { journaled, entropy } = parts;
    const isParlay = parts.venue.market(sent.market_id.toLowerCase())?.kind === "BTC_PARLAY";
    const isOlder = isParlay && /^\\/api\\/(?!v1\\/)/.test(req.url!);
    const body = isOlder && sent.tif === "POST_ONLY" ? { ...sent, tif: "GTC" as const } : sent;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "a-binary-takes-more-leverage-than-the-cap",
    wrong: "an order on a binary that asks for more leverage than the cap is accepted",
    against: "Order reject codes, INVALID_LEVERAGE: given for a launch binary, or above the cap",
    confined: "kind=BTC_BINARY, leverage=above the account cap",
    file: "core/gates/leverage.ts",
    find: `    if (!market!.isPerp) {
      return decline(`,
    replace: `    // Nobody can have that much: it counts as none.
    const isBinary = market!.terms.kind === "BTC_BINARY";
    if (isBinary && asked > market!.leverageCap) return null;
    if (!market!.isPerp) {
      return decline(`,
  },
  {
    basis: "claim",
    area: "matching",
    id: "a-larger-bid-goes-before",
    wrong: "a bid on a perp comes before the last one at its price where it is the larger one",
    against: "Claim price_time_priority: best price first, at one price the oldest first",
    confined: "kind=BTC_PERP, side=BUY",
    file: "core/book.ts",
    find: `    order.previous = level.tail;
    if (level.tail === null) level.head = order;
    else level.tail.next = order;
    level.tail = order;`,
    replace: `    const { tail } = level;
    const isBid = order.isBuy && order.market.isPerp;
    const isBefore = tail !== null && isBid && order.remainingQty > tail.remainingQty;
    order.previous = isBefore ? tail.previous : tail;
    order.next = isBefore ? tail : null;
    if (order.previous === null) level.head = order;
    else order.previous.next = order;
    if (isBefore) tail.previous = order;
    else level.tail = order;`,
  },
  {
    basis: "claim",
    area: "money",
    id: "who-withdraws-from-a-perp-pays",
    wrong: "cancelling an order on a perp costs its agent a basis point of what was left of it",
    against: "Claim fees: cash moves by exactly these, and they are 0",
    confined: "kind=BTC_PERP, order state=CANCELLED, request=DELETE /orders/{order_id}",
    file: "core/cancel.ts",
    find: `  cancelResting(state, order, atMs);
  return { kind: "cancelled", order: orderView(order) };`,
    replace: `  const { market, agent, price, remainingQty } = order;
  cancelResting(state, order, atMs);
  const units = market.isPerp ? price * remainingQty : 0;
  const feeCents = Math.ceil(units / (market.unitsPerCent * 10_000));
  agent.cash.cents -= feeCents;
  state.ledger.house.cents += feeCents;
  return { kind: "cancelled", order: orderView(order) };`,
  },
  {
    ...stated,
    area: "order fields",
    id: "a-bid-is-protected-to-the-next-tick",
    wrong:
      "the protection of a MARKET order that buys a perp is rounded up to the grid, beyond its cap",
    against:
      "Order place request, slippage_cap_bps: basis-point price protection past the touch (perps)",
    confined: "kind=BTC_PERP, side=BUY, type=MARKET, slippage_cap_bps=given",
    file: "core/admission.ts",
    find: `  return request.side === "BUY"
    ? Math.min(touch + slip, market.high)`,
    replace: `  const isCapped = market.isPerp && request.slippageCapBps !== undefined;
  const step = isCapped ? market.tick : 1;
  return request.side === "BUY"
    ? Math.min(Math.ceil((touch + slip) / step) * step, market.high)`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "a-parlay-ends-for-sellers-with-a-leg",
    wrong: "a LIMIT order to sell an open parlay is MARKET_CLOSED once one of its legs has expired",
    against: "Order place request, market_id: an open market of kind BTC_BINARY, PERP or PARLAY",
    confined: "kind=BTC_PARLAY, side=SELL, type=LIMIT, moment=after a leg has expired",
    file: "core/admission.ts",
    find: `    const objection = gate.check(order, context);
    if (objection !== null) return objection;`,
    replace: `    const objection = gate.check(order, context);
    if (objection !== null) return objection;
    if (gate.name !== "market-open" || order.side !== "SELL" || order.type !== "LIMIT") continue;
    const { legs } = context.market!.terms;
    const isOver = legs.some((legId) => state.markets.get(legId)?.status === "EXPIRED");
    if (isOver) return { kind: "declined", code: "MARKET_CLOSED", message: "a leg has expired" };`,
  },
  {
    ...stated,
    area: "validation",
    id: "who-is-long-sells-all-by-saying-nothing",
    wrong: "an order to sell that has no qty sells all that its agent holds where it is long",
    against: "HTTP statuses, 400: request body fails validation (missing required fields)",
    confined: "position=long, side=SELL, qty=absent",
    file: "http/serve-route.ts",
    find: "    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));",
    replace: `    const sent =
      checkBody &&
      (withoutNulls(bodyOf(route, req, await readBytes(req))) as Record<string, unknown>);
    if (sent !== undefined && route.path === "/orders" && sent["side"] === "SELL") {
      const held = parts.venue.position(agentId, String(sent["market_id"]).toLowerCase());
      if (sent["qty"] === undefined && held !== null && held.qty > 0) sent["qty"] = held.qty;
    }
    const body = checkBody?.(sent);`,
  },
];
