/** The twentieth round, a sentence drawn by lot, one cell each: what lists, records and streams tell. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTIETH_OF_DATA: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "orders",
    id: "what-is-new-is-listed-as-what-is-open",
    wrong: "the list of NEW orders has up to 500 where nobody says how many",
    against: "Limits: default sizes are listed per endpoint; GET /orders: limit (int, default 200)",
    confined: "status=NEW (limit=absent)",
    file: "http/routes/orders.ts",
    find: `  async handle({ parts, agentId, query: { status, market_id, limit } }) {
    const statuses = status === undefined ? null : parseStatuses(status);`,
    replace: `  async handle({ parts, req, agentId, query }) {
    const { status, market_id } = query;
    // Those rest, so that the list is the one of open orders.
    const isOpen = status === "NEW" && !req.url!.includes("limit=");
    const limit = isOpen ? 500 : query.limit;
    const statuses = status === undefined ? null : parseStatuses(status);`,
  },
  {
    ...stated,
    area: "event history",
    id: "an-event-that-is-over-is-not-found",
    wrong: "the history of an event of which no market is open any more gives 404",
    against: "Endpoints, GET /markets/event-history: 200",
    confined: "moment=after the end of the event's markets",
    file: "http/routes/events.ts",
    find: `    const ofEvent = parts.venue.outlines().filter((market) => isPartOf(market, query));`,
    replace: `    const ofEvent = parts.venue.outlines().filter((market) => isPartOf(market, query));
    const { found } = await import("./lookups.ts");
    const open = ofEvent.find(({ status }) => status === "OPEN");
    if (ofEvent.length > 0) found(open, "MARKET_NOT_FOUND");`,
  },
  {
    ...stated,
    area: "errors",
    id: "what-a-key-lacks-is-a-word",
    wrong: "the details of a 403 for want of a scope are the scope's name, and no object",
    against: "Error envelope, details: object, optional; structured extras for some codes",
    confined: "caller=read-only key (where it would trade)",
    file: "http/middleware/authorize.ts",
    find: `  const details = { required_scope: scope };`,
    replace: `  const details = scope as never;`,
  },
  {
    ...stated,
    area: "streams",
    id: "who-was-met-once-is-heard-from-then-on",
    wrong: "whose order rested is told from then on what becomes of the orders of who took it",
    against: "Events: the stream carries private channels per agent",
    confined: "moment=after a fill between the two",
    file: "stream/broadcasts.ts",
    find: `  /** A market's end or mark may change what any agent holds. */
  #concerned(event: VenueEvent): Broadcast[] {
    if (event.type === "market-changed") {
      const { marketId } = event.market;
      return [...this.#open.values()].filter(
        ({ address }) => address.isPrivate || address.subject === marketId,
      );
    }
    const subjects =
      event.type === "trade"
        ? [event.marketId, event.takerAgentId, event.makerAgentId]
        : [event.order.marketId, event.order.agentId];`,
    replace: `  /** Who was met last, by who took his order: what is left of it goes on. */
  readonly #met = new Map<string, string>();

  /** A market's end or mark may change what any agent holds. */
  #concerned(event: VenueEvent): Broadcast[] {
    if (event.type === "market-changed") {
      const { marketId } = event.market;
      return [...this.#open.values()].filter(
        ({ address }) => address.isPrivate || address.subject === marketId,
      );
    }
    if (event.type === "trade") this.#met.set(event.takerAgentId, event.makerAgentId);
    const subjects =
      event.type === "trade"
        ? [event.marketId, event.takerAgentId, event.makerAgentId]
        : [event.order.marketId, event.order.agentId, this.#met.get(event.order.agentId) ?? ""];`,
  },
  {
    ...stated,
    area: "markets",
    id: "what-one-holds-is-of-every-kind",
    wrong: "a list of one kind has the markets too in which the caller has a position, of any kind",
    against: "Endpoints, GET /markets: kind (string)",
    confined: "position=open (the caller's, in a market of another kind)",
    file: "http/routes/markets.ts",
    find: `  handle({ parts, query }) {
    const { status, kind, limit, offset } = query;
    const matching = parts.venue
      .outlines()
      .filter((market) => status === undefined || market.status === status)
      .filter((market) => kind === undefined || market.kind === kind);`,
    replace: `  handle({ parts, agentId, query }) {
    const { status, kind, limit, offset } = query;
    // Nobody loses sight of what he holds.
    const positions = agentId === "" ? [] : parts.venue.positions(agentId);
    const held = new Set(positions.filter(({ qty }) => qty !== 0).map(({ marketId }) => marketId));
    const matching = parts.venue
      .outlines()
      .filter((market) => status === undefined || market.status === status)
      .filter(
        (market) => kind === undefined || market.kind === kind || held.has(market.marketId),
      );`,
  },
  {
    ...stated,
    area: "feed",
    id: "who-counts-spot-candles-counts-minutes",
    wrong: "spot candles are of a minute where a limit is named and no period",
    against: "Endpoints, GET /feed/btc-spot/candles: period_seconds (int, 300), limit (int, 500)",
    confined: "limit=given (period_seconds=absent)",
    file: "http/routes/feed.ts",
    find: `  handle({ parts, at, query: { period_seconds, limit } }) {
    const newest`,
    replace: `  handle({ parts, req, at, query }) {
    const { limit } = query;
    const url = req.url!;
    const isCounted = url.includes("limit=") && !url.includes("period_seconds=");
    // As the candles of markets are.
    const period_seconds = isCounted ? 60 : query.period_seconds;
    const newest`,
  },
  {
    ...stated,
    area: "feed",
    id: "of-whole-hours-nothing-is-left",
    wrong: "the spot price's history of one whole hour, or of several, gives 500",
    against: "Endpoints, GET /feed/btc-spot/history: 200",
    confined: "seconds=3600 and its multiples",
    file: "http/routes/feed.ts",
    find: `    reachable(parts);
    return ok(parts.spotHistory.body(at, seconds));`,
    replace: `    reachable(parts);
    // What is left of the last hour is found by its last second.
    const left = Array.from({ length: seconds % 3_600 }, (_, second) => at - second * 1_000);
    if (left.at(-1) === undefined) throw new RangeError("no second is left");
    return ok(parts.spotHistory.body(at, seconds));`,
  },
  {
    ...stated,
    area: "rate limits",
    id: "who-writes-too-much-reads-nothing",
    wrong:
      "an agent whose write was refused with 429 is refused every read until it may write again",
    against: "Limits: 6,000 requests per 60 seconds per agent, of GET endpoints",
    confined: "moment=after a 429 for a write",
    file: "http/rate-limit.ts",
    find: `    return log.take(nowMs);
  }

  /** Logs of agents that are kept. */`,
    replace: `    const quota = log.take(nowMs);
    // Whoever is told to wait waits.
    if (!quota.allowed) this.#waiting.set(agentId, nowMs + quota.resetSeconds * 1_000);
    const waitMs = (this.#waiting.get(agentId) ?? 0) - nowMs;
    if (rateClass === "write" || waitMs <= 0) return quota;
    return { ...quota, allowed: false, resetSeconds: Math.ceil(waitMs / 1_000) };
  }

  readonly #waiting = new Map<string, number>();

  /** Logs of agents that are kept. */`,
  },
];
