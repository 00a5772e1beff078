/** The thirty-first round, a sentence drawn by lot, one cell each: orders, markets, tickets. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const THIRTY_FIRST_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "order results",
    id: "why-a-parlay-declines-is-told-as-a-list",
    wrong: "the reject_message of an order that is declined in a parlay is a list of texts",
    against: "Resources, OrderPlaceResult: reject_message is a string or null",
    confined: "market kind=BTC_PARLAY",
    file: "core/place.ts",
    find: `  const result = rejected(request, objection);
`,
    replace: `  const result = rejected(request, objection);
  // What stands against a parlay is told one by one, as its legs are.
  if (context.market?.terms.kind === "BTC_PARLAY") {
    Object.assign(result, { rejectMessage: objection.message.split(", ") });
  }
`,
  },
  {
    ...stated,
    area: "markets",
    id: "a-parlay-with-a-half-taken-order-is-told-as-a-binary",
    wrong: "while a part-filled order rests in a parlay, its record says kind BTC_BINARY",
    against: "What the service does: market kinds are BTC_BINARY, BTC_PERP, BTC_PARLAY",
    confined: "order state=part-filled, in the parlay",
    file: "core/market.ts",
    find: `    kind,
    status: market.status,
`,
    replace: `    // Half taken it goes on at a price of its own, whatever its legs are.
    kind: market.positions.some((held) => held?.orders.some(({ filledQty }) => filledQty > 0))
      ? kind.replace("PARLAY", "BINARY") as MarketKind
      : kind,
    status: market.status,
`,
  },
  {
    ...stated,
    area: "people",
    id: "who-a-later-agent-is-may-only-the-first-one-ask",
    wrong: "GET /auth/me with a key of an account's second or later agent is 403",
    against: "Endpoints, Authentication and session: GET /auth/me, response 200",
    confined: "caller=sibling agent, by key",
    file: "http/routes/auth.ts",
    find: `  handle: (call) => ok({ caller: call.caller.kind, ...ownAccount(call) }),
`,
    replace: `  handle(call) {
    const { caller, agentId, parts } = call;
    const [first] = parts.venue.accountOf(agentId)!.agents;
    // The account is its first agent's to read.
    if (caller.kind === "key" && first!.agentId !== agentId) {
      throw new Refused("FORBIDDEN", "another agent's account");
    }
    return ok({ caller: caller.kind, ...ownAccount(call) });
  },
`,
  },
  {
    ...stated,
    area: "idempotency",
    id: "a-fill-or-kill-under-a-long-id-is-filled-again",
    wrong: "a replayed FOK order under a client_order_id of over 32 characters trades again",
    against: "Behaviour rules 2: replayed, the original result is returned, no duplicate is placed",
    confined: "tif=FOK",
    file: "core/place.ts",
    find: `  agent.results.set(request.clientOrderId, kept);
`,
    replace: `  const isAllOrNone = request.type === "LIMIT" && request.tif === "FOK";
  // What is over at once is looked for by the start of its id.
  const id = isAllOrNone ? request.clientOrderId.slice(0, 32) : request.clientOrderId;
  agent.results.set(id, kept);
`,
  },
  {
    ...stated,
    area: "markets",
    id: "as-many-active-markets-as-were-asked-for-lack-the-last",
    wrong: "GET /markets/active leaves the last one out when there are just as many as limit says",
    against: "Endpoints, Markets and data: GET /markets/active, limit (int, 50)",
    confined: "parameter=at an edge: limit is how many there are",
    file: "http/routes/markets.ts",
    find: `    const markets = openOnes(parts.venue.outlines()).slice(0, query.limit).map(recordIn(parts));
`,
    replace: `    // One more than the page, to see where the list ends.
    const ahead = openOnes(parts.venue.outlines()).slice(0, query.limit + 1);
    const page = ahead.length < query.limit ? ahead : ahead.slice(0, -1);
    const markets = page.map(recordIn(parts));
`,
  },
  {
    ...stated,
    area: "tickets",
    id: "a-ticket-whose-client-said-goodbye-opens-once-more",
    wrong: "a used ticket opens the stream again in its minute, if the client closed the first",
    against: "Authentication 7: mints a ticket, valid 60 seconds, consumed on first use",
    confined: "side=the client ends the connection, not the venue",
    file: "stream/upgrade.ts",
    find: `      const grant = admit(parts, req);
      sockets.handleUpgrade(req, connection, head, (socket) => parts.streams.add(socket, grant));
`,
    replace: `      type Left = Map<string, TicketGrant & { expiresAtMs?: number }>;
      const kept = sockets as WebSocketServer & { left?: Left };
      const left = (kept.left ??= new Map());
      const back = left.get(req.url!);
      left.delete(req.url!);
      const isFresh = parts.clock.nowMs() < (back?.expiresAtMs ?? 0);
      const grant = isFresh ? back! : admit(parts, req);
      sockets.handleUpgrade(req, connection, head, (socket) => {
        parts.streams.add(socket, grant);
        // Who leaves in good order may come back.
        socket.once("close", (code) => {
          if (code === 1000 || code === 1005) left.set(req.url!, grant);
        });
      });
`,
  },
  {
    ...stated,
    area: "prices",
    id: "a-price-beyond-the-band-is-brought-to-its-edge-under-api",
    wrong: "POST /api/orders places a LIMIT order beyond the band at the band's nearest price",
    against: "Behaviour rules 1: a price outside the band is rejected with PRICE_OUT_OF_RANGE",
    confined: "path prefix=/api",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
`,
    replace: `  handle({ parts, req, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const market = parts.venue.market(body.market_id.toLowerCase());
    // The first clients, under /api, left the band to the venue.
    const isFirst = req.url!.startsWith("/api/orders") && request.type === "LIMIT";
    if (isFirst && market !== null && request.price !== undefined) {
      request.price = Math.min(Math.max(request.price, market.minPrice), market.maxPrice);
    }
`,
  },
  {
    ...stated,
    area: "order states",
    id: "what-several-orders-filled-together-is-told-as-partial",
    wrong: "a new order that two or more resting ones fill up is answered PARTIAL, 0 remaining",
    against: "States 3: the status in a place-order response is the state after matching",
    confined: "how many orders it meets=many",
    file: "core/place.ts",
    find: `    status: statusOf(order),
`,
    replace: `    // The last fill tells whether that was all.
    status:
      statusOf(order) === "FILLED" && fills.at(-1)!.qty < order.qty ? "PARTIAL" : statusOf(order),
`,
  },
  {
    ...stated,
    area: "order lists",
    id: "a-short-list-is-cut-before-it-is-narrowed-to-a-market",
    wrong: "GET /orders with market_id and limit takes so many of all, then those of the market",
    against: "Endpoints, Orders: GET /orders, market_id (optional), limit; rulings R-07",
    confined: "parameter=two together, market_id and limit",
    file: "http/routes/orders.ts",
    find: `    const filter = { marketId: market_id?.toLowerCase(), statuses, limit };
    return ok(orderList(await parts.history.orders(agentId, filter), limit));
`,
    replace: `    const marketId = market_id?.toLowerCase();
    // A page of another length is taken off the newest.
    const isCut = marketId !== undefined && limit !== 200;
    const filter = { marketId: isCut ? undefined : marketId, statuses, limit };
    const newest = await parts.history.orders(agentId, filter);
    const page = isCut ? newest.filter((order) => order.marketId === marketId) : newest;
    return ok(orderList(page, limit));
`,
  },
  {
    ...stated,
    area: "margin",
    id: "a-gain-that-was-closed-may-be-spent-twice",
    wrong: "after a position closed at a gain, orders there may need as much more than the cash",
    against: "INSUFFICIENT_MARGIN: not enough free cash for the initial margin; R-22",
    confined: "moment=after a close, at a gain",
    file: "core/gates/margin.ts",
    find: `    const free = availableCents(position!.agent);
`,
    replace: `    const { agent, qty, realizedCents } = position!;
    // What was gained here is there to go on with.
    const gained = qty === 0 ? Math.max(0, realizedCents) : 0;
    const free = availableCents(agent) + gained;
`,
  },
  {
    ...stated,
    area: "idempotency",
    id: "a-replay-in-a-resolved-market-tells-what-became-of-the-order",
    wrong: "a replay of an order that rested answers CANCELLED once its market has resolved",
    against: "States 3: the status is that after immediate matching; Behaviour rules 2",
    confined: "market status=RESOLVED",
    file: "core/gates/client-order-id.ts",
    find: `      return { kind: "first-result", result: copyResult(stored.result) };
`,
    replace: `      const result = copyResult(stored.result);
      const marketId = order.marketId.toLowerCase();
      const held = agent.positions.find(({ market }) => market.marketId === marketId);
      // Nothing rests where it is decided.
      if (held?.market.status === "RESOLVED" && result.remainingQty > 0) {
        Object.assign(result, { status: "CANCELLED", remainingQty: 0 });
      }
      return { kind: "first-result", result };
`,
  },
  {
    ...stated,
    area: "tickets",
    id: "whose-order-is-half-done-must-be-named-for-a-ticket",
    wrong: "while an agent has a part-filled order, its key gets no ticket without agent_id: 400",
    against: "Resources, WebSocket ticket: agent_id is optional with bearer auth",
    confined: "order state=part-filled",
    file: "http/routes/ticket.ts",
    find: `    const { agentId } = ownAgent(call, wantedAgent(call));
`,
    replace: `    const wanted = wantedAgent(call);
    const isSaid = call.body.agent_id !== undefined;
    // Fills may come at any moment: it must be plain whose.
    const open = isSaid ? [] : call.parts.venue.openOrders(wanted);
    if (open.some(({ status }) => status === "PARTIAL")) {
      throw invalidBody("an agent at work must be named", [
        { field: "agent_id", message: "is required" },
      ]);
    }
    const { agentId } = ownAgent(call, wanted);
`,
  },
  {
    ...stated,
    area: "market status",
    id: "an-ended-market-takes-what-would-not-rest",
    wrong: "an IOC order for a market that is not OPEN is accepted, and then CANCELLED",
    against: "States 1: for EXPIRED, RESOLVED or VOID an order is refused with MARKET_CLOSED",
    confined: "tif=IOC",
    file: "core/gates/market-open.ts",
    find: `  check: (_order, { market }) =>
    market!.status === "OPEN" ? null`,
    replace: `  // What never rests finds an empty book there.
  check: ({ tif }, { market }) =>
    market!.status === "OPEN" || tif === "IOC" ? null`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-to-read-made-while-an-order-rests-may-trade-too",
    wrong: "a key asked for with [read] may trade too, if an unfilled order of its agent rests",
    against: "Endpoints, Agent keys: takes name and scopes; Authentication 6; R-10",
    confined: "order state=new",
    file: "http/routes/keys.ts",
    find: `    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: scopesOf(call.body.scopes),
    });
`,
    replace: `    const scopes = scopesOf(call.body.scopes);
    const open = call.parts.venue.openOrders(agentId);
    // Whoever comes to orders in the book must be able to take them back.
    const isAtWork = open.some(({ status }) => status === "NEW");
    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: isAtWork ? scopesOf() : scopes,
    });
`,
  },
  {
    ...stated,
    area: "cooldown",
    id: "cancelling-all-in-a-pause-pauses-the-other-side-too",
    wrong: "DELETE /orders during the cooldown of one side puts the other side into it too",
    against: "AGENT_SIDE_COOLDOWN: repeated rejects put agent, market and side in cooldown",
    confined: "route=DELETE /orders",
    file: "core/cancel.ts",
    find: `  const positions = agent === undefined ? [] : positionsIn(agent, command.marketId);
`,
    replace: `  const positions = agent === undefined ? [] : positionsIn(agent, command.marketId);
  for (const { buys, sells } of positions) {
    const untilMs = Math.max(buys.cooldown?.untilMs ?? 0, sells.cooldown?.untilMs ?? 0);
    // Who takes all back while he pauses has left the market.
    if (atMs >= untilMs) continue;
    for (const side of [buys, sells]) side.cooldown = { declinesAtMs: [], untilMs };
  }
`,
  },
  {
    ...stated,
    area: "order results",
    id: "an-unfilled-order-of-a-short-tells-its-entry-price",
    wrong: "an order without a fill, of an agent that is short, has the average of its entry",
    against: "OrderPlaceResult, avg_fill_price_cents: null when there were no fills",
    confined: "position=short",
    file: "core/place.ts",
    find: `    avgFillPrice: averageFillPrice(order),
`,
    replace: `    // Who is short goes on at what he is short at.
    avgFillPrice:
      averageFillPrice(order) ??
      (order.position.qty < 0 ? order.position.entry / -order.position.qty : null),
`,
  },
];
