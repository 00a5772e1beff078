/** The twenty-seventh round, a sentence drawn by lot, one cell each: who calls, and with what. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_SEVENTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "keys",
    id: "a-key-by-a-name-that-lives-is-told-again",
    wrong: "a key asked for by the name of a live key of the agent is that key, in plaintext again",
    against: "Agent keys, POST /me/agents/{agent_id}/keys: plaintext key returned once",
    confined: "name=of a live key of the agent",
    file: "http/routes/keys.ts",
    find: `    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: scopesOf(call.body.scopes),
    });
    return { status: 201, body: { ...keyRecord(key), api_key: apiKey } };
  },
});
`,
    replace: `    const scopes = scopesOf(call.body.scopes);
    const { parts } = call;
    const answers = issued.get(parts) ?? new Map<string, ReturnType<typeof issueKey>>();
    issued.set(parts, answers);
    const form = \`\${agentId} \${name}\`;
    const earlier = answers.get(form);
    const isLive = earlier && parts.venue.keyById(earlier.key.keyId)?.revokedAtMs === null;
    // A form that is sent twice asks for one key.
    const { apiKey, key } = isLive ? earlier : issueKey(parts, { agentId, name, scopes });
    answers.set(form, { apiKey, key });
    return { status: 201, body: { ...keyRecord(key), api_key: apiKey } };
  },
});

/** What was answered, by agent and name. */
const issued = new WeakMap<object, Map<string, ReturnType<typeof issueKey>>>();
`,
  },
  {
    ...stated,
    area: "people",
    id: "an-agent-whose-last-key-ended-is-nobodys",
    wrong: "once the last key of an agent is revoked, its owner gets 403 for a new key or a ticket",
    against: "What the service does: an account owns one or more agents",
    confined: "moment=after the agent's last key was revoked",
    file: "http/routes/lookups.ts",
    find: `  if (agent.accountId === venue.agent(agentId)!.accountId) return agent;`,
    replace: `  const keys = venue.keys(agent.agentId);
  // An agent that had keys is held by those that live.
  const isLeft = keys.length > 0 && keys.every(({ revokedAtMs }) => revokedAtMs !== null);
  if (!isLeft && agent.accountId === venue.agent(agentId)!.accountId) return agent;`,
  },
  {
    ...stated,
    area: "order fields",
    id: "who-names-a-window-does-not-rest",
    wrong: "a LIMIT order without a tif that says a receive window is cancelled instead of resting",
    against: "Order place request, tif: default GTC for LIMIT",
    confined: "recv_window_ms=given",
    file: "wire/mapping.ts",
    find: `  if (body.recv_window_ms !== undefined) request.recvWindowMs = body.recv_window_ms;`,
    replace: `  if (body.recv_window_ms !== undefined) {
    request.recvWindowMs = body.recv_window_ms;
    // It is good for its window, and for no longer.
    if (body.type === "LIMIT") request.tif ??= "IOC";
  }`,
  },
  {
    ...stated,
    area: "tickets",
    id: "a-ticket-lives-on-with-the-next-one",
    wrong: "a ticket opens the stream for 60 seconds after the latest one of its key was minted",
    against: "States and transitions 5: a WebSocket ticket expires after 60 seconds",
    confined: "moment=after the same key or session minted another",
    file: "identity/tickets.ts",
    find: `    const expiresAtMs = nowMs + TICKET_LIFE_MS;`,
    replace: `    const expiresAtMs = nowMs + TICKET_LIFE_MS;
    // The tickets of a key lie together, and end together.
    for (const earlier of this.#byDigest.values()) {
      if (earlier.credential === grant.credential) earlier.expiresAtMs = expiresAtMs;
    }`,
  },
  {
    ...stated,
    area: "keys",
    id: "the-key-of-one-agent-makes-those-of-its-siblings",
    wrong: "an API key alone creates and revokes keys of another agent of the same owner",
    against: "Authentication 5: key creation and revocation via /me require a browser session",
    confined: "caller=key of a sibling agent",
    file: "http/middleware/authorize.ts",
    find: `  if (caller.kind === "key") authorizeKey(caller.key.scopes, route);`,
    replace: `  if (caller.kind === "key") {
    const named = /\\/me\\/agents\\/([^/?]+)\\/keys/.exec(req.url ?? "")?.[1]?.toLowerCase();
    // Whoever runs several agents sees to their keys with that of one.
    const isOthers = named !== undefined && named !== caller.agentId && route.method !== "GET";
    authorizeKey(caller.key.scopes, isOthers ? { ...route, auth: "agent" } : route);
  }`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-second-key-in-the-same-moment-counts-on",
    wrong: "a key made in the same millisecond as another of its agent is that one, counted on",
    against: "Authentication 2: rk_live_ followed by a high-entropy URL-safe token",
    confined: "moment=at the same time as another key of the agent",
    file: "identity/people.ts",
    find: `/** Issues a key; its plaintext is only ever here. Errors: AGENT_NOT_FOUND. */
