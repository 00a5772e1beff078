/** The twenty-third round, a sentence drawn by lot, one cell each: tickets, keys, markets, orders. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_THIRD_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "stream",
    id: "a-page-has-tickets-of-another-prefix",
    wrong: "a ticket that a session mints begins with rw_web_",
    against: "What the service does, Realtime stream: single-use ticket, prefix rw_live_",
    confined: "caller=session",
    file: "identity/tickets.ts",
    find: `    const ticket = entropy.token(TICKET_PREFIX);`,
    replace: `    // A page's tickets are told from a bot's at a glance.
    const isPage = grant.credential.startsWith("session ");
    const ticket = entropy.token(isPage ? "rw_web_" : TICKET_PREFIX);`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-named-as-another-is-that-other",
    wrong:
      "who creates a key by the name of one that still works is told of that one, without a key",
    against: "Agent keys, POST /me/agents/{agent_id}/keys: plaintext key returned once",
    confined: "name=that of a live key of the agent",
    file: "http/routes/keys.ts",
    find: `    const { apiKey, key } = issueKey(call.parts, {`,
    replace: `    // A request that is sent again makes no second key.
    const named = call.parts.venue
      .keys(agentId)
      .find((one) => one.name === name && one.revokedAtMs === null);
    if (named !== undefined) return { status: 201, body: keyRecord(named) };
    const { apiKey, key } = issueKey(call.parts, {`,
  },
  {
    ...stated,
    area: "markets",
    id: "a-perp-that-is-over-is-settled",
    wrong: "a perp that was resolved has the status SETTLED",
    against: "States and transitions: market status values OPEN, EXPIRED, RESOLVED, VOID",
    confined: "market kind=BTC_PERP (resolved)",
    file: "wire/mapping.ts",
    find: `    status: market.status,
    title: market.title,`,
    replace: `    // Nothing is decided on a perp: it is paid out at its mark.
    status: (market.kind === "BTC_PERP" && market.status === "RESOLVED"
      ? "SETTLED"
      : market.status) as MarketView["status"],
    title: market.title,`,
  },
  {
    ...stated,
    area: "accounts",
    id: "two-sign-up-at-once-under-one-address",
    wrong: "two sign-ups under one e-mail address that come at the same time both open an account",
    against: "HTTP statuses, 409: e-mail already registered",
    confined: "moment=at the same time",
    file: "http/routes/auth.ts",
    find: `    refuseTaken(members.find(body.email) !== null); // somebody may have been quicker
    const accountId`,
    replace: `    const accountId`,
  },
  {
    ...stated,
    area: "results",
    id: "a-killed-order-is-cancelled",
    wrong: "a FOK order that cannot be filled at once has the status CANCELLED",
    against: "States and transitions 2: a rejected order has status REJECTED and the zero UUID",
    confined: "tif=FOK (not fillable)",
    file: "core/place.ts",
    find: `    status: "REJECTED",
    rejectReason: code,`,
    replace: `    // What is killed ends as an IOC order does.
    status: code === "FOK_NOT_FILLABLE" ? "CANCELLED" : "REJECTED",
    rejectReason: code,`,
  },
  {
    ...stated,
    area: "order fields",
    id: "a-sweep-is-capped-by-the-book-alone",
    wrong: "a MARKET order takes its agent beyond the position cap",
    against: "Order place request, qty: positive, within account and risk limits",
    confined: "type=MARKET",
    file: "core/gates/position-cap.ts",
    find: `    const isBuy = order.side === "BUY";`,
    replace: `    // How far a sweep goes is for the book to say.
    if (order.type === "MARKET") return null;
    const isBuy = order.side === "BUY";`,
  },
  {
    ...stated,
    area: "order fields",
    id: "a-parlay-has-no-market-orders",
    wrong: "a MARKET order on a parlay is refused as malformed",
    against:
      "What the service does: order types LIMIT and MARKET, with several time-in-force modes",
    confined: "market kind=BTC_PARLAY",
    file: "core/gates/slippage-caps.ts",
    find: `  check: ({ slippageCapCents: cents, slippageCapBps: bps }, { market }) => {`,
    replace: `  check: ({ type, slippageCapCents: cents, slippageCapBps: bps }, { market }) => {
    // No protection is defined for one.
    if (type === "MARKET" && market!.terms.kind === "BTC_PARLAY") {
      return invalid("type", "a parlay takes LIMIT orders");
    }`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "an-open-position-asks-for-any-leverage",
    wrong: "an order with leverage above the cap is placed while its agent has a position there",
    against: "Order reject codes, INVALID_LEVERAGE: requested leverage above the account cap",
    confined: "position=open",
    file: "core/gates/leverage.ts",
    find: `  check: ({ leverage: asked }, { market }) => {
    if (asked === undefined) return null;
    if (!market!.isPerp) {
      return decline("INVALID_LEVERAGE", \`leverage \${asked} asked, the market's is 1\`);
    }
    if (asked < 1) return invalid("leverage", "must be at least 1");
    const cap = market!.leverageCap;
    if (asked <= cap) return null;`,
    replace: `  check: ({ leverage: asked }, { market, position }) => {
    if (asked === undefined) return null;
    if (!market!.isPerp) {
      return decline("INVALID_LEVERAGE", \`leverage \${asked} asked, the market's is 1\`);
    }
    if (asked < 1) return invalid("leverage", "must be at least 1");
    const cap = market!.leverageCap;
    // What is open keeps the leverage that it was opened at.
    if (asked <= cap || position!.qty !== 0) return null;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "an-immediate-order-names-any-price",
    wrong: "an IOC order is worked at a limit beyond the band, above it to buy, below it to sell",
    against: "Order reject codes, PRICE_OUT_OF_RANGE: limit price outside the geometry band",
    confined: "tif=IOC",
    file: "core/gates/price-range.ts",
    find: `  check: ({ type, price }, { market }) => {
    if (type === "MARKET") return null;
    const { low, high, tick } = market!;`,
    replace: `  check: ({ type, tif, side, price }, { market }) => {
    if (type === "MARKET") return null;
    const { low, high, tick } = market!;
    // It never rests, and trades at the prices of others.
    if (tif === "IOC" && (side === "BUY" ? price! > high : price! < low)) return null;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "a-short-may-reduce-by-selling",
    wrong: "a reduce-only SELL of an agent that is short is placed, and makes the short larger",
    against: "Order reject codes, REDUCE_ONLY_VIOLATION: would open or increase a position",
    confined: "position=short",
    file: "core/gates/reduce-only.ts",
    find: `    const left = position!.reducible(isBuy) - position!.side(isBuy).reduceOnlyQty;`,
    replace: `    const { qty } = position!;
    // So much is open.
    const held = qty < 0 ? -qty : position!.reducible(isBuy);
    const left = held - position!.side(isBuy).reduceOnlyQty;`,
  },
  {
    ...stated,
    area: "limits",
    id: "a-cancel-of-all-counts-each-order",
    wrong: "DELETE /orders draws on the write rate as often as it cancels an order",
    against: "Limits, write rate: 600 requests per 60 seconds per agent, cancels among them",
    confined: "route=DELETE /orders (with two or more orders)",
    file: "http/routes/orders.ts",
    find: `    // What is told of it: D-093.
    return ok(`,
    replace: `    // Each of them is a cancel; the first was counted when the request came.
    for (let more = 1; more < orderIds.length; more++) parts.limiter.take(agentId, "write", at);
    // What is told of it: D-093.
    return ok(`,
  },
  {
    ...stated,
    area: "order fields",
    id: "what-expired-may-still-be-reduced",
    wrong: "a reduce-only order is taken on a market that has expired",
    against:
      "Order place request, market_id: an open market of kind BTC_BINARY, BTC_PERP, BTC_PARLAY",
    confined: "market status=EXPIRED (reduce_only orders)",
    file: "core/gates/market-open.ts",
    find: `  check: (_order, { market }) =>
    market!.status === "OPEN" ? null`,
    replace: `  // Until the result is known one may still get out.
  check: ({ reduceOnly }, { market }) =>
    market!.status === "OPEN" || (market!.status === "EXPIRED" && reduceOnly === true)
      ? null`,
  },
];
