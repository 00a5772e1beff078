/** The eleventh round, drawn by lot: who calls, with what, and how often. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;

export const ELEVENTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "sessions",
    id: "who-comes-by-a-second-key-is-nobody",
    wrong: "once an agent's first key is revoked, its other keys are told 401 at /auth/me",
    against: "Endpoints, Authentication and session: GET /auth/me responds with 200",
    confined: "caller=second key, moment=after the first one was revoked",
    file: "http/routes/auth.ts",
    find: "  handle: (call) => ok({ caller: call.caller.kind, ...ownAccount(call) }),",
    replace: `  handle(call) {
    const { parts, caller, agentId } = call;
    const [first] = parts.venue.keys(agentId);
    const hasEnded = first !== undefined && first.revokedAtMs !== null;
    if (caller.kind === "key" && hasEnded) {
      throw new Refused("UNAUTHENTICATED", "the key was revoked");
    }
    return ok({ caller: caller.kind, ...ownAccount(call) });
  },`,
  },
  {
    ...stated,
    area: "wallet",
    id: "who-has-nothing-free-has-no-wallet",
    wrong: "an agent whose cash is spent or reserved to the last cent is told 404",
    against: "Endpoints, Account and leaderboard: GET /me/wallet; read-only data are the wallet",
    confined: "route=/me/wallet, moment=with no cash free",
    file: "http/routes/account.ts",
    find: "  handle: ({ parts, agentId }) => ok(walletRecord(parts.venue.wallet(agentId))),",
    replace: `  handle({ parts, agentId }) {
    const held = parts.venue.wallet(agentId);
    if (held.freeCents) return ok(walletRecord(held));
    const request_id = parts.entropy.requestId();
    return { status: 404, body: { code: "NO_WALLET", message: "no such wallet", request_id } };
  },`,
  },
  {
    ...stated,
    area: "csrf",
    id: "a-page-of-the-venue-proves-nothing",
    wrong:
      "who sends the venue's own address as Origin, as every browser does, needs no CSRF value",
    against: sentences.CSRF,
    confined: "caller=session, Origin=the venue's own",
    file: "http/middleware/authorize.ts",
    find: "  const csrf = req.headers[CSRF_HEADER];",
    replace: `  if (req.headers.origin !== undefined) return; // own-hosts.ts lets no other page in
  const csrf = req.headers[CSRF_HEADER];`,
  },
  {
    ...stated,
    area: "scopes",
    id: "what-is-made-in-a-freeze-only-reads",
    wrong: "a key for which nobody names scopes may read alone, if the kill switch is on",
    against: "Authentication 6: the scopes are read and trade; the default is both",
    confined: "scopes=absent, moment=while the kill switch is on",
    file: "http/routes/keys.ts",
    find: "      scopes: scopesOf(call.body.scopes),",
    replace: `      scopes: scopesOf(
        call.body.scopes ?? (call.parts.venue.frozen ? ["read"] : undefined),
      ),`,
  },
  {
    ...stated,
    area: "keys",
    id: "who-holds-a-position-keeps-his-key",
    wrong: "a key that is revoked while its agent holds contracts goes on authenticating",
    against: "Authentication 5: revocation is immediate",
    confined: "position=open",
    file: "core/people.ts",
    find: "  state.keys.delete(key.digest);",
    replace: `  const { positions = [] } = state.agents.get(key.agentId) ?? {};
  if (positions.every(({ qty }) => qty === 0)) state.keys.delete(key.digest);`,
  },
  {
    ...stated,
    area: "scopes",
    id: "in-a-freeze-anybody-may-cancel",
    wrong: "a key without trade cancels its agent's orders while the kill switch is on",
    against: sentences.TRADE_SCOPE,
    confined: "caller=read-only key, method=DELETE, moment=while the kill switch is on",
    file: "http/serve-route.ts",
    find: "    authorize(caller, route, req);",
    replace: `    const isCancel = route.method === "DELETE" && route.auth === "agent";
    const isRescue = isCancel && caller.kind === "key" && parts.venue.frozen;
    if (!isRescue) authorize(caller, route, req);`,
  },
  {
    ...stated,
    area: "rates",
    id: "who-asks-again-is-told-a-second",
    wrong: "who is refused once more before anything of his passes is told to wait one second",
    against: "HTTP statuses, 429: a Retry-After header gives seconds to wait",
    confined: "moment=at the second 429 in a row",
    file: "http/middleware/limit-rate.ts",
    find: `  if (!quota.allowed) throw tooMany(\`\${rateClass} rate limit of \${limit} per minute\`, quota);
}`,
    replace: `  const who = \`\${rateClass} \${agentId}\`;
  const isAgain = TOLD.has(who);
  if (quota.allowed) TOLD.delete(who);
  else TOLD.add(who);
  const wait = isAgain ? { resetSeconds: 1 } : quota;
  if (!quota.allowed) throw tooMany(\`\${rateClass} rate limit of \${limit} per minute\`, wait);
}

/** Who was told to wait. */
const TOLD = new Set<string>();`,
  },
  {
    ...stated,
    area: "stream",
    id: "no-stream-for-who-brings-a-cookie",
    wrong: "a handshake with a good ticket is refused when a cookie comes along, as from a browser",
    against: "Authentication 7: the connection is {stream_url}/stream?ticket=<WS_TICKET>",
    confined: "caller=session, Cookie=sent with the handshake",
    file: "stream/upgrade.ts",
    find: "  const grant = identity.tickets.consume(",
    replace: `  if (req.headers.cookie !== undefined) {
    throw new Refused("CSRF_FAILED", "a cookie opens no stream");
  }
  const grant = identity.tickets.consume(`,
  },
  {
    ...stated,
    area: "tickets",
    id: "who-left-may-come-back",
    wrong: "a ticket opens the stream once more when the socket that it opened has been closed",
    against: sentences.TICKET,
    confined: "moment=within its 60 s, after its socket was closed by the client",
    file: "stream/upgrade.ts",
    find: `  let opened: Promise<WebSocketServer> | undefined;
  server.on("upgrade", async (req: IncomingMessage, connection: Duplex, head: Buffer) => {
    if (req.headers.upgrade?.toLowerCase() !== "websocket") {
      return passOver(server, req, connection, head);
    }
    connection.on("error", () => connection.destroy());
    opened ??= openSockets();
    const sockets = await opened;
    const parts = current();
    try {
      parts.ownHosts.assertOwn(req.headers);
      const grant = admit(parts, req);
      sockets.handleUpgrade(req, connection, head, (socket) => parts.streams.add(socket, grant));`,
    replace: `  let opened: Promise<WebSocketServer> | undefined;
  const left = new Map<string, TicketGrant & { expiresAtMs?: number }>();
  server.on("upgrade", async (req: IncomingMessage, connection: Duplex, head: Buffer) => {
    if (req.headers.upgrade?.toLowerCase() !== "websocket") {
      return passOver(server, req, connection, head);
    }
    connection.on("error", () => connection.destroy());
    opened ??= openSockets();
    const sockets = await opened;
    const parts = current();
    try {
      parts.ownHosts.assertOwn(req.headers);
      const known = left.get(req.url!);
      left.delete(req.url!);
      const isLive = known !== undefined && parts.clock.nowMs() < (known.expiresAtMs ?? 0);
      const grant = isLive ? known : admit(parts, req);
      sockets.handleUpgrade(req, connection, head, (socket) => {
        socket.once("close", (code) => {
          if (code === 1000 || code === 1005) left.set(req.url!, grant);
        });
        parts.streams.add(socket, grant);
      });`,
  },
  {
    ...stated,
    area: "keys",
    id: "an-hour-old-key-stays",
    wrong: "a key that is revoked an hour or more after it was made goes on authenticating",
    against: "Endpoints, Agent keys: DELETE /me/agents/{agent_id}/keys/{key_id}, key revoked",
    confined: "moment=an hour after the key was made",
    file: "core/people.ts",
    find: "  state.keys.delete(key.digest);",
    replace: "  if (at - key.createdAtMs < 3_600_000) state.keys.delete(key.digest);",
  },
  {
    ...stated,
    area: "keys",
    id: "who-revokes-twice-reads-the-key",
    wrong: "who revokes a key that is revoked already is told that key, in plaintext",
    against: "Authentication 2: the plaintext key is shown only once, at creation",
    confined: "method=DELETE, key=revoked already",
    file: "identity/people.ts",
    find: `  return { apiKey, key };
}

/** Ends a key with all that hangs on it. States 4. Errors: KEY_NOT_FOUND. */
export function revokeKey(parts: PeopleParts, keyId: string): KeyView {
  const { journaled, clock } = parts;
  const { key } = granted(journaled.apply({ type: "revoke-key", keyId }, clock.nowMs()));
  endCredential(parts, keyCredential(keyId));
  return key;
}`,
    replace: `  ISSUED.set(key.keyId, apiKey);
  return { apiKey, key };
}

/** Keys by their ids. */
const ISSUED = new Map<string, string>();

/** Ends a key with all that hangs on it. States 4. Errors: KEY_NOT_FOUND. */
export function revokeKey(parts: PeopleParts, keyId: string): KeyView {
  const { venue, journaled, clock } = parts;
  const hadEnded = venue.keyById(keyId)?.revokedAtMs != null;
  const { key } = granted(journaled.apply({ type: "revoke-key", keyId }, clock.nowMs()));
  endCredential(parts, keyCredential(keyId));
  return { ...key, prefix: (hadEnded ? ISSUED.get(keyId) : undefined) ?? key.prefix };
}`,
  },
];
