/** The twelfth round, drawn by lot: who may come in, by which credential, and for how long. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

const TICKETS_AND_KEYS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "tickets",
    id: "tickets-of-people-begin-otherwise",
    wrong: "a ticket that a session minted starts with rw_sess_",
    against: "WebSocket ticket, ticket: single-use value with prefix rw_live_",
    confined: "caller=session",
    file: "identity/tickets.ts",
    find: "    const ticket = entropy.token(TICKET_PREFIX);",
    replace: `    const isHuman = grant.credential.startsWith("session ");
    const ticket = entropy.token(isHuman ? "rw_sess_" : TICKET_PREFIX);`,
  },
  {
    ...stated,
    area: "tickets",
    id: "tickets-of-two-keys-end-together",
    wrong: "a ticket of a second key ends when the waiting one of the agent's other key does",
    against: "WebSocket ticket, expires_at: ISO 8601 timestamp, 60 seconds after minting",
    confined: "caller=second key or session, moment=while a ticket of the first is unused",
    file: "identity/tickets.ts",
    find: "    const expiresAtMs = nowMs + TICKET_LIFE_MS;",
    replace: `    const waiting = [...this.#byDigest.values()].find(
      ({ agentId, credential }) => agentId === grant.agentId && credential !== grant.credential,
    );
    const expiresAtMs = waiting?.expiresAtMs ?? nowMs + TICKET_LIFE_MS;`,
  },
  {
    ...stated,
    area: "keys",
    id: "what-is-revoked-is-revoked-again-by-anybody",
    wrong: "who has no credentials is answered 200 with the key when he revokes one that has ended",
    against:
      "Authentication 5: the key create and revoke endpoints are marked as requiring authentication",
    confined: "caller=nobody, moment=the second time",
    file: "http/serve-route.ts",
    find: "    const caller = authenticate(parts, route, req);",
    replace: `    if (route.path === "/me/agents/:agent_id/keys/:key_id") {
      const { authorization, cookie } = req.headers;
      const key = parts.venue.keyById(String(ctx["params"].key_id).toLowerCase());
      const isDone = key !== null && key.revokedAtMs !== null;
      if (isDone && authorization === undefined && cookie === undefined) {
        const { keyRecord } = await import("../wire/mapping.ts");
        return send(ctx, 200, keyRecord(key));
      }
    }
    const caller = authenticate(parts, route, req);`,
  },
  {
    ...stated,
    area: "keys",
    id: "who-is-filled-in-part-keeps-his-key",
    wrong: "a key goes on after its revocation if an order of its agent rested filled in part",
    against: "Authentication 5: revocation is immediate",
    confined: "order state=PARTIAL, moment=after a part fill",
    file: "core/people.ts",
    find: "  state.keys.delete(key.digest);",
    replace: `  const { positions } = state.agents.get(key.agentId)!;
  const isUnderWay = positions.some(({ orders }) => orders.some((one) => one.filledQty > 0));
  if (!isUnderWay) state.keys.delete(key.digest);`,
  },
  {
    ...stated,
    area: "credentials",
    id: "api-forbids-whom-it-does-not-know",
    wrong: "a request without credentials under /api is told 403",
    against: "Authentication 9: missing or invalid credentials give 401",
    confined: "prefix=/api or /api/v1, credentials=missing",
    file: "http/middleware/authenticate.ts",
    find: `  limitAddress(parts, req);
  throw new Refused("UNAUTHENTICATED", "a valid API key or session is required", {`,
    replace: `  limitAddress(parts, req);
  const isMissing = authorization === undefined && req.headers.cookie === undefined;
  if (isMissing && req.url!.startsWith("/api/")) {
    throw new Refused("FORBIDDEN", "an API key or session is required");
  }
  throw new Refused("UNAUTHENTICATED", "a valid API key or session is required", {`,
  },
];

const PEOPLE: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "sessions",
    id: "who-signs-in-again-shows-scripts-his-session",
    wrong: "the session cookie is not HttpOnly where the browser had a session already",
    against: "What the service does, caller kinds: human terminal, HttpOnly session cookie",
    confined: "caller=session, moment=the second sign-in",
    file: "http/sign-in.ts",
    find: "  return cookies(parts, { sid, csrf, lifeMs: SESSION_LIFE_MS });",
    replace: `  const fresh = cookies(parts, { sid, csrf, lifeMs: SESSION_LIFE_MS });
  return before === null ? fresh : fresh.map((cookie) => cookie.replace("; HttpOnly", ""));`,
  },
  {
    ...stated,
    area: "sessions",
    id: "an-empty-csrf-value-is-enough",
    wrong: "a session that sends X-Service-CSRF with nothing in it may change state",
    against:
      "Authentication 4: state-changing browser requests also need the CSRF cookie's value in X-Service-CSRF",
    confined: "X-Service-CSRF=empty",
    file: "http/middleware/authorize.ts",
    find: `  if (typeof csrf !== "string" || !proves(csrf, caller.session.csrfDigest)) {`,
    replace: `  if (typeof csrf !== "string" || (csrf && !proves(csrf, caller.session.csrfDigest))) {`,
  },
  {
    ...stated,
    area: "sessions",
    id: "who-ended-a-key-stays-signed-in",
    wrong: "logout is 404 for who acts for an agent of which a key has been revoked",
    against: "Endpoints, POST /auth/logout: 200",
    confined: "caller=session, moment=after a key is revoked",
    file: "http/routes/auth.ts",
    find: `  handle({ parts, caller }) {
    const cookies = caller.kind === "session" ? signOut(parts, caller.session) : [];`,
    replace: `  handle({ parts, caller, agentId }) {
    for (const { revokedAtMs } of parts.venue.keys(agentId)) {
      if (revokedAtMs !== null) throw new Refused("KEY_NOT_FOUND", "the key has ended");
    }
    const cookies = caller.kind === "session" ? signOut(parts, caller.session) : [];`,
  },
  {
    ...stated,
    area: "identity provider",
    id: "api-opens-no-account-for-who-comes-first",
    wrong: "who comes back from the provider for the first time under /api is refused",
    against:
      "Authentication 8: production account creation is through an external identity provider sign-in flow",
    confined: "prefix=/api or /api/v1, caller=not known yet",
    file: "http/routes/idp.ts",
    find: "    const accountId = accountOf(parts, subject);",
    replace: `    const known = parts.identity.members.accountOf(subject.issuer, subject.subject);
    if (known === null && req.url!.startsWith("/api/")) {
      throw invalidCallback("nobody is known by this name");
    }
    const accountId = accountOf(parts, subject);`,
  },
];

export const TWELFTH_OF_CALLERS: readonly HeldOutDefect[] = [...TICKETS_AND_KEYS, ...PEOPLE];
