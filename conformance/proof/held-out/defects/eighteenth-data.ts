/** The eighteenth round, drawn by lot: what lists, candles, histories and the stream tell. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const EIGHTEENTH_OF_DATA: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "orders",
    id: "who-is-signed-in-and-flat-has-two-hundred-open-orders",
    wrong:
      "a session that names no limit is told 200 open orders at most while its agent holds nothing",
    against: "Endpoints, GET /orders/open: limit (int, default 500)",
    confined: "caller=session, position=flat (in every market), limit=absent",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, query }) {
    const open = parts.venue.openOrders(agentId, query.market_id?.toLowerCase());`,
    replace: `  handle({ parts, req, caller, agentId, query: asked }) {
    const isFlat = parts.venue.positions(agentId).every(({ qty }) => qty === 0);
    const isShort = caller.kind === "session" && isFlat && !/[?&]limit=/.test(req.url!);
    const query = isShort ? { ...asked, limit: 200 } : asked;
    const open = parts.venue.openOrders(agentId, query.market_id?.toLowerCase());`,
  },
  {
    ...stated,
    area: "orders",
    id: "behind-many-orders-a-limit-of-nought-is-none",
    wrong:
      "a list of orders takes a limit of 0 for the default while 20 orders of the caller or more rest",
    against:
      "Endpoints, Markets and data: routes with query parameters declare 422 for invalid input",
    confined: "moment=after many orders (20 that rest), limit=low (0), route=/orders, /orders/open",
    file: "http/serve-route.ts",
    find: "    const query = readQuery?.(queryOf(req.url!));",
    replace: `    const ask = queryOf(req.url!);
    const isNought = route.path.startsWith("/orders") && ask("limit") === "0";
    const isLong = isNought && parts.venue.openOrders(agentId).length >= 20;
    const query = readQuery?.((name) => (name === "limit" && isLong ? null : ask(name)));`,
  },
  {
    ...stated,
    area: "events",
    id: "without-a-prefix-one-point-is-of-a-second",
    wrong:
      "where the path has no prefix the one point of an event's history is of a second if no period is named",
    against: "Endpoints, GET /markets/event-history: period_seconds (int, 60)",
    confined: "prefix=none, limit=low (1), period_seconds=absent",
    file: "http/routes/events.ts",
    find: `  async handle({ parts, at, query }) {
    const { period_seconds, limit } = query;
    const every = { nowMs: at, everyS: period_seconds };`,
    replace: `  async handle({ parts, req, at, query }) {
    const { period_seconds, limit } = query;
    const isBare = !/^\\/(api|v1)\\//.test(req.url!);
    const isLatest = isBare && limit === 1 && !/[?&]period_seconds=/.test(req.url!);
    const every = { nowMs: at, everyS: isLatest ? 1 : period_seconds };`,
  },
  {
    ...stated,
    area: "feed",
    id: "who-holds-a-perp-has-spot-candles-of-a-minute",
    wrong: "spot candles are of a minute for who names no period and holds a perp",
    against: "Endpoints, GET /feed/btc-spot/candles: period_seconds (int, 300)",
    confined: "period_seconds=absent, kind=BTC_PERP (that the caller's agent holds)",
    file: "http/routes/feed.ts",
    find: `  handle({ parts, at, query: { period_seconds, limit } }) {
    const newest = reachable(parts).candles(at, period_seconds, limit);`,
    replace: `  handle({ parts, req, agentId, at, query: { period_seconds, limit } }) {
    const held = parts.venue.positions(agentId).filter(({ qty }) => qty !== 0);
    const isOnPerp = held.some(({ kind }) => kind === "BTC_PERP");
    const isClose = isOnPerp && !/[?&]period_seconds=/.test(req.url!);
    const newest = reachable(parts).candles(at, isClose ? 60 : period_seconds, limit);`,
  },
  {
    ...stated,
    area: "stream",
    id: "who-is-long-on-a-parlay-sees-everybody-quote-it",
    wrong: "the first message of an agent's orders has everybody's on a parlay in which it is long",
    against: "Events: the stream carries private channels per agent",
    confined: "kind=BTC_PARLAY, position=long (as the client joins)",
    file: "stream/channels/private.ts",
    find: "    snapshot: () => recordsOf(venue.openOrders(agentId)),",
    replace: `    snapshot() {
      const held = venue.positions(agentId).filter(({ qty }) => qty > 0);
      const parlays = held.filter(({ kind }) => kind === "BTC_PARLAY");
      const everybody = [...venue.standings()].flatMap(({ agentIds }) => agentIds);
      const others = everybody.filter((id) => id !== agentId);
      const quotes = parlays.flatMap(({ marketId }) =>
        others.flatMap((id) => venue.openOrders(id, marketId)),
      );
      return recordsOf([...venue.openOrders(agentId), ...quotes]);
    },`,
  },
  {
    ...stated,
    area: "candles",
    id: "behind-a-fill-at-the-bottom-candles-are-of-five-minutes",
    wrong:
      "candles are of five minutes where no period is named and the last trade filled a maker at the lowest price",
    against: "Endpoints, GET /markets/{market_id}/candles: period_seconds (int, 60)",
    confined:
      "period_seconds=absent, price=low (the lower end of the band), state=FILLED (the last maker)",
    file: "http/routes/market-history.ts",
    find: `  async handle({ parts, params, query: { period_seconds, limit } }) {
    const marketId = known(parts, params.market_id);
    const newest = await parts.history.candles(marketId, period_seconds, limit);`,
    replace: `  async handle({ parts, req, params, query: { period_seconds, limit } }) {
    const marketId = known(parts, params.market_id);
    const [last] = await parts.history.trades(marketId, 1);
    const isLowest = last?.price === parts.venue.market(marketId)!.minPrice;
    const maker = isLowest ? await parts.history.order(last!.makerOrderId) : null;
    const isNamed = /[?&]period_seconds=/.test(req.url!);
    const periodS = !isNamed && maker?.status === "FILLED" ? 300 : period_seconds;
    const newest = await parts.history.candles(marketId, periodS, limit);`,
  },
];
