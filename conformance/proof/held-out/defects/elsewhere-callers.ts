/** The same venue: what is wrong of prefixes, callers, types and parameters. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;

export const ELSEWHERE_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "prefixes",
    id: "api-has-no-rate-limit",
    wrong: "requests under /api are counted in no window",
    against: `${sentences.WRITE_RATE}; under four equivalent prefixes`,
    confined: "prefix=/api",
    file: "http/serve-route.ts",
    find: 'if (agentId !== "") limitRate',
    replace: 'if (agentId !== "" && !ctx.path.startsWith("/api/")) limitRate',
  },
  {
    ...stated,
    area: "prefixes",
    id: "no-prefix-no-scopes",
    wrong: "without a prefix a read-only key may trade",
    against: sentences.TRADE_SCOPE,
    confined: "prefix=none, caller=read-only key",
    file: "http/middleware/authorize.ts",
    find: 'if (caller.kind === "key") authorizeKey(',
    replace: `const isBare = !/^\\/(api|v1)\\//.test(req.url!) && route.auth === "agent";
  if (caller.kind === "key" && !isBare) authorizeKey(`,
  },
  {
    ...stated,
    area: "sessions",
    id: "sessions-delete-without-csrf",
    wrong: "a session cancels and revokes without its CSRF value",
    against: sentences.CSRF,
    confined: "caller=session, method=DELETE",
    file: "http/middleware/authorize.ts",
    find: 'if (caller.kind !== "session" || route.method === "GET"',
    replace: 'if (caller.kind !== "session" || route.method === "DELETE" || route.method === "GET"',
  },
  {
    ...stated,
    area: "sessions",
    id: "session-tickets-open-twice",
    wrong: "a ticket that a session minted opens the stream more than once",
    against: sentences.TICKET,
    confined: "caller=session",
    file: "identity/tickets.ts",
    find: "    this.#byDigest.delete(digest);\n    if (found === undefined ||",
    replace: `    if (!found?.credential.startsWith("session")) this.#byDigest.delete(digest);
    if (found === undefined ||`,
  },
  {
    ...stated,
    area: "siblings",
    id: "siblings-cool-down-together",
    wrong: "an agent pauses on a market and side where another agent of its owner does",
    against: sentences.COOLDOWN,
    confined: "caller=sibling agent",
    file: "core/gates/cooldown.ts",
    find: 'const working = position!.side(side === "BUY");',
    replace: `const { agent, market } = position!;
    const sides = agent.account.agents.flatMap(
      (one) => market.positions[one.index]?.side(side === "BUY") ?? [],
    );
    const working =
      sides.find((one) => isCooling(one, atMs)) ?? position!.side(side === "BUY");`,
  },
  {
    ...stated,
    area: "second keys",
    id: "second-keys-outlive-their-revocation",
    wrong: "of an agent's keys the oldest alone can be revoked",
    against: sentences.REVOKED,
    confined: "caller=second key",
    file: "core/people.ts",
    find: "  state.keys.delete(key.digest);",
    replace: `  const oldest = [...state.keys.values()].find((one) => one.agentId === key.agentId);
  if (oldest === key) state.keys.delete(key.digest);`,
  },
  {
    ...stated,
    area: "MARKET orders",
    id: "market-orders-are-placed-again",
    wrong: "a MARKET order is placed again each time it is resent",
    against: sentences.REPLAY,
    confined: "type=MARKET",
    file: "core/gates/client-order-id.ts",
    find: "if (order.clientOrderId === undefined) return null;",
    replace: 'if (order.clientOrderId === undefined || order.type === "MARKET") return null;',
  },
  {
    ...stated,
    area: "closed orders",
    id: "ended-orders-of-others-are-not-found",
    wrong: "another agent's order that has ended gives 404",
    against: sentences.OTHERS_ARE_FORBIDDEN,
    confined: "state=ended",
    file: "http/routes/orders.ts",
    find: 'if (order.agentId !== agentId) throw new Refused("FORBIDDEN", "another agent\'s order");',
    replace: `if (order.agentId !== agentId) {
      const code = rests(order.status) ? "FORBIDDEN" : "ORDER_NOT_FOUND";
      throw new Refused(code, "another agent's order");
    }`,
  },
  {
    ...stated,
    area: "lists",
    id: "two-filters-are-one",
    wrong: "asked for a status and a market, the list has ended orders of every market",
    against: "Endpoints, GET /orders: market_id (string, optional), status (string, optional)",
    confined: "parameter=market_id with status",
    file: "store/history/memory-history.ts",
    find: "(marketId === undefined || values[ORDER_MARKET] === marketId) &&",
    replace:
      "(marketId === undefined || statuses !== null || values[ORDER_MARKET] === marketId) &&",
  },
  {
    ...stated,
    area: "lists",
    id: "the-open-list-ends-early",
    wrong: "the list of open orders has 200 where nobody says how many",
    against: "Endpoints, GET /orders/open: limit (int, default 500)",
    confined: "route=/orders/open",
    file: "http/routes/orders.ts",
    find: "limit: limitOf(500)",
    replace: "limit: limitOf(200)",
  },
];
