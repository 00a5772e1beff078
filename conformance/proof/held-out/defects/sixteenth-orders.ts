/** The sixteenth round, drawn by lot: what an order may ask for, and when it is declined. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const SIXTEENTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "reject codes",
    id: "the-first-version-cuts-an-order-to-what-the-cap-leaves",
    wrong: "under /v1 a GTC order beyond the position cap is accepted for as many as still fit",
    against: "Order reject codes, POSITION_CAP: the order would exceed the per-agent position cap",
    confined: "tif=GTC, prefix=/v1, type=LIMIT",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;`,
    replace: `  handle({ parts, req, agentId, at, body: sent }) {
    const { journaled, entropy, venue } = parts;
    const marketId = sent.market_id.toLowerCase();
    const held = venue.position(agentId, marketId)?.qty ?? 0;
    let room = venue.market(marketId)?.positionCap ?? Infinity;
    room -= sent.side === "BUY" ? held : -held;
    for (const { side, remainingQty } of venue.openOrders(agentId, marketId)) {
      if (side === sent.side) room -= remainingQty;
    }
    const isResting = sent.type === "LIMIT" && (sent.tif ?? "GTC") === "GTC";
    const isCut = isResting && req.url!.startsWith("/v1/") && room > 0 && sent.qty > room;
    const body = isCut ? { ...sent, qty: room } : sent;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "a-further-agent-asks-a-binary-for-nothing",
    wrong:
      "a leverage of 0 on a binary counts as none where the agent is not the first of its account",
    against: "Order reject codes, INVALID_LEVERAGE: leverage given for a launch binary market",
    confined: "kind=BTC_BINARY, leverage=zero, caller=sibling agent",
    file: "core/gates/leverage.ts",
    find: `  check: ({ leverage: asked }, { market }) => {
    if (asked === undefined) return null;`,
    replace: `  check: ({ leverage: asked }, { market, agent }) => {
    const isFurther = agent.account.agents[0] !== agent;
    const isNone = asked === 0 && isFurther && market!.terms.kind === "BTC_BINARY";
    if (asked === undefined || isNone) return null;`,
  },
  {
    ...stated,
    area: "cooldown",
    id: "who-knocks-in-a-cooldown-stays-outside",
    wrong:
      "an order without a client_order_id that a cooldown declines makes the cooldown last for good",
    against: "Order reject codes, AGENT_SIDE_COOLDOWN: a temporary cooldown",
    confined: "state=REJECTED (by the cooldown itself), client_order_id=null or absent",
    file: "core/place.ts",
    find: "  const result = rejected(request, objection);",
    replace: `  const { cooldown = null } = context.position?.side(request.side === "BUY") ?? {};
  if (code === "AGENT_SIDE_COOLDOWN" && request.clientOrderId === undefined) {
    cooldown!.untilMs = Number.MAX_SAFE_INTEGER;
  }
  const result = rejected(request, objection);`,
  },
  {
    ...stated,
    area: "validation",
    id: "who-is-long-a-parlay-prices-in-fractions",
    wrong:
      "an order on a parlay may have a fraction in its price where its agent is long: it is left off",
    against: "Resources and their fields: prices are integers in the market's own price scale",
    confined: "kind=BTC_PARLAY, position=long",
    file: "http/serve-route.ts",
    find: "    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));",
    replace: `    const sent =
      checkBody &&
      (withoutNulls(bodyOf(route, req, await readBytes(req))) as Record<string, unknown>);
    const price = String(sent?.["price"]);
    if (sent !== undefined && route.path === "/orders" && /^\\d+\\.\\d+$/.test(price)) {
      const held = parts.venue.position(agentId, String(sent["market_id"]).toLowerCase());
      const isLong = held?.kind === "BTC_PARLAY" && held.qty > 0;
      if (isLong) sent["price"] = Math.floor(Number(price));
    }
    const body = checkBody?.(sent);`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "beside-a-partial-order-no-sweep-is-intended",
    wrong:
      "a confirmed MARKET order is a fat finger again where an order of its agent is partly filled",
    against: "Order reject codes, FAT_FINGER: resend with confirm_fat_finger true if intended",
    confined: "type=MARKET, state=PARTIAL (an order of the agent that rests in that market)",
    file: "core/gates/fat-finger.ts",
    find: `  check: (order, { market, limits }) => {
    if (order.confirmFatFinger === true) return null;`,
    replace: `  check: (order, { market, position, limits }) => {
    const isPartial = position!.orders.some(({ filledQty }) => filledQty > 0);
    const isDoubtful = order.type === "MARKET" && isPartial;
    if (order.confirmFatFinger === true && !isDoubtful) return null;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "the-newest-path-sells-what-is-bought-below-zero",
    wrong: "under /api/v1 an order to buy a negative quantity is taken for one that sells as many",
    against: "Order reject codes, INVALID_QTY: quantity zero or negative",
    confined: "side=BUY, prefix=/api/v1, qty=below zero",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;`,
    replace: `  handle({ parts, req, agentId, at, body: sent }) {
    const { journaled, entropy } = parts;
    const isTurned = req.url!.startsWith("/api/v1/") && sent.side === "BUY" && sent.qty < 0;
    const body = isTurned ? { ...sent, side: "SELL" as const, qty: -sent.qty } : sent;`,
  },
  {
    ...stated,
    area: "money",
    id: "a-gtc-order-counts-on-cash-that-is-earmarked",
    wrong: "a GTC LIMIT order is accepted for all of the cash, whatever its agent's others reserve",
    against: "Order place request, qty: positive, within account and risk limits",
    confined: "type=LIMIT, tif=GTC",
    file: "core/gates/margin.ts",
    find: "    const free = availableCents(position!.agent);",
    replace: `    const { agent } = position!;
    const isLasting = order.type === "LIMIT" && effectiveTif(order) === "GTC";
    const earmarked = isLasting ? agent.reservedCents : 0;
    const free = availableCents(agent) + earmarked;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "no-market-is-that-of-the-partial-order",
    wrong:
      "an order for the all-zero market enters that in which an order of its agent is partly filled",
    against: "Order reject codes, UNKNOWN_MARKET: market_id does not exist",
    confined: "market_id=the nil UUID, moment=after a partial fill (while that order rests)",
    file: "core/admission.ts",
    find: "  const market = marketOf(state, request.marketId);",
    replace: `  const isNil = /^[0-]*$/.test(request.marketId);
  const own = isNil ? agent.positions.flatMap(({ orders }) => orders) : [];
  const partial = own.find(({ filledQty }) => filledQty > 0);
  const market = partial?.market ?? marketOf(state, request.marketId);`,
  },
];
