/** The fifth round: orders as they are judged, remembered, amended, replaced and cancelled. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;
const idempotency = { ...stated, area: "idempotency", against: sentences.REPLAY } as const;
const rejects = { ...stated, area: "reject codes" } as const;

export const FIFTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...idempotency,
    area: "ladders",
    id: "rungs-bind-no-id",
    wrong: "an order that came with a ladder is placed again when it is resent under its id",
    confined: "route=/orders/replace-ladder",
    file: "core/cancel.ts",
    find: "    return place(state, order, atMs);",
    replace: `    const outcome = place(state, order, atMs);
    if (request.clientOrderId !== undefined) {
      state.agents.get(agentId)!.results.delete(request.clientOrderId);
    }
    return outcome;`,
  },
  {
    ...idempotency,
    id: "who-traded-is-forgotten-after-an-hour",
    wrong: "an order that traded at once is placed again when it is resent an hour later",
    confined: "moment=an hour after a fill at placement",
    file: "core/gates/client-order-id.ts",
    find: `  check: (order, { agent }) => {
    if (order.clientOrderId === undefined) return null;
    const stored = agent.results.get(order.clientOrderId);
    if (stored === undefined) return null;`,
    replace: `  check: (order, { agent, atMs }) => {
    if (order.clientOrderId === undefined) return null;
    const stored = agent.results.get(order.clientOrderId);
    if (stored === undefined) return null;
    const [fill] = stored.result.fills;
    if (fill !== undefined && atMs - fill.atMs >= 3_600_000) return null;`,
  },
  {
    ...stated,
    area: "freshness",
    id: "a-timestamp-of-zero-is-none",
    wrong: "an order sent at the beginning of 1970 counts as one without a timestamp",
    against: "Behaviour rules 3: rejected outside timestamp_ms plus or minus recv_window_ms",
    confined: "timestamp_ms=0",
    file: "core/gates/freshness.ts",
    find: "    if (timestampMs === undefined) return null;",
    replace: "    if (!timestampMs) return null;",
  },
  {
    ...rejects,
    id: "reduce-only-market-orders-open",
    wrong: "a reduce-only MARKET order may open or increase a position",
    against: "Order reject codes, REDUCE_ONLY_VIOLATION: it would open or increase a position",
    confined: "reduce_only=true, type=MARKET",
    file: "core/gates/reduce-only.ts",
    find: "    if (order.reduceOnly !== true) return null;",
    replace: '    if (order.reduceOnly !== true || order.type === "MARKET") return null;',
  },
  {
    ...rejects,
    id: "a-confirmation-is-for-the-price-alone",
    wrong: "an order for very many contracts is a fat finger, confirmed or not",
    against: "Order place request, confirm_fat_finger: true after FAT_FINGER when it is intended",
    confined: "confirm_fat_finger=true, qty=beyond the sanity bound",
    file: "core/gates/fat-finger.ts",
    find: "    if (order.confirmFatFinger === true) return null;",
    replace: `    const most = market!.isPerp ? limits.fatFingerQtyPerp : limits.fatFingerQtyBinary;
    if (order.confirmFatFinger === true && order.qty <= most) return null;`,
  },
  {
    area: "reject codes",
    basis: "claim",
    id: "the-other-side-ends-a-cooldown",
    wrong: "an order accepted on the other side ends the pause of an agent, market and side",
    against: "Claim cooldown: it ends rest_ms after it began; of the agent, market and side",
    confined: "moment=after an order on the other side",
    file: "core/place.ts",
    find: "  side.cooldown = null;",
    replace: "  position.buys.cooldown = null;\n  position.sells.cooldown = null;",
  },
  {
    ...rejects,
    id: "a-lost-index-is-still-an-index",
    wrong: "a MARKET order trades where there is no mark, though the reference price is lost",
    against: "Order reject codes, NO_REFERENCE_PRICE: no current mark or index price exists",
    confined: "type=MARKET, moment=without a mark, while the upstream is unreachable",
    file: "core/gates/reference-price.ts",
    find: "market!.isUnvalued || (isIndexLost && markPrice(market!) === null);",
    replace: "market!.isUnvalued;",
  },
  {
    ...stated,
    area: "results",
    id: "an-unknown-market-is-not-echoed",
    wrong: "an order on a market that there is not is declined with the market id of all zeros",
    against: "OrderPlaceResult, market_id: echo of the requested market",
    confined: "reject_reason=UNKNOWN_MARKET",
    file: "core/place.ts",
    find: "    orderId: ZERO_ID,\n    marketId,",
    replace: `    orderId: ZERO_ID,
    marketId: code === "UNKNOWN_MARKET" ? ZERO_ID : marketId,`,
  },
  {
    ...stated,
    area: "amends",
    id: "an-amendment-counts-its-fills-again",
    wrong: "an amendment of a part-filled order is refused though it would just reach the cap",
    against: `${sentences.POSITION_CAP}; one that reaches it does not`,
    confined: "state=PARTIAL, moment=at an amendment",
    file: "core/amend.ts",
    find: "    qty: qty - order.filledQty,",
    replace: "    qty,",
  },
  {
    ...stated,
    area: "slippage",
    id: "a-wide-cap-is-cut-to-the-default",
    wrong: "a MARKET order that allows more than the venue's default goes no further than that",
    against: "Order place request, slippage_cap_cents: when omitted, the venue default applies",
    confined: "slippage_cap_cents=above the default",
    file: "core/admission.ts",
    find: "  if (!market.isPerp) return slippageCapCents ?? limits.defaultSlippageCents;",
    replace: `  const most = limits.defaultSlippageCents;
  if (!market.isPerp) return Math.min(slippageCapCents ?? most, most);`,
  },
  {
    ...stated,
    area: "margin",
    id: "fok-orders-need-no-cash",
    wrong: "a FOK order trades whatever it costs, with cash that its agent does not have",
    against: `${sentences.NO_CASH}, on either side, of any kind`,
    confined: "tif=FOK",
    file: "core/gates/margin.ts",
    find: "    if (Number.isNaN(limit)) return null;",
    replace: '    if (Number.isNaN(limit) || effectiveTif(order) === "FOK") return null;',
  },
  {
    ...stated,
    area: "cancels",
    id: "cancel-all-takes-parlays-along",
    wrong: "cancelling everything in a market cancels the orders on parlays over it too",
    against: sentences.CANCEL_ALL,
    confined: "market_id=a leg of a parlay",
    file: "core/cancel.ts",
    find: "  return agent.positions.filter((position) => position.market.marketId === marketId);",
    replace: `  return agent.positions.filter(
    ({ market }) => market.marketId === marketId || market.terms.legs.includes(marketId),
  );`,
  },
];
