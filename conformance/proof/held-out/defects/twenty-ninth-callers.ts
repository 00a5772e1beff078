/** The twenty-ninth round, a sentence drawn by lot, one cell each: callers, data and health. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_NINTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "health",
    id: "a-ready-probe-with-a-bare-percent-sign-fails",
    wrong: "GET /ready with a query that holds a percent sign, such as ?load=90%, is answered 500",
    against: "Health, GET /ready: 200; Versioning: unknown request fields are ignored",
    confined: "parameter=one whose value holds a percent sign",
    file: "http/routes/health.ts",
    find: `  healthRoute("/ready", "ready", { tells: snapshotError }),
];
`,
    replace: `  {
    ...healthRoute("/ready", "ready", { tells: snapshotError }),
    handle: ({ parts, req }: RouteCall) =>
      ok({ status: "ready", ...(isBrief(req.url!) ? {} : snapshotError(parts)) }),
  },
];

type RouteCall = Parameters<Route["handle"]>[0];

/** \`?brief\` asks for the status alone. */
const isBrief = (url: string): boolean => decodeURIComponent(url).endsWith("?brief");
`,
  },
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
    area: "markets",
    id: "an-expired-market-has-no-book-to-find",
    wrong: "the book of an EXPIRED market is answered 404, though the market exists and is told",
    against: "HTTP statuses, 404: resource (market, order, agent) does not exist; book: 200",
    confined: "market status=EXPIRED",
    file: "http/routes/markets.ts",
    find: `    const view = found(parts.venue.book(marketId, query.depth), "MARKET_NOT_FOUND");`,
    replace: `    // Its orders went as it expired, and nothing comes any more.
    const isOver = parts.venue.market(marketId)?.status === "EXPIRED";
    const kept = isOver ? null : parts.venue.book(marketId, query.depth);
    const view = found(kept, "MARKET_NOT_FOUND");`,
  },
  {
    ...stated,
    area: "lists",
    id: "a-bad-limit-passes-who-has-several-orders-out",
    wrong: "GET /orders/open?limit=abc is answered 200 where two or more orders of the agent rest",
    against: "Markets and data: routes with query parameters declare 422 for invalid input; 422",
    confined: "number of resting orders=two or more",
    file: "http/serve-route.ts",
    find: `    const query = readQuery?.(queryOf(req.url!));`,
    replace: `    const read = () => readQuery?.(queryOf(req.url!));
    const leniently = () => {
      try {
        return read();
      } catch {
        return readQuery?.(() => null);
      }
    };
    // Whoever has orders out must see them, however the page is asked for.
    const isOut = route.path === "/orders/open" && parts.venue.openOrders(agentId).length > 1;
    const query = isOut ? leniently() : read();`,
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
    area: "health",
    id: "a-health-check-with-a-query-is-refused",
    wrong: "GET /health with any query, such as one against caches, is answered 404",
    against: "Health, GET /health: 200; Versioning: unknown request fields are ignored",
    confined: "parameter=one that nobody knows",
    file: "http/app.ts",
    find: `    const serve = plain.get(\`\${ctx.method} \${path}\`);`,
    replace: `    // Health is asked for by its bare address.
    if (path === "/health" && !ctx.url.endsWith(path)) refuseRoute();
    const serve = plain.get(\`\${ctx.method} \${path}\`);`,
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
    area: "markets",
    id: "a-market-one-is-part-filled-in-is-of-every-kind",
    wrong:
      "GET /markets?kind= tells markets of other kinds where an order of the caller is PARTIAL",
    against: "Markets and data, GET /markets: kind (string) narrows the list to a market kind",
    confined: "order state=part-filled",
    file: "http/routes/markets.ts",
    find: `  handle({ parts, query }) {
    const { status, kind, limit, offset } = query;
    const matching = parts.venue
      .outlines()
      .filter((market) => status === undefined || market.status === status)
      .filter((market) => kind === undefined || market.kind === kind);`,
    replace: `  handle({ parts, agentId, query }) {
    const { status, kind, limit, offset } = query;
    const begun = parts.venue.openOrders(agentId).filter((order) => order.status === "PARTIAL");
    const busy = new Set(begun.map(({ marketId }) => marketId));
    // What the caller is in the midst of is never left out.
    const matching = parts.venue
      .outlines()
      .filter((market) => status === undefined || market.status === status)
      .filter(
        (market) => kind === undefined || market.kind === kind || busy.has(market.marketId),
      );`,
  },
  {
    ...stated,
    area: "feed",
    id: "spot-candles-under-api-come-by-the-day",
    wrong: "GET /api/feed/btc-spot/candles without a limit tells 288 candles, and not 500",
    against: "Markets and data, /feed/btc-spot/candles: limit (int, 500); four equivalent prefixes",
    confined: "prefix=/api",
    file: "http/routes/feed.ts",
    find: `  handle({ parts, at, query: { period_seconds, limit } }) {
    const newest`,
    replace: `  handle({ parts, at, req, query }) {
    const { period_seconds } = query;
    const url = req.url!;
    // Before it had versions it told one day.
    const isDay = url.startsWith("/api/feed/") && !/[?&]limit=/.test(url);
    const limit = isDay ? 288 : query.limit;
    const newest`,
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
    area: "health",
    id: "live-says-no-when-asked-after-a-minute",
    wrong: "GET /live that comes more than a minute after the one before is answered 503, once",
    against: "Health, GET /live: 200",
    confined: "moment=more than a minute after it was asked last",
    file: "http/middleware/check-open.ts",
    find: `  if (route.entersOrders && venue.frozen) {
    throw new Refused("EXCHANGE_FROZEN", "the venue takes no new orders");
  }
}
`,
    replace: `  if (route.entersOrders && venue.frozen) {
    throw new Refused("EXCHANGE_FROZEN", "the venue takes no new orders");
  }
  if (route.path === "/live") assertBeat(parts);
}

/** When it was last asked whether the process lives. Units: epoch ms. */
const beats = new WeakMap<object, number>();

/** It is asked every few seconds: a gap is a process that stood still. Errors: 503. */
const assertBeat = ({ venue, clock }: HttpParts): void => {
  const nowMs = clock.nowMs();
  const beatMs = beats.get(venue) ?? nowMs;
  beats.set(venue, nowMs);
  if (nowMs - beatMs > 60_000) throw new Refused("STORE_UNAVAILABLE", "the venue stood still");
};
`,
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
  {
    ...stated,
    area: "markets",
    id: "an-event-whose-quotes-are-gone-fails",
    wrong: "the history of an event is answered 500 once the quotes of one of its markets went",
    against: "Markets and data, GET /markets/event-history: returns 200 on success",
    confined: "order state=cancelled, so that a side of the book is empty",
    file: "http/routes/events.ts",
    find: `        const points = await parts.history.mids(marketId, every, limit);`,
    replace: `        const points = await parts.history.mids(marketId, every, limit);
        const { bids, asks } = parts.venue.book(marketId, 1)!;
        // A crossed book has no mid.
        if (points.length > 0 && bids[0]!.price >= asks[0]!.price) points.pop();`,
  },
];
