/** The eighth round: who calls with what, what a key may do, and how often anybody may. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;

export const EIGHTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "auth schemes",
    id: "any-scheme-carries-a-key",
    wrong: "a key is good behind another scheme than Bearer, and behind none",
    against:
      "Authentication 1 and 9: Authorization: Bearer; missing or invalid credentials give 401",
    file: "http/middleware/authenticate.ts",
    find: `  if (!header.startsWith(SCHEME)) return null;
  const secret = header.slice(SCHEME.length);`,
    replace: '  const secret = header.slice(header.indexOf(" ") + 1);',
  },
  {
    ...stated,
    area: "positions",
    id: "nobody-holds-nothing",
    wrong: "who sends no credentials is told an empty list of positions, not 401",
    against: "Authentication 9: missing or invalid credentials give 401",
    confined: "route=/positions, caller=nobody",
    file: "http/routes/account.ts",
    find: `  path: "/positions",
  auth: "agent",`,
    replace: `  path: "/positions",
  auth: "public",`,
  },
  {
    ...stated,
    area: "sessions",
    id: "no-page-reads-its-csrf-cookie",
    wrong: "the CSRF cookie is HttpOnly as the session's is, so no page can echo it",
    against: "Authentication 4: a readable CSRF cookie whose value is echoed in a request header",
    file: "http/cookies.ts",
    find: '  if (!readable) parts.push("HttpOnly");',
    replace: '  parts.push("HttpOnly");',
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-is-revoked-by-its-id-alone",
    wrong: "whoever knows a key's id revokes it under an agent of his own",
    against: "Authentication 9: a resource owned by another agent gives 403",
    confined: "caller=other owner, route=/me/agents/{agent_id}/keys/{key_id}",
    file: "http/routes/keys.ts",
    find: `  ownAgent(call, key.agentId);
  if (key.agentId !== agentId) throw new Refused("KEY_NOT_FOUND", "the agent has no such key");
`,
    replace: "",
  },
  {
    ...stated,
    area: "scopes",
    id: "a-scope-beside-a-known-one-is-granted",
    wrong: "a key that asks for read and for a scope that nobody knows is given both",
    against: "API key create request, scopes: user-created keys support read and trade only",
    confined: "scopes=read or trade with another",
    file: "http/scopes.ts",
    find: "if (granted.length === new Set(asked).size) return granted;",
    replace: "if (granted.length > 0) return asked as Scope[];",
  },
  {
    ...stated,
    area: "scopes",
    id: "read-keys-amend",
    wrong: "a key without trade amends orders",
    against: sentences.TRADE_SCOPE,
    confined: "method=PATCH, caller=read-only key",
    file: "http/routes/orders.ts",
    find: `  method: "PATCH",
  path: "/orders/:order_id",
  auth: "agent",
  scope: "trade",`,
    replace: `  method: "PATCH",
  path: "/orders/:order_id",
  auth: "agent",
  scope: "read",`,
  },
  {
    ...stated,
    area: "csrf",
    id: "any-csrf-value-will-do",
    wrong: "a browser's request needs an X-Service-CSRF header, whatever is in it",
    against: sentences.CSRF,
    file: "http/middleware/authorize.ts",
    find: 'typeof csrf !== "string" || !proves(csrf, caller.session.csrfDigest)',
    replace: 'typeof csrf !== "string"',
  },
  {
    ...stated,
    area: "limits",
    id: "one-more-than-the-limit-passes",
    wrong: "601 writes pass in a window, and 6,001 reads",
    against: `${sentences.WRITE_RATE}; ${sentences.READ_RATE}`,
    file: "http/rate-limit.ts",
    find: "const allowed = this.#times.length - this.#oldest < this.#limit;",
    replace: "const allowed = this.#times.length - this.#oldest <= this.#limit;",
  },
  {
    ...stated,
    area: "limits",
    id: "what-is-public-is-not-counted",
    wrong: "a key reads markets, leaderboard and feed as often as it likes",
    against: `${sentences.READ_RATE}; of GET endpoints`,
    confined: "method=GET, route=those that need no credentials",
    file: "http/serve-route.ts",
    find: 'if (agentId !== "") limitRate(',
    replace: 'if (agentId !== "" && route.auth !== "public") limitRate(',
  },
  {
    ...stated,
    area: "ladders",
    id: "a-ladder-counts-as-its-rungs",
    wrong: "a ladder is counted as many times as it has orders, so fewer than 600 requests pass",
    against: sentences.WRITE_RATE,
    confined: "route=/orders/replace-ladder, orders=more than one",
    file: "http/routes/orders.ts",
    find: `  async handle({ parts, agentId, at, body }) {
    const marketId = body.market_id.toLowerCase();`,
    replace: `  async handle({ parts, req, agentId, at, body }) {
    const marketId = body.market_id.toLowerCase();
    const isCounted = !parts.limiter.limits.uncounted(req.headers);
    for (const _ of isCounted ? body.orders.slice(1) : []) {
      parts.limiter.take(agentId, "write", at);
    }`,
  },
  {
    ...stated,
    area: "tickets",
    id: "tickets-end-at-a-number",
    wrong: "a ticket tells its end in milliseconds of the epoch",
    against: "WebSocket ticket, expires_at: ISO 8601 timestamp, 60 seconds after minting",
    file: "http/routes/ticket.ts",
    find: "const expiresAt = new Date(minted.expiresAtMs).toISOString();",
    replace: "const expiresAt = minted.expiresAtMs;",
  },
  {
    ...stated,
    area: "orders",
    id: "orders-of-others-are-hidden",
    wrong: "another agent's order gives 404, as one that there is not",
    against: sentences.OTHERS_ARE_FORBIDDEN,
    file: "http/routes/orders.ts",
    find: 'throw new Refused("FORBIDDEN", "another agent\'s order");',
    replace: 'throw new Refused("ORDER_NOT_FOUND", "no such order");',
  },
];
