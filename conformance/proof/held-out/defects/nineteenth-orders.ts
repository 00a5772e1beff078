/** The nineteenth round, a sentence drawn by lot, one cell each: what an order asks for, and gets. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const NINETEENTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "reject codes",
    id: "the-legs-of-a-parlay-are-its-price",
    wrong: "a MARKET order trades on a parlay that has neither mark nor index price",
    against: "Order reject codes, NO_REFERENCE_PRICE: MARKET order while no mark or index exists",
    confined: "kind=BTC_PARLAY",
    file: "core/gates/reference-price.ts",
    find: `    if (type !== "MARKET") return null;`,
    replace: `    // A parlay is judged by its legs.
    if (type !== "MARKET" || market!.terms.kind === "BTC_PARLAY") return null;`,
  },
  {
    ...stated,
    area: "order fields",
    id: "who-sweeps-must-name-his-order",
    wrong: "a MARKET order without a client_order_id is refused as malformed",
    against: "Order place request, client_order_id: not required",
    confined: "type=MARKET",
    file: "http/routes/orders.ts",
    find: `    const request = orderRequest(body);
    const orderId = entropy.uuid();`,
    replace: `    const request = orderRequest(body);
    if (request.type === "MARKET" && request.clientOrderId === undefined) {
      const field = "client_order_id";
      throw invalidBody("a MARKET order that is sent again would trade twice", [
        { field, message: "is required" },
      ]);
    }
    const orderId = entropy.uuid();`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "what-reduces-may-post-across",
    wrong: "a reduce-only POST_ONLY order that would cross trades",
    against: "Order reject codes, POST_ONLY_WOULD_CROSS: 200 REJECTED",
    confined: "reduce_only=true",
    file: "core/gates/post-only.ts",
    find: `  check: (order, { touch, limit }) => {
    const { side } = order;
    if (effectiveTif(order) !== "POST_ONLY") return null;`,
    replace: `  check: (order, { touch, limit }) => {
    const { side, reduceOnly } = order;
    // Nobody is kept from closing what he holds.
    if (effectiveTif(order) !== "POST_ONLY" || reduceOnly === true) return null;`,
  },
  {
    ...stated,
    area: "order fields",
    id: "what-crosses-without-a-tif-does-not-rest",
    wrong: "a LIMIT order that names no tif and meets the other side is taken for IOC",
    against: "Order place request, tif: default GTC for LIMIT",
    confined: "moment=where it crosses (so that a part of it is filled at once)",
    file: "core/order.ts",
    find: `    this.tif = effectiveTif(request);`,
    replace: `    const { touch, limit } = context;
    const isCrossing = touch !== null && (this.isBuy ? touch <= limit : touch >= limit);
    this.tif = request.tif === undefined && isCrossing ? "IOC" : effectiveTif(request);`,
  },
  {
    ...stated,
    area: "results",
    id: "what-trades-on-a-parlay-is-told-as-new",
    wrong: "the result of an order on a parlay has the status from before it was matched",
    against: "States and transitions 3: the status is the state after immediate matching",
    confined: "kind=BTC_PARLAY",
    file: "core/place.ts",
    find: `    status: statusOf(order),`,
    replace: `    status: order.market.terms.kind === "BTC_PARLAY" ? "NEW" : statusOf(order),`,
  },
  {
    ...stated,
    area: "results",
    id: "what-cannot-be-filled-remains",
    wrong: "a FOK order that is not fillable tells all it wanted as remaining",
    against: "OrderPlaceResult, remaining_qty: zero for rejected orders",
    confined: "reject_reason=FOK_NOT_FILLABLE",
    file: "core/place.ts",
    find: `function rejected({ marketId }: OrderRequest, { code, message, details }: Decline): PlaceResult {
  const result: PlaceResult = {
    orderId: ZERO_ID,
    marketId,
    status: "REJECTED",
    rejectReason: code,
    rejectMessage: message,
    filledQty: 0,
    remainingQty: 0,`,
    replace: `function rejected(request: OrderRequest, { code, message, details }: Decline): PlaceResult {
  const { marketId, qty } = request;
  const result: PlaceResult = {
    orderId: ZERO_ID,
    marketId,
    status: "REJECTED",
    rejectReason: code,
    rejectMessage: message,
    filledQty: 0,
    // The engine gives back what it did not fill.
    remainingQty: code === "FOK_NOT_FILLABLE" ? qty : 0,`,
  },
  {
    ...stated,
    area: "order fields",
    id: "a-sweep-on-a-perp-takes-no-leverage",
    wrong: "the leverage of a MARKET order on a perp is ignored: it opens at 1",
    against: "What the service does: a perp market accepts leverage and a margin mode",
    confined: "type=MARKET",
    file: "http/routes/orders.ts",
    find: `    const request = orderRequest(body);
    const orderId = entropy.uuid();`,
    replace: `    const request = orderRequest(body);
    const market = parts.venue.market(request.marketId.toLowerCase());
    if (market?.kind === "BTC_PERP" && request.type === "MARKET") delete request.leverage;
    const orderId = entropy.uuid();`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "a-sweep-on-a-closed-market-finds-nobody",
    wrong: "a MARKET order on a market that is not open is declined with MARKET_NO_LIQUIDITY",
    against: "Order reject codes, MARKET_CLOSED: the market is EXPIRED, RESOLVED or VOID",
    confined: "type=MARKET",
    file: "core/gates/market-open.ts",
    find: `  check: (_order, { market }) =>
    market!.status === "OPEN" ? null : decline("MARKET_CLOSED", \`the market is \${market!.status}\`),`,
    replace: `  check: ({ type }, { market }) => {
    const { status } = market!;
    if (status === "OPEN") return null;
    if (type === "MARKET") return decline("MARKET_NO_LIQUIDITY", "the book is empty");
    return decline("MARKET_CLOSED", \`the market is \${status}\`);
  },`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "the-usual-margin-mode-is-none",
    wrong: "an order on a market that is no perp may have the margin mode CROSS",
    against: "Order place request, margin_mode: perp only",
    confined: "margin_mode=CROSS",
    file: "core/gates/margin-mode.ts",
    find: `    asked === undefined || market!.isPerp`,
    replace: `    asked === undefined || asked === "CROSS" || market!.isPerp`,
  },
  {
    ...stated,
    area: "idempotency",
    id: "each-side-has-ids-of-its-own",
    wrong:
      "an order of the other side under an id that was used already is placed beside the first",
    against: "Order place request, client_order_id: one unique key per intended order",
    confined: "side=the other one",
    file: "core/gates/client-order-id.ts",
    find: `    if (stored === undefined) return null;`,
    replace: `    if (stored === undefined || stored.request.side !== order.side) return null;`,
  },
  {
    ...stated,
    area: "results",
    id: "what-is-too-dear-has-an-id",
    wrong: "an order that is declined for want of cash has an order_id of its own",
    against: "States and transitions 2: a rejected order has the zero UUID as order_id",
    confined: "reject_reason=INSUFFICIENT_MARGIN",
    file: "core/place.ts",
    find: `  if (objection !== null) return turnAway(state, request, { context, objection });`,
    replace: `  if (objection !== null) {
    const outcome = turnAway(state, request, { context, objection });
    const isPoor = objection.kind === "declined" && objection.code === "INSUFFICIENT_MARGIN";
    if (outcome.kind !== "result" || !isPoor) return outcome;
    // Cash is asked for behind the ledger, which numbers what it is shown.
    const result = { ...outcome.result, orderId: command.orderId };
    remember(agent, request, result);
    return { ...outcome, result };
  }`,
  },
];
