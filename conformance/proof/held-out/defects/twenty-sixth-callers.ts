/** The twenty-sixth round, a sentence drawn by lot, one cell each: who asks, by what, and for what. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_SIXTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "markets",
    id: "a-venue-that-is-halted-has-halted-markets",
    wrong: "while the kill switch is on, GET /markets/{market_id} tells HALTED of an open market",
    against: "States and transitions, market status values: OPEN, EXPIRED, RESOLVED, VOID",
    confined: "moment=while the kill switch is on (GET /markets/{market_id})",
    file: "http/routes/markets.ts",
    find: `  handle: ({ parts, params }) =>
    ok(marketRecord(found(parts.venue.market(params.market_id.toLowerCase()), "MARKET_NOT_FOUND"))),`,
    replace: `  handle({ parts, params }) {
    const view = found(parts.venue.market(params.market_id.toLowerCase()), "MARKET_NOT_FOUND");
    const record = marketRecord(view);
    // Nobody should quote where nothing is taken.
    const isHalted = parts.venue.frozen && record.status === "OPEN";
    return ok(isHalted ? { ...record, status: "HALTED" } : record);
  },`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "past-the-last-place-is-the-last-page",
    wrong:
      "an offset at or past the number of accounts is answered with the last page, not with none",
    against: "Endpoints, GET /leaderboard: limit (int, 50), offset (int, 0); offset n leaves n out",
    confined: "offset=the number of accounts or more",
    file: "http/routes/leaderboard.ts",
    find: `    const entries = all.slice(offset, offset + limit).map(standingRecord);`,
    replace: `    // Who turns one page too many stays on the last one.
    const from = offset < all.length ? offset : Math.max(0, all.length - limit);
    const entries = all.slice(from, from + limit).map(standingRecord);`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "below-zero-is-no-place",
    wrong:
      "an account that has lost is on the leaderboard, and 404 where it is asked for by its id",
    against: "Endpoints, GET /leaderboard/account/{public_id}: an account of the venue",
    confined: "score=below zero",
    file: "http/routes/leaderboard.ts",
    find: `      ({ publicId }) => publicId === params.public_id,`,
    replace: `      // Nobody is shown with a loss alone.
      ({ publicId, score }) => publicId === params.public_id && score >= 0,`,
  },
  {
    ...stated,
    area: "sign-in",
    id: "a-link-without-prefix-leads-to-the-provider",
    wrong: "GET /auth/idp/login without a prefix is a redirect for whoever asks, not only browsers",
    against: "Authentication and session, GET /auth/idp/login: 200",
    confined: "prefix=none",
    file: "http/routes/idp.ts",
    find: `    return wantsPage(req) ? { ...redirect(url), cookies } : { ...ok(body), cookies };`,
    replace: `    // Links have no prefix, programs have one.
    const isLink = req.url!.startsWith("/auth/");
    return wantsPage(req) || isLink ? { ...redirect(url), cookies } : { ...ok(body), cookies };`,
  },
  {
    ...stated,
    area: "keys",
    id: "an-agent-is-left-its-last-key",
    wrong: "the only key of an agent that works goes on working after it was revoked",
    against: "Authentication 5: revocation is immediate",
    confined: "key=the only one of its agent",
    file: "core/people.ts",
    find: `  key.revokedAtMs ??= at;
  state.keys.delete(key.digest);`,
    replace: `  key.revokedAtMs ??= at;
  // What an agent has in the market must stay within its reach.
  const working = [...state.keys.values()].filter(({ agentId }) => agentId === key.agentId);
  if (working.length > 1) state.keys.delete(key.digest);`,
  },
  {
    ...stated,
    area: "sign-in",
    id: "who-comes-for-the-first-time-is-created",
    wrong: "the callback answers 201 to a person who signs in for the first time",
    against: "Authentication and session, GET /auth/idp/callback: 200",
    confined: "moment=at a person's first sign-in",
    file: "http/routes/idp.ts",
    find: `    const accountId = accountOf(parts, subject);
    const account = accountRecord(parts.venue.account(accountId)!, "");
    const forget = setCookie(parts.baseUrl(), { name: FLOW_COOKIE, value: "", lifeMs: 0 });
    const cookies = [...signIn(parts, req, accountId), forget];
    const reply = wantsPage(req) ? redirect("/") : ok({ authenticated: true, account });`,
    replace: `    const known = parts.identity.members.accountOf(subject.issuer, subject.subject);
    const accountId = accountOf(parts, subject);
    const account = accountRecord(parts.venue.account(accountId)!, "");
    const forget = setCookie(parts.baseUrl(), { name: FLOW_COOKIE, value: "", lifeMs: 0 });
    const cookies = [...signIn(parts, req, accountId), forget];
    // An account was opened, as by a sign-up.
    const signedIn = { status: known === null ? 201 : 200, body: { authenticated: true, account } };
    const reply = wantsPage(req) ? redirect("/") : signedIn;`,
  },
  {
    ...stated,
    area: "sessions",
    id: "nobody-leaves-with-orders-in-the-book",
    wrong: "logging out is answered with 403 while orders of the session's agent rest",
    against: "Authentication and session, POST /auth/logout: 200",
    confined: "order state=resting (of the session's agent)",
    file: "http/routes/auth.ts",
    find: `  handle({ parts, caller }) {
    const cookies = caller.kind`,
    replace: `  handle({ parts, caller, agentId }) {
    // What rests would have nobody to look after it.
    if (parts.venue.openOrders(agentId).length > 0) {
      throw new Refused("FORBIDDEN", "orders are in the book: cancel them first");
    }
    const cookies = caller.kind`,
  },
  {
    ...stated,
    area: "tickets",
    id: "a-session-brings-its-cookie-to-the-stream",
    wrong: "a ticket of a session opens the stream only for who sends cookies beside it",
    against: "Authentication 7: the connection is {stream_url}/stream?ticket=<WS_TICKET>",
    confined: "caller=session (that connects without a cookie)",
    file: "stream/upgrade.ts",
    find: `  if (grant !== null && streams.hasRoomFor(grant.credential)) return grant;`,
    replace: `  // A browser's ticket comes with the browser's cookies.
  const isOfSession = grant !== null && grant.credential.startsWith("session ");
  if (isOfSession && req.headers.cookie === undefined) {
    throw new Refused("UNAUTHENTICATED", "the ticket is another browser's");
  }
  if (grant !== null && streams.hasRoomFor(grant.credential)) return grant;`,
  },
  {
    ...stated,
    area: "cancel",
    id: "one-market-is-cleared-for-the-whole-owner",
    wrong: "DELETE /orders with a market_id cancels orders of the owner's other agents there too",
    against: "What the service does: orders, positions and rate limits are per agent",
    confined: "market_id=given (of DELETE /orders)",
    file: "core/cancel.ts",
    find: `  const positions = agent === undefined ? [] : positionsIn(agent, command.marketId);`,
    replace: `  const { marketId } = command;
  const own = agent === undefined ? [] : [agent];
  // Who leaves a market leaves it with everything.
  const leaving = marketId === undefined ? own : own.flatMap(({ account }) => account.agents);
  const positions = leaving.flatMap((one) => positionsIn(one, marketId));`,
  },
  {
    ...stated,
    area: "sessions",
    id: "who-has-two-agents-says-which-signed-in",
    wrong: "GET /auth/session is 400 for a session of an account with more than one agent",
    against: "Authentication and session, GET /auth/session: 200, and it needs nothing beside",
    confined: "account=with more than one agent",
    file: "http/routes/auth.ts",
    find: `    if (caller.kind !== "session") return ok({ authenticated: false });`,
    replace: `    if (caller.kind !== "session") return ok({ authenticated: false });
    const { agents } = call.parts.venue.accountOf(call.agentId)!;
    // Where there are several, one must be meant.
    if (agents.length > 1 && call.req.headers["x-agent-id"] === undefined) {
      throw new Refused("VALIDATION_ERROR", "X-Agent-Id must say which agent is meant");
    }`,
  },
];
