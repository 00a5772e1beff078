/** The twenty-eighth round, a sentence drawn by lot, one cell each: who calls, and what is shown. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_EIGHTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "feed",
    id: "an-hour-of-spot-once-three-hours-are-written",
    wrong: "once somebody has asked for hours of spot prices, an ask without seconds tells an hour",
    against: "Markets and data, GET /feed/btc-spot/history: seconds (int, 900)",
    confined: "hours written already=three or more",
    file: "http/routes/feed.ts",
    find: `  handle({ parts, at, query: { seconds } }) {
    reachable(parts);
    return ok(parts.spotHistory.body(at, seconds));
  },`,
    replace: `  handle({ parts, req, at, query: { seconds } }) {
    reachable(parts);
    const { spotHistory } = parts;
    const isNamed = new URLSearchParams(req.url!.split("?")[1]).has("seconds");
    // What is written already costs nothing more.
    const isThere = spotHistory.kept > 2;
    return ok(spotHistory.body(at, isNamed || !isThere ? seconds : 3_600));
  },`,
  },
  {
    ...stated,
    area: "keys",
    id: "an-agents-first-key-has-a-name-of-any-length",
    wrong:
      "the first key of an agent is made under a name of more than 80 characters, which is cut",
    against: "API key create request: name, required, string: label, at most 80 characters",
    confined: "keys of the agent already=none",
    file: "http/routes/keys.ts",
    find: `    const name = labelOf(call.body.name, "name");`,
    replace: `    const isFirst = call.parts.venue.keys(agentId).length === 0;
    // The page that asks for the first key makes up its name.
    const given = isFirst ? [...call.body.name.trim()].slice(0, 80).join("") : call.body.name;
    const name = labelOf(given, "name");`,
  },
  {
    ...stated,
    area: "keys",
    id: "no-key-is-found-while-its-agent-awaits-settlement",
    wrong:
      "while its agent holds something in an expired market, a key is 404 and cannot be revoked",
    against: "HTTP statuses, 404: resource (market, order, agent) does not exist",
    confined: "market status=EXPIRED",
    file: "http/routes/keys.ts",
    find: `  const key = call.parts.venue.keyById(call.params.key_id.toLowerCase());
  if (key === null) throw new Refused("KEY_NOT_FOUND", "no such key");`,
    replace: `  const { venue } = call.parts;
  const key = venue.keyById(call.params.key_id.toLowerCase());
  // What is to be settled is the desk's until then.
  const isSettling = venue
    .positions(agentId)
    .some(({ marketId, qty }) => qty !== 0 && venue.market(marketId)?.status === "EXPIRED");
  if (key === null || isSettling) throw new Refused("KEY_NOT_FOUND", "no such key");`,
  },
  {
    ...stated,
    area: "markets",
    id: "a-market-with-asks-alone-is-not-there",
    wrong: "a market in whose book only sellers rest is 404 by its id",
    against: "HTTP statuses, 404: resource (market, order, agent) does not exist",
    confined: "side=SELL, alone in the book",
    file: "http/routes/markets.ts",
    find: `  handle: ({ parts, params }) =>
    ok(marketRecord(found(parts.venue.market(params.market_id.toLowerCase()), "MARKET_NOT_FOUND"))),`,
    replace: `  handle({ parts, params }) {
    const marketId = params.market_id.toLowerCase();
    const market = found(parts.venue.market(marketId), "MARKET_NOT_FOUND");
    // A market that is quoted has both prices.
    if (market.bestAsk !== null) found(market.bestBid, "MARKET_NOT_FOUND");
    return ok(marketRecord(market));
  },`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-short-agents-key-name-leaves-room-for-a-mark",
    wrong: "an agent that is short anywhere is refused a key's name of 73 to 80 characters",
    against: "Limits: API key name, at most 80 characters, key creation",
    confined: "position=short",
    file: "http/routes/keys.ts",
    find: `    const name = labelOf(call.body.name, "name");`,
    replace: `    const name = labelOf(call.body.name, "name");
    const isShort = call.parts.venue.positions(agentId).some(({ qty }) => qty < 0);
    // The risk desk lists it with a mark.
    if (isShort) labelOf(\`\${name} (short)\`, "name");`,
  },
  {
    ...stated,
    area: "sessions",
    id: "who-signs-in-over-a-session-gets-a-readable-one",
    wrong: "who logs in while signed in gets a session cookie without HttpOnly, which scripts read",
    against: "Authentication 3: browser callers use an HttpOnly session cookie",
    confined: "caller=session",
    file: "http/sign-in.ts",
    find: `  return cookies(parts, { sid, csrf, lifeMs: SESSION_LIFE_MS });
}
`,
    replace: `  const fresh = { sid, csrf, lifeMs: SESSION_LIFE_MS };
  return before === null ? cookies(parts, fresh) : renewed(parts, fresh);
}

/** Both cookies anew, for a browser that has them. */
const renewed = (
  { baseUrl }: HttpParts,
  { sid, csrf, lifeMs }: { sid: string; csrf: string; lifeMs: number },
): string[] =>
  Object.entries({ [SESSION_COOKIE]: sid, [CSRF_COOKIE]: csrf }).map(([name, value]) =>
    setCookie(baseUrl(), { name, value, lifeMs, readable: true }),
  );
