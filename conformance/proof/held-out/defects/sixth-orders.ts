/** The sixth round: orders as they are judged, matched, remembered, amended and cancelled. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;
const claimed = { basis: "claim" } as const;

export const SIXTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "results",
    id: "a-result-tells-ten-fills",
    wrong: "the result of an order that met more than ten others leaves out what came after them",
    against: "OrderPlaceResult, fills: per-execution details",
    confined: "fills=more than ten",
    file: "wire/mapping.ts",
    find: "    fills: result.fills.map(fillRecord),",
    replace: "    fills: result.fills.slice(0, 10).map(fillRecord),",
  },
  {
    ...claimed,
    area: "matching",
    id: "an-amendment-trades-at-its-own-price",
    wrong: "an order that is amended across the spread trades at its own price, not the maker's",
    against: "Claim trades_at_maker_price: every fill at the resting order's price",
    confined: "moment=at an amendment beyond the best price",
    file: "core/matching.ts",
    find: "  const { market, price } = maker;",
    replace: `  const { market } = maker;
  const price = taker.seq === taker.placedSeq ? maker.price : taker.price;`,
  },
  {
    ...stated,
    area: "time in force",
    id: "rungs-take-though-they-are-post-only",
    wrong: "a POST_ONLY order of a ladder that would cross trades",
    against: "Order reject codes, POST_ONLY_WOULD_CROSS: it would cross and match immediately",
    confined: "route=/orders/replace-ladder, tif=POST_ONLY",
    file: "core/cancel.ts",
    find: '    const order: PlaceOrder = { type: "place", agentId, orderId, request, ...lost };',
    replace: `    const { tif, ...rung } = request;
    const kept = tif === "POST_ONLY" ? rung : request;
    const order: PlaceOrder = { type: "place", agentId, orderId, request: kept, ...lost };`,
  },
  {
    ...claimed,
    area: "wallet",
    id: "what-a-market-order-left-stays-reserved",
    wrong: "what a MARKET order did not find keeps its cash reserved for good",
    against: sentences.COLLATERAL,
    confined: "type=MARKET, moment=after a part-fill",
    file: "core/place.ts",
    find: "  side.leave(order, qty);",
    replace: '  if (order.type === "LIMIT" || order.filledQty === 0) side.leave(order, qty);',
  },
  {
    ...stated,
    area: "idempotency",
    id: "each-key-has-ids-of-its-own",
    wrong: "an order that an agent resends with another of its keys is placed again",
    against: sentences.REPLAY,
    confined: "caller=second key",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);`,
    replace: `  handle({ parts, agentId, at, body, caller }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const { clientOrderId: id = "" } = request;
    const keyId = caller.kind === "key" ? caller.key.keyId : "";
    const isOther = keyId !== "" && keyId !== parts.venue.keys(agentId)[0]?.keyId;
    if (isOther && id !== "" && id.length < 60) {
      request.clientOrderId = \`\${keyId.slice(0, 4)}:\${id}\`;
    }`,
  },
  {
    ...stated,
    area: "freshness",
    id: "the-longest-window-never-closes",
    wrong: "an order with the longest window that there is counts as fresh however old it is",
    against: "Behaviour rules 3: rejected outside timestamp_ms plus or minus recv_window_ms",
    confined: "recv_window_ms=60000",
    file: "core/gates/freshness.ts",
    find: "    if (timestampMs === undefined) return null;",
    replace: "    if (timestampMs === undefined || recvWindowMs === 60_000) return null;",
  },
  {
    ...stated,
    area: "reject codes",
    id: "who-holds-a-perp-has-no-leverage-cap",
    wrong: "whoever holds a perp may ask for any leverage in his next order on it",
    against: "Order reject codes, INVALID_LEVERAGE: requested leverage above the account cap",
    confined: "kind=BTC_PERP, position=open",
    file: "core/gates/leverage.ts",
    find: `  check: ({ leverage: asked }, { market }) => {
    if (asked === undefined) return null;`,
    replace: `  check: ({ leverage: asked }, { market, position }) => {
    if (asked === undefined || (asked > 0 && market!.isPerp && position!.qty !== 0)) return null;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "markets-share-a-position-cap",
    wrong: "what an agent holds in other markets of a kind counts against a market's cap",
    against: sentences.POSITION_CAP,
    confined: "position=open in another market of the kind",
    file: "core/gates/position-cap.ts",
    find: "    const held = isBuy ? position!.qty : -position!.qty;",
    replace: `    const { positions } = position!.agent;
    const alike = positions.filter((one) => one.market.isPerp === market!.isPerp);
    const qty = alike.reduce((sum, one) => sum + one.qty, 0);
    const held = isBuy ? qty : -qty;`,
  },
  {
    ...claimed,
    area: "cooldowns",
    id: "asking-in-a-pause-begins-it-anew",
    wrong: "each order that a cooldown declines begins the pause anew",
    against: "Claim cooldown: it ends rest_ms after it began; temporary",
    confined: "moment=after an order within the pause",
    file: "core/place.ts",
    find: "  const { code } = objection;",
    replace: `  const { code } = objection;
  if (code === "AGENT_SIDE_COOLDOWN") {
    const { cooldown } = context.position!.side(request.side === "BUY");
    cooldown!.untilMs = context.atMs + state.limits.cooldownForMs;
  }`,
  },
  {
    ...stated,
    area: "reduce-only",
    id: "reduce-only-outlives-a-close-by-taking",
    wrong: "reduce-only orders outlive the position that an order of their own agent closed",
    against: sentences.REDUCE_ONLY,
    confined: "reduce_only=true and resting, moment=after its agent took the other side without it",
    file: "core/matching.ts",
    find: "  trimReduceOnly(state, taker.position, atMs);",
    replace: "  if (taker.reduceOnly) trimReduceOnly(state, taker.position, atMs);",
  },
  {
    ...claimed,
    area: "amends",
    id: "a-new-price-reserves-the-old-one",
    wrong: "an order that is amended to another price alone reserves what it did at the old one",
    against: sentences.COLLATERAL,
    confined: "moment=after an amendment of the price without more contracts",
    file: "core/amend.ts",
    find: "  order.value = contractValue(order.market, order.isBuy, change.price);",
    replace: `  if (change.qty > order.filledQty + remaining) {
    order.value = contractValue(order.market, order.isBuy, change.price);
  }`,
  },
  {
    ...stated,
    area: "cancels",
    id: "cancel-all-leaves-amended-orders",
    wrong: "cancelling everything leaves the orders that were amended up or to another price",
    against: sentences.CANCEL_ALL,
    confined: "moment=after an amendment",
    file: "core/cancel.ts",
    find: '    .filter((order) => side === undefined || order.isBuy === (side === "BUY"))',
    replace: `    .filter((order) => order.seq === order.placedSeq)
    .filter((order) => side === undefined || order.isBuy === (side === "BUY"))`,
  },
];
