/** The twenty-first round, a sentence drawn by lot, one cell each: who calls, and with what. */
import type { HeldOutDefect } from "../defect.ts";
import { CSRF } from "../sentences.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_FIRST_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "keys",
    id: "who-names-no-scopes-gets-those-of-the-key-before",
    wrong: "a key made without scopes may only read where the agent's newest key may only read",
    against: "Authentication 6: the default is both",
    confined: "moment=after a key of one scope was made for the agent",
    file: "http/routes/keys.ts",
    find: `      scopes: scopesOf(call.body.scopes),`,
    replace: `      // As its other keys: what only looks on goes on so.
      scopes: scopesOf(call.body.scopes ?? call.parts.venue.keys(agentId).at(-1)?.scopes.slice()),`,
  },
  {
    ...stated,
    area: "tickets",
    id: "a-ticket-for-one-that-nobody-used-is-not-new",
    wrong: "a ticket minted while another of the key or session is unused is answered with 200",
    against: "Authentication and session, POST /auth/ws-ticket: 201 with ticket and expires_at",
    confined: "moment=after a ticket of the same caller that nobody used",
    file: "http/routes/ticket.ts",
    find: `    const minted = tickets.mint({ agentId, credential: credentialOf(call.caller) });
    const expiresAt = new Date(minted.expiresAtMs).toISOString();
    return { status: 201, body: { ticket: minted.ticket, expires_at: expiresAt } };`,
    replace: `    const credential = credentialOf(call.caller);
    const before = tickets.count;
    // One at a time: what nobody used is replaced.
    tickets.endOf(credential);
    const status = tickets.count < before ? 200 : 201;
    const minted = tickets.mint({ agentId, credential });
    const expiresAt = new Date(minted.expiresAtMs).toISOString();
    return { status, body: { ticket: minted.ticket, expires_at: expiresAt } };`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-body-is-read-for-a-key-that-still-is-one",
    wrong: "a request whose body was still on its way when its key was revoked is refused with 401",
    against:
      "States and transitions 4: when a key is revoked, requests already in flight are unaffected",
    confined: "moment=at the same time (the key is revoked between head and body)",
    file: "http/serve-route.ts",
    find: `    const call = { parts, req, caller, agentId, at, params, query, body };`,
    replace: `    // A body may take its time, and the key be gone by then.
    if (caller.kind === "key" && body !== undefined) authenticate(parts, route, req);
    const call = { parts, req, caller, agentId, at, params, query, body };`,
  },
  {
    ...stated,
    area: "sign-in",
    id: "who-comes-from-a-provider-first-is-created",
    wrong: "the callback of somebody who never signed in before is answered with 201",
    against: "Authentication and session, GET /auth/idp/callback: 200",
    confined: "subject=new (one who comes again has 200)",
    file: "http/routes/idp.ts",
    find: `    const accountId = accountOf(parts, subject);
    const account = accountRecord(parts.venue.account(accountId)!, "");
    const forget = setCookie(parts.baseUrl(), { name: FLOW_COOKIE, value: "", lifeMs: 0 });
    const cookies = [...signIn(parts, req, accountId), forget];
    const reply = wantsPage(req) ? redirect("/") : ok({ authenticated: true, account });`,
    replace: `    const { issuer, subject: name } = subject;
    // As for who signs up: an account is made.
    const status = parts.identity.members.accountOf(issuer, name) === null ? 201 : 200;
    const accountId = accountOf(parts, subject);
    const account = accountRecord(parts.venue.account(accountId)!, "");
    const forget = setCookie(parts.baseUrl(), { name: FLOW_COOKIE, value: "", lifeMs: 0 });
    const cookies = [...signIn(parts, req, accountId), forget];
    const signedIn = { status, body: { authenticated: true, account } };
    const reply = wantsPage(req) ? redirect("/") : signedIn;`,
  },
  {
    ...stated,
    area: "keys",
    id: "beside-a-plain-scope-any-other-is-given",
    wrong: "a key for which read and admin are asked is made, and has both",
    against:
      "API key create request, scopes: keys support read and trade only, others are operator-only",
    confined: "scopes=a privileged one beside read or trade (alone it is refused)",
    file: "http/scopes.ts",
    find: `  if (privileged !== undefined) {`,
    replace: `  const plain = GRANTED.filter((scope) => asked.includes(scope));
  // It can read or trade, whatever else is written on it.
  if (privileged !== undefined && plain.length > 0) return [...plain, privileged as Scope];
  if (privileged !== undefined) {`,
  },
  {
    ...stated,
    area: "keys",
    id: "who-finds-a-key-may-end-it",
    wrong: "a key is revoked for who sends no credentials at all, and knows its id",
    against:
      "Authentication 5: key create and revoke endpoints are marked as requiring authentication",
    confined: "caller=nobody (at the route that revokes)",
    file: "http/serve-route.ts",
    find: `    const caller = authenticate(parts, route, req);
    authorize(caller, route, req);
    const agentId = "agentId" in caller ? caller.agentId : "";`,
    replace: `    const { authorization, cookie } = req.headers;
    const isRevoking = route.method === "DELETE" && route.auth === "session";
    // Whoever finds a key in the open may end it.
    const isFinder = isRevoking && authorization === undefined && cookie === undefined;
    const nobody = { kind: "nobody" } as const;
    const caller = isFinder ? nobody : authenticate(parts, route, req);
    authorize(caller, route, req);
    const named = isFinder ? String(ctx["params"].agent_id).toLowerCase() : "";
    const agentId = "agentId" in caller ? caller.agentId : named;`,
  },
  {
    ...stated,
    area: "sessions",
    id: "a-page-that-showed-itself-once-is-known",
    wrong: "a session that has sent X-Service-CSRF once may leave it away from then on",
    against: CSRF,
    confined: "moment=after a request of the session that carried it",
    file: "http/middleware/authorize.ts",
    find: `  const csrf = req.headers[CSRF_HEADER];
  if (typeof csrf !== "string" || !proves(csrf, caller.session.csrfDigest)) {
    throw new Refused("CSRF_FAILED", "X-Service-CSRF must carry the CSRF cookie's value");
  }
}`,
    replace: `  const csrf = req.headers[CSRF_HEADER];
  if (csrf === undefined && shown.has(caller.session)) return;
  if (typeof csrf !== "string" || !proves(csrf, caller.session.csrfDigest)) {
    throw new Refused("CSRF_FAILED", "X-Service-CSRF must carry the CSRF cookie's value");
  }
  shown.add(caller.session);
}

/** Sessions whose page is known to be the venue's own. */
const shown = new WeakSet<object>();`,
  },
  {
    ...stated,
    area: "keys",
    id: "what-still-rests-can-be-cancelled-by-an-ended-key",
    wrong: "a key that is revoked while its agent has a resting order goes on to be accepted",
    against: "Agent keys, DELETE /me/agents/{agent_id}/keys/{key_id}: key revoked",
    confined: "order state=new (some order of the agent rests)",
    file: "core/people.ts",
    find: `  state.keys.delete(key.digest);`,
    replace: `  const { positions } = state.agents.get(key.agentId)!;
  // Nobody is left with orders that he cannot cancel.
  if (positions.every(({ orders }) => orders.length === 0)) state.keys.delete(key.digest);`,
  },
  {
    ...stated,
    area: "sessions",
    id: "the-first-cookie-is-the-session",
    wrong: "a session whose cookie stands behind another one in the header is nobody's",
    against: "Authentication 3: browser callers use an HttpOnly session cookie",
    confined: "Cookie=the session's behind another",
    file: "http/sign-in.ts",
    find: `  const sid = cookieOf(req, cookieName(baseUrl(), SESSION_COOKIE));`,
    replace: `  const name = cookieName(baseUrl(), SESSION_COOKIE);
  // It is set first, and so sent first.
  const sid = req.headers.cookie.startsWith(\`\${name}=\`) ? cookieOf(req, name) : null;`,
  },
  {
    ...stated,
    area: "account",
    id: "an-account-is-its-first-agents-to-read",
    wrong: "the key of an account's second agent is refused with 403 at GET /account",
    against:
      "What the service does, caller kinds: External bot, Authorization: Bearer <API_KEY>, /v1/account",
    confined: "caller=sibling agent (at GET /account)",
    file: "http/middleware/authenticate.ts",
    find: `  if (key !== null) return { kind: "key", agentId: key.agentId, key };`,
    replace: `  if (key !== null) {
    const { agents } = parts.venue.accountOf(key.agentId)!;
    // The others have positions and wallets of their own.
    if (route.path === "/account" && agents[0]!.agentId !== key.agentId) {
      throw new Refused("FORBIDDEN", "another agent's account");
    }
    return { kind: "key", agentId: key.agentId, key };
  }`,
  },
];