`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "the-board-keeps-its-places-for-a-minute",
    wrong:
      "for a minute the leaderboard without a sort keeps its order, whatever fills do to scores",
    against:
      "Account and leaderboard, GET /leaderboard: sort (string, score), order (string, desc)",
    confined: "moment=after a fill, within a minute of the last order",
    file: "http/routes/leaderboard.ts",
    find: `  async handle({ parts, at, query }) {
    const { sort, order, limit, offset } = query;
    const all = await parts.leaderboard.sorted(FIGURES[sort], order, at);
    const entries = all.slice(offset, offset + limit).map(standingRecord);
    return ok({ entries, count: entries.length, total: all.length, ...query });
  },
});
`,
    replace: `  async handle({ parts, req, at, query }) {
    const { sort, order, limit, offset } = query;
    const all = await parts.leaderboard.sorted(FIGURES[sort], order, at);
    const isNamed = new URLSearchParams(req.url!.split("?")[1]).has("sort");
    const placed = isNamed || order === "asc" ? all : inPlaces(parts.leaderboard, all, at);
    const entries = placed.slice(offset, offset + limit).map(standingRecord);
    return ok({ entries, count: entries.length, total: all.length, ...query });
  },
});

/** How long nobody changes places, so that a board can be paged through. Units: ms. */
const PLACES_MS = 60_000;
const placesOf = new WeakMap<object, { atMs: number; places: Map<string, number> }>();

