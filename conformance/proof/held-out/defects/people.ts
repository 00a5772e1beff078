/** Accounts, sessions, keys and tickets. */
import type { HeldOutDefect } from "../defect.ts";
import { CSRF, OTHERS_ARE_FORBIDDEN, REVOKED, TICKET, TRADE_SCOPE } from "../sentences.ts";

const keys = { area: "keys", basis: "stated" } as const;
const sessions = { area: "sessions", basis: "stated" } as const;
const tickets = { area: "tickets", basis: "stated", against: TICKET } as const;

export const PEOPLE_DEFECTS: readonly HeldOutDefect[] = [
  {
    ...keys,
    id: "revoked-read-keys-live-on",
    wrong: "a read-only key that is revoked goes on working",
    against: REVOKED,
    confined: "caller=read-only key",
    file: "core/people.ts",
    find: "  state.keys.delete(key.digest);",
    replace: '  if (key.scopes.includes("trade")) state.keys.delete(key.digest);',
  },
  {
    ...keys,
    id: "revoked-key-lives-on-its-connection",
    wrong: "a revoked key goes on working on the connection that it was last used on",
    against: REVOKED,
    confined: "connection=kept alive",
    file: "identity/keyring.ts",
    find: `    if (last !== undefined && same(last.key, sent)) return lookUp(last.digest);
    const digest = this.digest(key);
    const holder = lookUp(digest);
    if (holder === null || !same(Buffer.from(holder.digest), Buffer.from(digest))) return null;
    this.#presented.set(connection, { key: sent, digest });`,
    replace: `    if (last !== undefined && same(last.key, sent)) {
      return (last as Presented & { holder: KeyHolder }).holder;
    }
    const digest = this.digest(key);
    const holder = lookUp(digest);
    if (holder === null || !same(Buffer.from(holder.digest), Buffer.from(digest))) return null;
    this.#presented.set(connection, { key: sent, digest, holder } as Presented);`,
  },
  {
    ...keys,
    id: "revocation-takes-namesakes-along",
    wrong: "revoking a key revokes the agent's other keys of that name",
    against: "Endpoints, DELETE /me/agents/{agent_id}/keys/{key_id}: that key is revoked",
    confined: "name=the same",
    file: "core/people.ts",
    find: "  state.keys.delete(key.digest);",
    replace: `  for (const one of [...state.keys.values()]) {
    if (one.agentId === key.agentId && one.name === key.name) state.keys.delete(one.digest);
  }`,
  },
  {
    ...keys,
    id: "a-second-key-may-do-what-the-first-may",
    wrong: "a read-only key of an agent that has a trading key may trade",
    against: TRADE_SCOPE,
    confined: "caller=second key",
    file: "core/people.ts",
    find: "const key = { ...facts, scopes: [...scopes], ",
    replace: `const others = [...state.keys.values()].filter((one) => one.agentId === agentId);
  const all = new Set([...scopes, ...others.flatMap((one) => one.scopes)]);
  const key = { ...facts, scopes: [...all], `,
  },
  {
    ...keys,
    id: "keys-of-a-second-agent-are-the-firsts",
    wrong: "a key made for an owner's second agent trades as the first",
    against: "Endpoints, POST /me/agents/{agent_id}/keys: a key of that agent",
    confined: "caller=sibling agent",
    file: "http/routes/keys.ts",
    find: "      agentId,\n      name,\n      scopes",
    replace: "      agentId: call.agentId || agentId,\n      name,\n      scopes",
  },
  {
    ...keys,
    id: "the-list-of-keys-shows-them-whole",
    wrong: "what tells keys apart later is the whole key",
    against: "Authentication 2: the plaintext key is shown only once, at creation",
    file: "identity/people.ts",
    find: "prefix: publicPart(apiKey) };",
    replace: "prefix: apiKey };",
  },
  {
    ...sessions,
    id: "logout-ends-the-cookie-alone",
    wrong: "after logging out, the cookie that the browser had still signs in",
    against:
      "Authentication and session, POST /auth/logout; missing or invalid credentials give 401",
    confined: "moment=after a logout",
    file: "http/sign-in.ts",
    find: "  parts.identity.sessions.close(session);\n",
    replace: "",
  },
  {
    ...sessions,
    id: "csrf-asked-for-once",
    wrong: "once a session has sent its CSRF value, it is not asked for again",
    against: CSRF,
    confined: "moment=after a good request",
    file: "http/middleware/authorize.ts",
    find: '  if (typeof csrf !== "string" || !proves(csrf, caller.session.csrfDigest)) {',
    replace: `  const known: { isKnown?: boolean } = caller.session as object;
  if (known.isKnown === true) return;
  if (typeof csrf === "string" && proves(csrf, caller.session.csrfDigest)) known.isKnown = true;
  else {`,
  },
  {
    ...sessions,
    id: "a-login-opens-the-door-for-good",
    wrong: "after one good login any password opens the account",
    against: "Order reject codes, INVALID_CREDENTIALS: 401, failed login",
    confined: "moment=after a login",
    file: "http/routes/auth.ts",
    find: "const right = await hashing.take(address, compare);",
    replace: `const known: { isIn?: boolean } = member as object;
    const right = known.isIn === true || (await hashing.take(address, compare));
    if (right && member !== NOBODY) known.isIn = true;`,
  },
  {
    ...sessions,
    id: "only-the-latest-name-is-taken",
    wrong: "an account may have two agents of one name, if another came between them",
    against: "HTTP statuses, 409: duplicate agent name",
    confined: "moment=after another agent",
    file: "core/people.ts",
    find: "if (account.agents.some((agent) => agent.name === name)) {",
    replace: "if (account.agents.at(-1)?.name === name) {",
  },
  {
    ...sessions,
    id: "capitals-in-an-email-are-lost",
    wrong: "an e-mail with capital letters may be registered twice",
    against: "HTTP statuses, 409: e-mail already registered",
    confined: "email=with capital letters",
    file: "identity/members.ts",
    find: "    this.#byEmail.set(canonical(email), member);",
    replace: "    this.#byEmail.set(email, member);",
  },
  {
    ...sessions,
    id: "one-account-for-one-display-name",
    wrong: "who signs up under a display name that is there already joins that account",
    against: OTHERS_ARE_FORBIDDEN,
    confined: "display_name=the same",
    file: "identity/people.ts",
    find: "const owner = parts.entropy.uuid();",
    replace: "const owner = displayName;",
  },
  {
    ...tickets,
    id: "a-new-ticket-ends-the-one-before",
    wrong: "minting a ticket ends those that the same key or session minted before",
    confined: "moment=after another ticket",
    file: "identity/tickets.ts",
    find: "    this.#forgetExpired(nowMs);\n    const ticket",
    replace: "    this.endOf(grant.credential);\n    const ticket",
  },
  {
    ...tickets,
    id: "a-new-ticket-prolongs-the-others",
    wrong: "minting a ticket lets all others live for another 60 seconds",
    confined: "moment=after another ticket",
    file: "identity/tickets.ts",
    find: "    this.#byDigest.set(digestOf(ticket), { ...grant, expiresAtMs });",
    replace: `    for (const other of this.#byDigest.values()) other.expiresAtMs = expiresAtMs;
    this.#byDigest.set(digestOf(ticket), { ...grant, expiresAtMs });`,
  },
  {
    ...tickets,
    id: "session-tickets-for-the-first-agent",
    wrong: "a ticket that a session asks for another agent opens the first agent's stream",
    against: "WebSocket ticket, agent_id: required with session auth, it says whose stream opens",
    confined: "caller=session",
    file: "http/routes/ticket.ts",
    find: "tickets.mint({ agentId, credential",
    replace: "tickets.mint({ agentId: call.agentId || agentId, credential",
  },
  {
    ...keys,
    id: "read-keys-replace-ladders",
    wrong: "a read-only key may replace its agent's ladder",
    against: TRADE_SCOPE,
    confined: "caller=read-only key, route=/orders/replace-ladder",
    file: "http/routes/orders.ts",
    find: 'path: "/orders/replace-ladder",\n  auth: "agent",\n  scope: "trade",',
    replace: 'path: "/orders/replace-ladder",\n  auth: "agent",\n  scope: "read",',
  },
  {
    ...sessions,
    id: "amendments-need-no-csrf",
    wrong: "a session amends orders without its CSRF value",
    against: CSRF,
    confined: "caller=session, method=PATCH",
    file: "http/middleware/authorize.ts",
    find: 'route.method === "GET"',
    replace: 'route.method === "GET" || route.method === "PATCH"',
  },
  {
    ...sessions,
    id: "passwords-are-cut",
    wrong: "of a long password the first 72 characters sign in, whatever follows",
    against: "Order reject codes, INVALID_CREDENTIALS: 401, failed login",
    confined: "password=longer than 72 characters",
    file: "identity/secrets.ts",
    find: 'password: password.normalize("NFKC"), ',
    replace: 'password: password.normalize("NFKC").slice(0, 72), ',
  },
  {
    ...sessions,
    id: "a-session-for-one-prefix",
    wrong:
      "the cookies of a sign-in are for paths under /v1 alone, so a browser is nobody elsewhere",
    against: "Endpoints: every route is served under each of four equivalent prefixes",
    confined: "prefix=other than /v1, caller=session",
    file: "http/cookies.ts",
    find: '"Path=/"',
    replace: '"Path=/v1"',
  },
  {
    ...tickets,
    id: "keys-mint-tickets-for-siblings",
    wrong: "a key mints tickets that open the streams of its owner's other agents",
    against: OTHERS_ARE_FORBIDDEN,
    confined: "caller=sibling agent",
    file: "http/routes/ticket.ts",
    find: 'if (call.caller.kind === "key" && agentId !== call.agentId) {',
    replace: `const owner = (id: string) => call.parts.venue.agent(id)?.accountId;
    if (call.caller.kind === "key" && owner(agentId) !== owner(call.agentId)) {`,
  },
];
