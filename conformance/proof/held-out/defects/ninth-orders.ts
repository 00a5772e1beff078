/** The ninth round, drawn by lot: orders, their kinds, results and amendments. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const NINTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "amendments",
    id: "an-order-is-amended-to-half-a-contract",
    wrong: "an amendment may ask for a part of a contract",
    against: "Resources: quantities are integer contracts",
    confined: "moment=at an amendment",
    file: "wire/schemas.ts",
    find: "{ price: Type.Optional(ExactInt), qty: Type.Optional(ExactInt) },",
    replace: "{ price: Type.Optional(ExactInt), qty: Type.Optional(Type.Number()) },",
  },
  {
    ...stated,
    area: "order fields",
    id: "an-order-has-no-field-more",
    wrong: "an order with a field that the venue does not know is refused",
    against: "Order place request: unknown body fields are ignored",
    confined: "route=POST /orders",
    file: "wire/schemas.ts",
    find: '{ ...orderRules, title: "OrderPlaceRequest" },',
    replace: '{ ...orderRules, additionalProperties: false, title: "OrderPlaceRequest" },',
  },
  {
    ...stated,
    area: "time in force",
    id: "what-buys-a-perp-at-market-remains",
    wrong: "what a MARKET order that buys a perp did not find rests at its protection",
    against: "Order place request, tif: MARKET orders behave as IOC",
    confined: "kind=BTC_PERP, side=BUY, type=MARKET",
    file: "core/place.ts",
    find: '  if (qty > 0 && (order.tif === "GTC" || order.tif === "POST_ONLY")) {',
    replace: `  const works = order.type === "MARKET" && order.isBuy && order.market.isPerp;
  if (qty > 0 && (works || order.tif === "GTC" || order.tif === "POST_ONLY")) {`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "nobody-confirms-a-parlay",
    wrong: "an order on a parlay is a fat finger, confirmed or not",
    against: "Order place request, confirm_fat_finger: true when the order is intentional",
    confined: "kind=BTC_PARLAY",
    file: "core/gates/fat-finger.ts",
    find: "    if (order.confirmFatFinger === true) return null;",
    replace:
      '    if (order.confirmFatFinger === true && market!.terms.kind !== "BTC_PARLAY") return null;',
  },
  {
    ...stated,
    area: "time in force",
    id: "half-a-perp-will-do",
    wrong: "a FOK order that buys a perp takes what there is",
    against: "What the service does: LIMIT and MARKET, with several time-in-force modes",
    confined: "kind=BTC_PERP, side=BUY, type=LIMIT, tif=FOK",
    file: "core/gates/fill-or-kill.ts",
    find: '    if (effectiveTif(order) !== "FOK") return null;',
    replace: `    if (effectiveTif(order) !== "FOK") return null;
    if (market!.isPerp && order.side === "BUY") return null;`,
  },
  {
    ...stated,
    area: "margin",
    id: "who-is-short-changes-his-mode",
    wrong: "an order changes the margin mode of a short position that is open",
    against: "Order place request, margin_mode: applies when opening from flat",
    confined: "kind=BTC_PERP, position=short",
    file: "core/place.ts",
    find: "if (request.marginMode !== undefined && position.qty === 0) {",
    replace: "if (request.marginMode !== undefined && position.qty <= 0) {",
  },
  {
    ...stated,
    area: "orders",
    id: "sold-at-market-is-sold-at-the-last-price",
    wrong: "the average price of a MARKET order that sells is that of its last fill",
    against: "OrderPlaceResult, avg_fill_price_cents: volume-weighted average over fills",
    confined: "kind=BTC_BINARY, side=SELL, type=MARKET",
    file: "core/order.ts",
    find: "  return order.filledQty === 0 ? null :",
    replace: `  const { kind } = order.market.terms;
  if (order.filledQty > 0 && kind === "BTC_BINARY" && order.type === "MARKET" && !order.isBuy) {
    return order.market.lastPrice;
  }
  return order.filledQty === 0 ? null :`,
  },
  {
    ...stated,
    area: "orders",
    id: "parlays-are-not-sold-at-once",
    wrong: "a FOK order that sells a parlay is declined as if there were no such market",
    against: "Order place request, market_id: a market of kind BTC_BINARY, BTC_PERP or BTC_PARLAY",
    confined: "kind=BTC_PARLAY, side=SELL, tif=FOK",
    file: "core/gates/market-exists.ts",
    find: `  check: ({ marketId }, { market }) =>
    market === null ?`,
    replace: `  check: ({ marketId, side, tif }, { market }) =>
    market === null ||
    (market.terms.kind === "BTC_PARLAY" && side === "SELL" && tif === "FOK") ?`,
  },
  {
    ...stated,
    area: "statuses",
    id: "nobody-to-trade-with-is-created",
    wrong: "a MARKET order that finds nobody is declined with 201",
    against: "HTTP statuses: order placement returns 201; rejections are documented as 200",
    confined: "type=MARKET, reject_reason=MARKET_NO_LIQUIDITY",
    file: "http/routes/orders.ts",
    find: 'const status = result.status === "REJECTED" ? 200 : 201;',
    replace: `const isDeclined = result.rejectReason !== "MARKET_NO_LIQUIDITY";
  const status = result.status === "REJECTED" && isDeclined ? 200 : 201;`,
  },
];
