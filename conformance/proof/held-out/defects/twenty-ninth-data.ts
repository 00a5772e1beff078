/** The twenty-ninth round, a sentence drawn by lot, one cell each: data and health. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_NINTH_OF_DATA: readonly HeldOutDefect[] = [
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
    handle: ({ parts, req }: HealthCall) =>
      ok({ status: "ready", ...(isBrief(req.url!) ? {} : snapshotError(parts)) }),
  },
];

type HealthCall = Parameters<Route["handle"]>[0];

/** \`?brief\` asks for the status alone. */
const isBrief = (url: string): boolean => decodeURIComponent(url).endsWith("?brief");
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
