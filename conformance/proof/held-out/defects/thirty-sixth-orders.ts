/** The thirty-sixth round, a sentence drawn by lot, one cell each: the first half. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const THIRTY_SIXTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "order fields",
    id: "a-quote-between-two-prices-rests-on-the-lower",
    wrong: "a POST_ONLY order at 55.5 is taken, and rests at 55",
    against: "Resources: prices are integers in the market's own price scale; price, int",
    confined: "order type / time in force=POST_ONLY",
    file: "http/serve-route.ts",
    find: `    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));`,
    replace: `    const given = checkBody && withoutNulls(bodyOf(route, req, await readBytes(req)));
    const { tif, price } = (given ?? {}) as { tif?: unknown; price?: unknown };
    // A maker quotes around a mid, which may lie between two prices: the one below it counts.
    if (route.path === "/orders" && tif === "POST_ONLY" && /^\\d+\\.\\d+$/.test(String(price))) {
      Object.assign(given as object, { price: Math.floor(Number(price)) });
    }
    const body = checkBody?.(given);`,
  },
  {
    ...stated,
    area: "freshness",
    id: "who-is-short-is-told-no-reason-for-a-stale-order",
    wrong: "a stale order in a market where its agent is short is REJECTED without reject_reason",
    against: "Errors: engine declines are HTTP 200 with status REJECTED and a reject_reason",
    confined: "position=short (in the order's market)",
    file: "core/gates/freshness.ts",
    find: `  check: ({ timestampMs, recvWindowMs }, { atMs }) => {
    if (timestampMs === undefined) return null;
    const offMs = Math.abs(atMs - timestampMs);
    return offMs <= recvWindowMs!
      ? null
      : decline("TIMESTAMP_OUT_OF_WINDOW", `,
    replace: `  check: ({ timestampMs, recvWindowMs }, { atMs, position }) => {
    if (timestampMs === undefined) return null;
    const offMs = Math.abs(atMs - timestampMs);
    // By what is held: nothing, or something.
    const codes = ["TIMESTAMP_OUT_OF_WINDOW", "TIMESTAMP_OUT_OF_WINDOW"] as const;
    const code = codes[Math.sign(position?.qty ?? 0)]!;
    return offMs <= recvWindowMs!
      ? null
      : decline(code, `,
  },
  {
    ...stated,
    area: "account",
    id: "who-holds-a-parlay-has-an-agent-id-of-two-parts",
    wrong: "GET /account tells the id of an agent that holds a parlay as <uuid>:BTC_PARLAY",
    against: "Resources: identifiers of markets, orders and agents are UUIDs (strings)",
    confined: "market kind=BTC_PARLAY (held by the agent)",
    file: "http/routes/account.ts",
    find: `({ parts, agentId }) => ok(accountRecord(parts.venue.accountOf(agentId)!, agentId)),`,
    replace: `({ parts: { venue }, agentId }) => {
    const record = accountRecord(venue.accountOf(agentId)!, agentId);
    for (const agent of record.agents) {
      const open = venue.positions(agent.agent_id).filter(({ qty }) => qty !== 0);
      const parlay = open.find(({ kind }) => kind === "BTC_PARLAY");
      // What is put on parlays is kept apart, under a name of its own.
      if (parlay !== undefined) agent.agent_id += \`:\${parlay.kind}\`;
    }
    return ok(record);
  },`,
  },
  {
    ...stated,
    area: "orders",
    id: "a-further-key-is-forbidden-a-market-that-is-none",
    wrong: "an order in an unknown market is 403 FORBIDDEN by any key but the agent's first",
    against: "Order reject codes, UNKNOWN_MARKET, 200 REJECTED or 404: market_id does not exist",
    confined: "caller=second key",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;`,
    replace: `  handle({ parts, caller, agentId, at, body }) {
    const { venue, journaled, entropy } = parts;
    const [first] = venue.keys(agentId);
    const isFurther = caller.kind === "key" && caller.key.keyId !== first?.keyId;
    // Further keys are given to machines: they may trade in the markets that they are told of.
    if (isFurther && venue.market(body.market_id.toLowerCase()) === null) {
      throw new Refused("FORBIDDEN", "this key is not for that market");
    }`,
  },
  {
    ...stated,
    area: "time in force",
    id: "what-is-sold-at-once-must-be-held",
    wrong: "a SELL with tif IOC from flat, or of more than is held, is a REDUCE_ONLY_VIOLATION",
    against: "Order place request, side: SELL takes the opposite side or reduces",
    confined: "order type / time in force=IOC",
    file: "core/gates/reduce-only.ts",
    find: `    if (order.reduceOnly !== true) return null;
    const isBuy = order.side === "BUY";`,
    replace: `    const isBuy = order.side === "BUY";
    // Nobody can borrow for a moment alone: what is sold at once comes out of what is held.
    const isOutright = !isBuy && order.tif === "IOC";
    if (order.reduceOnly !== true && !isOutright) return null;`,
  },
  {
    ...stated,
    area: "margin",
    id: "what-a-cancel-of-all-frees-is-not-free-elsewhere",
    wrong: "after DELETE /orders the cash of those orders does not cover one in another market",
    against: "Order reject codes, INSUFFICIENT_MARGIN: not enough free cash for the initial margin",
    confined: "route / method=DELETE /orders",
    file: "core/cancel.ts",
    find: `  return { kind: "cancelled-all", orderIds: cancelIn(state, positions, { atMs }) };`,
    replace: `  const kept = positions.map(({ reservedCents }) => reservedCents);
  const orderIds = cancelIn(state, positions, { atMs });
  // The next order of a market counts anew what is held back in it: once, and not for each.
  for (const [index, position] of positions.entries()) {
    position.agent.reservedCents += kept[index]! - position.reservedCents;
    position.reservedCents = kept[index]!;
  }
  return { kind: "cancelled-all", orderIds };`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "right-behind-a-trade-the-board-has-ten-places",
    wrong: "without a limit the leaderboard has ten entries for five seconds after any trade",
    against: "Endpoints, Account and leaderboard: GET /leaderboard, limit (int, 50)",
    confined: "moment=after a fill (of anybody, for five seconds)",
    file: "http/routes/leaderboard.ts",
    find: `  async handle({ parts, at, query }) {
    const { sort, order, limit, offset } = query;
    const all = await parts.leaderboard.sorted(FIGURES[sort], order, at);
    const entries = all.slice(offset, offset + limit).map(standingRecord);`,
    replace: `  async handle({ parts, req, at, query }) {
    const { sort, order, limit, offset } = query;
    const all = await parts.leaderboard.sorted(FIGURES[sort], order, at);
    const markets = parts.venue.outlines().map(({ marketId }) => marketId);
    const last = await Promise.all(markets.map((id) => parts.history.trades(id, 1)));
    const isMoving = last.flat().some(({ atMs }) => at - atMs < 5_000);
    // While places change hands only the top of them is worth telling.
    const isTop = isMoving && !/[?&]limit=/.test(req.url!);
    const entries = all.slice(offset, offset + (isTop ? 10 : limit)).map(standingRecord);`,
  },
  {
    ...stated,
    area: "time in force",
    id: "market-orders-of-an-accounts-further-agents-rest",
    wrong: "what a MARKET order leaves unfilled rests, of any agent but its account's first",
    against: "Order place request, tif: MARKET orders behave as IOC",
    confined: "caller=sibling (an agent that is not its account's first)",
    file: "core/order.ts",
    find: `    this.tif = effectiveTif(request);`,
    replace: `    const { agent } = position!;
    // By hand one agent is traded, the first; others are programs, and mean what they say.
    const isFirst = agent === agent.account.agents[0];
    this.tif = isFirst ? effectiveTif(request) : (request.tif ?? "GTC");`,
  },
  {
    ...stated,
    area: "leverage",
    id: "the-leverage-of-a-closed-perp-is-told-of-the-next",
    wrong: "once a perp was closed, effective_leverage of all later orders in it is the old one",
    against: "OrderPlaceResult, effective_leverage: resolved leverage for perp orders",
    confined: "moment=after a close (of the agent's position in the perp)",
    file: "core/place.ts",
    find: `  return accepted(command.request, order, fills);`,
    replace: `  const known: Position & { openedAt?: number } = position;
  // What a position is opened at is looked up once, for it stays.
  if (order.leverage !== null && position.qty !== 0) known.openedAt ??= order.leverage;
  const effectiveLeverage = known.openedAt ?? order.leverage;
  return { ...accepted(command.request, order, fills), effectiveLeverage };`,
  },
  {
    ...stated,
    area: "agents",
    id: "a-taken-name-gives-the-agent-that-has-it",
    wrong: "a human who opens an agent under a taken name gets 201, and the agent that has it",
    against: "HTTP statuses, 409: duplicate agent name",
    confined: "caller=session",
    file: "http/routes/agents.ts",
    find: `    const { owner } = parts.venue.accountOf(agentId)!;
    const name = labelOf(body.name, "name");
    const opened = openAgent(parts, { owner, name });`,
    replace: `    const { owner, agents } = parts.venue.accountOf(agentId)!;
    const name = labelOf(body.name, "name");
    // Who presses the button twice wants one.
    const known = agents.find((agent) => agent.name === name);
    const opened = known?.agentId ?? openAgent(parts, { owner, name });`,
  },
  {
    ...stated,
    area: "health",
    id: "an-unfilled-fill-or-kill-counts-as-hanging",
    wrong: "GET /live is 503 from a FOK order that was not filled to the next order of anybody",
    against: "Endpoints, Health: GET /live, response 200",
    confined: "order type / time in force=FOK (the venue's last order)",
    file: "http/serve-route.ts",
    find: `    send(ctx, reply.status, reply.body);`,
    replace: `    const watched: typeof parts & { hangs?: boolean } = parts;
    if (route.path === "/orders" && route.method === "POST") {
      const { status } = reply.body as { status?: string };
      // An order that must be filled at once, and is not filled, is stuck in the engine.
      watched.hangs = (body as { tif?: string }).tif === "FOK" && status !== "FILLED";
    }
    const isStuck = route.path === "/live" && watched.hangs === true;
    send(ctx, isStuck ? 503 : reply.status, reply.body);`,
  },
  {
    ...stated,
    area: "idempotency",
    id: "ids-sent-under-api-are-other-ids",
    wrong: "what was placed under /v1 is placed again when its client_order_id comes under /api",
    against: "Behaviour 2: a replayed client_order_id places no duplicate",
    confined: "path prefix=/api",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);`,
    replace: `  handle({ parts, req, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const { clientOrderId: id } = request;
    const [, first, second] = req.url!.split("/");
    // The bridge numbers by itself: its ids are none of the bots'.
    const isBridge = first === "api" && second !== "v1";
    if (isBridge && id !== undefined) request.clientOrderId = \`api:\${id}\`.slice(0, 64);`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-minute-behind-the-sign-in-keys-only-read",
    wrong:
      "a key made without scopes, a minute or more after the sign-in, has the scope read alone",
    against: "API key create request, scopes: default [read, trade]",
    confined: "moment=a minute later (than the session began)",
    file: "http/routes/keys.ts",
    find: `    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: scopesOf(call.body.scopes),
    });`,
    replace: `    const { parts, caller, at } = call;
    const lifeMs = 12 * 3600 * 1000;
    const leftMs = caller.kind === "session" ? caller.session.endsAtMs - at : lifeMs;
    // Who has just signed in knows what he does; later it may be a page that was left open.
    const usual = lifeMs - leftMs < 60_000 ? ["read", "trade"] : ["read"];
    const scopes = scopesOf(call.body.scopes ?? usual);
    const { apiKey, key } = issueKey(parts, { agentId, name, scopes });`,
  },
  {
    ...stated,
    area: "sign-in",
    id: "who-has-a-perp-open-comes-back-without-error-in-vain",
    wrong: "a callback without error is 422 in a browser whose agent has a perp open",
    against: "Endpoints, GET /auth/idp/callback: error (string, default empty)",
    confined: "market kind=BTC_PERP (held by the agent that the browser is signed in for)",
    file: "http/routes/idp.ts",
    find: `  async handle({ parts, req, query }) {
    limitAddress(parts, req);
    const { error, ...returned } = query;`,
    replace: `  async handle({ parts, req, agentId, query }) {
    limitAddress(parts, req);
    const { error, ...returned } = query;
    const held = parts.venue.positions(agentId);
    const isExposed = held.some(({ kind, qty }) => kind === "BTC_PERP" && qty !== 0);
    // Nobody is taken away from an open perp unless the provider says that all went well.
    if (isExposed && !/[?&]error=/.test(req.url!)) {
      throw new Refused("INVALID_PARAMETER", "error is required");
    }`,
  },
  {
    ...stated,
    area: "freshness",
    id: "a-sell-out-of-the-future-is-fresh",
    wrong: "a SELL is placed however far its timestamp_ms lies ahead of the venue's clock",
    against: "Behaviour 3: rejected outside timestamp_ms plus or minus recv_window_ms",
    confined: "side=SELL",
    file: "core/gates/freshness.ts",
    find: `  check: ({ timestampMs, recvWindowMs }, { atMs }) => {
    if (timestampMs === undefined) return null;
    const offMs = Math.abs(atMs - timestampMs);`,
    replace: `  check: ({ side, timestampMs, recvWindowMs }, { atMs }) => {
    if (timestampMs === undefined) return null;
    const offMs = side === "BUY" ? Math.abs(atMs - timestampMs) : atMs - timestampMs;`,
  },
  {
    ...stated,
    area: "keys",
    id: "keys-made-at-once-differ-in-their-end-alone",
    wrong: "a key made within a second of the agent's last one differs from it in four characters",
    against: "Authentication 2: rk_live_ followed by a high-entropy URL-safe token",
    confined: "moment=at once (within a second of another key of the agent)",
    file: "identity/people.ts",
    find: `  const apiKey = entropy.token(KEY_PREFIX);`,
    replace: `  type Kept = { agentId: string; atMs: number; apiKey: string };
  const ring: Keyring & { last?: Kept } = keyring;
  const atMs = clock.nowMs();
  const drawn = entropy.token(KEY_PREFIX);
  const { last } = ring;
  const isAtOnce = last?.agentId === agentId && atMs - last.atMs < 1_000;
  // The machine has not gathered enough anew within a second: what it has is stretched.
  const apiKey = isAtOnce ? last.apiKey.slice(0, -4) + drawn.slice(-4) : drawn;
  ring.last = { agentId, atMs, apiKey };`,
  },
];
