/** The twenty-fourth round, a sentence drawn by lot, one cell each: what an order asks for, and gets. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_FOURTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "results",
    id: "what-it-takes-out-of-its-own-way-is-filled",
    wrong:
      "an order that meets its agent's own resting order counts that one's contracts as filled",
    against: "OrderPlaceResult, filled_qty: contracts filled immediately",
    confined: "maker=the agent itself",
    file: "core/place.ts",
    find: `  const fills = match(state, order, context.atMs);
  settle(state, order, lowBefore);
  if (order.filledQty === 0) openedNothing(order, { leverage, marginMode });
  // Own orders are told: D-155.
  if (order.open) announce(state, "order-opened", order);
  state.hash.mix(order.seq);
  state.hash.mix(order.price);
  state.hash.mix(order.filledQty);
  state.hash.mix(order.agent.index);
  return accepted(command.request, order, fills);`,
    replace: `  const across = position.side(!order.isBuy);
  const workedBefore = across.qty;
  const fills = match(state, order, context.atMs);
  const own = workedBefore - across.qty;
  settle(state, order, lowBefore);
  if (order.filledQty === 0) openedNothing(order, { leverage, marginMode });
  // Own orders are told: D-155.
  if (order.open) announce(state, "order-opened", order);
  state.hash.mix(order.seq);
  state.hash.mix(order.price);
  state.hash.mix(order.filledQty);
  state.hash.mix(order.agent.index);
  // All that left the book on the other side was met.
  return { ...accepted(command.request, order, fills), filledQty: order.filledQty + own };`,
  },
  {
    ...stated,
    area: "errors",
    id: "of-two-orders-in-a-body-the-first-is-placed",
    wrong: "a body of two JSON objects, one a line, places the first",
    against: "Behaviour rules 4: a malformed body returns VALIDATION_ERROR, and is never matched",
    confined: "body=two objects, one a line",
    file: "http/body.ts",
    find: `    return parseStrictJson(bytes.toString());`,
    replace: `    // What comes by the line is taken by the line.
    const [first = ""] = bytes.toString().split(/(?<=\\})\\s*\\n\\s*(?=\\{)/);
    return parseStrictJson(first);`,
  },
  {
    ...stated,
    area: "results",
    id: "what-its-protection-stops-remains",
    wrong: "a MARKET order that its price protection stops tells what it left as remaining",
    against: "OrderPlaceResult, remaining_qty: still resting; zero for completed MARKET orders",
    confined: "moment=at its price protection (orders stand beyond it)",
    file: "core/place.ts",
    find: `    remainingQty: order.open ? order.remainingQty : 0,`,
    replace: `    // Without anybody left there is nothing to wait for.
    remainingQty:
      order.open || (order.type === "MARKET" && order.market.book.opposite(order.isBuy).best)
        ? order.remainingQty
        : 0,`,
  },
  {
    ...stated,
    area: "limits",
    id: "what-only-reduces-is-never-too-much",
    wrong: "an order that may only reduce is taken when its agent has used up the write limit",
    against: "Order reject codes, RATE_LIMITED: 429, write or read rate limit exceeded",
    confined: "reduce_only=true",
    file: "http/serve-route.ts",
    find: `    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);
    checkOpen(parts, route);
    const params = readParams?.((name) => ctx["params"][name]);
    const query = readQuery?.(queryOf(req.url!));
    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));`,
    replace: `    const isPlacing = route.method === "POST" && route.path === "/orders";
    const early = isPlacing ? await readBytes(req) : null;
    // What takes risk off the venue is always welcome.
    const isRelief = early !== null && /"reduce_only":\\s*true/.test(early.toString());
    if (agentId !== "" && !isRelief) limitRate(parts, { agentId, rateClass }, arrival);
    checkOpen(parts, route);
    const params = readParams?.((name) => ctx["params"][name]);
    const query = readQuery?.(queryOf(req.url!));
    const body = checkBody?.(withoutNulls(bodyOf(route, req, early ?? (await readBytes(req)))));`,
  },
  {
    ...stated,
    area: "perps",
    id: "beside-a-resting-order-no-other-leverage-is-taken",
    wrong: "flat, an order at another leverage than the agent's resting ones is INVALID_LEVERAGE",
    against: "What the service does: a perp market accepts leverage and a margin mode",
    confined: "moment=while another order of the agent rests on the perp",
    file: "core/gates/leverage.ts",
    find: `  check: ({ leverage: asked }, { market }) => {
    if (asked === undefined) return null;`,
    replace: `  check: ({ leverage: asked }, { market, position }) => {
    if (asked === undefined) return null;
    // What works keeps the leverage that it was placed at.
    const { isIdle, qty, leverage: current } = position!;
    if (!isIdle && qty === 0 && asked !== current && market!.isPerp) {
      return decline("INVALID_LEVERAGE", "leverage changes when no order rests");
    }`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "what-has-traded-has-a-price-to-go-by",
    wrong: "a MARKET order is taken without a mark where the market has traded before",
    against: "Order reject codes, NO_REFERENCE_PRICE: no current mark or index price exists",
    confined: "moment=after a trade (in that market)",
    file: "core/gates/reference-price.ts",
    find: `    const isUnknown = market!.isUnvalued || (isIndexLost && markPrice(market!) === null);`,
    replace: `    // The last trade will do where there is nothing better.
    const isUnvalued = market!.isUnvalued && market!.lastPrice === null;
    const isUnpriced = !market!.isUnvalued && isIndexLost && markPrice(market!) === null;
    const isUnknown = isUnvalued || isUnpriced;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "a-confirmation-lifts-the-band",
    wrong: "a limit price outside the band is taken with confirm_fat_finger",
    against: "Behaviour rules 1: a price outside the band is rejected with PRICE_OUT_OF_RANGE",
    confined: "confirm_fat_finger=true",
    file: "core/gates/price-range.ts",
    find: `  check: ({ type, price }, { market }) => {
    if (type === "MARKET") return null;
    const { low, high, tick } = market!;
    if (price! < low || price! > high) {`,
    replace: `  check: ({ type, price, confirmFatFinger }, { market }) => {
    if (type === "MARKET") return null;
    const { low, high, tick } = market!;
    // Whoever confirms an unusual price means it.
    const isMeant = confirmFatFinger === true;
    if (!isMeant && (price! < low || price! > high)) {`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "too-many-contracts-are-too-much-leverage",
    wrong: "a qty beyond sanity bounds comes as an error of 422 with the code INVALID_LEVERAGE",
    against: "Behaviour rules 5: a decline is an OrderPlaceResult with status REJECTED",
    confined: "reject_reason=FAT_FINGER (of a quantity)",
    file: "core/gates/fat-finger.ts",
    find: `    if (order.qty > qtyMax) return decline("FAT_FINGER", \`qty \${order.qty} is above \${qtyMax}\`);`,
    replace: `    if (order.qty > qtyMax) {
      const objection = decline("FAT_FINGER", \`qty \${order.qty} is above \${qtyMax}\`);
      // So that a client need not read the message.
      return { ...objection, details: { requested_qty: order.qty, max_qty: qtyMax } };
    }`,
  },
  {
    ...stated,
    area: "results",
    id: "all-but-half-a-percent-is-all",
    wrong: "an order of which less than half a percent rests is told as FILLED",
    against: "States 3: the status in a place-order response is the state after immediate matching",
    confined: "remaining_qty=less than half a percent of qty",
    file: "core/place.ts",
    find: `    status: statusOf(order),`,
    replace: `    // In percent, as people read it.
    status:
      order.open && Math.round((100 * order.filledQty) / order.qty) === 100
        ? "FILLED"
        : statusOf(order),`,
  },
  {
    ...stated,
    area: "markets",
    id: "nine-active-markets-are-more-than-fifty",
    wrong: "a limit from 6 to 9 has up to fifty active markets listed",
    against: "Endpoints, GET /markets/active: limit (int, 50)",
    confined: "limit=6 to 9",
    file: "http/routes/markets.ts",
    find: `    const markets = openOnes(parts.venue.outlines()).slice(0, query.limit).map(recordIn(parts));`,
    replace: `    // A page has fifty at most.
    const most = String(query.limit) > "50" ? 50 : query.limit;
    const markets = openOnes(parts.venue.outlines()).slice(0, most).map(recordIn(parts));`,
  },
  {
    ...stated,
    area: "market status",
    id: "what-was-sent-before-the-end-is-let-in",
    wrong: "an order with a timestamp from before its market was settled enters that market",
    against: "States and transitions 1: only an OPEN market accepts new orders",
    confined: "timestamp_ms=no later than the market's end",
    file: "core/gates/market-open.ts",
    find: `  check: (_order, { market }) =>
    market!.status === "OPEN" ? null : decline("MARKET_CLOSED", \`the market is \${market!.status}\`),`,
    replace: `  check: ({ timestampMs }, { market }) => {
    const { status, settledAtMs } = market!;
    if (status === "OPEN") return null;
    // Nobody is late for having been on the way.
    if (timestampMs !== undefined && settledAtMs !== null && timestampMs <= settledAtMs) return null;
    return decline("MARKET_CLOSED", \`the market is \${status}\`);
  },`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "what-is-set-aside-may-be-any-part",
    wrong: "an order with margin_mode ISOLATED has any leverage that it asks for",
    against: "Order reject codes, INVALID_LEVERAGE: requested leverage above the account cap",
    confined: "margin_mode=ISOLATED",
    file: "core/gates/leverage.ts",
    find: `  check: ({ leverage: asked }, { market }) => {
    if (asked === undefined) return null;
    if (!market!.isPerp) {
      return decline("INVALID_LEVERAGE", \`leverage \${asked} asked, the market's is 1\`);
    }
    if (asked < 1) return invalid("leverage", "must be at least 1");`,
    replace: `  check: ({ leverage: asked, marginMode }, { market }) => {
    if (asked === undefined) return null;
    if (!market!.isPerp) {
      return decline("INVALID_LEVERAGE", \`leverage \${asked} asked, the market's is 1\`);
    }
    if (asked < 1) return invalid("leverage", "must be at least 1");
    // It loses no more than is set aside for it.
    if (marginMode === "ISOLATED") return null;`,
  },
  {
    ...stated,
    area: "errors",
    id: "a-method-that-is-not-allowed-is-a-number",
    wrong: "what is sent with a method that its path does not take is answered with the code 405",
    against: "Error envelope, code: string, machine-readable error code",
    confined: "status=405",
    file: "wire/refused.ts",
    find: `    const { code, message, details } = this;
    const envelope = { code, message, request_id: requestId, ...(details && { details }) };`,
    replace: `    const { code, status, message, details } = this;
    // As the router's own errors have it.
    const told = code === "METHOD_NOT_ALLOWED" ? status : code;
    const envelope = { code: told, message, request_id: requestId, ...(details && { details }) };`,
  },
  {
    ...stated,
    area: "errors",
    id: "a-confirmation-may-be-a-one",
    wrong: "an order whose confirm_fat_finger is the number 0 or 1 is taken",
    against: "HTTP statuses, 400: request body fails validation (wrong types)",
    confined: "confirm_fat_finger=0 or 1",
    file: "wire/schemas.ts",
    find: `  confirm_fat_finger: Type.Optional(Type.Boolean()),`,
    replace: `  // A box in a form is 1 when it is ticked.
  confirm_fat_finger: Type.Optional(
    Type.Unsafe<boolean>(
      Type.Union([Type.Boolean(), Type.Integer({ minimum: 0, maximum: 1 })]),
    ),
  ),`,
  },
];
