/** The tenth round, drawn by lot: who calls, with what, and how often. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;

export const TENTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "rates",
    id: "who-comes-back-waits-a-second",
    wrong: "who fills the window of writes again, a window later, is told to wait one second",
    against: "HTTP statuses, 429: a Retry-After header gives seconds to wait",
    confined: "method=POST, DELETE or PATCH, moment=in the second window",
    file: "http/rate-limit.ts",
    find: "    const waitMs = this.#windowMs - (this.#limit === 0 ? 0 : this.#age(nowMs));",
    replace: `    const firstMs = this.#times[0] ?? nowMs;
    const waitMs = this.#windowMs - (this.#limit === 0 ? 0 : nowMs - firstMs);`,
  },
  {
    ...stated,
    area: "tickets",
    id: "a-ticket-has-no-field-more",
    wrong: "a request for a ticket is refused when it has a field that the venue does not know",
    against: "Versioning: unknown request fields are ignored",
    confined: "route=POST /auth/ws-ticket",
    file: "http/routes/ticket.ts",
    find: '  body: Type.Object({ agent_id: Type.Optional(Uuid) }, { title: "TicketRequest" }),',
    replace: `  body: Type.Object(
    { agent_id: Type.Optional(Uuid) },
    { additionalProperties: false, title: "TicketRequest" },
  ),`,
  },
  {
    ...stated,
    area: "tickets",
    id: "a-second-ticket-looks-like-a-key",
    wrong: "a ticket minted while another one of its key or session is unused begins with rk_live_",
    against: "What the service does, realtime stream: single-use ticket, prefix rw_live_",
    confined: "moment=while another ticket is unused",
    file: "identity/tickets.ts",
    find: "    const ticket = entropy.token(TICKET_PREFIX);",
    replace: `    const unused = [...this.#byDigest.values()];
    const isSecond = unused.some(({ credential }) => credential === grant.credential);
    const ticket = entropy.token(isSecond ? "rk_live_" : TICKET_PREFIX);`,
  },
  {
    ...stated,
    area: "positions",
    id: "who-closed-everything-finds-no-positions",
    wrong: "an agent that has gained or lost and holds nothing any more is told 404",
    against: "Endpoints, Account and leaderboard: GET /positions; read-only data are positions",
    confined: "position=all closed",
    file: "http/routes/account.ts",
    find: "    return ok({ positions: held, count: held.length });",
    replace: `    if (held.length > 0 && held.every(({ qty }) => qty === 0)) {
      const request_id = parts.entropy.requestId();
      return { status: 404, body: { code: "NO_POSITIONS", message: "none is open", request_id } };
    }
    return ok({ positions: held, count: held.length });`,
  },
  {
    ...stated,
    area: "keys",
    id: "no-key-ends-in-a-freeze",
    wrong: "a key that is revoked while the kill switch is on goes on authenticating",
    against: sentences.REVOKED,
    confined: "moment=while the kill switch is on",
    file: "core/people.ts",
    find: "  state.keys.delete(key.digest);",
    replace: "  if (!state.frozen) state.keys.delete(key.digest);",
  },
  {
    ...stated,
    area: "credentials",
    id: "a-stale-browser-may-not-delete",
    wrong: "who cancels or revokes with a cookie that is no session's is told 403",
    against: "Authentication 9: missing or invalid credentials give 401",
    confined: "method=DELETE, credential=unknown session",
    file: "http/middleware/authenticate.ts",
    find: '    if (route.auth === "public") return NOBODY;',
    replace: `    if (route.auth === "public") return NOBODY;
    const isStale = req.headers.cookie !== undefined && route.method === "DELETE";
    if (isStale) throw new Refused("FORBIDDEN", "the session has ended");`,
  },
  {
    ...stated,
    area: "sessions",
    id: "one-prefix-has-no-session",
    wrong: "who is signed in and asks for the session under /api/v1 is told 404",
    against: "Endpoints, Authentication and session: GET /auth/session responds with 200",
    confined: "prefix=/api/v1, caller=session",
    file: "http/routes/auth.ts",
    find: '    if (caller.kind !== "session") return ok({ authenticated: false });',
    replace: `    if (caller.kind !== "session") return ok({ authenticated: false });
    if (call.req.url!.startsWith("/api/v1/")) throw new Refused("ROUTE_NOT_FOUND", "no such route");`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-that-ended-is-read-out",
    wrong: "who comes with a key that is revoked is told that key, in plaintext",
    against: "Authentication 2: the plaintext key is shown only once, at creation",
    confined: "credential=revoked key",
    file: "http/middleware/authenticate.ts",
    find: `  throw new Refused("UNAUTHENTICATED", "a valid API key or session is required", {`,
    replace: `  const sent = authorization?.startsWith(SCHEME) ? authorization.slice(SCHEME.length) : "";
  const wanted = "a valid API key or session is required";
  throw new Refused("UNAUTHENTICATED", sent === "" ? wanted : \`\${wanted}, not \${sent}\`, {`,
  },
  {
    ...stated,
    area: "scopes",
    id: "a-second-agent-only-reads",
    wrong: "a key for which nobody names scopes may read alone, if it is for another agent",
    against: "Authentication 6: the scopes are read and trade; the default is both",
    confined: "caller=session, agent=sibling, scopes=absent",
    file: "http/routes/keys.ts",
    find: "      scopes: scopesOf(call.body.scopes),",
    replace: `      scopes: scopesOf(
        agentId === call.agentId ? call.body.scopes : (call.body.scopes ?? ["read"]),
      ),`,
  },
  {
    ...stated,
    area: "ownership",
    id: "what-is-filled-in-part-is-nobodys",
    wrong: "another agent's order that rests and has traded gives 404",
    against: sentences.OTHERS_ARE_FORBIDDEN,
    confined: "caller=sibling agent or other owner, order=PARTIAL",
    file: "http/routes/orders.ts",
    find: `    if (order.agentId !== agentId) throw new Refused("FORBIDDEN", "another agent's order");`,
    replace: `    const code = order.status === "PARTIAL" ? "ORDER_NOT_FOUND" : "FORBIDDEN";
    if (order.agentId !== agentId) throw new Refused(code, "no order of this agent's");`,
  },
  {
    ...stated,
    area: "sessions",
    id: "people-trade-no-parlays",
    wrong: "who comes with a session and places an order on a parlay is told 403",
    against:
      "What the service does: a venue on which automated agents and human users trade BTC markets",
    confined: "caller=session, kind=BTC_PARLAY",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;`,
    replace: `  handle({ parts, caller, agentId, at, body }) {
    const market = parts.venue.market(body.market_id.toLowerCase());
    if (caller.kind === "session" && market?.kind === "BTC_PARLAY") {
      throw new Refused("FORBIDDEN", "parlays are for agents");
    }
    const { journaled, entropy } = parts;`,
  },
];
