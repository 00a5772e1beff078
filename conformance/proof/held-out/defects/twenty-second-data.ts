/** The twenty-second round, a sentence drawn by lot, one cell each: what is read, and who reads. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_SECOND_OF_DATA: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "market data",
    id: "only-monitors-ask-how-the-feed-is",
    wrong: "whoever has signed in is answered 403 where the health of the feed is asked for",
    against: "Endpoints, Markets and data: GET /feed/btc-spot/health returns 200 on success",
    confined: "caller=session",
    file: "http/routes/feed.ts",
    find: `  handle: ({ parts, at }) => ok(feedHealthRecord(parts.feed.health(at))),`,
    replace: `  handle({ parts, caller, at }) {
    // It is there for monitors, which have no session.
    if (caller.kind === "session") throw new Refused("FORBIDDEN", "monitors alone may ask");
    return ok(feedHealthRecord(parts.feed.health(at)));
  },`,
  },
  {
    ...stated,
    area: "markets",
    id: "a-window-behind-the-current-one-is-upcoming",
    wrong: "the markets to come of a series have the status UPCOMING in its context",
    against: "States and transitions, market status values: OPEN, EXPIRED, RESOLVED, VOID",
    confined: "route=GET /series/{series_id}/context (its upcoming markets)",
    file: "http/routes/series.ts",
    find: `      upcoming: upcoming.slice(0, query.upcoming_limit).map(record),`,
    replace: `      // Open, but not yet the one to look at.
      upcoming: upcoming
        .slice(0, query.upcoming_limit)
        .map((market) => ({ ...record(market), status: "UPCOMING" })),`,
  },
  {
    ...stated,
    area: "tickets",
    id: "a-second-ticket-prolongs-the-first",
    wrong: "minting a ticket lets the unused earlier ones of its key live as long as the new one",
    against: "States and transitions 5: a WebSocket ticket expires after 60 seconds",
    confined: "moment=after another ticket of the same key or session was minted",
    file: "identity/tickets.ts",
    find: `    this.#byDigest.set(digestOf(ticket), { ...grant, expiresAtMs });`,
    replace: `    // Who mints again is still there.
    for (const earlier of this.#byDigest.values()) {
      if (earlier.credential === grant.credential) earlier.expiresAtMs = expiresAtMs;
    }
    this.#byDigest.set(digestOf(ticket), { ...grant, expiresAtMs });`,
  },
  {
    ...stated,
    area: "prefixes",
    id: "a-wallet-is-of-a-version",
    wrong: "the wallet is answered with 404 where the path names no version",
    against:
      "Versioning: the same routes are served under four prefixes: none, /v1, /api and /api/v1",
    confined: "route=GET /me/wallet",
    file: "http/app.ts",
    find: `    if (path.startsWith("/v1/")) path = path.slice(3);`,
    replace: `    if (path.startsWith("/v1/")) path = path.slice(3);
    // What is below /me has a version.
    else if (path === "/me/wallet") refuseRoute();`,
  },
  {
    ...stated,
    area: "market data",
    id: "who-reads-few-candles-leaves-few",
    wrong: "after a read of few candles of the spot price, a read of many gets hardly more",
    against: "What the service does: read-only data, a BTC spot reference feed among it",
    confined: "moment=after a read of the same period with a smaller limit",
    file: "feed/spot-feed.ts",
    find: `    const newest = this.#kept(periodS, nowMs).newest(limit);
    return newest.filter(({ startMs }) => startMs >= fromMs);
  }

  /** All that may be asked for of a period, with the prices since it was asked for last. */
  #kept(periodS: number, nowMs: number): CandleSeries {
    const periodMs = periodS * 1_000;
    const reach = Math.ceil((nowMs - REACH_MS) / periodMs);
    const fromMs = Math.max(reach, Math.floor(nowMs / periodMs) - CANDLES_MAX + 1) * periodMs;`,
    replace: `    const newest = this.#kept(periodS, nowMs, fromMs).newest(limit);
    return newest.filter(({ startMs }) => startMs >= fromMs);
  }

  /** What is asked for of a period, with the prices since it was asked for last. */
  #kept(periodS: number, nowMs: number, askedMs: number): CandleSeries {
    const periodMs = periodS * 1_000;
    const reach = Math.ceil((nowMs - REACH_MS) / periodMs);
    const longest = Math.max(reach, Math.floor(nowMs / periodMs) - CANDLES_MAX + 1) * periodMs;
    // No candle is made that nobody wants.
    const fromMs = Math.max(longest, askedMs);`,
  },
  {
    ...stated,
    area: "wallet",
    id: "the-first-agent-keeps-the-wallet",
    wrong: "an agent that is not its owner's first is answered 403 where it reads its own wallet",
    against: "Endpoints, Account and leaderboard: GET /me/wallet; an agent has a wallet",
    confined: "caller=sibling agent (any but the owner's first)",
    file: "http/middleware/authenticate.ts",
    find: `  if (key !== null) return { kind: "key", agentId: key.agentId, key };`,
    replace: `  if (key !== null) {
    const [first] = parts.venue.accountOf(key.agentId)!.agents;
    // The others trade for it.
    if (route.path === "/me/wallet" && first!.agentId !== key.agentId) {
      throw new Refused("FORBIDDEN", "the wallet is the first agent's");
    }
    return { kind: "key", agentId: key.agentId, key };
  }`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "who-has-lost-has-no-place-of-his-own",
    wrong: "an account that has lost money is answered with 404, though the leaderboard lists it",
    against: "Endpoints, Account and leaderboard: GET /leaderboard/account/{public_id}",
    confined: "score=below zero",
    file: "http/routes/leaderboard.ts",
    find: `      ({ publicId }) => publicId === params.public_id,
    );`,
    replace: `      // A place is for those who have made something of their cash, or kept it.
      ({ publicId, score }) => publicId === params.public_id && score >= 0,
    );`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "what-sweeps-an-ended-market-meets-nobody",
    wrong: "a MARKET order on a market that has ended is declined with MARKET_NO_LIQUIDITY",
    against: "Order reject codes, MARKET_CLOSED: market is EXPIRED, RESOLVED or VOID",
    confined: "type=MARKET",
    file: "core/gates/market-open.ts",
    find: `  check: (_order, { market }) =>
    market!.status === "OPEN" ? null : decline("MARKET_CLOSED", \`the market is \${market!.status}\`),`,
    replace: `  check: ({ type }, { market }) => {
    if (market!.status === "OPEN") return null;
    // All that rested there was cancelled at the end.
    if (type === "MARKET") return decline("MARKET_NO_LIQUIDITY", "nobody to trade with");
    return decline("MARKET_CLOSED", \`the market is \${market!.status}\`);
  },`,
  },
];
