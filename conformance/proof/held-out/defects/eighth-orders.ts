/** The eighth round: orders, their sizes, results, ids and freshness, amendments and cancels. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;
const idempotency = { ...stated, area: "idempotency", against: sentences.REPLAY } as const;

export const EIGHTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "sizes",
    id: "nothing-is-ordered-and-filled",
    wrong: "an order for no contracts is taken, and is filled at once",
    against: "Order reject codes, INVALID_QTY: quantity zero or negative",
    confined: "qty=0",
    file: "core/gates/qty.ts",
    find: "order.qty > 0 ? null",
    replace: "order.qty >= 0 ? null",
  },
  {
    ...stated,
    area: "time in force",
    id: "what-an-ioc-did-not-find-remains",
    wrong: "the result of an order that never rests tells what it did not find as remaining",
    against:
      "OrderPlaceResult, remaining_qty: contracts still resting; zero for completed IOC, FOK and MARKET orders",
    confined: "tif=IOC or type=MARKET, moment=after a part-fill or none",
    file: "core/place.ts",
    find: "    remainingQty: order.open ? order.remainingQty : 0,",
    replace: "    remainingQty: order.remainingQty,",
  },
  {
    ...stated,
    area: "time in force",
    id: "post-only-takes-at-the-touch",
    wrong: "a POST_ONLY order at the very price of the other side's best one trades",
    against: "Order reject codes, POST_ONLY_WOULD_CROSS: would cross and match immediately",
    confined: "tif=POST_ONLY, price=equal to the best opposite one",
    file: "core/gates/post-only.ts",
    find: 'return touch !== null && reaches(touch, limit, side === "BUY")',
    replace: 'return touch !== null && (side === "BUY" ? touch < limit : touch > limit)',
  },
  {
    ...idempotency,
    id: "ids-in-another-case-are-the-same",
    wrong: "an order whose id differs from an earlier one's in case alone is taken for its replay",
    against: `${sentences.REPLAY}; ids that differ in case are different ids`,
    file: "wire/mapping.ts",
    find: "request.clientOrderId = body.client_order_id;",
    replace: "request.clientOrderId = body.client_order_id.toLowerCase();",
  },
  {
    ...idempotency,
    id: "what-was-too-dear-may-come-again",
    wrong: "an order that was declined for want of cash is placed when it is resent with cash free",
    confined: "reject_reason=INSUFFICIENT_MARGIN, moment=after a cancel",
    file: "core/place.ts",
    find: "  remember(context.agent, request, result);",
    replace: '  if (code !== "INSUFFICIENT_MARGIN") remember(context.agent, request, result);',
  },
  {
    ...stated,
    area: "freshness",
    id: "the-edge-of-a-window-is-stale",
    wrong: "an order whose time is off by exactly its window is declined",
    against: "Behaviour rules 3: rejected outside timestamp_ms plus or minus recv_window_ms",
    confined: "timestamp_ms=exactly recv_window_ms off",
    file: "core/gates/freshness.ts",
    find: "return offMs <= recvWindowMs!",
    replace: "return offMs < recvWindowMs!",
  },
  {
    ...stated,
    area: "reject codes",
    id: "void-markets-take-orders",
    wrong: "a market that is void takes orders, which rest and trade",
    against: sentences.ONLY_OPEN,
    confined: "status=VOID",
    file: "core/gates/market-open.ts",
    find: 'market!.status === "OPEN" ? null',
    replace: '!["EXPIRED", "RESOLVED"].includes(market!.status) ? null',
  },
  {
    ...stated,
    area: "reject codes",
    id: "limit-orders-may-have-any-cap",
    wrong: "a LIMIT order on a binary is taken with a cap in basis points",
    against: "Behaviour rules 6: slippage_cap_bps on a binary market is rejected",
    confined: "type=LIMIT",
    file: "core/gates/slippage-caps.ts",
    find: "  check: ({ slippageCapCents: cents, slippageCapBps: bps }, { market }) => {",
    replace: `  check: ({ type, slippageCapCents: cents, slippageCapBps: bps }, { market }) => {
    if (type === "LIMIT") return null;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "too-much-leverage-tells-the-most",
    wrong: "what leverage there is stands in max_leverage when too much was asked for",
    against:
      "Error envelope, details: an INVALID_LEVERAGE rejection carries requested_leverage and effective_leverage",
    file: "core/gates/leverage.ts",
    find: "const details = { requested_leverage: asked, effective_leverage: cap };",
    replace: "const details = { requested_leverage: asked, max_leverage: cap };",
  },
  {
    ...stated,
    area: "orders",
    id: "no-fills-cost-nought",
    wrong: "the average price of an order without fills is 0",
    against: "OrderPlaceResult, avg_fill_price_cents: null when there were no fills",
    file: "core/order.ts",
    find: "return order.filledQty === 0 ? null :",
    replace: "return order.filledQty === 0 ? 0 :",
  },
  {
    ...stated,
    area: "orders",
    id: "parlays-tell-a-leverage",
    wrong: "an order on a parlay tells an effective leverage of 1",
    against: "OrderPlaceResult, effective_leverage: null for binaries and non-levered markets",
    confined: "kind=BTC_PARLAY",
    file: "core/place.ts",
    find: "  if (market.isPerp) order.leverage = position.leverage;",
    replace: '  if (market.terms.kind !== "BTC_BINARY") order.leverage = position.leverage;',
  },
  {
    ...stated,
    area: "amendments",
    id: "what-cannot-be-amended-is-told-as-done",
    wrong: "an amendment that would be declined is answered with 200 and the order as it was",
    against: "HTTP statuses, 409: market not OPEN, or amend conflict",
    confined: "moment=at an amendment that a gate objects to",
    file: "core/amend.ts",
    find: "    return refusalOf(objection);",
    replace: '    return { kind: "amended", order: orderView(order) };',
  },
  {
    ...stated,
    area: "cancels",
    id: "cancelling-shortens-the-list-it-walks",
    wrong: "cancelling everything leaves about every other order of a market",
    against: sentences.CANCEL_ALL,
    file: "core/cancel.ts",
    find: `  const orders = positions
    .flatMap(({ orders }) => orders)
    .filter((order) => side === undefined || order.isBuy === (side === "BUY"))
    .sort((one, two) => one.seq - two.seq);
  for (const order of orders) cancelResting(state, order, atMs);
  return orders.map((order) => order.orderId);`,
    replace: `  const orderIds: string[] = [];
  for (const { orders } of positions) {
    for (const order of orders) {
      if (side !== undefined && order.isBuy !== (side === "BUY")) continue;
      orderIds.push(order.orderId);
      cancelResting(state, order, atMs);
    }
  }
  return orderIds;`,
  },
  {
    ...stated,
    area: "balances",
    id: "market-orders-are-judged-at-no-price",
    wrong: "a MARKET order is judged as if it cost nothing, so one that buys needs no cash",
    against: `${sentences.NO_CASH}, on either side, of any kind`,
    confined: "type=MARKET, side=BUY",
    file: "core/gates/margin.ts",
    find: "value: contractValue(market!, isBuy, limit),",
    replace: "value: contractValue(market!, isBuy, order.price ?? 0),",
  },
];
