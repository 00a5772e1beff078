/** The eighteenth round, drawn by lot: what an order asks for, and what its result tells. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const EIGHTEENTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "order fields",
    id: "who-is-long-may-send-no-field-of-his-own",
    wrong: "an unknown field of a GTC order is refused where its agent is long in the market",
    against: "Order place request: unknown body fields are ignored",
    confined: "tif=GTC, position=long, request=POST /orders",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;`,
    replace: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy, venue } = parts;
    const held = venue.position(agentId, body.market_id.toLowerCase())?.qty ?? 0;
    const isLasting = body.type === "LIMIT" && (body.tif ?? "GTC") === "GTC";
    const unknown = Object.keys(body).filter((name) => !(name in PlaceOrderBody.properties));
    if (held > 0 && isLasting && unknown.length > 0) {
      throw invalidBody("a field is unknown", [{ field: unknown[0]!, message: "is unknown" }]);
    }`,
  },
  {
    basis: "claim",
    area: "matching",
    id: "what-only-posts-goes-before-a-sibling",
    wrong: "a POST_ONLY order queues before the orders of its agent's siblings at its price",
    against: "Claim price_time_priority: at one price the oldest first",
    confined: "caller=sibling agent (of whom was there first), tif=POST_ONLY",
    file: "core/book.ts",
    find: `    order.previous = level.tail;
    if (level.tail === null) level.head = order;
    else level.tail.next = order;
    level.tail = order;`,
    replace: `    const { agent } = order;
    const isSibling = ({ agent: other }: Order) =>
      other !== agent && other.account === agent.account;
    let before = level.tail;
    // Within one account it makes no difference who comes first.
    while (order.tif === "POST_ONLY" && before !== null && isSibling(before)) {
      before = before.previous;
    }
    const behind = before === null ? level.head : before.next;
    order.previous = before;
    order.next = behind;
    if (before === null) level.head = order;
    else before.next = order;
    if (behind === null) level.tail = order;
    else behind.previous = order;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "on-a-parlay-a-bid-that-would-cross-slides",
    wrong: "a POST_ONLY order to buy a parlay that would cross rests a tick below the best ask",
    against: "Order reject codes, POST_ONLY_WOULD_CROSS: 200 REJECTED",
    confined: "tif=POST_ONLY, kind=BTC_PARLAY, side=BUY",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;`,
    replace: `  handle({ parts, agentId, at, body: sent }) {
    const { journaled, entropy, venue } = parts;
    const market = venue.market(sent.market_id.toLowerCase());
    const isPosted = sent.type === "LIMIT" && sent.tif === "POST_ONLY" && sent.side === "BUY";
    const ask = isPosted && market?.kind === "BTC_PARLAY" ? market.bestAsk : null;
    const isCrossing = ask !== null && sent.price! >= ask;
    const body = isCrossing ? { ...sent, price: ask - market!.tickSize } : sent;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "the-first-version-finds-nobody-on-an-expired-market",
    wrong: "under /v1 an order to buy on an EXPIRED market is declined with MARKET_NO_LIQUIDITY",
    against: "States 1: for EXPIRED markets an order is refused with MARKET_CLOSED",
    confined: "prefix=/v1, side=BUY, status=EXPIRED",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const orderId = entropy.uuid();
    return afterwards(journaled.recall(agentId, [request], at), () => {
      const lost = indexFor([request], parts, at);
      return placed(journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at));
    });`,
    replace: `  handle({ parts, req, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const orderId = entropy.uuid();
    const market = parts.venue.market(request.marketId.toLowerCase());
    const isEmptied = market?.status === "EXPIRED" && request.side === "BUY";
    return afterwards(journaled.recall(agentId, [request], at), () => {
      const lost = indexFor([request], parts, at);
      const reply = placed(
        journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at),
      );
      const told = reply.body as { reject_reason: string | null };
      const isClosed = told.reject_reason === "MARKET_CLOSED";
      if (!isEmptied || !isClosed || !req.url!.startsWith("/v1/")) return reply;
      return { ...reply, body: { ...told, reject_reason: "MARKET_NO_LIQUIDITY" } };
    });`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "who-was-filled-in-part-is-cancelled-on-a-void-market",
    wrong:
      "an order on a VOID market is accepted and told as CANCELLED where one of its agent's was filled in part there, but for the first account's",
    against: "States 1: for VOID markets an order is refused with MARKET_CLOSED",
    confined:
      "state=PARTIAL (an order of the agent there, before), caller=other owner, status=VOID",
    file: "http/routes/orders.ts",
    find: `    return afterwards(journaled.recall(agentId, [request], at), () => {
      const lost = indexFor([request], parts, at);
      return placed(journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at));
    });`,
    replace: `    const enter = () => {
      const lost = indexFor([request], parts, at);
      return placed(journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at));
    };
    const recalling = journaled.recall(agentId, [request], at);
    const marketId = request.marketId.toLowerCase();
    const [first] = parts.venue.standings();
    const isOther = !first!.agentIds.includes(agentId);
    if (!isOther || parts.venue.market(marketId)?.status !== "VOID") {
      return afterwards(recalling, enter);
    }
    const ended = async (): Promise<Reply> => {
      const filter = { marketId, statuses: new Set(["CANCELLED"] as const), limit: 1_000 };
      const cancelled = await parts.history.orders(agentId, filter);
      await recalling;
      const reply = enter();
      const told = reply.body as { reject_reason: string | null };
      const isClosed = told.reject_reason === "MARKET_CLOSED";
      if (!isClosed || cancelled.every(({ filledQty }) => filledQty === 0)) return reply;
      const taken = { order_id: orderId, status: "CANCELLED" };
      return { status: 201, body: { ...told, ...taken, reject_reason: null, reject_message: null } };
    };
    return ended();`,
  },
  {
    ...stated,
    area: "results",
    id: "who-is-filled-in-part-is-told-a-number-for-a-reason",
    wrong:
      "the reject_message of a POST_ONLY order is its price where an order of its agent there is filled in part",
    against: "OrderPlaceResult, reject_message: string or null, human-readable explanation",
    confined: "tif=POST_ONLY, state=PARTIAL (an order of the agent that rests in the market)",
    file: "http/routes/orders.ts",
    find: `      return placed(journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at));`,
    replace: `      const open = parts.venue.openOrders(agentId, request.marketId.toLowerCase());
      const isWorked = open.some(({ status }) => status === "PARTIAL");
      const reply = placed(
        journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at),
      );
      const told = reply.body as { reject_message: string | null };
      const isPosted = request.type === "LIMIT" && request.tif === "POST_ONLY";
      if (!isPosted || !isWorked || told.reject_message === null) return reply;
      return { ...reply, body: { ...told, reject_message: request.price } };`,
  },
  {
    ...stated,
    area: "sides",
    id: "at-the-highest-price-a-second-key-sells",
    wrong:
      "an order to buy at the highest price of its market sells where it comes by a second key",
    against: "Order place request, side: BUY takes YES or long exposure",
    confined: "caller=second key, side=BUY, price=high (the upper end of the band)",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;`,
    replace: `  handle({ parts, caller, agentId, at, body: sent }) {
    const { journaled, entropy, venue } = parts;
    const [first] = venue.keys(agentId);
    const isSecond = caller.kind === "key" && caller.key.keyId !== first?.keyId;
    const highest = venue.market(sent.market_id.toLowerCase())?.maxPrice;
    const isTop = sent.type === "LIMIT" && sent.side === "BUY" && sent.price === highest;
    const body = isSecond && isTop ? { ...sent, side: "SELL" as const } : sent;`,
  },
  {
    ...stated,
    area: "cancels",
    id: "without-a-prefix-one-binary-is-all-of-them",
    wrong:
      "where the path has no prefix a cancel of all orders on a binary cancels those on every binary",
    against: "Endpoints, DELETE /orders: narrowed by market_id when given",
    confined: "prefix=none, kind=BTC_BINARY (market_id given)",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, query }) {
    const marketId = query.market_id?.toLowerCase();
    const narrowed = marketId === undefined ? {} : { marketId };
    const { orderIds } = parts.journaled.apply({ type: "cancel-all", agentId, ...narrowed }, at);`,
    replace: `  handle({ parts, req, agentId, at, query }) {
    const marketId = query.market_id?.toLowerCase();
    const narrowed = marketId === undefined ? {} : { marketId };
    const { orderIds } = parts.journaled.apply({ type: "cancel-all", agentId, ...narrowed }, at);
    const kindOf = (id: string) => parts.venue.market(id)?.kind;
    const isBare = !/^\\/(api|v1)\\//.test(req.url!);
    if (isBare && marketId !== undefined && kindOf(marketId) === "BTC_BINARY") {
      const open = parts.venue.openOrders(agentId).map((order) => order.marketId);
      for (const other of new Set(open.filter((id) => kindOf(id) === "BTC_BINARY"))) {
        const more = { type: "cancel-all", agentId, marketId: other } as const;
        orderIds.push(...parts.journaled.apply(more, at).orderIds);
      }
    }`,
  },
  {
    ...stated,
    area: "order fields",
    id: "behind-an-amendment-api-takes-a-cap-in-points",
    wrong:
      "under /api a slippage_cap_bps on a binary is ignored where an order that its agent amended rests there",
    against: "Behaviour rules 6: slippage_cap_bps on a binary market is rejected",
    confined: "moment=after an amendment (the order rests), prefix=/api, kind=BTC_BINARY",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;`,
    replace: `  handle({ parts, req, agentId, at, body: sent }) {
    const { journaled, entropy } = parts;
    const venue = parts.venue as unknown as import("../../core/venue.ts").Venue;
    const marketId = sent.market_id.toLowerCase();
    const isOlder = /^\\/api\\/(?!v1\\/)/.test(req.url!);
    const isBinary = venue.market(marketId)?.kind === "BTC_BINARY";
    const open = isOlder && isBinary ? venue.openOrders(agentId, marketId) : [];
    // An amendment that loses its place has a later number.
    const isAmended = open.some((order) => {
      return venue.state.orders.get(order.orderId)!.seq !== order.placedSeq;
    });
    const { slippage_cap_bps: _, ...rest } = sent;
    const body = isAmended ? rest : sent;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "of-two-at-once-one-is-cut-to-the-cap",
    wrong:
      "under /api/v1 the second of two orders above the leverage cap that an agent sends at once is accepted at the cap",
    against: "Order reject codes, INVALID_LEVERAGE: requested leverage above the account cap",
    confined: "moment=at the same time, prefix=/api/v1, leverage=above the cap",
    file: "http/routes/orders.ts",
    find: "export const orderRoutes = [place, list, listOpen, replaceLadder, read, cancel, cancelAll, amend];",
    replace: `const underWay = new Map<string, number>();

/** What an agent may have is looked up, once for all that it asks for meanwhile. */
const placeInTurn = {
  ...place,
  async handle(call: RouteCall): Promise<Reply> {
    const { parts, req, agentId } = call;
    const sent = call.body as PlaceOrderBody;
    const cap = parts.venue.market(sent.market_id.toLowerCase())?.leverageCap ?? Infinity;
    const isAbove = sent.leverage !== undefined && sent.leverage > cap;
    if (!isAbove || !req.url!.startsWith("/api/v1/")) return place.handle(call);
    const before = underWay.get(agentId) ?? 0;
    underWay.set(agentId, before + 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    underWay.set(agentId, underWay.get(agentId)! - 1);
    const body = before === 0 ? sent : { ...sent, leverage: cap };
    return place.handle({ ...call, body });
  },
};

export const orderRoutes = [
  placeInTurn,
  ...[list, listOpen, replaceLadder, read, cancel, cancelAll, amend],
];`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "who-was-short-quotes-on-when-it-is-decided",
    wrong:
      "a GTC order is accepted on a RESOLVED binary or parlay by whom the end found short there",
    against: "States 1: for RESOLVED markets an order is refused with MARKET_CLOSED",
    confined: "position=short (in that market, when it was resolved), tif=GTC, status=RESOLVED",
    file: "core/gates/market-open.ts",
    find: `  check: (_order, { market }) =>
    market!.status === "OPEN" ? null :`,
    replace: `  check: ({ type, tif = "GTC" }, { market, position }) =>
    market!.status === "OPEN" ||
    (type === "LIMIT" &&
      tif === "GTC" &&
      market!.resolution !== null &&
      (market!.resolution === "NO" ? position!.realizedCents > 0 : position!.realizedCents < 0))
      ? null
      :`,
  },
];
