/** The eleventh round, drawn by lot: what an order may ask for, and whether it is taken. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;

/** How that function begins. */
const SLIPPAGE = "function slippage";

export const ELEVENTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "time in force",
    id: "what-covers-a-short-waits-for-more",
    wrong: "a reduce-only MARKET order that bought back a part of a short rests with what is left",
    against: "Order place request, tif: MARKET orders behave as IOC",
    confined: "kind=BTC_BINARY or BTC_PARLAY, side=BUY, type=MARKET, reduce_only=true",
    file: "core/place.ts",
    find: '  if (qty > 0 && (order.tif === "GTC" || order.tif === "POST_ONLY")) {',
    replace: `  const isCover = order.type === "MARKET" && order.reduceOnly && order.isBuy;
  const waits = isCover && order.filledQty > 0 && !order.market.isPerp;
  if (qty > 0 && (order.tif === "GTC" || order.tif === "POST_ONLY" || waits)) {`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "who-names-a-cap-needs-no-mark",
    wrong: "a MARKET order with a cap in basis points trades on a perp that has no mark",
    against:
      "Order reject codes, NO_REFERENCE_PRICE: a MARKET order while no current mark or index price exists",
    confined: "kind=BTC_PERP, type=MARKET, slippage_cap_bps=given",
    file: "core/gates/reference-price.ts",
    find: `  check: ({ type }, { market, isIndexLost }) => {
    if (type !== "MARKET") return null;`,
    replace: `  check: ({ type, slippageCapBps }, { market, isIndexLost }) => {
    if (type !== "MARKET" || slippageCapBps !== undefined) return null;`,
  },
  {
    ...stated,
    area: "malformed bodies",
    id: "who-fills-or-kills-needs-no-window",
    wrong: "a FOK order that has a timestamp and no window is taken with the longest one",
    against:
      "Order place request, timestamp_ms: client send time; must be sent together with recv_window_ms",
    confined: "tif=FOK, recv_window_ms=absent",
    file: "http/serve-route.ts",
    find: "    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));",
    replace: `    const timed = (given: unknown) => {
      const { timestamp_ms, recv_window_ms = 60_000, tif } = given as Record<string, unknown>;
      const isTimed = route.path === "/orders" && tif === "FOK" && timestamp_ms !== undefined;
      return isTimed ? { ...(given as object), recv_window_ms } : given;
    };
    const body = checkBody?.(timed(withoutNulls(bodyOf(route, req, await readBytes(req)))));`,
  },
  {
    ...stated,
    area: "price protection",
    id: "the-last-cap-becomes-the-default",
    wrong: "a MARKET order without a cap is protected by the last one that was named in its market",
    against:
      "Order place request, slippage_cap_cents: when omitted, the venue default applies; binary MARKET orders",
    confined: "type=MARKET, slippage_cap_cents=absent, moment=after an order with a cap",
    file: "core/admission.ts",
    find: `/** Price protection counted from the opposite best price. Units: price units, rounded down. D-065. */
${SLIPPAGE}({ limits }: VenueState, market: Market, { request, touch }: Met): number {
  const { slippageCapCents, slippageCapBps } = request;
  if (!market.isPerp) return slippageCapCents ?? limits.defaultSlippageCents;`,
    replace: `/** The caps that were named last. */
const LAST_CAPS = new WeakMap<Market, number>();

/** Price protection counted from the opposite best price. Units: price units, rounded down. D-065. */
${SLIPPAGE}({ limits }: VenueState, market: Market, { request, touch }: Met): number {
  const { slippageCapCents, slippageCapBps } = request;
  if (!market.isPerp) {
    const cap = slippageCapCents ?? LAST_CAPS.get(market) ?? limits.defaultSlippageCents;
    if (slippageCapCents !== undefined && cap >= 0) LAST_CAPS.set(market, cap);
    return cap;
  }`,
  },
  {
    ...stated,
    area: "time in force",
    id: "what-is-sold-already-is-counted-on",
    wrong: "a FOK order that buys counts on all that a resting order ever had, traded or not",
    against: "Order reject codes, FOK_NOT_FILLABLE: FOK order cannot be filled entirely at once",
    confined: "side=BUY, tif=FOK, moment=with a part-filled order in reach",
    file: "core/book.ts",
    find: `function giveable({ position, isBuy, reduceOnly, remainingQty }: Order, given: Given): number {
  if (position.side(isBuy).reduceOnlyQty === 0) return remainingQty;`,
    replace: `function giveable(order: Order, given: Given): number {
  const { position, isBuy, reduceOnly, remainingQty } = order;
  if (position.side(isBuy).reduceOnlyQty === 0) return isBuy ? remainingQty : order.qty;`,
  },
  {
    ...stated,
    area: "idempotency",
    id: "what-had-nothing-to-reduce-is-tried-again",
    wrong: "an order declined as no reduction is placed when it is resent with a position open",
    against: sentences.REPLAY,
    confined: "reduce_only=true, reject_reason=REDUCE_ONLY_VIOLATION, moment=after a fill",
    file: "core/idempotency.ts",
    find: `  if (result.rejectReason !== "TIMESTAMP_OUT_OF_WINDOW") return false;`,
    replace: `  if (result.rejectReason === "REDUCE_ONLY_VIOLATION") return true;
  if (result.rejectReason !== "TIMESTAMP_OUT_OF_WINDOW") return false;`,
  },
  {
    ...stated,
    area: "idempotency",
    id: "an-underscore-is-a-hyphen",
    wrong: "an id with underscores is taken for an earlier one that has hyphens in their places",
    against:
      "Order place request, client_order_id: letters, digits, underscore, hyphen, colon, period; one unique key per intended order",
    confined: "client_order_id=with an underscore where an earlier one has a hyphen",
    file: "core/gates/client-order-id.ts",
    find: "    const stored = agent.results.get(order.clientOrderId);",
    replace: `    const stored =
      agent.results.get(order.clientOrderId) ??
      agent.results.get(order.clientOrderId.replaceAll("_", "-"));`,
  },
  {
    ...stated,
    area: "price protection",
    id: "no-points-are-points-anywhere",
    wrong: "a cap of no basis points is taken on markets that are no perps",
    against: "Order place request, slippage_cap_bps: perp MARKET orders only; rejected on binaries",
    confined: "kind=BTC_BINARY or BTC_PARLAY, slippage_cap_bps=0",
    file: "core/gates/slippage-caps.ts",
    find: `    if (bps !== undefined) return invalid("slippage_cap_bps", "only on a perp");`,
    replace: `    if (bps) return invalid("slippage_cap_bps", "only on a perp");`,
  },
  {
    ...stated,
    area: "orders",
    id: "of-two-at-a-price-the-younger-goes",
    wrong: "who cancels an order right before another of his own at its price cancels that one",
    against: "Endpoints, DELETE /orders/{order_id}: cancels the order that is named",
    confined: "route=DELETE /orders/{order_id}, moment=with another of its agent right behind it",
    file: "core/cancel.ts",
    find: `  cancelResting(state, order, atMs);
  return { kind: "cancelled", order: orderView(order) };`,
    replace: `  const { next } = order;
  const gone = next !== null && next.agent === order.agent ? next : order;
  cancelResting(state, gone, atMs);
  return { kind: "cancelled", order: orderView(gone) };`,
  },
];
