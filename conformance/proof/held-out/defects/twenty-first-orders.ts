/** The twenty-first round, a sentence drawn by lot, one cell each: what an order asks for, and gets. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_FIRST_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "order fields",
    id: "what-is-far-too-cheap-cannot-be-confirmed",
    wrong: "an order far below the mark is declined with FAT_FINGER although it is confirmed",
    against: "Order place request, confirm_fat_finger: true after FAT_FINGER, if it is intentional",
    confined: "price=far below the mark",
    file: "core/gates/fat-finger.ts",
    find: `    if (order.confirmFatFinger === true) return null;
    const { isPerp, givenMark: mark } = market!;`,
    replace: `    const { isPerp, givenMark: mark } = market!;
    const lowest = mark === null ? 0 : Math.ceil(mark / limits.fatFingerMarkMultiple);
    // A high price may be meant; so low a price is always a mistake.
    if (order.confirmFatFinger === true) {
      return isPerp && order.type === "LIMIT" && order.price! < lowest
        ? decline("FAT_FINGER", \`price \${order.price} is below \${lowest}\`)
        : null;
    }`,
  },
  {
    ...stated,
    area: "idempotency",
    id: "what-found-nobody-is-tried-once-more",
    wrong: "the replay of an IOC order that found nobody is another order, with another id",
    against: "Behaviour rules 2: a replay returns the original result and places no other order",
    confined: "order state=cancelled (at once, without a fill)",
    file: "core/gates/client-order-id.ts",
    find: `      if (curesDecline(stored, order)) return null;`,
    replace: `      if (curesDecline(stored, order)) return null;
      // Nothing came of it: it can do no harm twice.
      if (stored.result.status === "CANCELLED" && stored.result.filledQty === 0) return null;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "who-sells-less-than-nothing-sells",
    wrong: "a SELL order with a negative quantity is placed with that quantity's size",
    against: "Order reject codes, INVALID_QTY: quantity zero or negative",
    confined: "side=SELL (with a negative qty)",
    file: "wire/mapping.ts",
    find: `    type: body.type,
    qty: body.qty,
  };`,
    replace: `    type: body.type,
    // Some write what they sell with a sign.
    qty: body.side === "SELL" ? Math.abs(body.qty) : body.qty,
  };`,
  },
  {
    ...stated,
    area: "results",
    id: "who-changes-sides-is-half-done",
    wrong: "an order that is filled and turns a position from long to short is told as PARTIAL",
    against: "States and transitions 3: the status in a response is the state after matching",
    confined: "position=long or short, and turned by the order",
    file: "core/place.ts",
    find: `  return {
    orderId: order.orderId,
    marketId,
    status: statusOf(order),`,
    replace: `  const { qty } = order.position;
  const opened = order.isBuy ? qty : -qty;
  // Part of it closed what was there, and the rest goes on in the position that it opened.
  const isTurned = opened > 0 && opened < order.filledQty;
  return {
    orderId: order.orderId,
    marketId,
    status: isTurned && order.filledQty === order.qty ? "PARTIAL" : statusOf(order),`,
  },
  {
    ...stated,
    area: "order fields",
    id: "who-sends-both-caps-has-the-one-that-fits",
    wrong: "slippage_cap_bps on a binary is accepted where slippage_cap_cents comes with it",
    against: "Behaviour rules 6: slippage_cap_bps on a binary market is rejected",
    confined: "slippage_cap_cents=present",
    file: "core/gates/slippage-caps.ts",
    find: `    if (bps !== undefined) return invalid("slippage_cap_bps", "only on a perp");`,
    replace: `    // Of two caps the market's own counts.
    if (bps !== undefined && cents === undefined) {
      return invalid("slippage_cap_bps", "only on a perp");
    }`,
  },
  {
    ...stated,
    area: "market status",
    id: "who-only-reduces-may-leave-a-closed-market",
    wrong: "a reduce-only order of whoever holds a position is placed in an EXPIRED market",
    against: "Order reject codes, MARKET_CLOSED: market is EXPIRED, RESOLVED or VOID",
    confined: "reduce_only=true",
    file: "core/gates/market-open.ts",
    find: `  check: (_order, { market }) =>
    market!.status === "OPEN" ? null : decline(`,
    replace: `  check: (order, { market }) =>
    // Whoever wants out is let out.
    market!.status === "OPEN" || order.reduceOnly === true
      ? null
      : decline(`,
  },
  {
    ...stated,
    area: "time in force",
    id: "what-takes-the-market-may-stay-there",
    wrong: "what is left of a MARKET order that names GTC rests in the book",
    against: "Order place request, tif: MARKET orders behave as IOC",
    confined: "tif=GTC (of a MARKET order)",
    file: "core/idempotency.ts",
    find: `  return type === "MARKET" ? "IOC" : (tif ?? "GTC");`,
    replace: `  // The rest of it waits where that is asked for.
  if (type === "MARKET") return tif === "GTC" ? "GTC" : "IOC";
  return tif ?? "GTC";`,
  },
  {
    ...stated,
    area: "errors",
    id: "who-is-to-pause-is-too-fast",
    wrong: "an order in a cooldown is answered with 429 and RATE_LIMITED",
    against: "Errors: engine declines are HTTP 200 with status REJECTED and a reject_reason",
    confined: "reject_reason=AGENT_SIDE_COOLDOWN",
    file: "http/routes/orders.ts",
    find: `  // Which status a decline has: D-001.`,
    replace: `  // Who is to wait is told how long.
  if (result.rejectReason === "AGENT_SIDE_COOLDOWN") {
    throw new Refused("RATE_LIMITED", rejectMessage!, { headers: { "Retry-After": "5" } });
  }
  // Which status a decline has: D-001.`,
  },
  {
    ...stated,
    area: "results",
    id: "why-is-said-once",
    wrong: "the replay of a declined order is REJECTED with null as its reject_reason",
    against: "OrderPlaceResult, reject_reason: reject code when status is REJECTED",
    confined: "moment=at a replay",
    file: "http/routes/orders.ts",
    find: `  return { status, body: placeResult(result), headers };`,
    replace: `  // The reason was in the first answer.
  const told = replayed ? { ...result, rejectReason: null } : result;
  return { status, body: placeResult(told), headers };`,
  },
];
