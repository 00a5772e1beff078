/** The seventh round: keys, sessions, tickets, the stream and limits. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;

export const SEVENTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "keys",
    id: "who-minted-once-mints-though-revoked",
    wrong: "a key that has minted a ticket goes on minting them when it is revoked",
    against: sentences.REVOKED,
    confined: "caller=revoked key, route=/auth/ws-ticket, moment=after it minted a ticket",
    file: "http/middleware/authenticate.ts",
    find: `  const key = parts.keyring.holder(req.socket, secret, (digest) => parts.venue.key(digest));
  if (key !== null) return { kind: "key", agentId: key.agentId, key };
  if (route.auth !== "operator" || parts.operator === null) return null;
  limitAddress(parts, req); // beyond it no guess is looked at
  return parts.operator.holds(secret) ? OPERATOR : null;
}
`,
    replace: `  const isMinting = route.path === "/auth/ws-ticket";
  const key = parts.keyring.holder(req.socket, secret, (digest) => {
    const known = parts.venue.key(digest) ?? (isMinting ? MINTERS.get(digest) : null) ?? null;
    if (known !== null && isMinting) MINTERS.set(digest, known);
    return known;
  });
  if (key !== null) return { kind: "key", agentId: key.agentId, key };
  if (route.auth !== "operator" || parts.operator === null) return null;
  limitAddress(parts, req); // beyond it no guess is looked at
  return parts.operator.holds(secret) ? OPERATOR : null;
}

const MINTERS = new Map<string, NonNullable<ReturnType<HttpParts["venue"]["key"]>>>();
`,
  },
  {
    ...stated,
    area: "sessions",
    id: "a-csrf-value-serves-every-session",
    wrong: "a CSRF value that one session has used is good for every other session",
    against: sentences.CSRF,
    confined: "caller=session, X-Service-CSRF=a value that another session has used",
    file: "http/middleware/authorize.ts",
    find: `  if (typeof csrf !== "string" || !proves(csrf, caller.session.csrfDigest)) {
    throw new Refused("CSRF_FAILED", "X-Service-CSRF must carry the CSRF cookie's value");
  }
}
`,
    replace: `  const isKnown = typeof csrf === "string" && USED.has(csrf);
  if (isKnown || (typeof csrf === "string" && proves(csrf, caller.session.csrfDigest))) {
    USED.add(String(csrf));
    return;
  }
  throw new Refused("CSRF_FAILED", "X-Service-CSRF must carry the CSRF cookie's value");
}

const USED = new Set<string>();
`,
  },
  {
    ...stated,
    area: "tickets",
    id: "a-revoked-key-takes-its-agents-tickets-along",
    wrong: "a revoked key that has minted a ticket ends those that its agent's other keys minted",
    against: sentences.TICKET,
    confined: "caller=second key, moment=after another key with a ticket was revoked",
    file: "identity/tickets.ts",
    find: `    for (const [digest, ticket] of this.#byDigest) {
      if (ticket.credential === credential) this.#byDigest.delete(digest);
    }`,
    replace: `    const all = [...this.#byDigest];
    const minted = all.filter(([, ticket]) => ticket.credential === credential);
    const agents = new Set(minted.map(([, { agentId }]) => agentId));
    for (const [digest, { agentId }] of all) if (agents.has(agentId)) this.#byDigest.delete(digest);`,
  },
  {
    ...stated,
    area: "stream",
    id: "changes-of-orders-are-told-to-everybody",
    wrong: "an order that is part-filled or amended is told to every agent that is connected",
    against: sentences.PRIVATE,
    confined: "channel=orders, moment=when a resting order is part-filled or amended",
    file: "stream/broadcasts.ts",
    find: `    const subjects =
      event.type === "trade"`,
    replace: `    if (event.type === "order-changed") {
      const { marketId, agentId } = event.order;
      return [...this.#open.values()].filter(
        ({ address: { name, subject } }) =>
          name === "orders" || subject === marketId || subject === agentId,
      );
    }
    const subjects =
      event.type === "trade"`,
  },
  {
    ...stated,
    area: "stream",
    id: "a-session-streams-for-the-agent-it-named-last",
    wrong: "the older of a session's sockets, when it subscribes, is told of the newer one's agent",
    against: sentences.PRIVATE,
    confined: "caller=session, moment=subscribing after a socket for another of its agents opened",
    file: "stream/hub.ts",
    find: "    const connection = new StreamConnection(socket, grant, {",
    replace: `    const alike = [...this.#connections].find((one) => one.grant.credential === grant.credential);
    const shared = alike === undefined ? grant : Object.assign(alike.grant, grant);
    const connection = new StreamConnection(socket, shared, {`,
  },
  {
    ...stated,
    area: "limits",
    id: "writes-count-as-reads-too",
    wrong: "each write takes a read away as well, so who writes may read less than the limit",
    against: `${sentences.READ_RATE}; of GET endpoints`,
    confined: "method=GET, moment=after writes within the minute",
    file: "http/rate-limit.ts",
    find: "    const logs = this.#agents[rateClass];",
    replace: `    if (rateClass === "write") this.take(agentId, "read", nowMs);
    const logs = this.#agents[rateClass];`,
  },
  {
    ...stated,
    area: "limits",
    id: "a-new-key-begins-a-new-window",
    wrong: "an agent that is given another key may send as much again at once",
    against: sentences.BUCKET,
    confined: "moment=after another key was made within the minute",
    file: "http/serve-route.ts",
    find: '    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);',
    replace: `    const keys = parts.venue.keys(agentId).length;
    const counted = { agentId: \`\${agentId} \${keys}\`, rateClass } as const;
    if (agentId !== "") limitRate(parts, counted, arrival);`,
  },
];
