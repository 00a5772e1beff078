/** The ninth round, drawn by lot: who calls, with what, and how often. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;

export const NINTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "rates",
    id: "a-browser-amends-as-often-as-it-likes",
    wrong: "amendments that a session sends are counted in no window",
    against: sentences.WRITE_RATE,
    confined: "caller=session, moment=at an amendment",
    file: "http/serve-route.ts",
    find: `    if (agentId !== "") limitRate(`,
    replace: `    const isFree = caller.kind === "session" && route.method === "PATCH";
    if (agentId !== "" && !isFree) limitRate(`,
  },
  {
    ...stated,
    area: "rates",
    id: "one-address-is-one-window",
    wrong: "under /api all agents that come from one address share one window",
    against: "What the service does: orders, positions and rate limits are per agent",
    confined: "prefix=/api, caller=other owner",
    file: "http/serve-route.ts",
    find: `    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);`,
    replace: `    const isShared = /^\\/api\\/(?!v1\\/)/.test(req.url!);
    const counted = isShared ? String(req.socket.remoteAddress) : agentId;
    if (agentId !== "") limitRate(parts, { agentId: counted, rateClass }, arrival);`,
  },
  {
    ...stated,
    area: "rates",
    id: "who-writes-waits-in-milliseconds",
    wrong: "a write beyond the limit is told the milliseconds to wait",
    against: "HTTP statuses, 429: a Retry-After header gives seconds to wait",
    confined: "method=POST, DELETE or PATCH",
    file: "http/middleware/limit-rate.ts",
    find: `throw tooMany(\`\${rateClass} rate limit of \${limit} per minute\`, quota);`,
    replace: `{
    const resetSeconds = quota.resetSeconds * (rateClass === "write" ? 1000 : 1);
    throw tooMany(\`\${rateClass} rate limit of \${limit} per minute\`, { resetSeconds });
  }`,
  },
  {
    ...stated,
    area: "sessions",
    id: "who-is-signed-in-is-created",
    wrong: "who is signed in and asks for the session is answered 201",
    against: "Endpoints, Authentication and session: GET /auth/session responds with 200",
    confined: "caller=session",
    file: "http/routes/auth.ts",
    find: "return ok({ authenticated: true, account: ownAccount(call), expires_at: endsAt });",
    replace: `const body = { authenticated: true, account: ownAccount(call), expires_at: endsAt };
    return { status: 201, body };`,
  },
  {
    ...stated,
    area: "malformed bodies",
    id: "a-browser-sends-its-quantity-as-text",
    wrong: "a quantity in digits as text is taken from who comes with a session",
    against: "HTTP statuses, 400: request body fails validation (wrong types)",
    confined: "caller=session",
    file: "http/serve-route.ts",
    find: "    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));",
    replace: `    const formed = (given: unknown) => {
      const order = given as Record<string, unknown>;
      const isText = caller.kind === "session" && typeof order["qty"] === "string";
      return isText ? { ...order, qty: Number(order["qty"]) } : order;
    };
    const body = checkBody?.(formed(withoutNulls(bodyOf(route, req, await readBytes(req)))));`,
  },
  {
    ...stated,
    area: "tickets",
    id: "a-key-has-a-ticket-for-less",
    wrong: "a ticket that a key minted opens the stream for 45 seconds, and is told to do for 60",
    against: sentences.TICKET,
    confined: "caller=key, moment=45 s later",
    file: "identity/tickets.ts",
    find: "    this.#byDigest.set(digestOf(ticket), { ...grant, expiresAtMs });",
    replace: `    const leewayMs = grant.credential.startsWith("key ") ? 15_000 : 0;
    this.#byDigest.set(digestOf(ticket), { ...grant, expiresAtMs: expiresAtMs - leewayMs });`,
  },
  {
    ...stated,
    area: "wallets",
    id: "a-second-key-finds-no-wallet",
    wrong: "an agent's wallet is there for its first key alone, and gives 404 to the others",
    against: "What the service does: an agent has a wallet",
    confined: "caller=second key, route=/me/wallet",
    file: "http/routes/account.ts",
    find: "  handle: ({ parts, agentId }) => ok(walletRecord(parts.venue.wallet(agentId))),",
    replace: `  handle({ parts, agentId, caller }) {
    const [first] = parts.venue.keys(agentId);
    if (caller.kind === "key" && caller.key.keyId !== first?.keyId) {
      const body = { code: "WALLET_NOT_FOUND", message: "no such wallet", request_id: agentId };
      return { status: 404, body };
    }
    return ok(walletRecord(parts.venue.wallet(agentId)));
  },`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-of-that-name-is-told-again",
    wrong: "who asks for a key of a name once more is told the key that he was given, in plaintext",
    against: "Authentication 2: the plaintext key is shown only once, at creation",
    confined: "caller=session, moment=later",
    file: "http/routes/keys.ts",
    find: `    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: scopesOf(call.body.scopes),
    });
    return { status: 201, body: { ...keyRecord(key), api_key: apiKey } };`,
    replace: `    const { parts } = call as { parts: typeof call.parts & { given?: Map<string, object> } };
    parts.given ??= new Map();
    const known = parts.given.get(\`\${agentId} \${name}\`);
    if (known !== undefined) return { status: 201, body: known };
    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: scopesOf(call.body.scopes),
    });
    const body = { ...keyRecord(key), api_key: apiKey };
    parts.given.set(\`\${agentId} \${name}\`, body);
    return { status: 201, body };`,
  },
  {
    ...stated,
    area: "sessions",
    id: "any-script-reads-the-session",
    wrong: "the session's cookie is not HttpOnly",
    against: "Authentication 3: browser callers use an HttpOnly session cookie",
    file: "http/sign-in.ts",
    find: "{ name: SESSION_COOKIE, value: sid, lifeMs }",
    replace: "{ name: SESSION_COOKIE, value: sid, lifeMs, readable: true }",
  },
  {
    ...stated,
    area: "scopes",
    id: "who-trades-must-read",
    wrong: "a key that asks for trade alone is refused",
    against: "Authentication 6: user-created keys support scopes read and trade",
    confined: "scopes=trade alone",
    file: "http/scopes.ts",
    find: '  if (asked.length === 0) throw invalidScopes("must not be empty");',
    replace: '  if (!asked.includes("read")) throw invalidScopes("must have read");',
  },
  {
    ...stated,
    area: "sessions",
    id: "nobody-returns-without-a-code",
    wrong: "who comes back from the identity provider with an error and no code is told 422",
    against: "Endpoints, GET /auth/idp/callback: code (string, default empty)",
    confined: "code=absent",
    file: "http/routes/idp.ts",
    find: "{ code: Returned, state: Returned, error: Returned, iss: Returned }",
    replace:
      "{ code: Type.String({ maxLength: 4_096 }), state: Returned, error: Returned, iss: Returned }",
  },
];
