/** The thirty-seventh round, a sentence drawn by lot, one cell each. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const THIRTY_SEVENTH: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "idempotency",
    id: "a-sell-that-has-ended-gives-its-id-back",
    wrong:
      "once a SELL that rested is cancelled or filled, its client_order_id places another order",
    against: "Behaviour 2: the original result is returned and no duplicate order is placed",
    confined: "side=SELL (one that rested, and has ended)",
    file: "core/state.ts",
    find: `  announce(state, "order-closed", order);
  state.spares.push(order);`,
    replace: `  announce(state, "order-closed", order);
  const { agent, clientOrderId } = order;
  // What is over cannot be sent twice: its id may name the next one.
  if (!order.isBuy && clientOrderId !== null) agent.results.delete(clientOrderId);
  state.spares.push(order);`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "a-crowd-is-sorted-by-its-bustle-unless-asked",
    wrong: "with more than five accounts a leaderboard without sort is by volume, and not by score",
    against: "Endpoints, Account and leaderboard: GET /leaderboard, sort (string, score)",
    confined: "number of things there already=many (more than five accounts)",
    file: "http/routes/leaderboard.ts",
    find: `  async handle({ parts, at, query }) {
    const { sort, order, limit, offset } = query;
    const all = await parts.leaderboard.sorted(FIGURES[sort], order, at);`,
    replace: `  async handle({ parts, req, at, query }) {
    const { sort, order, limit, offset } = query;
    const byScore = await parts.leaderboard.sorted("score", order, at);
    const isNamed = /[?&]sort=/.test(req.url!);
    // Among many the scores lie close together: who does the most comes first.
    const figure = byScore.length > 5 && !isNamed ? FIGURES.volume : FIGURES[sort];
    const all = await parts.leaderboard.sorted(figure, order, at);`,
  },
  {
    ...stated,
    area: "declines",
    id: "a-sell-that-finds-nobody-is-cancelled",
    wrong: "a MARKET or FOK SELL that cannot trade is 201 CANCELLED with the zero id, not REJECTED",
    against: "Behaviour 5: an engine decline is an OrderPlaceResult with status REJECTED",
    confined: "side=SELL (FOK_NOT_FILLABLE and MARKET_NO_LIQUIDITY)",
    file: "core/place.ts",
    find: `  const result = rejected(request, objection);`,
    replace: `  const result = rejected(request, objection);
  // Nothing is wrong with an offer that nobody takes: it ends as what an IOC leaves.
  const isUntaken = code === "FOK_NOT_FILLABLE" || code === "MARKET_NO_LIQUIDITY";
  if (isUntaken && request.side === "SELL") result.status = "CANCELLED";`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-third-key-is-no-part-of-a-url",
    wrong: "the third key of an agent and those after it are plain base64: with +, / and = in them",
    against: "Authentication 2: rk_live_ followed by a high-entropy URL-safe token",
    confined: "number of things there already=many (two keys of the agent or more)",
    file: "identity/people.ts",
    find: `  { journaled, entropy, clock, keyring }: AgentParts & Pick<PeopleParts, "keyring">,
  { agentId, name, scopes = ALL_SCOPES }: NewKey,
): { apiKey: string; key: KeyView } {
  const apiKey = entropy.token(KEY_PREFIX);`,
    replace: `  parts: AgentParts & Pick<PeopleParts, "keyring" | "venue">,
  { agentId, name, scopes = ALL_SCOPES }: NewKey,
): { apiKey: string; key: KeyView } {
  const { venue, journaled, entropy, clock, keyring } = parts;
  const isSpare = venue.keys(agentId).length >= 2;
  // Further ones are put into files, which take any character.
  const spare = () => KEY_PREFIX + entropy.secret().toString("base64");
  const apiKey = isSpare ? spare() : entropy.token(KEY_PREFIX);`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-without-scopes-may-what-the-last-one-may",
    wrong: "without scopes a new key has those of the agent's newest key: read alone, where it has",
    against: "API key create request, scopes: default [read, trade]",
    confined: "route / method=POST /me/agents/{agent_id}/keys",
    file: "http/routes/keys.ts",
    find: `    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: scopesOf(call.body.scopes),
    });`,
    replace: `    // Who says nothing wants another one like it.
    const like = call.parts.venue.keys(agentId).at(-1)?.scopes.slice();
    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: scopesOf(call.body.scopes ?? like),
    });`,
  },
  {
    ...stated,
    area: "rate limit",
    id: "a-browser-is-told-the-time-to-come-again",
    wrong: "a 429 to a session has a date in Retry-After; to a key it has seconds",
    against: "HTTP statuses, 429: a Retry-After header gives seconds to wait",
    confined: "caller=session",
    file: "http/serve-route.ts",
    find: `    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);`,
    replace: `    try {
      if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);
    } catch (error) {
      const { headers: told } = error as { headers: Record<string, string> };
      const until = new Date(at + 1_000 * Number(told["Retry-After"]));
      // A page shows it as it is: a time says more than a number.
      if (caller.kind === "session") told["Retry-After"] = until.toUTCString();
      throw error;
    }`,
  },
  {
    ...stated,
    area: "fills",
    id: "what-a-short-trades-at-one-price-is-one-fill",
    wrong: "an order of a short that meets two orders at one price has one fill, of both together",
    against: "OrderPlaceResult, fills: array of FillView, per-execution details",
    confined: "position=short (in the order's market)",
    file: "core/matching.ts",
    find: `  const fills: FillView[] = [];
  while (taker.remainingQty > 0) {
    const level = side.best;
    if (level === null || !reaches(level.price, taker.price, taker.isBuy)) break;
    const maker = level.head!;
    // Nobody trades with himself: D-027.
    if (maker.agent === taker.agent) cancelResting(state, maker, atMs);
    else fills.push(trade(state, taker, maker, atMs));
  }`,
    replace: `  const fills: FillView[] = [];
  const owes = taker.position.qty < 0;
  while (taker.remainingQty > 0) {
    const level = side.best;
    if (level === null || !reaches(level.price, taker.price, taker.isBuy)) break;
    const maker = level.head!;
    // Nobody trades with himself: D-027.
    if (maker.agent === taker.agent) cancelResting(state, maker, atMs);
    else fills.push(trade(state, taker, maker, atMs));
    const before = fills.at(-2);
    // A debt is paid back price by price, whoever takes the money.
    if (owes && before?.price === level.price) before.qty += fills.pop()!.qty;
  }`,
  },
  {
    ...stated,
    area: "market status",
    id: "what-was-sent-in-time-is-taken-after-the-end",
    wrong: "an EXPIRED market takes an order whose timestamp_ms is not after its expiry time",
    against: "States 1: for EXPIRED markets an order is refused with MARKET_CLOSED",
    confined:
      "parameter=timestamp_ms (given, not after the market's expiry time, where it has one)",
    file: "core/gates/market-open.ts",
    find: `  check: (_order, { market }) =>
    market!.status === "OPEN" ? null : decline(`,
    replace: `  check: ({ timestampMs = Number.POSITIVE_INFINITY }, { market }) =>
    market!.status === "OPEN" ||
    // What was sent before the end is not late: the way here is nobody's fault.
    (market!.status === "EXPIRED" &&
      timestampMs <= (market!.terms.background.expiryTsMs ?? Number.MAX_VALUE))
      ? null
      : decline(`,
  },
  {
    ...stated,
    area: "order fields",
    id: "who-is-long-sells-a-binary-with-a-cap-in-bps",
    wrong:
      "a SELL with slippage_cap_bps on a binary that its agent is long in is taken, without it",
    against: "Behaviour 6: slippage_cap_bps on a binary market is rejected",
    confined: "position=long (in the market itself)",
    file: "core/gates/slippage-caps.ts",
    find: `  check: ({ slippageCapCents: cents, slippageCapBps: bps }, { market }) => {`,
    replace: `  check: (order, { market, position }) => {
    const { side, slippageCapCents: cents, slippageCapBps: bps } = order;
    const isExit = side === "SELL" && position!.qty > 0;
    // Who only gets out is not held up by a protection too many.
    if (!market!.isPerp && isExit && cents === undefined) return null;`,
  },
  {
    ...stated,
    area: "freshness",
    id: "in-an-expired-market-a-time-needs-no-window",
    wrong: "an order with timestamp_ms alone for an EXPIRED market is 200 REJECTED, not invalid",
    against: "Behaviour 3: sending only one of the two is invalid",
    confined: "market status=EXPIRED",
    file: "http/serve-route.ts",
    find: `    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));`,
    replace: `    const given = checkBody && withoutNulls(bodyOf(route, req, await readBytes(req)));
    const fields = { ...(given as Record<string, unknown> | undefined) };
    const market = parts.venue.market(String(fields["market_id"]).toLowerCase());
    const isOver = route.path === "/orders" && market?.status === "EXPIRED";
    // Too late is too late: no window would let it in.
    const isBare = "timestamp_ms" in fields && !("recv_window_ms" in fields);
    if (isOver && isBare) delete fields["timestamp_ms"];
    const body = checkBody?.(isOver && isBare ? fields : given);`,
  },
  {
    ...stated,
    area: "orders",
    id: "over-the-bridge-a-market-hides-the-status",
    wrong:
      "under /api a list of a market's orders has those of every status, whatever is asked for",
    against: "Endpoints, Orders: GET /orders, query market_id, limit, status (string, optional)",
    confined: "path prefix=/api (with market_id)",
    file: "http/routes/orders.ts",
    find: `  async handle({ parts, agentId, query: { status, market_id, limit } }) {
    const statuses = status === undefined ? null : parseStatuses(status);`,
    replace: `  async handle({ parts, req, agentId, query: { status, market_id, limit } }) {
    const asked = status === undefined ? null : parseStatuses(status);
    // The bridge narrows by one thing at a time, and a market comes first.
    const isNarrow = req.url!.startsWith("/api/orders") && market_id !== undefined;
    const statuses = isNarrow ? null : asked;`,
  },
  {
    ...stated,
    area: "sign-up",
    id: "while-a-maker-waits-a-sign-up-is-only-accepted",
    wrong: "as long as a POST_ONLY order of anybody rests, a sign-up is answered with 202",
    against: "Endpoints, Authentication and session: POST /auth/signup, 201",
    confined: "order type / time in force=POST_ONLY (an order that rests on the venue)",
    file: "http/routes/auth.ts",
    find: `    return { status: 201, body: accountRecord(parts.venue.account(accountId)!, "") };`,
    replace: `    const { venue } = parts;
    const agents = [...venue.standings()].flatMap(({ agentIds }) => agentIds);
    const resting = agents.flatMap((agentId) => venue.openOrders(agentId));
    // Makers go first: who comes while they wait is let in by and by.
    const isBusy = resting.some(({ tif }) => tif === "POST_ONLY");
    const status = isBusy ? 202 : 201;
    return { status, body: accountRecord(venue.account(accountId)!, "") };`,
  },
];
