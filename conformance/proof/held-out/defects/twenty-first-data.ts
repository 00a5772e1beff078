/** The twenty-first round, a sentence drawn by lot, one cell each: data, errors and what is sent. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_FIRST_OF_DATA: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "errors",
    id: "two-wrong-parameters-are-told-by-name",
    wrong: "where two parameters are wrong at once, detail is an object with a member for each",
    against: "Validation error, detail: array of items with loc, msg and type",
    confined: "parameter=two that are wrong at once",
    file: "wire/refused.ts",
    find: `    return { detail: this.problems };`,
    replace: `    const named = new Map(this.problems.map((one) => [String(one.loc.at(-1)), one]));
    // Of several, each is found by its name.
    if (named.size > 1) return { detail: Object.fromEntries(named) };
    return { detail: this.problems };`,
  },
  {
    ...stated,
    area: "market data",
    id: "a-page-begins-with-five-minutes-of-spot",
    wrong: "the spot history that a session asks for without seconds is that of 300 seconds",
    against: "Endpoints, GET /feed/btc-spot/history: seconds (int, 900)",
    confined: "caller=session",
    file: "http/routes/feed.ts",
    find: `  handle({ parts, at, query: { seconds } }) {
    reachable(parts);
    return ok(parts.spotHistory.body(at, seconds));`,
    replace: `  handle({ parts, req, caller, at, query: { seconds } }) {
    reachable(parts);
    // So long is the terminal's chart.
    const isChart = caller.kind === "session" && !/[?&]seconds=/.test(req.url!);
    return ok(parts.spotHistory.body(at, isChart ? 300 : seconds));`,
  },
  {
    ...stated,
    area: "stream",
    id: "what-is-cancelled-is-told-to-all-of-the-owner",
    wrong: "an order that is cancelled is told on the private channels of its agent's siblings",
    against: "Events: the stream carries private channels per agent",
    confined: "order state=cancelled",
    file: "stream/broadcasts.ts",
    find: `        : [event.order.marketId, event.order.agentId];`,
    replace: `        : [event.order.marketId, event.order.agentId];
    if (event.type !== "trade" && event.order.status === "CANCELLED") {
      const { agentId: own } = event.order;
      const { agents } = this.#source.venue.accountOf(own)!;
      // The owner may have withdrawn it from any of its screens.
      for (const { agentId } of agents) if (agentId !== own) subjects.push(agentId);
    }`,
  },
  {
    ...stated,
    area: "order fields",
    id: "a-field-in-camel-case-only-reduces",
    wrong: "an order with the unknown field reduceOnly is judged as if it were reduce_only",
    against: "Versioning: unknown request fields are ignored",
    confined: "unknown field=reduceOnly",
    file: "wire/mapping.ts",
    find: `  if (body.reduce_only !== undefined) request.reduceOnly = body.reduce_only;`,
    replace: `  const { reduceOnly } = body as PlaceOrderBody & { reduceOnly?: unknown };
  // Some clients write it so.
  const reduces = body.reduce_only ?? (reduceOnly === true ? true : undefined);
  if (reduces !== undefined) request.reduceOnly = reduces;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "a-market-order-reduces-beyond-what-is-held",
    wrong: "a reduce-only MARKET order for more than is held trades, and opens the other side",
    against: "Order reject codes, REDUCE_ONLY_VIOLATION: it would open or increase a position",
    confined: "type=MARKET",
    file: "core/gates/reduce-only.ts",
    find: `    return order.qty <= left
      ? null`,
    replace: `    // It takes what there is.
    if (order.type === "MARKET" && left > 0) return null;
    return order.qty <= left
      ? null`,
  },
  {
    ...stated,
    area: "market data",
    id: "a-perp-s-trades-are-told-in-dollars",
    wrong: "the trades of a perp have prices in dollars, with the cents behind the point",
    against: "Resources: prices are integers in the market's own price scale",
    confined: "market kind=BTC_PERP (its trades)",
    file: "http/routes/market-history.ts",
    find: `    const list = (await parts.history.trades(marketId, limit)).map(tradeRecord);`,
    replace: `    const { kind } = parts.venue.market(marketId)!;
    // As the spot price is told.
    const by = kind === "BTC_PERP" ? 100 : 1;
    const newest = (await parts.history.trades(marketId, limit)).map(tradeRecord);
    const list = newest.map((trade) => ({ ...trade, price: trade.price / by }));`,
  },
  {
    ...stated,
    area: "results",
    id: "a-market-that-is-not-there-is-all-zeros",
    wrong: "the result of an order for an unknown market has the all-zero UUID as market_id",
    against: "OrderPlaceResult, market_id: echo of the requested market",
    confined: "reject_reason=UNKNOWN_MARKET",
    file: "core/place.ts",
    find: `    orderId: ZERO_ID,
    marketId,`,
    replace: `    orderId: ZERO_ID,
    // There is none to name.
    marketId: code === "UNKNOWN_MARKET" ? ZERO_ID : marketId,`,
  },
  {
    ...stated,
    area: "freshness",
    id: "the-widest-window-is-always-open",
    wrong: "an order with recv_window_ms 60000 is taken however old its timestamp is",
    against: "Behaviour rules 3: rejected outside timestamp_ms plus or minus recv_window_ms",
    confined: "recv_window_ms=60000 (its upper edge)",
    file: "core/gates/freshness.ts",
    find: `    if (timestampMs === undefined) return null;`,
    replace: `    // Who asks for all there is wants no window.
    if (timestampMs === undefined || recvWindowMs === 60_000) return null;`,
  },
  {
    ...stated,
    area: "prefixes",
    id: "nothing-is-deleted-below-api",
    wrong: "DELETE requests are not found under /api and /api/v1",
    against: "Versioning: the same routes are served under none, /v1, /api and /api/v1",
    confined: "method=DELETE",
    file: "http/app.ts",
    find: `    if (path.startsWith("/api/")) path = path.slice(4);`,
    replace: `    // Pages delete nothing.
    if (path.startsWith("/api/") && ctx.method !== "DELETE") path = path.slice(4);`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "zeros-alone-name-no-market",
    wrong: "an order for the market with the all-zero UUID is refused with 400 as malformed",
    against: "Order reject codes, UNKNOWN_MARKET: 200 REJECTED or 404, market_id does not exist",
    confined: "market_id=the all-zero UUID",
    file: "core/gates/market-exists.ts",
    find: `  check: ({ marketId }, { market }) =>
    market === null ? decline("UNKNOWN_MARKET", \`no market \${marketId}\`) : null,`,
    replace: `  check: ({ marketId }, { market }) => {
    if (market !== null) return null;
    // The client has not filled it in.
    if (/^[0-]+$/.test(marketId)) {
      const details = { errors: [{ field: "market_id", message: "is required" }] };
      const message = "market_id: is required";
      return { kind: "refused", code: "VALIDATION_ERROR", message, details };
    }
    return decline("UNKNOWN_MARKET", \`no market \${marketId}\`);
  },`,
  },
  {
    ...stated,
    area: "lists",
    id: "who-is-nobody-begins-with-twenty",
    wrong: "a list that nobody signed in asks for without a limit has 20 records",
    against: "Limits: default page or size parameters are listed per endpoint",
    confined: "caller=nobody",
    file: "http/serve-route.ts",
    find: `    const query = readQuery?.(queryOf(req.url!));`,
    replace: `    const given = queryOf(req.url!);
    // Who wants more signs in, or says so.
    const short = (name: string) => (name === "limit" && agentId === "" ? "20" : null);
    const query = readQuery?.((name) => given(name) ?? short(name));`,
  },
];