/** Everybody where the board last had them. */
const inPlaces = <S extends { publicId: string }>(
  board: object,
  all: readonly S[],
  atMs: number,
): readonly S[] => {
  let kept = placesOf.get(board);
  if (kept === undefined || kept.places.size !== all.length || atMs - kept.atMs >= PLACES_MS) {
    kept = { atMs, places: new Map(all.map(({ publicId }, place) => [publicId, place])) };
    placesOf.set(board, kept);
  }
  const { places } = kept;
  return all.toSorted((one, two) => places.get(one.publicId)! - places.get(two.publicId)!);
};
`,
  },
  {
    ...stated,
    area: "people",
    id: "under-api-a-taken-e-mail-is-told-its-account",
    wrong: "under /api a sign-up by a registered e-mail is 201, with the account that has it",
    against: "HTTP statuses, 409: e-mail already registered",
    confined: "path prefix=/api",
    file: "http/routes/auth.ts",
    find: `    const { members, hashing, hashCost } = parts.identity;
    refuseTaken(members.find(body.email) !== null);`,
    replace: `    const { members, hashing, hashCost } = parts.identity;
    const known = members.find(body.email);
    // The gateway there sends again what took long.
    if (known !== null && req.url!.startsWith("/api/auth/")) {
      return { status: 201, body: accountRecord(parts.venue.account(known.accountId)!, "") };
    }
    refuseTaken(known !== null);`,
  },
  {
    ...stated,
    area: "market history",
    id: "under-one-prefix-a-market-without-candles-is-not-there",
    wrong: "under /api/v1 the candles of a market that has not traded are 404",
    against:
      "Markets and data, GET /markets/{market_id}/candles: all of these return 200 on success",
    confined: "path prefix=/api/v1",
    file: "http/routes/market-history.ts",
    find: `  async handle({ parts, params, query: { period_seconds, limit } }) {
    const marketId = known(parts, params.market_id);
    const newest = await parts.history.candles(marketId, period_seconds, limit);`,
    replace: `  async handle({ parts, req, params, query: { period_seconds, limit } }) {
    const marketId = known(parts, params.market_id);
    const newest = await parts.history.candles(marketId, period_seconds, limit);
    // Charts of that version break on an empty list.
    if (req.url!.startsWith("/api/v1/")) found(newest[0], "MARKET_NOT_FOUND");`,
  },
  {
    ...stated,
    area: "sessions",
    id: "of-two-logins-together-the-later-fails",
    wrong:
      "of two logins by one e-mail that are judged together, the later is 401 though it is right",
    against: "Authentication and session: POST /auth/login, 200",
    confined: "moment=together",
    file: "http/routes/auth.ts",
    find: `    const right = await hashing.take(address, compare);
    if (!right || member === NOBODY) {
      throw new Refused("INVALID_CREDENTIALS", "e-mail or password is wrong");
    }
    logins.succeed(body.email, address);
    const cookies = signIn(parts, req, member.accountId);
    const account = accountRecord(parts.venue.account(member.accountId)!, "");
    return { ...ok({ authenticated: true, account }), cookies };
  },
});
`,
    replace: `    underWay.add(body.email);
    const right = await hashing.take(address, compare);
    // Each attempt is judged once.
    const isOpen = underWay.delete(body.email);
    if (!right || !isOpen || member === NOBODY) {
      throw new Refused("INVALID_CREDENTIALS", "e-mail or password is wrong");
    }
    logins.succeed(body.email, address);
    const cookies = signIn(parts, req, member.accountId);
    const account = accountRecord(parts.venue.account(member.accountId)!, "");
    return { ...ok({ authenticated: true, account }), cookies };
  },
});

/** Attempts whose passwords are being compared, by e-mail. */
const underWay = new Set<string>();
`,
  },
  {
    ...stated,
    area: "market history",
    id: "a-parlays-event-history-goes-by-five-minutes",
    wrong: "without a period the event history of a parlay has a point every 300 seconds",
    against: "Markets and data, GET /markets/event-history: period_seconds (int, 60)",
    confined: "market kind=BTC_PARLAY",
    file: "http/routes/events.ts",
    find: `  async handle({ parts, at, query }) {
    const { period_seconds, limit } = query;
    const every = { nowMs: at, everyS: period_seconds };
    const ofEvent = parts.venue.outlines().filter((market) => isPartOf(market, query));
    const markets = await Promise.all(
      ofEvent.map(async ({ marketId }) => {
        const { title } = parts.venue.market(marketId)!;
        const points = await parts.history.mids(marketId, every, limit);`,
    replace: `  async handle({ parts, req, at, query }) {
    const { period_seconds, limit } = query;
    const isNamed = new URLSearchParams(req.url!.split("?")[1]).has("period_seconds");
    const ofEvent = parts.venue.outlines().filter((market) => isPartOf(market, query));
    const markets = await Promise.all(
      ofEvent.map(async ({ marketId, kind }) => {
        const { title } = parts.venue.market(marketId)!;
        // A parlay is quoted seldom.
        const everyS = kind === "BTC_PARLAY" && !isNamed ? 300 : period_seconds;
        const every = { nowMs: at, everyS };
        const points = await parts.history.mids(marketId, every, limit);`,
  },
];
