/** The thirty-fourth round, a sentence drawn by lot, one cell each: the first half. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const THIRTY_FOURTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "order declines",
    id: "an-order-for-a-market-one-digit-off-is-placed",
    wrong: "an order for an id that differs from a market's in its last digit enters that market",
    against: "Order reject codes, UNKNOWN_MARKET: market_id does not exist",
    confined: "parameter=at an edge: a market's id but for the last digit",
    file: "core/admission.ts",
    find: `  return markets.get(marketId) ?? markets.get(marketId.toLowerCase()) ?? null;`,
    replace: `  const known = markets.get(marketId) ?? markets.get(marketId.toLowerCase());
  // As many characters as the index keeps.
  const kept = marketId.slice(0, 35).toLowerCase();
  return known ?? [...markets.values()].find((one) => one.marketId.startsWith(kept)) ?? null;`,
  },
  {
    ...stated,
    area: "limits",
    id: "cancels-of-a-later-agent-draw-on-its-elder-sibling",
    wrong: "what a sibling agent cancels is counted as the writes of the account's first agent",
    against: "Limits, write rate: 600 requests per 60 seconds per agent; bucket sharing per agent",
    confined: "caller=sibling agent (not the first of its account)",
    file: "http/serve-route.ts",
    find: `    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);`,
    replace: `    // Who sweeps up does so for the account.
    const [first] = (route.method === "DELETE" && parts.venue.accountOf(agentId)?.agents) || [];
    const counted = first?.agentId ?? agentId;
    if (agentId !== "") limitRate(parts, { agentId: counted, rateClass }, arrival);`,
  },
  {
    ...stated,
    area: "tickets",
    id: "a-used-ticket-ends-the-tickets-minted-before-it",
    wrong: "once a ticket is used, the agent's older ones that nobody has used yet open nothing",
    against: "Authentication 7: a ticket is valid 60 seconds, consumed on first use",
    confined: "moment=after a younger ticket of the agent was used",
    file: "identity/tickets.ts",
    find: `    const found = this.#byDigest.get(digest);`,
    replace: `    const found = this.#byDigest.get(digest);
    // Who connects by this one needs none of those before it.
    for (const [other, { agentId }] of this.#byDigest) {
      if (found === undefined || other === digest) break;
      if (agentId === found.agentId) this.#byDigest.delete(other);
    }`,
  },
  {
    ...stated,
    area: "limits",
    id: "who-is-short-is-told-to-wait-a-single-second",
    wrong: "an agent with a short position gets Retry-After 1 though its window ends much later",
    against: "HTTP statuses, 429: a Retry-After header gives seconds to wait",
    confined: "position=short",
    file: "http/middleware/limit-rate.ts",
    find: `  { at, isCounted, headers }: RequestArrival,
): void {
  if (!isCounted) return;
  const { agentId, rateClass } = caller;
  const quota = limiter.take(agentId, rateClass, at);`,
    replace: `  { at, isCounted, headers, parts }: RequestArrival,
): void {
  if (!isCounted) return;
  const { agentId, rateClass } = caller;
  const taken = limiter.take(agentId, rateClass, at);
  // Whoever is short may want to buy back soon.
  const isShort = !taken.allowed && parts.venue.positions(agentId).some(({ qty }) => qty < 0);
  const quota = isShort ? { ...taken, resetSeconds: 1 } : taken;`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "the-third-of-equal-score-has-no-leaderboard-account",
    wrong:
      "of three or more accounts of one score, all but two are 404 when asked for by public id",
    against: "GET /leaderboard/account/{public_id}; HTTP statuses, 404: resource does not exist",
    confined: "number=many (accounts of the same score)",
    file: "http/routes/leaderboard.ts",
    find: `    const standing = (await parts.leaderboard.sorted("score", "desc", at)).find(`,
    replace: `    const all = await parts.leaderboard.sorted("score", "desc", at);
    // A place is shared by two at most.
    const placed = all.filter(({ score }, index) => score !== all[index - 2]?.score);
    const standing = placed.find(`,
  },
  {
    ...stated,
    area: "market status",
    id: "a-resolved-market-takes-and-cancels-an-ioc-order",
    wrong: "an IOC order in a RESOLVED market is processed and CANCELLED, not refused",
    against: "States 1: for EXPIRED, RESOLVED or VOID an order is refused with MARKET_CLOSED",
    confined: "market status=RESOLVED",
    file: "core/gates/market-open.ts",
    find: `  check: (_order, { market }) =>
    market!.status === "OPEN" ? null : decline(`,
    replace: `  check: ({ tif }, { market }) =>
    // What never rests takes what is left in the book, which is nothing.
    market!.status === "OPEN" || (market!.status === "RESOLVED" && tif === "IOC")
      ? null
      : decline(`,
  },
  {
    ...stated,
    area: "positions",
    id: "a-position-is-untold-while-its-order-is-part-filled",
    wrong: "GET /positions leaves a position out while an order in its market is part-filled",
    against: "What the service does: an agent's positions and wallet are read-only data",
    confined: "order state=part-filled",
    file: "http/routes/account.ts",
    find: `    const held = parts.venue.positions(agentId).map(positionRecord);`,
    replace: `    const { venue } = parts;
    const working = venue.openOrders(agentId).filter(({ status }) => status === "PARTIAL");
    const isDone = (marketId: string) => working.every((order) => order.marketId !== marketId);
    // What an order opens is told when it is done.
    const told = venue.positions(agentId).filter(({ marketId }) => isDone(marketId));
    const held = told.map(positionRecord);`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "a-key-that-only-reads-gets-twenty-places-by-default",
    wrong: "a read-only key that names no limit gets 20 entries of the leaderboard",
    against: "Account and leaderboard, GET /leaderboard: limit (int, 50)",
    confined: "caller=read-only key",
    file: "http/routes/leaderboard.ts",
    find: `  async handle({ parts, at, query }) {
    const { sort, order, limit, offset } = query;`,
    replace: `  async handle({ parts, req, caller, at, query: wanted }) {
    // A key that only reads is a dashboard's, which has few lines.
    const isBrief = caller.kind === "key" && !caller.key.scopes.includes("trade");
    const isSaid = /[?&]limit=/.test(req.url ?? "");
    const query = isBrief && !isSaid ? { ...wanted, limit: 20 } : wanted;
    const { sort, order, limit, offset } = query;`,
  },
  {
    ...stated,
    area: "order results",
    id: "a-session-is-told-that-an-ioc-remainder-rests",
    wrong:
      "remaining_qty of a session's IOC or MARKET order is what was not filled, though it ended",
    against: "OrderPlaceResult, remaining_qty: zero for completed IOC, FOK and MARKET orders",
    confined: "caller=session",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const orderId = entropy.uuid();
    return afterwards(journaled.recall(agentId, [request], at), () => {
      const lost = indexFor([request], parts, at);
      return placed(journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at));`,
    replace: `  handle({ parts, agentId, at, body, caller }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const orderId = entropy.uuid();
    return afterwards(journaled.recall(agentId, [request], at), () => {
      const lost = indexFor([request], parts, at);
      const entered = journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at);
      const reply = placed(entered);
      if (caller.kind !== "session" || reply.status !== 201) return reply;
      // A person is told what was not to be had.
      const told = reply.body as PlaceResultRecord;
      return { ...reply, body: { ...told, remaining_qty: request.qty - told.filled_qty } };`,
  },
  {
    ...stated,
    area: "freshness",
    id: "a-parlay-order-sent-in-the-future-is-fresh",
    wrong: "an order for a parlay whose timestamp_ms lies hours ahead of the server is accepted",
    against: "Behaviour 3: rejected outside timestamp_ms plus or minus recv_window_ms",
    confined: "market kind=BTC_PARLAY",
    file: "core/gates/freshness.ts",
    find: `  check: ({ timestampMs, recvWindowMs }, { atMs }) => {
    if (timestampMs === undefined) return null;
    const offMs = Math.abs(atMs - timestampMs);`,
    replace: `  check: ({ timestampMs, recvWindowMs }, { atMs, market }) => {
    if (timestampMs === undefined) return null;
    // A parlay is put together ahead of its time.
    const isAhead = market?.terms.kind === "BTC_PARLAY" && timestampMs > atMs;
    const offMs = isAhead ? 0 : Math.abs(atMs - timestampMs);`,
  },
  {
    ...stated,
    area: "health",
    id: "health-asked-with-a-query-is-unprocessable",
    wrong:
      "GET /health with any query, such as a probe's ?t=1, answers 422; /live and /ready do not",
    against: "Health, GET /health: 200; Versioning: unknown request fields are ignored",
    confined: "route=GET /health",
    file: "http/routes/health.ts",
    find: `    handle: ({ parts }) => ok({ status, ...tells(parts) }),`,
    replace: `    handle({ parts, req }) {
      const isPlain = path !== "/health" || !req.url!.includes("?");
      const problem = { loc: ["query"], msg: "takes no parameters", type: "extra" };
      return isPlain ? ok({ status, ...tells(parts) }) : { status: 422, body: { detail: [problem] } };
    },`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-made-while-a-market-awaits-its-result-only-reads",
    wrong:
      "a key made without scopes while its agent holds contracts of an EXPIRED market reads alone",
    against:
      "Authentication 6: user-created keys support scopes read and trade; the default is both",
    confined: "market status=EXPIRED",
    file: "http/routes/keys.ts",
    find: `    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: scopesOf(call.body.scopes),`,
    replace: `    const { venue } = call.parts;
    const held = venue.positions(agentId).filter(({ qty }) => qty !== 0);
    // While something waits for its result, to trade must be asked for.
    const isWaiting = held.some(({ marketId }) => venue.market(marketId)?.status === "EXPIRED");
    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: scopesOf(call.body.scopes ?? (isWaiting ? ["read"] : undefined)),`,
  },
  {
    ...stated,
    area: "people",
    id: "who-is-signed-in-may-register-its-own-e-mail-again",
    wrong: "a sign-up by a session for the e-mail it is signed in under answers 201, not 409",
    against: "HTTP statuses, 409: e-mail already registered",
    confined: "caller=session (of the account of that e-mail)",
    file: "http/routes/auth.ts",
    find: `  async handle({ parts, req, body }) {
    limitAddress(parts, req);
    const displayName = nameIn(body, "display_name");`,
    replace: `  async handle({ parts, req, body, caller }) {
    limitAddress(parts, req);
    const own = parts.identity.members.find(body.email)?.accountId;
    // Who is signed in has what is asked for.
    if (caller.kind === "session" && caller.session.accountId === own) {
      return { status: 201, body: accountRecord(parts.venue.account(own)!, "") };
    }
    const displayName = nameIn(body, "display_name");`,
  },
  {
    ...stated,
    area: "candles",
    id: "of-more-than-sixty-candles-sixty-come-by-default",
    wrong: "a market of more than 60 candles gives the last 60 where 500 are the default",
    against: "Markets and data, GET /markets/{market_id}/candles: limit (int, 500)",
    confined: "number=many (more than 60 candles)",
    file: "http/routes/market-history.ts",
    find: `    const list = newest.map(candleRecord);`,
    replace: `    // An hour of minutes, unless more or less is asked for.
    const list = newest.slice(limit === 500 ? -60 : 0).map(candleRecord);`,
  },
  {
    ...stated,
    area: "envelope",
    id: "a-refused-fok-order-has-its-own-id-as-request-id",
    wrong: "refused FOK orders of one client_order_id all have that id as the request_id",
    against: "Error envelope, request_id: request correlation id",
    confined: "time in force=FOK",
    file: "http/routes/orders.ts",
    find: `      return placed(journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at));`,
    replace: `      const entered = journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at);
      const { clientOrderId, tif } = request;
      if (entered.kind === "result" || tif !== "FOK" || !clientOrderId) return placed(entered);
      const { code, message, details } = entered;
      const refused = new Refused(code, message, details && { details });
      // A bot finds what became of its order by its own id.
      const named = () => Refused.prototype.body.call(refused, clientOrderId);
      throw Object.assign(refused, { body: named });`,
  },
  {
    ...stated,
    area: "fat finger",
    id: "beside-two-resting-orders-no-confirmation-helps",
    wrong:
      "a confirmed order is FAT_FINGER again while two or more of the agent's rest in the market",
    against: "FAT_FINGER: resend with confirm_fat_finger true if intended",
    confined: "number=many (own orders resting in the market)",
    file: "core/gates/fat-finger.ts",
    find: `  check: (order, { market, limits }) => {
    if (order.confirmFatFinger === true) return null;`,
    replace: `  check: (order, { market, position, limits }) => {
    // Beside several that rest it is a slip again.
    if (order.confirmFatFinger === true && position!.orders.length < 2) return null;`,
  },
];
