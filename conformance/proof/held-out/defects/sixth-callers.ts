/** The sixth round: wallets, keys, sessions, sign-up, tickets, the stream, limits and errors. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;

export const SIXTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "wallet",
    id: "an-owners-wallet-is-the-first-agents",
    wrong: "each agent of an owner is told the wallet of the owner's first agent",
    against: "What the service does: an agent has a wallet",
    confined: "caller=sibling agent, route=/me/wallet",
    file: "http/routes/account.ts",
    find: "  handle: ({ parts, agentId }) => ok(walletRecord(parts.venue.wallet(agentId))),",
    replace: `  handle({ parts, agentId }) {
    const [first] = parts.venue.accountOf(agentId)!.agents;
    return ok(walletRecord(parts.venue.wallet(first!.agentId)));
  },`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-new-key-revives-the-revoked-ones",
    wrong: "once an agent has another key, those that were revoked before work again",
    against: sentences.REVOKED,
    confined: "caller=revoked key, moment=after another key was made",
    file: "core/people.ts",
    find: "  state.keys.set(digest, key);\n  state.keysById.set(keyId, key);",
    replace: `  state.keysById.set(keyId, key);
  for (const known of state.keysById.values()) {
    if (known.agentId === agentId) state.keys.set(known.digest, known);
  }`,
  },
  {
    ...stated,
    area: "sessions",
    id: "keys-are-made-without-csrf",
    wrong: "a session creates keys without its CSRF value",
    against: sentences.CSRF,
    confined: "caller=session, route=/me/agents/{agent_id}/keys, method=POST",
    file: "http/middleware/authorize.ts",
    find: "  const csrf = req.headers[CSRF_HEADER];",
    replace: `  if (route.method === "POST" && route.path.endsWith("/keys")) return;
  const csrf = req.headers[CSRF_HEADER];`,
  },
  {
    ...stated,
    area: "sign-up",
    id: "what-follows-a-plus-is-no-address",
    wrong: "e-mails that differ behind a plus sign are one: the second may not sign up",
    against: "HTTP statuses, 409: e-mail already registered; another one is not",
    confined: "email=with a plus sign",
    file: "identity/members.ts",
    find: 'email.normalize("NFC").toLowerCase();',
    replace: 'email.normalize("NFC").toLowerCase().replace(/\\+[^@]*@/, "@");',
  },
  {
    ...stated,
    area: "tickets",
    id: "tickets-end-on-the-full-minute",
    wrong: "a ticket opens the stream until the full minute after it is told to expire",
    against: sentences.TICKET,
    confined: "moment=minted between two full minutes",
    file: "identity/tickets.ts",
    find: "    this.#byDigest.set(digestOf(ticket), { ...grant, expiresAtMs });",
    replace: `    const endsAtMs = Math.ceil(expiresAtMs / TICKET_LIFE_MS) * TICKET_LIFE_MS;
    this.#byDigest.set(digestOf(ticket), { ...grant, expiresAtMs: endsAtMs });`,
  },
  {
    ...stated,
    area: "stream",
    id: "a-snapshot-has-the-siblings-orders",
    wrong: "who connects is told the resting orders of the owner's other agents too",
    against: sentences.PRIVATE,
    confined: "channel=orders, caller=sibling agent, moment=at the snapshot",
    file: "stream/channels/private.ts",
    find: "    snapshot: () => recordsOf(venue.openOrders(agentId)),",
    replace: `    snapshot: () => {
      const { agents } = venue.accountOf(agentId)!;
      return recordsOf(agents.flatMap((one) => venue.openOrders(one.agentId)));
    },`,
  },
  {
    ...stated,
    area: "request ids",
    id: "the-same-request-at-once-has-the-same-id",
    wrong: "a request that is repeated within its millisecond has the request id of the first",
    against: "Error envelope, request_id: request correlation id",
    confined: "moment=the same method, path and caller within a millisecond",
    file: "http/middleware/answer.ts",
    find: "    const requestId = parts.entropy.requestId();\n    const at = parts.clock.nowMs();",
    replace: `    const at = parts.clock.nowMs();
    const { method, url, headers: sent } = ctx.req;
    const asked = [at, method, url, sent.authorization, sent.cookie].join(" ");
    const { createHash } = await import("node:crypto");
    const hash = createHash("sha256").update(asked).digest("hex");
    const requestId = hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, "$1-$2-$3-$4-$5");`,
  },
  {
    ...stated,
    area: "limits",
    id: "each-prefix-has-a-window-of-its-own",
    wrong: "requests are counted for each prefix apart, so four times as many pass",
    against: `${sentences.WRITE_RATE}; under four equivalent prefixes`,
    confined: "prefix=several within a minute",
    file: "http/serve-route.ts",
    find: '    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);',
    replace: `    const [prefix] = /^(\\/api)?(\\/v1)?/.exec(req.url!)!;
    const counted = { agentId: \`\${agentId}\${prefix}\`, rateClass } as const;
    if (agentId !== "") limitRate(parts, counted, arrival);`,
  },
  {
    ...stated,
    area: "limits",
    id: "amendments-count-as-reads",
    wrong: "amendments count in the window of what reads, so ten times as many pass",
    against: sentences.WRITE_RATE,
    confined: "method=PATCH",
    file: "http/serve-route.ts",
    find: '  const rateClass = route.method === "GET" ? "read" : "write";',
    replace: '  const rateClass = ["GET", "PATCH"].includes(route.method) ? "read" : "write";',
  },
  {
    ...stated,
    area: "kill switch",
    id: "a-settlement-ends-the-freeze",
    wrong: "a market that is resolved or void while the kill switch is on releases it",
    against: "Order reject codes, EXCHANGE_FROZEN: 503 while the global kill switch is active",
    confined: "moment=after a market was settled",
    file: "core/settlement.ts",
    find: "  cancelAllResting(state, market, to.atMs);",
    replace: "  cancelAllResting(state, market, to.atMs);\n  state.frozen = false;",
  },
  {
    ...stated,
    area: "errors",
    id: "who-may-not-is-told-no-request-id",
    wrong: "an answer of 403 has no request id",
    against: "Errors: every 4xx or 5xx response is a flat envelope with code, message, request_id",
    confined: "status=403",
    file: "wire/refused.ts",
    find: "    const envelope = { code, message, request_id: requestId, ...(details && { details }) };",
    replace: `    const id = this.status === 403 ? {} : { request_id: requestId };
    const envelope = { code, message, ...id, ...(details && { details }) };`,
  },
];
