/** The twenty-ninth round, a sentence drawn by lot, one cell each: callers and their credentials. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_NINTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "tickets",
    id: "a-session-that-named-its-agent-once-need-not-again",
    wrong: "a session that has minted a ticket gets the next without agent_id, for the same agent",
    against: "WebSocket ticket, agent_id: required with session auth; Authentication 7",
    confined: "caller=session that has minted a ticket before",
    file: "http/routes/ticket.ts",
    find: `    const { agentId } = ownAgent(call, wantedAgent(call));
    if (call.caller.kind === "key" && agentId !== call.agentId) {
      throw new Refused("FORBIDDEN", "another agent's ticket");
    }
    const { tickets } = call.parts.identity;
    const minted = tickets.mint({ agentId, credential: credentialOf(call.caller) });
    const expiresAt = new Date(minted.expiresAtMs).toISOString();
    return { status: 201, body: { ticket: minted.ticket, expires_at: expiresAt } };
  },
});
`,
    replace: `    const session = call.caller.kind === "session" ? call.caller.session : null;
    const isSilent = session !== null && call.body.agent_id === undefined;
    const { agentId } = ownAgent(call, (isSilent && chosen.get(session)) || wantedAgent(call));
    if (session !== null) chosen.set(session, agentId);
    if (call.caller.kind === "key" && agentId !== call.agentId) {
      throw new Refused("FORBIDDEN", "another agent's ticket");
    }
    const { tickets } = call.parts.identity;
    const minted = tickets.mint({ agentId, credential: credentialOf(call.caller) });
    const expiresAt = new Date(minted.expiresAtMs).toISOString();
    return { status: 201, body: { ticket: minted.ticket, expires_at: expiresAt } };
  },
});

/** Which of the account's agents a page is for. */
const chosen = new WeakMap<object, string>();
`,
  },
  {
    ...stated,
    area: "tickets",
    id: "a-second-keys-ticket-tells-the-firsts-end",
    wrong: "a ticket minted while one of the agent's other key lives tells the other's expires_at",
    against: "WebSocket ticket, expires_at: ISO 8601 timestamp, 60 seconds after minting",
    confined: "caller=second key of an agent, while the first's ticket lives",
    file: "http/routes/ticket.ts",
    find: `    const minted = tickets.mint({ agentId, credential: credentialOf(call.caller) });
    const expiresAt = new Date(minted.expiresAtMs).toISOString();
    return { status: 201, body: { ticket: minted.ticket, expires_at: expiresAt } };
  },
});
`,
    replace: `    const credential = credentialOf(call.caller);
    const minted = tickets.mint({ agentId, credential });
    const ends = endsOf.get(tickets) ?? new Map<string, End>();
    endsOf.set(tickets, ends);
    const other = call.caller.kind === "key" ? ends.get(agentId) : undefined;
    const isLive = other !== undefined && other.expiresAtMs > call.parts.clock.nowMs();
    const isShared = isLive && other.credential !== credential;
    const { expiresAtMs } = isShared ? other : minted;
    if (call.caller.kind === "key") {
      ends.set(agentId, isShared ? other : { credential, expiresAtMs });
    }
    const expiresAt = new Date(expiresAtMs).toISOString();
    return { status: 201, body: { ticket: minted.ticket, expires_at: expiresAt } };
  },
});

/** Units: epoch ms. */
interface End {
  credential: string;
  expiresAtMs: number;
}

