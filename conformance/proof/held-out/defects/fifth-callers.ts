/** The fifth round: keys, sessions, tickets, the stream, limits, bodies and the kill switch. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;
const keys = { ...stated, area: "keys" } as const;

export const FIFTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...keys,
    id: "keys-of-a-second-agent-outlive-revocation",
    wrong: "a key of an owner's other agents is told as if it were revoked, and goes on working",
    against: sentences.REVOKED,
    confined: "agent_id=not the account's first agent",
    file: "http/routes/keys.ts",
    find: "    return ok(keyRecord(revokeKey(call.parts, ownKey(call, agentId))));",
    replace: `    const keyId = ownKey(call, agentId);
    if (agentId !== call.agentId) return ok(keyRecord(call.parts.venue.keyById(keyId)!));
    return ok(keyRecord(revokeKey(call.parts, keyId)));`,
  },
  {
    ...keys,
    id: "keys-revoke-each-other",
    wrong: "an API key revokes keys of its owner, without a browser session",
    against: "Authentication 5: creation and revocation via /me require a browser session",
    confined: "caller=key, route=/me/agents/{agent_id}/keys/{key_id}, method=DELETE",
    file: "http/routes/keys.ts",
    find: '  path: "/me/agents/:agent_id/keys/:key_id",\n  auth: "session",',
    replace: '  path: "/me/agents/:agent_id/keys/:key_id",\n  auth: "agent",',
  },
  {
    ...keys,
    id: "key-requests-take-no-unknown-fields",
    wrong: "a request for a key is refused when it has a field that the venue does not know",
    against: "Versioning: unknown request fields are ignored",
    confined: "route=/me/agents/{agent_id}/keys, body=with an unknown field",
    file: "http/routes/keys.ts",
    find: '  { title: "KeyRequest" },',
    replace: '  { title: "KeyRequest", additionalProperties: false },',
  },
  {
    ...stated,
    area: "sessions",
    id: "a-second-sign-in-ends-the-first-csrf-value",
    wrong: "while an account is signed in twice, the older session's CSRF value is refused",
    against: `${sentences.CSRF}; who sends it may change things`,
    confined: "caller=session, moment=after its account signed in elsewhere",
    file: "identity/sessions.ts",
    find: "    session.seenAtMs = nowMs;\n    return session;",
    replace: `    session.seenAtMs = nowMs;
    const opened = [...this.#byDigest.values()];
    const newest = opened.findLast(({ accountId }) => accountId === session.accountId)!;
    return { ...session, csrfDigest: newest.csrfDigest };`,
  },
  {
    ...stated,
    area: "tickets",
    id: "session-tickets-tell-the-sessions-end",
    wrong: "a ticket that a session minted is told to expire when the session does",
    against: "WebSocket ticket, expires_at: 60 seconds after minting",
    confined: "caller=session",
    file: "http/routes/ticket.ts",
    find: "    const expiresAt = new Date(minted.expiresAtMs).toISOString();",
    replace: `    const { caller } = call;
    const endsAtMs = caller.kind === "session" ? caller.session.endsAtMs : minted.expiresAtMs;
    const expiresAt = new Date(endsAtMs).toISOString();`,
  },
  {
    ...stated,
    area: "stream",
    id: "fills-of-makers-are-told-to-siblings",
    wrong: "the stream tells an agent the fills of its owner's other agents whose orders rested",
    against: sentences.PRIVATE,
    confined: "channel=fills, side=maker, caller=sibling agent",
    file: "stream/broadcasts.ts",
    find: "        ? [event.marketId, event.takerAgentId, event.makerAgentId]",
    replace: `        ? [
            event.marketId,
            event.takerAgentId,
            ...this.#source.venue
              .accountOf(event.makerAgentId)!
              .agents.map(({ agentId }) => agentId),
          ]`,
  },
  {
    ...stated,
    area: "limits",
    id: "reads-of-orders-count-as-writes",
    wrong: "who reads orders uses up the window of what writes them, a tenth of that of reads",
    against: sentences.READ_RATE,
    confined: "method=GET, route=/orders, /orders/open and /orders/{order_id}",
    file: "http/serve-route.ts",
    find: '  const rateClass = route.method === "GET" ? "read" : "write";',
    replace: `  const isRead = route.method === "GET" && !route.path.startsWith("/orders");
  const rateClass = isRead ? "read" : "write";`,
  },
  {
    ...stated,
    area: "errors",
    id: "true-and-false-may-be-texts",
    wrong: "where a body should say true or false, the text of either is taken for it",
    against: "HTTP statuses, 400: the body fails validation (wrong types)",
    confined: "field=reduce_only or confirm_fat_finger, value=a text",
    file: "http/validate.ts",
    find: '    const member = rest[key];\n    if (typeof member !== "object") continue;',
    replace: `    const member = rest[key];
    if (member === "true" || member === "false") {
      rest = { ...rest, [key]: member === "true" };
      continue;
    }
    if (typeof member !== "object") continue;`,
  },
  {
    ...stated,
    area: "kill switch",
    id: "pulling-the-switch-twice-releases-it",
    wrong: "the kill switch goes off when it is pulled while it is on",
    against: "Order reject codes, EXCHANGE_FROZEN: 503 while the global kill switch is active",
    confined: "moment=pulled again while it is on",
    file: "core/venue.ts",
    find: "      state.frozen = command.frozen;",
    replace: "      state.frozen = command.frozen && !state.frozen;",
  },
];
