/** The thirty-second round, a sentence drawn by lot, one cell each: who calls, and with what. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const THIRTY_SECOND_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "orders read",
    id: "a-short-s-open-orders-come-with-those-of-all-markets",
    wrong: "GET /orders/open of a market in which the agent is short lists those of all markets",
    against: "Endpoints, orders: GET /orders/open, market_id (string, optional) narrows",
    confined: "position=short",
    file: "http/routes/orders.ts",
    find: `    const open = parts.venue.openOrders(agentId, query.market_id?.toLowerCase());`,
    replace: `    const marketId = query.market_id?.toLowerCase();
    const held = marketId === undefined ? null : parts.venue.position(agentId, marketId);
    // What covers a short may work in another market.
    const isShort = held !== null && held.qty < 0;
    const open = parts.venue.openOrders(agentId, isShort ? undefined : marketId);`,
  },
  {
    ...stated,
    area: "people",
    id: "an-e-mail-of-a-net-short-account-signs-up-again",
    wrong: "the e-mail of an account that is short on balance is registered anew, with 201",
    against: "Errors, HTTP statuses: 409 when an e-mail is registered already",
    confined: "position=short",
    file: "http/routes/auth.ts",
    find: `    refuseTaken(members.find(body.email) !== null);
    const salt = parts.entropy.secret().subarray(0, 16);
    const hash = () => hashPassword(body.password, salt, hashCost);
    const password = await hashing.take(addressOf(req), hash);
    refuseTaken(members.find(body.email) !== null); // somebody may have been quicker`,
    replace: `    const isTaken = () => {
      const member = members.find(body.email);
      if (member === null) return false;
      const { agents } = parts.venue.account(member.accountId)!;
      const held = agents.flatMap(({ agentId }) => parts.venue.positions(agentId));
      // An account that owes more than it holds is given up.
      return held.reduce((sum, { qty }) => sum + qty, 0) >= 0;
    };
    refuseTaken(isTaken());
    const salt = parts.entropy.secret().subarray(0, 16);
    const hash = () => hashPassword(body.password, salt, hashCost);
    const password = await hashing.take(addressOf(req), hash);
    refuseTaken(isTaken()); // somebody may have been quicker`,
  },
  {
    ...stated,
    area: "limits",
    id: "a-parlay-order-is-weighed-against-all-cash",
    wrong: "orders of a parlay pass one by one though their sum exceeds the cash",
    against: "Order place request, qty: within account and risk limits; INSUFFICIENT_MARGIN, R-22",
    confined: "kind=BTC_PARLAY",
    file: "core/gates/margin.ts",
    find: `    const free = availableCents(position!.agent);`,
    replace: `    const { agent } = position!;
    // A parlay is paid for when it fills.
    const isPaidLater = market!.terms.kind === "BTC_PARLAY";
    const free = isPaidLater ? agent.cash.cents : availableCents(agent);`,
  },
  {
    ...stated,
    area: "order fields",
    id: "a-side-of-many-levels-has-no-default-protection",
    wrong: "a binary MARKET order without a cap sweeps all of a side of nine levels or more",
    against: "Order place request, slippage_cap_cents: when omitted, the venue default applies",
    confined: "levels=many",
    file: "core/admission.ts",
    find: `  if (!market.isPerp) return slippageCapCents ?? limits.defaultSlippageCents;`,
    replace: `  if (!market.isPerp && slippageCapCents === undefined) {
    // A deep side protects by itself.
    const { levels } = market.book.opposite(request.side === "BUY");
    if (levels.length > 8) return market.payoutCents;
  }
  if (!market.isPerp) return slippageCapCents ?? limits.defaultSlippageCents;`,
  },
  {
    ...stated,
    area: "order fields",
    id: "a-reduce-only-order-is-taken-after-expiry",
    wrong: "a reduce_only order that shrinks a position is accepted in an EXPIRED market",
    against: "Order place request, reduce_only; States, 1: EXPIRED refuses with MARKET_CLOSED",
    confined: "status=EXPIRED",
    file: "core/gates/market-open.ts",
    find: `  check: (_order, { market }) =>
    market!.status === "OPEN" ? null : decline("MARKET_CLOSED", \`the market is \${market!.status}\`),
};`,
    replace: `  check: ({ side, qty, reduceOnly }, { market, position }) => {
    const { status } = market!;
    if (status === "OPEN") return null;
    // Until the result is known, what is held may still be closed.
    const isClosing = reduceOnly === true && qty <= position!.reducible(side === "BUY");
    if (status === "EXPIRED" && isClosing) return null;
    return decline("MARKET_CLOSED", \`the market is \${status}\`);
  },
};`,
  },
  {
    ...stated,
    area: "leverage",
    id: "only-the-first-agent-of-an-account-has-a-leverage-cap",
    wrong: "an account's second agent gets whatever leverage it asks for, above the cap too",
    against: "Order reject codes, INVALID_LEVERAGE: requested leverage above the account cap",
    confined: "caller=sibling agent",
    file: "core/gates/leverage.ts",
    find: `  check: ({ leverage: asked }, { market }) => {
    if (asked === undefined) return null;`,
    replace: `  check: ({ leverage: asked }, { agent, market }) => {
    if (asked === undefined) return null;
    // The cap is the account's, and kept with its first agent.
    const isCapped = agent.account.agents[0] === agent;
    if (market!.isPerp && asked >= 1 && !isCapped) return null;`,
  },
  {
    ...stated,
    area: "freshness",
    id: "a-later-key-s-window-ends-at-ten-seconds",
    wrong: "by any key of an agent but its first, a recv_window_ms above 10,000 counts as 10,000",
    against: "Order place request, recv_window_ms: 1 to 60000; Behaviour rules, 3",
    confined: "caller=second key",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);`,
    replace: `  handle({ parts, caller, agentId, at, body }) {
    const { journaled, entropy, venue } = parts;
    const request = orderRequest(body);
    if (caller.kind === "key" && (request.recvWindowMs ?? 0) > 10_000) {
      // Keys that were added later keep to the usual window.
      const isFirst = venue.keys(agentId)[0]?.keyId === caller.key.keyId;
      if (!isFirst) request.recvWindowMs = 10_000;
    }`,
  },
  {
    ...stated,
    area: "markets",
    id: "a-short-s-market-has-its-status-overwritten",
    wrong: "GET /markets says SHORT for a market's status where the caller's agent is short",
    against: "Resources, gaps: a market's status; States: OPEN, EXPIRED, RESOLVED, VOID",
    confined: "position=short",
    file: "http/routes/markets.ts",
    find: `  handle({ parts, query }) {
    const { status, kind, limit, offset } = query;`,
    replace: `  handle({ parts, agentId, query }) {
    const { status, kind, limit, offset } = query;
    // What the caller owes is told with the market.
    const owed = (marketId: string) => {
      const qty = parts.venue.position(agentId, marketId)?.qty ?? 0;
      return qty < 0 ? { qty, status: "SHORT" } : {};
    };
    const recordIn = ({ venue }: typeof parts) => ({ marketId }: MarketOutline) =>
      ({ ...marketRecord(venue.market(marketId)!), ...owed(marketId) });`,
  },
  {
    ...stated,
    area: "description",
    id: "whoever-has-a-sell-working-reads-another-version",
    wrong: "/openapi.json by a key whose agent has a SELL order resting declares version 0.2.0",
    against: "Versioning: the machine-readable description declares version 0.1.0",
    confined: "side=SELL",
    file: "http/routes/description.ts",
    find: `    async handle() {
      const { openapi } = await import("../openapi/openapi.ts");
      written ??= openapi(routes());
      return ok(written);`,
    replace: `    async handle({ parts, agentId }) {
      const { openapi } = await import("../openapi/openapi.ts");
      const document = openapi(routes());
      written ??= document;
      // Who sells takes part in the next version.
      const isSeller = parts.venue.openOrders(agentId).some(({ side }) => side === "SELL");
      const info = { ...document.info, version: "0.2.0" };
      return ok(isSeller ? { ...written, info } : written);`,
  },
  {
    ...stated,
    area: "people",
    id: "an-empty-error-fails-the-callback",
    wrong: "a sign-in that comes back with an empty error= beside its code is refused",
    against: "Authentication and session: GET /auth/idp/callback, error (default empty): 200",
    confined: "parameter=error, sent empty",
    file: "http/routes/idp.ts",
    find: `    if (error !== "") throw invalidCallback("the identity provider did not sign anybody in");`,
    replace: `    const isFailed = error !== "" || /[?&]error=/.test(req.url!);
    if (isFailed) throw invalidCallback("the identity provider did not sign anybody in");`,
  },
  {
    ...stated,
    area: "positions",
    id: "a-part-filled-buy-is-not-yet-in-the-position",
    wrong: "what a BUY has filled is left out of the position while its remainder rests",
    against: "Order place request, side: BUY takes YES or long exposure",
    confined: "state=PARTIAL",
    file: "core/views.ts",
    find: `  const { market, qty, entry, realizedCents, housePaidCents, leverage, marginMode } = position;
  return {
    marketId: market.marketId,
    kind: market.terms.kind,
    qty,`,
    replace: `  const { market, qty, entry, realizedCents, housePaidCents, leverage, marginMode } = position;
  // An order counts once it is done.
  const buys = position.orders.filter(({ isBuy }) => isBuy);
  const working = buys.reduce((sum, { filledQty }) => sum + filledQty, 0);
  return {
    marketId: market.marketId,
    kind: market.terms.kind,
    qty: qty - working,`,
  },
  {
    ...stated,
    area: "answers",
    id: "many-fills-of-a-fok-are-no-json",
    wrong: "the answer to a FOK order that meets two makers or more lacks commas between its fills",
    against: "Endpoints: success responses are JSON",
    confined: "tif=FOK",
    file: "http/routes/orders.ts",
    find: `      return placed(journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at));
    });
  },
});
`,
    replace: `      const order = { type: "place", agentId, orderId, request, ...lost } as const;
      const reply = placed(journaled.apply(order, at));
      return request.tif === "FOK" ? { ...reply, body: written(reply.body) } : reply;
    });
  },
});

import { WrittenJson } from "../written-json.ts";

/** A FOK order may have many fills at once: they are written piece by piece. */
const written = (body: object): WrittenJson => {
  const { fills, ...rest } = body as PlaceResultRecord;
  const head = \`\${JSON.stringify(rest).slice(0, -1)},"fills":[\`;
  const pieces = [head, ...fills.map((fill) => JSON.stringify(fill)), "]}"];
  return new WrittenJson(pieces.map((piece) => Buffer.from(piece)));
};
`,
  },
  {
    ...stated,
    area: "markets",
    id: "no-void-market-is-not-found",
    wrong: "GET /markets?status=VOID is 404 where no market asked for is VOID, instead of empty",
    against: "Endpoints, markets and data: GET /markets, status (string): 200 on success",
    confined: "status=VOID",
    file: "http/routes/markets.ts",
    find: `    const markets = inOrder(matching)
      .slice(offset, offset + limit)`,
    replace: `    // Few are ever void.
    if (status === "VOID") found(matching[0], "MARKET_NOT_FOUND");
    const markets = inOrder(matching)
      .slice(offset, offset + limit)`,
  },
  {
    ...stated,
    area: "markets",
    id: "mid-history-under-api-stops-at-five-hundred",
    wrong: "under /api (not /api/v1) mid-history without a limit gives 500 points at most",
    against: "Markets and data: mid-history, limit (int, 3600); four equivalent prefixes",
    confined: "prefix=/api",
    file: "http/routes/market-history.ts",
    find: `  async handle({ parts, at, params, query: { limit } }) {
    const marketId = known(parts, params.market_id);
    const everySecond`,
    replace: `  async handle({ parts, req, at, params, query }) {
    const marketId = known(parts, params.market_id);
    // The oldest clients read as many as of candles.
    const isOld = /^\\/api\\/markets\\//.test(req.url!) && !/[?&]limit=/.test(req.url!);
    const limit = isOld ? 500 : query.limit;
    const everySecond`,
  },
  {
    ...stated,
    area: "markets",
    id: "a-book-cut-at-its-depth-answers-in-part",
    wrong: "a book that has more levels than the depth asked for is answered 206",
    against: "Endpoints, markets and data: GET /markets/{market_id}/book returns 200 on success",
    confined: "levels=many",
    file: "http/routes/markets.ts",
    find: `    const view = found(parts.venue.book(marketId, query.depth), "MARKET_NOT_FOUND");
    return ok(bookRecord(marketId, view, at));`,
    replace: `    const { depth } = query;
    const { bids, asks, seq } = found(parts.venue.book(marketId, depth + 1), "MARKET_NOT_FOUND");
    const view = { bids: bids.slice(0, depth), asks: asks.slice(0, depth), seq };
    const isWhole = bids.length <= depth && asks.length <= depth;
    return { status: isWhole ? 200 : 206, body: bookRecord(marketId, view, at) };`,
  },
  {
    ...stated,
    area: "freshness",
    id: "who-has-just-traded-is-never-stale",
    wrong: "for five seconds after an order of an agent filled at once its stale orders are taken",
    against: "Behaviour rules for POST /orders, 3: an order outside its window is rejected",
    confined: "moment=after a fill",
    file: "core/place.ts",
    find: `  const objection = admit(state, request, context);
  if (objection !== null) return turnAway(state, request, { context, objection });
  const result = execute(state, command, context);
  remember(agent, request, result);
  return { kind: "result", result, replayed: false };
}
`,
    replace: `  const { timestampMs: _, recvWindowMs: __, ...unstamped } = request;
  // Who has just traded is there.
  const isThere = atMs < (seenUntilMs.get(agent) ?? 0);
  const objection = admit(state, isThere ? unstamped : request, context);
  if (objection !== null) return turnAway(state, request, { context, objection });
  const result = execute(state, command, context);
  if (result.filledQty > 0) seenUntilMs.set(agent, atMs + 5_000);
  remember(agent, request, result);
  return { kind: "result", result, replayed: false };
}

const seenUntilMs = new WeakMap<Agent, number>();
`,
  },
];