/** When the ticket of an agent ends. */
const endsOf = new WeakMap<object, Map<string, End>>();
`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-makes-keys-of-its-agent-as-the-operator",
    wrong: "POST /agents/{agent_id}/keys with a key of that very agent makes one more key of it",
    against: "Agent keys: /agents/{agent_id}/keys exists for operator or admin credentials",
    confined: "agent_id=the calling key's own agent",
    file: "http/middleware/authorize.ts",
    find: `  if (route.auth === "operator" && caller.kind !== "operator") {`,
    replace: `  // An agent is master of its own keys.
  const isOwn =
    caller.kind === "key" &&
    route.method === "POST" &&
    req.url!.includes(\`/agents/\${caller.agentId}/\`);
  if (route.auth === "operator" && caller.kind !== "operator" && !isOwn) {`,
  },
  {
    ...stated,
    area: "sessions",
    id: "another-sessions-csrf-value-will-do",
    wrong: "of two sessions of an account each takes the CSRF value that the other has used",
    against: "Authentication 4: a readable CSRF cookie whose value is echoed in X-Service-CSRF",
    confined: "number of the account's sessions=two",
    file: "http/middleware/authorize.ts",
    find: `  const csrf = req.headers[CSRF_HEADER];
  if (typeof csrf !== "string" || !proves(csrf, caller.session.csrfDigest)) {
    throw new Refused("CSRF_FAILED", "X-Service-CSRF must carry the CSRF cookie's value");
  }
}
`,
    replace: `  const csrf = req.headers[CSRF_HEADER];
  const { accountId, csrfDigest } = caller.session;
  const digests = used.get(accountId) ?? new Set<string>();
  const isRight = (digest: string) => typeof csrf === "string" && proves(csrf, digest);
  if (!isRight(csrfDigest) && ![...digests].some(isRight)) {
    throw new Refused("CSRF_FAILED", "X-Service-CSRF must carry the CSRF cookie's value");
  }
  if (isRight(csrfDigest)) used.set(accountId, digests.add(csrfDigest));
}

/** What the pages of an account have shown to be theirs. */
const used = new Map<string, Set<string>>();
`,
  },
  {
    ...stated,
    area: "tickets",
    id: "a-ticket-minted-under-api-ends-the-one-before",
    wrong: "a ticket minted under /api ends the caller's unused tickets, which had seconds to live",
    against: "States 5: a WebSocket ticket is consumed on first use and expires after 60 seconds",
    confined: "prefix=/api",
    file: "http/routes/ticket.ts",
    find: `    const minted = tickets.mint({ agentId, credential: credentialOf(call.caller) });`,
    replace: `    const credential = credentialOf(call.caller);
    // A page asks here, and one that is loaded again has lost its ticket.
    if (call.req.url!.startsWith("/api/auth/")) tickets.endOf(credential);
    const minted = tickets.mint({ agentId, credential });`,
  },
  {
    ...stated,
    area: "tickets",
    id: "a-ticket-that-lapses-takes-the-next-along",
    wrong: "once a ticket has lapsed unused, the next minting ends the oldest that still lives",
    against: "Authentication 7: a ticket with prefix rw_live_, valid 60 seconds",
    confined: "moment=a minute after a ticket that nobody used",
    file: "identity/tickets.ts",
    find: `    for (const [digest, { expiresAtMs }] of this.#byDigest) {
      if (expiresAtMs > nowMs) return;
      this.#byDigest.delete(digest);
    }`,
    replace: `    const kept = [...this.#byDigest];
    const firstLive = kept.findIndex(([, { expiresAtMs }]) => expiresAtMs > nowMs);
    if (firstLive === 0) return;
    const last = firstLive < 0 ? kept.length : firstLive;
    for (const [digest] of kept.slice(0, last + 1)) this.#byDigest.delete(digest);`,
  },
  {
    ...stated,
    area: "stream",
    id: "a-second-keys-socket-silences-the-firsts",
    wrong: "when another key of an agent opens the stream, the first key's socket is told no more",
    against: "Events: the stream carries private channels per agent",
    confined: "caller=first key, once a second key of the agent streams",
    file: "stream/broadcast.ts",
    find: `  join(follower: Follower): void {
    this.#followers.add(follower);`,
    replace: `  join(follower: Follower): void {
    const keyOf = (one: Follower & { grant?: { credential: string } }): string =>
      /^key .*/.exec(one.grant?.credential ?? "")?.[0] ?? "";
    const key = keyOf(follower);
    // A key that is new takes the place of the one before.
    for (const other of this.address.isPrivate && key !== "" ? this.#followers : []) {
      if (keyOf(other) !== "" && keyOf(other) !== key) this.#followers.delete(other);
    }
    this.#followers.add(follower);`,
  },
];
