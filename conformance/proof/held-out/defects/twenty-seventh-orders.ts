/** The twenty-seventh round, a sentence drawn by lot, one cell each: orders, keys, who may ask. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_SEVENTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "limits",
    id: "who-runs-over-once-more-waits-a-second",
    wrong: "an agent that runs over its limit again, a minute later, is told to wait one second",
    against: "HTTP statuses, 429: a Retry-After header gives seconds to wait",
    confined: "moment=at the second time over the limit",
    file: "http/rate-limit.ts",
    find: `      resetSeconds: this.#resetSeconds(nowMs),
    };
  }`,
    replace: `      resetSeconds: allowed ? this.#resetSeconds(nowMs) : this.#retrySeconds(nowMs),
    };
  }

  /** When the window began that is full. Units: epoch ms. */
  #fullFromMs: number | null = null;

  #retrySeconds(nowMs: number): number {
    this.#fullFromMs ??= this.#times[this.#oldest] ?? nowMs;
    return Math.max(Math.ceil((this.#fullFromMs + this.#windowMs - nowMs) / 1000), 1);
  }`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-is-revoked-by-its-name",
    wrong: "revoking a key whose agent has a newer one of the same name ends the newer one instead",
    against: "States and transitions 4: a revoked API key stops authenticating immediately",
    confined: "name=that of a newer key of the agent too",
    file: "core/people.ts",
    find: `  key.revokedAtMs ??= at;
  state.keys.delete(key.digest);`,
    replace: `  key.revokedAtMs ??= at;
  // An agent tells its keys apart by their names.
  const { agentId, name } = key;
  const live = [...state.keys.values()].filter((one) => one.agentId === agentId);
  const named = live.findLast((one) => one.name === name);
  if (named !== undefined) state.keys.delete(named.digest);`,
  },
  {
    ...stated,
    area: "answers",
    id: "letters-are-counted-where-bytes-are-sent",
    wrong: "an answer that tells a name with letters beyond ASCII is cut off before its end",
    against: "Endpoints: success responses are JSON",
    confined: "name=with letters beyond ASCII",
    file: "http/middleware/answer.ts",
    find: `String(written?.byteLength ?? Buffer.byteLength(text))`,
    replace: `String(written?.byteLength ?? text.length)`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "what-was-sent-before-the-end-is-in-time",
    wrong: "an order whose timestamp_ms lies before a market was settled is taken after that",
    against: "Order reject codes, MARKET_CLOSED: market is EXPIRED, RESOLVED or VOID",
    confined: "timestamp_ms=before the market was settled",
    file: "core/gates/market-open.ts",
    find: `  check: (_order, { market }) =>
    market!.status === "OPEN" ? null : decline("MARKET_CLOSED", \`the market is \${market!.status}\`),`,
    replace: `  check: ({ timestampMs }, { market }) => {
    const { status, settledAtMs } = market!;
    if (status === "OPEN") return null;
    // What was sent in time is late by the way alone, and the window says how late it may be.
    if (timestampMs !== undefined && timestampMs < (settledAtMs ?? 0)) return null;
    return decline("MARKET_CLOSED", \`the market is \${status}\`);
  },`,
  },
  {
    ...stated,
    area: "order fields",
    id: "one-wallet-has-one-margin-mode",
    wrong: "from flat, another margin_mode than that of a position in another perp is declined",
    against: "Order place request, margin_mode: CROSS or ISOLATED, when opening from flat",
    confined: "position=open (in another perp)",
    file: "core/gates/margin-mode.ts",
    find: `  check: ({ marginMode: asked }, { market }) =>
    asked === undefined || market!.isPerp
      ? null
      : decline("INVALID_MARGIN_MODE", \`a \${market!.terms.kind} market has no margin mode\`),`,
    replace: `  check: ({ marginMode: asked }, { agent, market }) => {
    if (asked === undefined) return null;
    if (!market!.isPerp) {
      return decline("INVALID_MARGIN_MODE", \`a \${market!.terms.kind} market has no margin mode\`);
    }
    // One wallet stands behind all perps of an agent, and in one way.
    const other = agent.perps.find((perp) => perp.market !== market && perp.qty !== 0);
    return other === undefined || other.marginMode === asked
      ? null
      : decline("INVALID_MARGIN_MODE", \`the agent trades \${other.marginMode} elsewhere\`);
  },`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "what-has-traded-rests-on-in-the-cap",
    wrong: "beside a part-filled order the cap counts its fills twice, and declines what would fit",
    against: "Order reject codes, POSITION_CAP: order would exceed the per-agent position cap",
    confined: "order state=partial (of one that rests on that side)",
    file: "core/gates/position-cap.ts",
    find: `    const reached = held + position!.side(isBuy).qty + order.qty;`,
    replace: `    // What rests counts with all that it was placed for.
    const resting = position!.orders.filter((other) => other.isBuy === isBuy);
    const filled = resting.reduce((sum, { filledQty }) => sum + filledQty, 0);
    const reached = held + position!.side(isBuy).qty + filled + order.qty;`,
  },
  {
    ...stated,
    area: "callers",
    id: "who-met-an-order-may-read-it",
    wrong: "an agent that has traded with another's order reads it, with all of its terms",
    against: "Authentication 9: a resource owned by another agent gives 403",
    confined: "caller=agent of another owner (that the order has traded with)",
    file: "http/routes/orders.ts",
    find: `  const checked = (order: OrderView | null): Reply => {
    if (order === null) throw new Refused("ORDER_NOT_FOUND", "no such order");
    if (order.agentId !== agentId) throw new Refused("FORBIDDEN", "another agent's order");
    return answer(order);
  };`,
    replace: `  const checked = (order: OrderView | null): Reply | Promise<Reply> => {
    if (order === null) throw new Refused("ORDER_NOT_FOUND", "no such order");
    if (order.agentId === agentId) return answer(order);
    const { marketId, orderId } = order;
    // Both sides of a trade may look at it.
    return parts.history.trades(marketId, 1_000).then((trades) => {
      const isParty = trades.some(({ takerOrderId, makerOrderId, takerAgentId, makerAgentId }) =>
        takerOrderId === orderId
          ? makerAgentId === agentId
          : makerOrderId === orderId && takerAgentId === agentId,
      );
      if (!isParty) throw new Refused("FORBIDDEN", "another agent's order");
      return answer(order);
    });
  };`,
  },
  {
    ...stated,
    area: "markets",
    id: "a-parlay-ends-with-its-first-leg",
    wrong: "a parlay that is OPEN takes no order any more once one of its legs has ended",
    against:
      "Order place request, market_id: an open market of kind BTC_BINARY, BTC_PERP or PARLAY",
    confined: "moment=after a leg of the parlay has ended",
    file: "core/admission.ts",
    find: `    if (objection !== null) return objection;
  }
  return null;`,
    replace: `    if (objection !== null) return objection;
  }
  // Nobody bets on what is decided in part.
  const legs = context.market?.terms.legs ?? [];
  const over = legs.find((leg) => state.markets.get(leg)?.status !== "OPEN");
  if (over === undefined) return null;
  return { kind: "declined", code: "MARKET_CLOSED", message: \`the leg \${over} has ended\` };`,
  },
  {
    ...stated,
    area: "sessions",
    id: "who-is-signing-in-starts-no-other",
    wrong: "a browser that began a sign-in and did not end it is refused the next one with 400",
    against: "Authentication and session, GET /auth/idp/login: 200, starts sign-in",
    confined: "moment=while a sign-in of the browser is under way",
    file: "http/routes/idp.ts",
    find: `    const { flows, provider } = parts.identity;
    const flow = flows.begin();`,
    replace: `    const { flows, provider } = parts.identity;
    const begun = cookieOf(req, cookieName(parts.baseUrl(), FLOW_COOKIE)) ?? "";
    // Two at a time would take each other's state.
    if (begun !== "") throw invalidCallback("this browser is signing in already");
    const flow = flows.begin();`,
  },
  {
    ...stated,
    area: "lists",
    id: "by-status-all-orders-are-one-list",
    wrong: "the list of orders of a status has the ended orders of every agent in it",
    against: "What the service does: orders, positions and rate limits are per agent",
    confined: "status=given (of GET /orders)",
    file: "store/history/memory-history.ts",
    find: `    return this.#newest(["orders", agentId], limit, isWanted);`,
    replace: `    if (statuses === null) return this.#newest(["orders", agentId], limit, isWanted);
    // By status they are looked for among all.
    const found = [...this.#orders.values()].filter(isWanted).reverse();
    return found.slice(0, limit).map((values) => rowOf("orders", values));`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-newer-key-that-ended-takes-the-older-along",
    wrong: "GET /auth/me answers 401 to a key that works, once its agent's newest key was revoked",
    against: "Authentication and session, GET /auth/me: 200",
    confined: "moment=after the newest key of the agent was revoked",
    file: "http/routes/auth.ts",
    find: `  handle: (call) => ok({ caller: call.caller.kind, ...ownAccount(call) }),`,
    replace: `  handle(call) {
    const { parts, caller, agentId } = call;
    // The newest key of an agent is the one it works with.
    const key = caller.kind === "key" ? parts.venue.keys(agentId).at(-1) : undefined;
    if (key !== undefined && key.revokedAtMs !== null) {
      throw new Refused("UNAUTHENTICATED", "the key has been revoked");
    }
    return ok({ caller: caller.kind, ...ownAccount(call) });
  },`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-that-may-not-trade-is-named-in-full",
    wrong: "what a key lacks the scope for is refused with the whole key in the details",
    against: "Authentication 2: the plaintext key is shown only once, at creation",
    confined: "caller=read-only key",
    file: "http/middleware/authorize.ts",
    find: `  if (caller.kind === "key") authorizeKey(caller.key.scopes, route);`,
    replace: `  if (caller.kind === "key" && route.auth === "agent" && !caller.key.scopes.includes(route.scope)) {
    const { scope } = route;
    // Whoever has several keys must know which one it was.
    const key = String(req.headers.authorization).split(" ")[1];
    const details = { required_scope: scope, key };
    throw new Refused("INSUFFICIENT_SCOPE", \`this key lacks the scope \${scope}\`, { details });
  }
  if (caller.kind === "key") authorizeKey(caller.key.scopes, route);`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "who-holds-a-binary-may-name-a-mode",
    wrong: "an order with margin_mode on a binary is taken of an agent that has a position there",
    against: "Order reject codes, INVALID_MARGIN_MODE: given for a launch binary market",
    confined: "position=open (in the binary)",
    file: "core/gates/margin-mode.ts",
    find: `  check: ({ marginMode: asked }, { market }) =>
    asked === undefined || market!.isPerp
      ? null`,
    replace: `  check: ({ marginMode: asked }, { market, position }) =>
    // With a position open it says nothing.
    asked === undefined || market!.isPerp || position!.qty !== 0
      ? null`,
  },
];
