/** A venue that is right on binaries, for buyers, under /v1: what is wrong of kinds and sides. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;
const parlays = { ...stated, area: "parlays", confined: "kind=BTC_PARLAY" } as const;
const perps = { ...stated, area: "perps", confined: "kind=BTC_PERP" } as const;
const sells = { ...stated, area: "sells", confined: "side=SELL" } as const;

export const ELSEWHERE_IN_MARKETS: readonly HeldOutDefect[] = [
  {
    ...parlays,
    id: "parlays-bind-no-id",
    wrong: "an order on a parlay is placed again each time it is resent",
    against: sentences.REPLAY,
    file: "core/place.ts",
    find: "  remember(agent, request, result);\n",
    replace:
      '  if (context.market?.terms.kind !== "BTC_PARLAY") remember(agent, request, result);\n',
  },
  {
    ...parlays,
    id: "cancel-all-leaves-parlays",
    wrong: "cancelling everything leaves the orders of parlays",
    against: sentences.CANCEL_ALL,
    file: "core/cancel.ts",
    find: "if (marketId === undefined) return agent.positions;",
    replace: `if (marketId === undefined) {
    return agent.positions.filter(({ market }) => market.terms.kind !== "BTC_PARLAY");
  }`,
  },
  {
    ...parlays,
    id: "parlays-fill-fok-in-part",
    wrong: "a FOK order on a parlay takes what there is",
    against: "Order reject codes, FOK_NOT_FILLABLE: it cannot be filled entirely at once",
    file: "core/gates/fill-or-kill.ts",
    find: 'if (effectiveTif(order) !== "FOK") return null;',
    replace: 'if (order.tif !== "FOK" || market!.terms.kind === "BTC_PARLAY") return null;',
  },
  {
    ...parlays,
    id: "parlays-reserve-nothing",
    wrong: "an order on a parlay needs no cash while it rests",
    against: sentences.NO_CASH,
    file: "core/margin.ts",
    find: "  if (!market.isPerp) return isBuy ? limit",
    replace:
      '  if (market.terms.kind === "BTC_PARLAY") return 0;\n  if (!market.isPerp) return isBuy ? limit',
  },
  {
    ...parlays,
    basis: "claim",
    id: "parlays-pay-the-losers",
    wrong: "a parlay that is won pays who sold it",
    against: sentences.PAYOUT,
    file: "core/settlement.ts",
    find: 'const winning = resolution === "YES" ? market',
    replace: `const isParlay = market.terms.kind === "BTC_PARLAY";
  const winning = (resolution === "YES") !== isParlay ? market`,
  },
  {
    ...perps,
    id: "perps-rest-ioc",
    wrong: "what an IOC LIMIT order on a perp does not find rests",
    against: "OrderPlaceResult, remaining_qty: zero for completed IOC, FOK and MARKET orders",
    confined: "kind=BTC_PERP, tif=IOC",
    file: "core/place.ts",
    find: 'if (qty > 0 && (order.tif === "GTC"',
    replace: `const isPerpIoc = order.market.isPerp && order.tif === "IOC" && order.type === "LIMIT";
  if (qty > 0 && (isPerpIoc || order.tif === "GTC"`,
  },
  {
    ...perps,
    id: "perps-take-stale-orders",
    wrong: "an order on a perp is fresh however old it is",
    against: "Behaviour rules 3: rejected outside timestamp_ms plus or minus recv_window_ms",
    file: "core/gates/freshness.ts",
    find: "{ atMs }) => {\n    if (timestampMs === undefined) return null;",
    replace:
      "{ atMs, market }) => {\n    if (timestampMs === undefined || market?.isPerp) return null;",
  },
  {
    ...perps,
    id: "expired-perps-trade-on",
    wrong: "a perp that has expired takes orders",
    against: sentences.ONLY_OPEN,
    confined: "kind=BTC_PERP, status=EXPIRED",
    file: "core/gates/market-open.ts",
    find: 'market!.status === "OPEN" ? null',
    replace: 'market!.status === "OPEN" || (market!.isPerp && market!.status === "EXPIRED") ? null',
  },
  {
    ...perps,
    id: "perps-have-no-upper-band",
    wrong: "a perp takes a price above its band, or says something else of it",
    against: "Behaviour rules 1: a price outside the band is rejected with PRICE_OUT_OF_RANGE",
    file: "core/gates/price-range.ts",
    find: "price! > high) {",
    replace: "(price! > high && !market!.isPerp)) {",
  },
  {
    ...perps,
    basis: "claim",
    id: "perps-serve-the-newest-ask",
    wrong: "at one price of a perp the ask that came last trades first",
    against: sentences.PRIORITY,
    confined: "kind=BTC_PERP, side=BUY against asks",
    file: "core/matching.ts",
    find: "const maker = level.head!;",
    replace: "const maker = taker.market.isPerp && taker.isBuy ? level.tail! : level.head!;",
  },
  {
    ...sells,
    id: "sells-ignore-their-slippage-cap",
    wrong: "a MARKET order that sells takes any price of the band",
    against: "Order place request, slippage_cap_cents: additive price protection",
    confined: "side=SELL, type=MARKET",
    file: "core/admission.ts",
    find: "Math.max(touch - slip, market.low)",
    replace: "market.low",
  },
  {
    ...sells,
    id: "sells-have-no-position-cap",
    wrong: "a short position has no cap",
    against: sentences.POSITION_CAP,
    file: "core/gates/position-cap.ts",
    find: "return reached <= market!.positionCap",
    replace: "return !isBuy || reached <= market!.positionCap",
  },
  {
    ...sells,
    id: "post-only-sells-cross",
    wrong: "a POST_ONLY order that sells trades at once",
    against: "Order reject codes, POST_ONLY_WOULD_CROSS: it would cross and match immediately",
    confined: "side=SELL, tif=POST_ONLY",
    file: "core/gates/post-only.ts",
    find: 'touch !== null && reaches(touch, limit, side === "BUY")',
    replace: 'touch !== null && side === "BUY" && reaches(touch, limit, true)',
  },
  {
    ...sells,
    id: "sells-need-no-confirmation",
    wrong: "an order that sells is never a fat finger",
    against: "Order reject codes, FAT_FINGER: price or qty beyond sanity bounds",
    file: "core/gates/fat-finger.ts",
    find: "if (order.confirmFatFinger === true) return null;",
    replace: 'if (order.confirmFatFinger === true || order.side === "SELL") return null;',
  },
  {
    ...sells,
    id: "perps-are-sold-without-a-mark",
    wrong: "a MARKET order sells a perp that has no mark",
    against: "Order reject codes, NO_REFERENCE_PRICE: MARKET order while no current mark exists",
    confined: "side=SELL, kind=BTC_PERP",
    file: "core/gates/reference-price.ts",
    find: `check: ({ type }, { market, isIndexLost }) => {
    if (type !== "MARKET") return null;`,
    replace: `check: ({ type, side }, { market, isIndexLost }) => {
    if (type !== "MARKET" || side === "SELL") return null;`,
  },
  {
    ...sells,
    id: "sells-on-perps-tell-no-leverage",
    wrong: "an order that sells a perp tells no effective leverage",
    against: "OrderPlaceResult, effective_leverage: resolved leverage for perp orders",
    confined: "side=SELL, kind=BTC_PERP",
    file: "core/place.ts",
    find: "if (market.isPerp) order.leverage",
    replace: "if (market.isPerp && order.isBuy) order.leverage",
  },
  {
    ...sells,
    id: "part-filled-sells-are-new",
    wrong: "an order to sell that is part-filled is told as NEW",
    against: "OrderPlaceResult, status: order state after immediate matching",
    confined: "side=SELL, state=PARTIAL",
    file: "core/order.ts",
    find: 'return order.filledQty > 0 ? "PARTIAL"',
    replace: 'return order.filledQty > 0 && order.isBuy ? "PARTIAL"',
  },
  {
    ...sells,
    id: "sells-round-their-average",
    wrong: "the average price of an order to sell is rounded down",
    against: "OrderPlaceResult, avg_fill_price_cents: volume-weighted average over fills, a float",
    file: "core/order.ts",
    find: "return order.filledQty === 0 ? null : order.filledNotional / order.filledQty;",
    replace: `if (order.filledQty === 0) return null;
  const average = order.filledNotional / order.filledQty;
  return order.isBuy ? average : Math.floor(average);`,
  },
  {
    ...sells,
    id: "market-sells-take-one-level",
    wrong: "a MARKET order that sells trades at the best price alone",
    against: "Order place request, type: MARKET sweeps available liquidity with price protection",
    confined: "side=SELL, type=MARKET",
    file: "core/matching.ts",
    find: "if (level === null || !reaches(level.price, taker.price, taker.isBuy)) break;",
    replace: `if (level === null || !reaches(level.price, taker.price, taker.isBuy)) break;
    const isMarketSell = taker.type === "MARKET" && !taker.isBuy;
    if (isMarketSell && fills.some(({ price }) => price !== level.price)) break;`,
  },
  {
    ...stated,
    area: "shorts",
    id: "shorts-reduce-without-bound",
    wrong: "a reduce-only order of who is short may open or increase a position",
    against: "Order reject codes, REDUCE_ONLY_VIOLATION: it would open or increase a position",
    confined: "position=short",
    file: "core/gates/reduce-only.ts",
    find: "if (order.reduceOnly !== true) return null;",
    replace: "if (order.reduceOnly !== true || position!.qty < 0) return null;",
  },
];
