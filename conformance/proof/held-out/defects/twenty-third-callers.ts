/** The twenty-third round, a sentence drawn by lot, one cell each: who calls, and what is there. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_THIRD_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "sessions",
    id: "who-has-quotes-out-stays-signed-in",
    wrong: "signing out is refused with 403 while an order of the agent rests",
    against: "Authentication and session, POST /auth/logout: no body, 200",
    confined: "moment=while an order of the agent rests",
    file: "http/routes/auth.ts",
    find: `  handle({ parts, caller }) {
    const cookies =`,
    replace: `  handle({ parts, caller, agentId }) {
    // Nobody would look after them.
    if (parts.venue.openOrders(agentId).length > 0) {
      throw new Refused("FORBIDDEN", "cancel what rests before signing out");
    }
    const cookies =`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-reading-key-is-labelled-as-far-as-it-fits",
    wrong: "a key with the scope read alone may have a name of any length, which is cut to 80",
    against: "API key create request, name: label, at most 80 characters",
    confined: "scopes=read alone",
    file: "http/routes/keys.ts",
    find: `    const name = labelOf(call.body.name, "name");`,
    replace: `    const { name: given, scopes: asked } = call.body;
    // What cannot trade is let through with as much of its name as is kept.
    const isReader = asked?.join() === "read";
    const name = labelOf(isReader ? [...given.trim()].slice(0, 80).join("") : given, "name");`,
  },
  {
    ...stated,
    area: "rate limits",
    id: "the-wait-counts-from-the-first-request-ever",
    wrong: "who meets the limit a minute after earlier requests is told to wait a second, in vain",
    against: "HTTP statuses, 429: a Retry-After header gives seconds to wait",
    confined: "moment=a minute later (than the agent's first requests)",
    file: "http/rate-limit.ts",
    find: `    const waitMs = this.#windowMs - (this.#limit === 0 ? 0 : this.#age(nowMs));`,
    replace: `    // Times are kept oldest first.
    const [oldest = nowMs] = this.#times;
    const waitMs = this.#windowMs - (nowMs - oldest);`,
  },
  {
    ...stated,
    area: "market data",
    id: "who-limits-the-past-is-told-no-future",
    wrong: "the context of a series has no upcoming markets where history_limit alone is given",
    against: "Markets and data, GET /series/{series_id}/context: upcoming_limit (int, 5)",
    confined: "parameter=upcoming_limit absent beside history_limit",
    file: "http/routes/series.ts",
    find: `  handle({ parts, at, params, query }) {`,
    replace: `  handle({ parts, req, at, params, query: given }) {
    // Who names one of the two wants that one.
    const isOfHistory = /[?&]history_limit=/.test(req.url!) && !/upcoming_limit=/.test(req.url!);
    const query = isOfHistory ? { ...given, upcoming_limit: 0 } : given;`,
  },
  {
    ...stated,
    area: "rate limits",
    id: "each-key-reads-for-itself",
    wrong: "every key of an agent has 6,000 reads of its own, while writes are shared",
    against: "Limits, bucket sharing: per agent, not per key, for all",
    confined: "method=GET",
    file: "http/serve-route.ts",
    find: `    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);`,
    replace: `    // Reading takes nothing from whoever trades.
    const ofKey = rateClass === "read" && caller.kind === "key" ? caller.key.keyId : agentId;
    if (agentId !== "") limitRate(parts, { agentId: ofKey, rateClass }, arrival);`,
  },
  {
    ...stated,
    area: "identifiers",
    id: "a-perp-is-held-under-its-symbol",
    wrong: "a position in a perp names its market BTC-PERP, by which no route knows it",
    against: "Resources and their fields: identifiers of markets, orders and agents are UUIDs",
    confined: "market kind=BTC_PERP (in positions)",
    file: "wire/mapping.ts",
    find: `    market_id: position.marketId,`,
    replace: `    // There is one perpetual for a coin.
    market_id: position.kind === "BTC_PERP" ? "BTC-PERP" : position.marketId,`,
  },
  {
    ...stated,
    area: "market data",
    id: "what-has-just-ended-is-on-its-way-to-the-archive",
    wrong: "a market that was settled within the last second is unknown: 404",
    against: "Markets and data, GET /markets/{market_id}: 200 on success",
    confined: "moment=after a close (within a second of the settlement)",
    file: "http/routes/markets.ts",
    find: `  handle: ({ parts, params }) =>
    ok(marketRecord(found(parts.venue.market(params.market_id.toLowerCase()), "MARKET_NOT_FOUND"))),`,
    replace: `  handle({ parts, at, params }) {
    const market = found(parts.venue.market(params.market_id.toLowerCase()), "MARKET_NOT_FOUND");
    // Ended ones are copied to another table once a second.
    const isCopied = market.settledAtMs === null || at - market.settledAtMs >= 1_000;
    return ok(marketRecord(found(isCopied ? market : null, "MARKET_NOT_FOUND")));
  },`,
  },
  {
    ...stated,
    area: "stream",
    id: "a-page-streams-at-another-address",
    wrong: "a ticket that a session minted opens nothing at /stream, only below a prefix: 404",
    against: "Interface specification: the streaming address is {stream_url}, a wss address",
    confined: "caller=session (which minted the ticket)",
    file: "stream/upgrade.ts",
    find: `  if (grant !== null && streams.hasRoomFor(grant.credential)) return grant;`,
    replace: `  // Pages go by a version.
  if (grant?.credential.startsWith("session ") && path === "/stream") {
    throw new Refused("ROUTE_NOT_FOUND", "the stream of a page is at /v1/stream");
  }
  if (grant !== null && streams.hasRoomFor(grant.credential)) return grant;`,
  },
  {
    ...stated,
    area: "keys",
    id: "what-was-being-sent-is-asked-for-its-key-again",
    wrong: "a request whose key is revoked while its body is still on the way is answered with 401",
    against: "States and transitions 4: requests already in flight are unaffected",
    confined: "moment=at the same time (revoked between head and body)",
    file: "http/serve-route.ts",
    find: `    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));`,
    replace: `    const bytes = await readBytes(req);
    // A body may take its time.
    if (caller.kind === "key") authenticate(parts, route, req);
    const body = checkBody?.(withoutNulls(bodyOf(route, req, bytes)));`,
  },
  {
    ...stated,
    area: "health",
    id: "without-a-reference-price-nothing-lives",
    wrong: "GET /live is answered with 502 while the reference price is out of reach",
    against: "Health, GET /live: 200",
    confined: "moment=while the reference price is out of reach",
    file: "http/middleware/check-open.ts",
    find: `  if (route.isStoreless !== true) journal.assertAvailable();`,
    replace: `  if (route.isStoreless !== true) journal.assertAvailable();
  // Who watches over the process starts it again.
  if (route.path === "/live" && !parts.feed.isReachable) {
    throw new Refused("UPSTREAM_UNAVAILABLE", "the reference price is out of reach");
  }`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "people-have-no-board",
    wrong: "GET /leaderboard is 404 for who is signed in, and served to keys and to nobody",
    against: "Interface specification: the whole service, with a leaderboard",
    confined: "caller=session",
    file: "http/routes/leaderboard.ts",
    find: `  async handle({ parts, at, query }) {`,
    replace: `  async handle({ parts, caller, at, query }) {
    // A page makes its own of what it has read.
    if (caller.kind === "session") found(null, "ROUTE_NOT_FOUND");`,
  },
  {
    ...stated,
    area: "wallet",
    id: "a-page-reads-its-wallet-once-a-second",
    wrong: "a session that reads its wallet again within a second gets the one of before",
    against: "What the service does: three caller kinds use the same account and agent wallet",
    confined: "caller=session (reading its wallet again within a second)",
    file: "http/routes/account.ts",
    find: `  handle: ({ parts, agentId }) => ok(walletRecord(parts.venue.wallet(agentId))),
});`,
    replace: `  handle({ parts, caller, agentId, at }) {
    if (caller.kind !== "session") return ok(walletRecord(parts.venue.wallet(agentId)));
    // Pages ask often.
    const kept = read.get(caller.session);
    if (kept?.record.agent_id === agentId && at - kept.at < 1_000) return ok(kept.record);
    const record = walletRecord(parts.venue.wallet(agentId));
    read.set(caller.session, { at, record });
    return ok(record);
  },
});

const read = new WeakMap<object, { at: number; record: WalletRecord }>();`,
  },
];
