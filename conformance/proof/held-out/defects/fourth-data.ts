/** The fourth round: lists and their defaults, market data, the leaderboard and the spot feed. */
import type { HeldOutDefect } from "../defect.ts";

const data = { area: "market data", basis: "stated" } as const;

export const FOURTH_OF_DATA: readonly HeldOutDefect[] = [
  {
    ...data,
    area: "lists",
    id: "the-list-of-orders-ends-at-a-hundred",
    wrong: "the list of orders has a hundred where nobody says how many",
    against: "Endpoints, GET /orders: limit (int, default 200)",
    confined: "route=/orders, limit=absent",
    file: "http/routes/orders.ts",
    find: "    limit: limitOf(200),",
    replace: "    limit: limitOf(100),",
  },
  {
    ...data,
    area: "parameters",
    id: "numbers-are-read-as-far-as-they-go",
    wrong: "a parameter that begins like a number counts as that number, whatever follows",
    against: "Endpoints: routes with query parameters declare 422 for invalid input",
    confined: "value=digits and then something else",
    file: "http/validate.ts",
    find: "/^-?\\d+$/.test(text) ? Number(text)",
    replace: "/^-?\\d/.test(text) ? Number.parseInt(text, 10)",
  },
  {
    ...data,
    id: "one-sided-books-are-empty",
    wrong: "a book in which nobody buys, or nobody sells, shows no level at all",
    against: "Endpoints, GET /markets/{market_id}/book: depth (int, 50), with fewer all come",
    confined: "moment=with one side empty",
    file: "core/views.ts",
    find: `  return { bids: depthOf(book.bids, depth), asks: depthOf(book.asks, depth), seq: book.seq };`,
    replace: `  const shown = book.bids.best === null || book.asks.best === null ? 0 : depth;
  return { bids: depthOf(book.bids, shown), asks: depthOf(book.asks, shown), seq: book.seq };`,
  },
  {
    ...data,
    id: "trades-are-listed-for-an-hour",
    wrong: "the list of a market's trades has none that is older than an hour",
    against: "Endpoints, GET /markets/{market_id}/trades: limit (int, 100), with fewer all come",
    confined: "moment=an hour later",
    file: "http/routes/market-history.ts",
    find: `  async handle({ parts, params, query: { limit } }) {
    const marketId = known(parts, params.market_id);
    const list = (await parts.history.trades(marketId, limit)).map(tradeRecord);`,
    replace: `  async handle({ parts, at, params, query: { limit } }) {
    const marketId = known(parts, params.market_id);
    const trades = await parts.history.trades(marketId, limit);
    const list = trades.filter(({ atMs }) => at - atMs < 3_600_000).map(tradeRecord);`,
  },
  {
    ...data,
    area: "leaderboard",
    id: "the-leaderboard-begins-with-the-last",
    wrong: "the leaderboard begins with the lowest score where nobody says in which order",
    against: "Endpoints, GET /leaderboard: order (string, desc)",
    confined: "order=absent",
    file: "http/routes/leaderboard.ts",
    find: '["asc", "desc"], { default: "desc" }',
    replace: '["asc", "desc"], { default: "asc" }',
  },
  {
    ...data,
    area: "feed",
    id: "a-lost-feed-is-a-closed-gate",
    wrong: "while the reference price is out of reach, what needs it answers 503",
    against: "HTTP statuses, 502: an upstream reference-data dependency is unreachable",
    confined: "moment=while the upstream is unreachable",
    file: "wire/codes.ts",
    find: "UPSTREAM_UNAVAILABLE: 502,",
    replace: "UPSTREAM_UNAVAILABLE: 503,",
  },
];
