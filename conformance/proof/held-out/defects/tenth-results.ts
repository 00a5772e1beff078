/** The tenth round, drawn by lot: what is answered to an order, and what the markets tell. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;

export const TENTH_OF_RESULTS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "orders",
    id: "a-parlay-trades-as-its-first-leg",
    wrong: "the result of an order that trades on a parlay has the market id of its first leg",
    against: "OrderPlaceResult, market_id: echo of the requested market",
    confined: "kind=BTC_PARLAY, moment=at a fill",
    file: "core/place.ts",
    find: `function accepted({ marketId }: OrderRequest, order: Order, fills: FillView[]): PlaceResult {
  return {`,
    replace: `function accepted(request: OrderRequest, order: Order, fills: FillView[]): PlaceResult {
  const [leg = request.marketId] = order.market.terms.legs;
  const marketId = fills.length > 0 ? leg : request.marketId;
  return {`,
  },
  {
    ...stated,
    area: "orders",
    id: "what-closes-a-perp-is-filled-in-part",
    wrong: "an order that is filled whole and leaves its agent flat in a perp is told as PARTIAL",
    against: "OrderPlaceResult, status: order state after immediate matching",
    confined: "kind=BTC_PERP, order=FILLED, position=closed by it",
    file: "core/place.ts",
    find: "    status: statusOf(order),",
    replace: `    status:
      order.market.isPerp && order.filledQty === order.qty && order.position.qty === 0
        ? "PARTIAL"
        : statusOf(order),`,
  },
  {
    ...stated,
    area: "orders",
    id: "what-is-bought-in-part-was-cheaper",
    wrong:
      "the average price of an order that bought some of a perp and rests is over all it wants",
    against: "OrderPlaceResult, avg_fill_price_cents: volume-weighted average over fills",
    confined: "kind=BTC_PERP, side=BUY, order=PARTIAL",
    file: "core/order.ts",
    find: "  return order.filledQty === 0 ? null : order.filledNotional / order.filledQty;",
    replace: `  const { filledQty, filledNotional, qty } = order;
  if (filledQty === 0) return null;
  const isRest = order.open && filledQty < qty && order.market.isPerp && order.isBuy;
  return filledNotional / (isRest ? qty : filledQty);`,
  },
  {
    ...stated,
    area: "idempotency",
    id: "one-letter-is-no-key",
    wrong: "an order under a client order id of one character is placed again when it is resent",
    against: sentences.REPLAY,
    confined: "client_order_id=one character",
    file: "core/place.ts",
    find: "  if (request.clientOrderId === undefined) return;",
    replace: `  if (request.clientOrderId === undefined || request.clientOrderId.length === 1) return;`,
  },
  {
    ...stated,
    area: "markets",
    id: "pages-of-one-kind-and-status-begin-again",
    wrong: "asked for a kind and a status, a page that begins at its limit is the first one again",
    against: "Endpoints, GET /markets: status (string), kind (string), limit, offset (int, 0)",
    confined: "status=given, kind=given, offset=limit or more",
    file: "http/routes/markets.ts",
    find: "      .slice(offset, offset + limit)",
    replace: `      .slice(status !== undefined && kind !== undefined ? offset % limit : offset)
      .slice(0, limit)`,
  },
  {
    ...stated,
    area: "markets",
    id: "a-parlay-ends-as-a-binary",
    wrong: "the record of a parlay that is resolved has the kind BTC_BINARY",
    against: "What the service does: market kinds BTC_BINARY, BTC_PERP, BTC_PARLAY",
    confined: "kind=BTC_PARLAY, status=RESOLVED",
    file: "wire/mapping.ts",
    find: `    kind: market.kind,
    status: market.status,`,
    replace: `    kind:
      market.kind === "BTC_PARLAY" && market.status === "RESOLVED" ? "BTC_BINARY" : market.kind,
    status: market.status,`,
  },
  {
    ...stated,
    area: "markets",
    id: "perps-come-on-top-of-fifty",
    wrong: "where nobody says how many, the active markets are fifty, and every perp behind them",
    against: "Endpoints, GET /markets/active: limit (int, 50)",
    confined: "kind=BTC_PERP, limit=absent",
    file: "http/routes/markets.ts",
    find: "    const markets = openOnes(parts.venue.outlines()).slice(0, query.limit).map(recordIn(parts));",
    replace: `    const isUnsaid = query.limit === 50;
    const markets = openOnes(parts.venue.outlines())
      .filter(({ kind }, place) => place < query.limit || (isUnsaid && kind === "BTC_PERP"))
      .map(recordIn(parts));`,
  },
  {
    ...stated,
    area: "reference price",
    id: "without-a-price-there-is-no-series",
    wrong: "a series gives 404 while the reference price is out of reach",
    against: "HTTP statuses, 502: an upstream reference-data dependency is unreachable",
    confined: "route=/series/{series_id}/context",
    file: "http/routes/series.ts",
    find: "    const priceCents = reachable(parts).priceCents(at);",
    replace: `    const asked = found(parts.feed.isReachable ? parts : null, "SERIES_NOT_FOUND");
    const priceCents = reachable(asked).priceCents(at);`,
  },
];
