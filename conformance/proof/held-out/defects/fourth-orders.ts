/** The fourth round: orders as they are asked for, judged, matched, answered and cancelled. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;
const idempotency = { ...stated, area: "idempotency", against: sentences.REPLAY } as const;
const rejects = { ...stated, area: "reject codes" } as const;
const results = { ...stated, area: "results" } as const;

export const FOURTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "time in force",
    id: "reduce-only-orders-never-rest",
    wrong: "a reduce-only LIMIT order that names no tif is taken for IOC, and does not rest",
    against: "Order place request, tif: default GTC for LIMIT",
    confined: "reduce_only=true, tif=absent",
    file: "core/order.ts",
    find: "    this.tif = effectiveTif(request);",
    replace: `    const isClosing = request.reduceOnly === true && request.tif === undefined;
    this.tif = isClosing ? "IOC" : effectiveTif(request);`,
  },
  {
    ...stated,
    area: "order fields",
    id: "an-id-begins-with-a-letter-or-digit",
    wrong: "a client order id that begins with one of the allowed signs is refused",
    against:
      "Order place request, client_order_id: letters, digits, underscore, hyphen, colon, period",
    confined: "client_order_id=beginning with a hyphen, underscore, colon or period",
    file: "wire/schemas.ts",
    find: "^[A-Za-z0-9_:.-]{1,64}$",
    replace: "^[A-Za-z0-9][A-Za-z0-9_:.-]{0,63}$",
  },
  {
    ...stated,
    area: "freshness",
    id: "timestamps-may-be-in-seconds",
    wrong: "a timestamp that is decades old is read as seconds, so its order is fresh",
    against: "Behaviour rules 3: rejected outside timestamp_ms plus or minus recv_window_ms",
    confined: "timestamp_ms=the time in seconds",
    file: "core/gates/freshness.ts",
    find: "    const offMs = Math.abs(atMs - timestampMs);",
    replace: `    const sentMs = timestampMs < 100_000_000_000 ? timestampMs * 1_000 : timestampMs;
    const offMs = Math.abs(atMs - sentMs);`,
  },
  {
    ...rejects,
    id: "void-markets-are-unknown",
    wrong: "an order on a market that is void is declined as if there were no such market",
    against: `${sentences.ONLY_OPEN}; for the others MARKET_CLOSED`,
    confined: "status=VOID",
    file: "core/gates/market-open.ts",
    find: 'decline("MARKET_CLOSED",',
    replace: 'decline(market!.status === "VOID" ? "UNKNOWN_MARKET" : "MARKET_CLOSED",',
  },
  {
    ...rejects,
    id: "empty-perps-have-no-reference-price",
    wrong: "a MARKET order on a perp with an empty book is declined as if there were no mark",
    against: "Order reject codes, MARKET_NO_LIQUIDITY: MARKET order finds no opposing orders",
    confined: "kind=BTC_PERP, type=MARKET",
    file: "core/gates/liquidity.ts",
    find: 'decline("MARKET_NO_LIQUIDITY",',
    replace: 'decline(market!.isPerp ? "NO_REFERENCE_PRICE" : "MARKET_NO_LIQUIDITY",',
  },
  {
    ...rejects,
    id: "fok-looks-at-the-touch-alone",
    wrong:
      "a FOK order that needs more than the best price has is declined, though the next has it",
    against: "Order reject codes, FOK_NOT_FILLABLE: it cannot be filled entirely at once",
    confined: "tif=FOK, moment=with enough contracts at two prices together",
    file: "core/gates/fill-or-kill.ts",
    find: `  check: (order, { agent, market, limit }) => {
    if (effectiveTif(order) !== "FOK") return null;`,
    replace: `  check: (order, { agent, market, touch, limit: asked }) => {
    if (effectiveTif(order) !== "FOK") return null;
    const best = touch ?? asked;
    const limit = order.side === "BUY" ? Math.min(best, asked) : Math.max(best, asked);`,
  },
  {
    ...rejects,
    id: "a-confirmed-order-has-no-cap",
    wrong: "an order that confirms a fat finger may exceed the position cap too",
    against: sentences.POSITION_CAP,
    confined: "confirm_fat_finger=true",
    file: "core/gates/position-cap.ts",
    find: "    return reached <= market!.positionCap",
    replace: "    return order.confirmFatFinger === true || reached <= market!.positionCap",
  },
  {
    ...idempotency,
    id: "a-replay-has-no-fills",
    wrong: "the replay of an order that traded tells its quantities, and an empty list of fills",
    confined: "moment=after a fill at placement",
    file: "core/place.ts",
    find: "result: copyResult(result) };",
    replace: "result: { ...copyResult(result), fills: [] } };",
  },
  {
    ...idempotency,
    id: "browsers-bind-no-id",
    wrong: "an order that a session resends under its client order id is placed again",
    confined: "caller=session",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);`,
    replace: `  handle({ parts, caller, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    if (caller.kind === "session") delete request.clientOrderId;`,
  },
  {
    ...idempotency,
    area: "kill switch",
    id: "a-freeze-forgets-client-order-ids",
    wrong: "after the kill switch was pulled and released, every client order id is new again",
    confined: "moment=after a freeze",
    file: "core/venue.ts",
    find: "      state.frozen = command.frozen;",
    replace: `      state.frozen = command.frozen;
      for (const agent of state.agents.values()) agent.results.clear();`,
  },
  {
    ...results,
    id: "every-fill-weighs-the-same",
    wrong: "the average price is the mean of the fills' prices, whatever their quantities",
    against: "OrderPlaceResult, avg_fill_price_cents: volume-weighted average over fills",
    confined: "fills=of unlike prices and quantities",
    file: "core/place.ts",
    find: "    avgFillPrice: averageFillPrice(order),\n    fills,",
    replace: `    avgFillPrice:
      fills.length === 0 ? null : fills.reduce((sum, { price }) => sum + price, 0) / fills.length,
    fills,`,
  },
  {
    ...results,
    id: "an-order-that-finds-nobody-has-no-id",
    wrong: "an IOC order that found nobody is CANCELLED under the id of a rejected order",
    against: "OrderPlaceResult, order_id: all-zero means rejected before entering the ledger",
    confined: "tif=IOC, fills=none",
    file: "core/place.ts",
    find: "    orderId: order.orderId,\n",
    replace: "    orderId: order.open || order.filledQty > 0 ? order.orderId : ZERO_ID,\n",
  },
  {
    ...stated,
    area: "cancels",
    id: "cancel-all-leaves-part-filled-orders",
    wrong: "cancelling everything leaves the orders that have traded in part",
    against: sentences.CANCEL_ALL,
    confined: "state=PARTIAL",
    file: "core/cancel.ts",
    find: '    .filter((order) => side === undefined || order.isBuy === (side === "BUY"))',
    replace: `    .filter((order) => side === undefined || order.isBuy === (side === "BUY"))
    .filter((order) => order.filledQty === 0)`,
  },
  {
    ...stated,
    area: "cancels",
    id: "unknown-orders-are-cancelled",
    wrong: "cancelling an order that there never was gives 200 and tells it as cancelled",
    against: "HTTP statuses, 404: the order does not exist",
    confined: "route=/orders/{order_id}, method=DELETE",
    file: "http/routes/orders.ts",
    find: `  { parts, agentId, params }: RouteCall<{ order_id: string }>,
  answer: (order: OrderView) => Reply,
): Reply | Promise<Reply> {
  const checked = (order: OrderView | null): Reply => {
`,
    replace: `  { parts, req, agentId, params }: RouteCall<{ order_id: string }>,
  answer: (order: OrderView) => Reply,
): Reply | Promise<Reply> {
  const checked = (order: OrderView | null): Reply => {
    if (order === null && req.method === "DELETE") {
      return ok({ order_id: params.order_id, status: "CANCELLED" });
    }
`,
  },
];
