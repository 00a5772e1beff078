/** The third round: orders before and after they are placed, and what they meet in the book. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;
const claimed = { basis: "claim" } as const;
const idempotency = { ...stated, area: "idempotency", against: sentences.REPLAY } as const;
const matching = { ...stated, area: "matching" } as const;

export const THIRD_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...idempotency,
    id: "a-confirmed-order-is-placed-again",
    wrong:
      "an id keeps its first decline, so the order that was confirmed under it is placed twice",
    confined: "moment=after FAT_FINGER was confirmed",
    file: "core/place.ts",
    find: "  if (request.clientOrderId === undefined) return;",
    replace:
      "  if (request.clientOrderId === undefined || agent.results.has(request.clientOrderId)) return;",
  },
  {
    ...idempotency,
    id: "closed-markets-forget-what-they-answered",
    wrong: "a replay is declined, not answered as before, once its market is no longer open",
    confined: "status=EXPIRED, RESOLVED or VOID",
    file: "core/gates/client-order-id.ts",
    find: "check: (order, { agent }) => {\n    if (order.clientOrderId === undefined) return null;",
    replace: `check: (order, { agent, market }) => {
    if (order.clientOrderId === undefined) return null;
    if (market !== null && market.status !== "OPEN") return null;`,
  },
  {
    ...stated,
    area: "freshness",
    id: "an-agents-clock-is-learned-once",
    wrong: "the age of an agent's first order with a timestamp is taken off the age of all others",
    against: "Behaviour rules 3: rejected outside timestamp_ms plus or minus recv_window_ms",
    confined: "moment=after an order that was seconds old",
    file: "core/gates/freshness.ts",
    find: `{ atMs }) => {
    if (timestampMs === undefined) return null;
    const offMs = Math.abs(atMs - timestampMs);`,
    replace: `{ atMs, agent }) => {
    if (timestampMs === undefined) return null;
    const known: { skewMs?: number } = agent as object;
    const offMs = Math.abs(atMs - timestampMs - (known.skewMs ?? 0));
    if (offMs <= recvWindowMs!) known.skewMs ??= atMs - timestampMs;`,
  },
  {
    ...claimed,
    area: "amendments",
    id: "amending-up-keeps-its-place",
    wrong: "an order amended to more contracts stays before those that came after it",
    against: `${sentences.PRIORITY}; an order amended up loses it`,
    confined: "moment=after an amendment",
    file: "core/amend.ts",
    find: `  if (price === order.price && qty <= order.qty) {
    if (qty < order.qty) reduceResting`,
    replace: `  const isGrown = () => judge(state, order, { price, qty, atMs }) === null;
  if (price === order.price && (qty <= order.qty || isGrown())) {
    if (qty !== order.qty) reduceResting`,
  },
  {
    ...stated,
    area: "amendments",
    id: "post-only-ends-with-an-amendment",
    wrong: "a POST_ONLY order that is amended across the spread trades at once",
    against: "Order reject codes, POST_ONLY_WOULD_CROSS: it would cross and match immediately",
    confined: "tif=POST_ONLY, moment=at an amendment",
    file: "core/amend.ts",
    find: "    tif: order.tif,\n",
    replace: '    tif: "GTC",\n',
  },
  {
    ...stated,
    area: "replace-ladder",
    id: "each-rung-has-the-same-cash",
    wrong: "each order of a ladder is judged by the cash that was free before the first one",
    against: sentences.NO_CASH,
    confined: "route=/orders/replace-ladder",
    file: "core/cancel.ts",
    find: `  const results = orders.map(({ orderId, request }) => {
    const order: PlaceOrder = { type: "place", agentId, orderId, request, ...lost };
    return place(state, order, atMs);
  });`,
    replace: `  const agent = state.agents.get(agentId)!;
  const { reservedCents } = agent;
  let addedCents = 0;
  const results = orders.map(({ orderId, request }) => {
    const order: PlaceOrder = { type: "place", agentId, orderId, request, ...lost };
    addedCents += agent.reservedCents - reservedCents;
    agent.reservedCents = reservedCents;
    return place(state, order, atMs);
  });
  agent.reservedCents += addedCents;`,
  },
  {
    ...stated,
    area: "orders",
    id: "cancel-all-stops-at-a-hundred",
    wrong: "cancelling everything cancels the oldest hundred orders, and leaves the others",
    against: sentences.CANCEL_ALL,
    confined: "moment=with more than a hundred orders resting",
    file: "core/cancel.ts",
    find: "    .sort((one, two) => one.seq - two.seq);",
    replace: "    .sort((one, two) => one.seq - two.seq)\n    .slice(0, 100);",
  },
  {
    ...stated,
    area: "reduce-only",
    id: "reduce-only-is-cut-at-flat-alone",
    wrong: "a resting reduce-only order stays as large as it was until nothing is held any more",
    against: sentences.REDUCE_ONLY,
    confined: "moment=after a part of the position was closed",
    file: "core/resting.ts",
    find: "  if (surplus <= 0) return;\n  const worstFirst",
    replace: "  if (surplus <= 0 || position.reducible(isBuy) > 0) return;\n  const worstFirst",
  },
  {
    ...claimed,
    area: "fat finger",
    id: "a-fat-finger-goes-by-the-first-mark",
    wrong: "a price is a fat finger by the mark that the market had when it was first judged",
    against: "Claim fat_finger_times: beyond it, of the current mark price, FAT_FINGER",
    confined: "kind=BTC_PERP, moment=after the mark moved",
    file: "core/gates/fat-finger.ts",
    find: "    const { isPerp, givenMark: mark } = market!;",
    replace: `    const { isPerp, givenMark } = market!;
    const known: { firstMark?: number | null } = market as object;
    const mark = (known.firstMark ??= givenMark);`,
  },
  {
    ...claimed,
    area: "cooldown",
    id: "declines-add-up-without-a-pause",
    wrong: "declines count for as long as each follows the one before it within the window",
    against: "Claim cooldown: so many rejects within within_ms start it",
    confined: "moment=with rejects spread over more than the window",
    file: "core/cooldown.ts",
    find: "cooldown.declinesAtMs.filter((at) => atMs - at < limits.cooldownWindowMs);",
    replace: `cooldown.declinesAtMs.filter(
    (_at, _index, all) => atMs - all.at(-1)! < limits.cooldownWindowMs,
  );`,
  },
  {
    ...claimed,
    area: "self-trade",
    id: "who-has-traded-meets-himself",
    wrong: "an order that has traded with another agent goes on to trade with its own agent's",
    against: "Claim self_trade: as claimed, the maker is cancelled",
    confined: "moment=after a fill of the same order",
    file: "core/matching.ts",
    find: "if (maker.agent === taker.agent) cancelResting",
    replace: "if (maker.agent === taker.agent && fills.length === 0) cancelResting",
  },
  {
    ...stated,
    area: "price band",
    id: "parlays-end-a-tick-early",
    wrong: "the highest price of a parlay's band is declined as one outside it",
    against: "Behaviour rules 1: a price outside the market geometry band is rejected",
    confined: "kind=BTC_PARLAY, price=the highest",
    file: "core/gates/price-range.ts",
    find: "    if (price! < low || price! > high) {",
    replace: `    const isTop = market!.terms.kind === "BTC_PARLAY" && price === high;
    if (price! < low || price! > high || isTop) {`,
  },
  {
    ...matching,
    id: "fok-counts-orders-of-its-own",
    wrong: "a FOK order counts its own agent's orders, which it cannot take, and is filled in part",
    against: "Order reject codes, FOK_NOT_FILLABLE: it cannot be filled entirely at once",
    confined: "tif=FOK, moment=with orders of one's own in the way",
    file: "core/book.ts",
    find: "if (order.agent !== agent) found +=",
    replace: "if (order.agent !== agent || wanted > 1) found +=",
  },
  {
    ...matching,
    id: "protection-walks-with-the-sweep",
    wrong: "a MARKET order's protection is counted from the price it traded at last, not the first",
    against:
      "Order place request, slippage_cap_cents and slippage_cap_bps: price protection past the touch",
    confined: "type=MARKET, moment=after its first fill",
    file: "core/matching.ts",
    find: "    if (level === null || !reaches(level.price, taker.price, taker.isBuy)) break;",
    replace: `    const last = fills.at(-1);
    const walked = taker.type === "MARKET" && last ? last.price - fills[0]!.price : 0;
    if (level === null || !reaches(level.price, taker.price + walked, taker.isBuy)) break;`,
  },
];
