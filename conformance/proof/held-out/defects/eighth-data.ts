/** The eighth round: market data, leaderboard, feed, the stream, errors and what is no integer. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;

export const EIGHTH_OF_DATA: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "trades",
    id: "a-page-of-trades-has-one-more",
    wrong:
      "the list of trades is one longer than its limit, as for who asks whether there are more",
    against: "Endpoints, GET /markets/{market_id}/trades: limit (int, 100)",
    file: "http/routes/market-history.ts",
    find: "parts.history.trades(marketId, limit)",
    replace: "parts.history.trades(marketId, limit + 1)",
  },
  {
    ...stated,
    area: "candles",
    id: "candles-are-of-five-minutes",
    wrong: "a market's candles are of five minutes where nobody says how long",
    against: "Endpoints, GET /markets/{market_id}/candles: period_seconds (int, 60)",
    confined: "period_seconds=absent",
    file: "http/routes/market-history.ts",
    find: "period_seconds: periodOf(60)",
    replace: "period_seconds: periodOf(300)",
  },
  {
    ...stated,
    area: "book",
    id: "a-book-is-one-level-deeper",
    wrong: "each side of a book has one level more than its depth",
    against: "Endpoints, GET /markets/{market_id}/book: depth (int, 50)",
    file: "core/book.ts",
    find: "found.length < depth",
    replace: "found.length <= depth",
  },
  {
    ...stated,
    area: "market data",
    id: "unknown-markets-have-empty-books",
    wrong: "the book of a market that there is not is an empty one, with 200",
    against: "HTTP statuses, 404: a market does not exist",
    confined: "route=/markets/{market_id}/book, market_id=unknown",
    file: "http/routes/markets.ts",
    find: 'const view = found(parts.venue.book(marketId, query.depth), "MARKET_NOT_FOUND");',
    replace:
      "const view = parts.venue.book(marketId, query.depth) ?? { bids: [], asks: [], seq: 0 };",
  },
  {
    ...stated,
    area: "leaderboard",
    id: "the-board-goes-by-volume",
    wrong: "the leaderboard goes by what was traded where nobody says by what",
    against: "Endpoints, GET /leaderboard: sort (string, score)",
    file: "http/routes/leaderboard.ts",
    find: '"volume", "roi"], { default: "score" })',
    replace: '"volume", "roi"], { default: "volume" })',
  },
  {
    ...stated,
    area: "feed",
    id: "spot-candles-of-a-day",
    wrong: "the feed has 288 candles, a day of them, where nobody says how many",
    against: "Endpoints, GET /feed/btc-spot/candles: limit (int, 500)",
    confined: "route=/feed/btc-spot/candles, limit=absent",
    file: "http/routes/feed.ts",
    find: "limit: limitOf(500)",
    replace: "limit: limitOf(288)",
  },
  {
    ...stated,
    area: "validation",
    id: "numbers-may-be-texts",
    wrong: "a text of digits passes for an integer in every body",
    against: "HTTP statuses, 400: wrong types; a text where an integer is wanted is one",
    file: "http/validate.ts",
    find: `  return (body) => {
    const validator = compiled();`,
    replace: `  const { properties = {} } = schema as unknown as { properties?: Record<string, TSchema> };
  return (given) => {
    const validator = compiled();
    const body = { ...(given as Record<string, unknown>) };
    for (const name in body) {
      const { type } = (properties[name] ?? {}) as { type?: string };
      if (typeof body[name] === "string") body[name] = fromText(body[name], type);
    }`,
  },
  {
    ...stated,
    area: "errors",
    id: "details-are-a-list",
    wrong: "the details of a malformed body are a list of what is wrong with it, and no object",
    against: "Error envelope, details: object, optional",
    file: "wire/refused.ts",
    find: "{ details: { errors } });",
    replace: "{ details: errors as unknown as Record<string, unknown> });",
  },
  {
    ...stated,
    area: "errors",
    id: "a-frozen-venue-is-locked",
    wrong: "what an order meets while the kill switch is on has the status 423",
    against: "Order reject codes, EXCHANGE_FROZEN: 503, global kill switch active",
    file: "wire/codes.ts",
    find: "EXCHANGE_FROZEN: 503,",
    replace: "EXCHANGE_FROZEN: 423,",
  },
  {
    ...stated,
    area: "stream",
    id: "a-private-channel-is-anybodys-by-name",
    wrong: "who names another agent behind a private channel and a colon follows that agent's",
    against: sentences.PRIVATE,
    confined: "channel=orders, fills, positions or wallet with another agent's id",
    file: "stream/channels/index.ts",
    find: `  const own = OF_AN_AGENT.get(name);
  if (own !== undefined) {
    return { name, subject: agentId, isPrivate: true, open: (source) => own(source, agentId) };
  }`,
    replace: `  const [channel = "", named = ""] = name.split(":");
  const own = OF_AN_AGENT.get(channel);
  if (own !== undefined) {
    const subject = venue.agent(named)?.agentId ?? agentId;
    return { name, subject, isPrivate: true, open: (source) => own(source, subject) };
  }`,
  },
];
