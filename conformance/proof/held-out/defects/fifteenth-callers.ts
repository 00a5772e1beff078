/** The fifteenth round, drawn by lot: who may sign in, how often who may ask, who overhears. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const FIFTEENTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "sessions",
    id: "who-is-signed-in-starts-no-other-sign-in",
    wrong: "who is signed in and starts a sign-in with the identity provider is told 403",
    against: "Authentication and session, GET /auth/idp/login: 200 (starts sign-in)",
    confined: "caller=session, request=GET /auth/idp/login",
    file: "http/routes/idp.ts",
    find: `  async handle({ parts, req }) {
    limitAddress(parts, req);
    const { flows, provider } = parts.identity;`,
    replace: `  async handle({ parts, req, caller }) {
    limitAddress(parts, req);
    if (caller.kind === "session") throw new Refused("FORBIDDEN", "somebody is signed in");
    const { flows, provider } = parts.identity;`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-lasts-while-perp-orders-rest",
    wrong: "a key that is revoked while orders of its agent rest on a perp goes on authenticating",
    against: "States and transitions 4: a revoked API key stops authenticating immediately",
    confined: "kind=BTC_PERP, type=LIMIT, moment=while orders of the agent rest there",
    file: "core/people.ts",
    find: "  state.keys.delete(key.digest);",
    replace: `  const perps = state.agents.get(key.agentId)!.perps;
  const isQuoting = perps.some(({ orders }) => orders.length > 0);
  if (!isQuoting) state.keys.delete(key.digest);`,
  },
  {
    ...stated,
    area: "rate limits",
    id: "what-a-perp-tells-counts-twice",
    wrong:
      "a read of one perp, its book, trades or candles counts twice, so 3,000 pass in a minute",
    against: "Limits, Read rate: 6,000 requests per 60 seconds per agent",
    confined: "kind=BTC_PERP, method=GET, route=those under /markets/{market_id}",
    file: "http/serve-route.ts",
    find: `    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);`,
    replace: `    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);
    const named = String(ctx["params"]?.["market_id"] ?? "").toLowerCase();
    const isHeavy = parts.venue.market(named)?.kind === "BTC_PERP";
    if (agentId !== "" && arrival.isCounted && isHeavy) parts.limiter.take(agentId, rateClass, at);`,
  },
  {
    ...stated,
    area: "sessions",
    id: "who-shows-a-second-key-cannot-sign-in",
    wrong: "a good login that comes with any key but its agent's first is told 403",
    against: "Authentication and session, POST /auth/login: 200",
    confined: "caller=second key, request=POST /auth/login",
    file: "http/routes/auth.ts",
    find: `  async handle({ parts, req, body }) {
    limitAddress(parts, req);
    const { members, logins, hashing, hashCost } = parts.identity;`,
    replace: `  async handle({ parts, req, caller, body }) {
    limitAddress(parts, req);
    if (caller.kind === "key") {
      const [own] = parts.venue.keys(caller.agentId);
      const isOwn = own?.keyId === caller.key.keyId;
      if (!isOwn) throw new Refused("FORBIDDEN", "this key belongs to somebody else");
    }
    const { members, logins, hashing, hashCost } = parts.identity;`,
  },
  {
    ...stated,
    area: "feature gates",
    id: "without-a-prefix-no-gate-is-closed",
    wrong: "a feature that is switched off is served all the same where the path has no prefix",
    against: "HTTP statuses, 503: frozen by the kill switch, or a launch-only feature gate",
    confined: "prefix=none, moment=while a feature is switched off",
    file: "http/serve-route.ts",
    find: "    checkOpen(parts, route);",
    replace: `    const isGated = /^\\/(api|v1)\\//.test(req.url!);
    checkOpen(isGated ? parts : { ...parts, closedFeatures: new Set() }, route);`,
  },
  {
    ...stated,
    area: "rate limits",
    id: "a-fok-order-to-sell-counts-twice",
    wrong: "a FOK LIMIT order that sells counts twice, so 300 of them pass in a minute",
    against: "Limits, Write rate: 600 requests per 60 seconds per agent",
    confined: "side=SELL, tif=FOK, type=LIMIT",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);`,
    replace: `  handle({ parts, req, agentId, at, body }) {
    const { journaled, entropy, limiter } = parts;
    const request = orderRequest(body);
    const isTwofold = request.side === "SELL" && request.type === "LIMIT" && request.tif === "FOK";
    const isCounted = !limiter.limits.uncounted(req.headers);
    if (isTwofold && isCounted) limiter.take(agentId, "write", at);`,
  },
  {
    ...stated,
    area: "streams",
    id: "who-only-posts-on-a-parlay-is-heard-by-all",
    wrong: "a POST_ONLY order on a parlay is told on the orders channel of every connected agent",
    against: "Events: the stream carries private channels per agent",
    confined: "kind=BTC_PARLAY, tif=POST_ONLY, channel=orders",
    file: "stream/broadcasts.ts",
    find: `    return subjects.flatMap((subject) => [...(this.#bySubject.get(subject) ?? [])]);`,
    replace: `    const concerned = subjects.flatMap((subject) => [...(this.#bySubject.get(subject) ?? [])]);
    if (event.type === "trade" || event.order.tif !== "POST_ONLY") return concerned;
    const { kind } = this.#source.venue.market(event.order.marketId)!;
    if (kind !== "BTC_PARLAY") return concerned;
    const others = [...this.#open.values()].filter(({ address }) => address.name === "orders");
    return [...new Set([...concerned, ...others])];`,
  },
  {
    ...stated,
    area: "ladders",
    id: "who-is-long-creates-a-ladder",
    wrong: "a ladder of bids that replaces nothing is answered with 201 where its agent is long",
    against: "Endpoints, POST /orders/replace-ladder: 200",
    confined: "side=BUY, position=long, moment=while nothing rests that it would replace",
    file: "http/routes/orders.ts",
    find: "    return ok({ cancelled: outcome.cancelled, results: await Promise.all(results) });",
    replace: `    const told = { cancelled: outcome.cancelled, results: await Promise.all(results) };
    const isNew = body.side === "BUY" && told.cancelled.length === 0;
    const isLong = (parts.venue.position(agentId, marketId)?.qty ?? 0) > 0;
    return isNew && isLong ? { status: 201, body: told } : ok(told);`,
  },
];