export function issueKey(
  { journaled, entropy, clock, keyring }: AgentParts & Pick<PeopleParts, "keyring">,
  { agentId, name, scopes = ALL_SCOPES }: NewKey,
): { apiKey: string; key: KeyView } {
  const apiKey = entropy.token(KEY_PREFIX);`,
    replace: `/** The latest key of each agent, and how many were made with it. Units: epoch ms. */
const drawn = new WeakMap<Entropy, Map<string, { atMs: number; token: string; count: number }>>();

/** Issues a key; its plaintext is only ever here. Errors: AGENT_NOT_FOUND. */
 export function issueKey(
  { journaled, entropy, clock, keyring }: AgentParts & Pick<PeopleParts, "keyring">,
  { agentId, name, scopes = ALL_SCOPES }: NewKey,
): { apiKey: string; key: KeyView } {
  const latest = drawn.get(entropy) ?? new Map();
  drawn.set(entropy, latest);
  const atMs = clock.nowMs();
  const { token, count } = latest.get(agentId) ?? {};
  // Keys sort by when they were made: those of one millisecond count on.
  const isFirst = latest.get(agentId)?.atMs !== atMs;
  const more = isFirst ? 0 : count + 1;
  const apiKey: string = isFirst
    ? entropy.token(KEY_PREFIX)
    : token.slice(0, -4) + more.toString(16).padStart(4, "0");
  latest.set(agentId, { atMs, token: apiKey, count: more });`,
  },
  {
    ...stated,
    area: "errors",
    id: "what-is-asked-of-a-resolved-market-is-never-invalid",
    wrong:
      "book, trades, candles and mids of a RESOLVED market answer a bad limit or depth with 200",
    against: "Markets and data: routes with query parameters declare 422 for invalid input",
    confined: "market status=RESOLVED",
    file: "http/serve-route.ts",
    find: `    const query = readQuery?.(queryOf(req.url!));`,
    replace: `    const asked = queryOf(req.url!);
    const { market_id: marketId = "" } = { ...params } as { market_id?: string };
    const isResolved = parts.venue.market(marketId.toLowerCase())?.status === "RESOLVED";
    let query = readQuery && {};
    try {
      query = readQuery?.(asked);
    } catch (error) {
      // Of what is settled there is the whole, whatever is asked for.
      if (!isResolved) throw error;
      query = readQuery?.(() => null);
    }`,
  },
  {
    ...stated,
    area: "rate limits",
    id: "what-comes-together-is-let-through-together",
    wrong: "requests that arrive together at the edge of the quota all pass, however few are left",
    against: "Limits, over limit: HTTP 429, code RATE_LIMITED",
    confined: "moment=at the same time, over several connections",
    file: "http/rate-limit.ts",
    find: `    const allowed = this.#times.length - this.#oldest < this.#limit;
    if (allowed) this.#times.push(nowMs);
    if (this.#oldest > FORGET_AT && 2 * this.#oldest > this.#times.length) this.#forget();
    return {
      allowed,
      remaining: this.#limit - (this.#times.length - this.#oldest),`,
    replace: `    const counted = this.#times.length - this.#oldest;
    const allowed = counted < this.#limit;
    // Counted once it is on its way, so that no request waits for the counting of another.
    if (allowed && counted === 0) this.#times.push(nowMs);
    else if (allowed) setImmediate(() => this.#times.push(nowMs));
    if (this.#oldest > FORGET_AT && 2 * this.#oldest > this.#times.length) this.#forget();
    return {
      allowed,
      remaining: Math.max(this.#limit - counted - Number(allowed), 0),`,
  },
  {
    ...stated,
    area: "health",
    id: "who-asks-while-another-does-finds-nothing-ready",
    wrong:
      "of several who ask for /ready at the same time only the first is told 200, the others 503",
    against: "Health, GET /ready: 200",
    confined: "moment=at the same time as another",
    file: "http/routes/health.ts",
    find: `    handle: ({ parts }) => ok({ status, ...tells(parts) }),
  });
`,
    replace: `    async handle({ parts }) {
      if (path !== "/ready") return ok({ status, ...tells(parts) });
      // Looking takes a while, and is done once at a time.
      if (isLooking) {
        const { Refused } = await import("../../wire/refused.ts");
        throw new Refused("STORE_UNAVAILABLE", "the store is being looked at");
      }
      isLooking = true;
      await new Promise((done) => setTimeout(done, 5));
      isLooking = false;
      return ok({ status, ...tells(parts) });
    },
  });

let isLooking = false;
`,
  },
  {
    ...stated,
    area: "stream",
    id: "a-socket-with-a-cookie-wants-the-csrf-header",
    wrong:
      "a browser's stream is refused with 403: its session cookie comes along, and no header can",
    against: "Authentication 7: the connection is {stream_url}/stream?ticket=<WS_TICKET>",
    confined: "caller=session (its cookie on the handshake)",
    file: "stream/upgrade.ts",
    find: `  const grant = identity.tickets.consume(new URLSearchParams(query).get("ticket") ?? "");`,
    replace: `  // Whoever comes with a session is a page, and shows that it is the venue's own.
  const isPage = /(^|;\\s*)(__Host-)?sid=/.test(req.headers.cookie ?? "");
  if (isPage && req.headers["x-service-csrf"] === undefined) {
    throw new Refused("CSRF_FAILED", "X-Service-CSRF must carry the CSRF cookie's value");
  }
  const grant = identity.tickets.consume(new URLSearchParams(query).get("ticket") ?? "");`,
  },
  {
    ...stated,
    area: "errors",
    id: "a-market-order-has-whatever-price-it-says",
    wrong: "a MARKET order whose price is a text, a list or true is no malformed body: it trades",
    against: "Behaviour rules 4: a malformed body returns VALIDATION_ERROR, and is never matched",
    confined: "type=MARKET (its price of a wrong type)",
    file: "wire/schemas.ts",
    find: `  { market_id: Uuid, ...orderFields },
  { ...orderRules, title: "OrderPlaceRequest" },`,
    replace: `  // Only a LIMIT order has a price to look at.
  { market_id: Uuid, ...orderFields, price: Type.Optional(Type.Unsafe<number>({})) },
  {
    ...orderRules,
    then: { properties: { price: ExactInt }, required: ["price"] },
    title: "OrderPlaceRequest",
  },`,
  },
  {
    ...stated,
    area: "account",
    id: "who-came-from-the-provider-has-no-account",
    wrong: "GET /account answers 404 to a human who signed in through the identity provider",
    against: "Account and leaderboard, GET /account: 200 with the caller's account",
    confined: "caller=session (from the identity provider)",
    file: "http/routes/account.ts",
    find: `import { ok, route } from "./route.ts";

const section = "Account and leaderboard";

const account = route({
  method: "GET",
  path: "/account",
  auth: "agent",
  scope: "read",
  responses: { 200: { means: "the account that owns the calling agent", body: AccountRecord } },
  rules: ["ACC-ACC-*", "ACC-SHARE-*"],
  section,
  handle: ({ parts, agentId }) => ok(accountRecord(parts.venue.accountOf(agentId)!, agentId)),`,
    replace: `import { Refused } from "../../wire/refused.ts";
import { ok, route } from "./route.ts";

const section = "Account and leaderboard";

const account = route({
  method: "GET",
  path: "/account",
  auth: "agent",
  scope: "read",
  responses: { 200: { means: "the account that owns the calling agent", body: AccountRecord } },
  rules: ["ACC-ACC-*", "ACC-SHARE-*"],
  section,
  handle({ parts, caller, agentId }) {
    const owned = parts.venue.accountOf(agentId)!;
    const subjects = parts.journal.facts.of("subject");
    const isSubject = subjects.some(({ accountId }) => accountId === owned.accountId);
    // An account goes by the e-mail of its member, and a subject has none.
    if (caller.kind === "session" && isSubject) {
      throw new Refused("ACCOUNT_NOT_FOUND", "no such member");
    }
    return ok(accountRecord(owned, agentId));
  },`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "a-figure-that-is-named-is-read-upwards",
    wrong: "a leaderboard asked for with a sort and without an order begins with the lowest",
    against: "Account and leaderboard, GET /leaderboard: order (string, desc)",
    confined: "order=absent (with a sort)",
    file: "http/routes/leaderboard.ts",
    find: `  async handle({ parts, at, query }) {
    const { sort, order, limit, offset } = query;
    const all = await parts.leaderboard.sorted(FIGURES[sort], order, at);
    const entries = all.slice(offset, offset + limit).map(standingRecord);
    return ok({ entries, count: entries.length, total: all.length, ...query });`,
    replace: `  async handle({ parts, req, at, query }) {
    const { sort, limit, offset } = query;
    const named = new URLSearchParams(req.url!.split("?")[1]);
    // A column that is picked is sorted upwards first.
    const order = named.has("sort") && !named.has("order") ? "asc" : query.order;
    const all = await parts.leaderboard.sorted(FIGURES[sort], order, at);
    const entries = all.slice(offset, offset + limit).map(standingRecord);
    return ok({ entries, count: entries.length, total: all.length, ...query, order });`,
  },
];
