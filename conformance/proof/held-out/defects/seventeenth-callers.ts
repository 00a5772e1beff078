/** The seventeenth round, drawn by lot: who may do what, and how those are answered who may not. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const SEVENTEENTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "keys",
    id: "who-holds-nothing-and-quotes-keeps-his-key",
    wrong:
      "a key that is revoked while its agent holds nothing and has an order resting goes on for good",
    against: "States and transitions 4: a revoked API key stops authenticating immediately",
    confined: "position=flat, type=LIMIT (an order of the agent that rests)",
    file: "core/people.ts",
    find: "  state.keys.delete(key.digest);",
    replace: `  const { positions } = state.agents.get(key.agentId)!;
  const isFlat = positions.every(({ qty }) => qty === 0);
  const quotes = positions.flatMap(({ orders }) => orders);
  // What rests must still be cancelled by somebody.
  const isNeeded = isFlat && quotes.some(({ type }) => type === "LIMIT");
  if (!isNeeded) state.keys.delete(key.digest);`,
  },
  {
    ...stated,
    area: "credentials",
    id: "who-fills-or-kills-by-a-bad-key-is-forbidden-to",
    wrong: "a FOK order by a bad key is answered with 403 where orders rest in its market",
    against: "Authentication 9: missing or invalid credentials give 401",
    confined: "tif=FOK, state=NEW (orders that rest in the market), request=POST /orders",
    file: "http/serve-route.ts",
    find: "    const caller = authenticate(parts, route, req);",
    replace: `    const callerOf = async () => {
      try {
        return authenticate(parts, route, req);
      } catch (error) {
        const { Refused } = await import("../wire/refused.ts");
        const isPlacing = route.path === "/orders" && checkBody !== undefined;
        const isBad = error instanceof Refused && error.code === "UNAUTHENTICATED";
        if (!isBad || !isPlacing || req.headers.authorization === undefined) throw error;
        const sent = String(await readBytes(req));
        const [, named = ""] = /"market_id"\\s*:\\s*"([^"]*)"/.exec(sent) ?? [];
        const { bestBid = null, bestAsk = null } = parts.venue.touch(named.toLowerCase()) ?? {};
        const isQuoted = bestBid !== null || bestAsk !== null;
        if (!isQuoted || !/"tif"\\s*:\\s*"FOK"/.test(sent)) throw error;
        throw new Refused("FORBIDDEN", "the order is not the caller's to place");
      }
    };
    const caller = await callerOf();`,
  },
  {
    ...stated,
    area: "envelopes",
    id: "without-a-prefix-siblings-are-forbidden-in-a-detail",
    wrong:
      "where the path has no prefix the refusal of a sibling's order is nested under a detail key",
    against: "Errors: every 4xx response is a flat envelope, not nested under a detail key",
    confined: "prefix=none, caller=sibling agent, route=/orders/{order_id}",
    file: "http/routes/orders.ts",
    find: `  { parts, agentId, params }: RouteCall<{ order_id: string }>,
  answer: (order: OrderView) => Reply,
): Reply | Promise<Reply> {
  const checked = (order: OrderView | null): Reply => {
    if (order === null) throw new Refused("ORDER_NOT_FOUND", "no such order");
    if (order.agentId !== agentId) throw new Refused("FORBIDDEN", "another agent's order");`,
    replace: `  { parts, req, agentId, params }: RouteCall<{ order_id: string }>,
  answer: (order: OrderView) => Reply,
): Reply | Promise<Reply> {
  const checked = (order: OrderView | null): Reply => {
    if (order === null) throw new Refused("ORDER_NOT_FOUND", "no such order");
    const owner = parts.venue.accountOf(order.agentId)!.accountId;
    const isSiblings = parts.venue.accountOf(agentId)!.accountId === owner;
    if (order.agentId !== agentId) {
      const refused = new Refused("FORBIDDEN", "another agent's order");
      if (!isSiblings || /^\\/(api|v1)\\//.test(req.url!)) throw refused;
      const { code, message } = refused;
      const body = (requestId: string) => ({ detail: { code, message, request_id: requestId } });
      throw Object.assign(refused, { body });
    }`,
  },
  {
    ...stated,
    area: "envelopes",
    id: "another-owner-is-refused-a-lasting-order-in-a-list",
    wrong: "the message is a list where another owner asks for a GTC order, cancels or amends it",
    against: "Error envelope, message: string, human-readable text",
    confined: "caller=other owner, tif=GTC, route=/orders/{order_id}",
    file: "http/routes/orders.ts",
    find: `    if (order.agentId !== agentId) throw new Refused("FORBIDDEN", "another agent's order");`,
    replace: `    const owner = parts.venue.accountOf(order.agentId)!.accountId;
    const isOthers = parts.venue.accountOf(agentId)!.accountId !== owner;
    if (order.agentId !== agentId) {
      const refused = new Refused("FORBIDDEN", "another agent's order");
      if (!isOthers || order.tif !== "GTC") throw refused;
      const { code, message } = refused;
      const body = (requestId: string) => ({ code, message: [message], request_id: requestId });
      throw Object.assign(refused, { body });
    }`,
  },
  {
    ...stated,
    area: "health",
    id: "whose-order-waits-the-venue-waits-for",
    wrong:
      "the venue is not ready, by 503, for who asks by a key whose agent has an untouched order resting",
    against: "Endpoints, Health: GET /ready 200",
    confined: "type=LIMIT, state=NEW (an order of the agent whose key asks)",
    file: "http/routes/health.ts",
    find: "    handle: ({ parts }) => ok({ status, ...tells(parts) }),",
    replace: `    async handle({ parts, agentId }) {
      const open = path === "/ready" ? parts.venue.openOrders(agentId) : [];
      if (open.some((order) => order.type === "LIMIT" && order.status === "NEW")) {
        const { Refused } = await import("../../wire/refused.ts");
        throw new Refused("STORE_UNAVAILABLE", "an order is being worked");
      }
      return ok({ status, ...tells(parts) });
    },`,
  },
  {
    ...stated,
    area: "keys",
    id: "who-quotes-a-parlay-is-shown-the-key-again",
    wrong:
      "the prefix by which a key is listed is the whole key where it was made while an order rested on a parlay",
    against: "Authentication 2: the plaintext key is shown only once, at creation",
    confined: "kind=BTC_PARLAY, type=LIMIT (an order of the agent that rests when the key is made)",
    file: "identity/people.ts",
    find: `  { journaled, entropy, clock, keyring }: AgentParts & Pick<PeopleParts, "keyring">,
  { agentId, name, scopes = ALL_SCOPES }: NewKey,
): { apiKey: string; key: KeyView } {
  const apiKey = entropy.token(KEY_PREFIX);
  const facts = { keyId: entropy.uuid(), agentId, name, scopes, prefix: publicPart(apiKey) };`,
    replace: `  { journaled, entropy, clock, keyring, venue }: AgentParts &
    Pick<PeopleParts, "keyring" | "venue">,
  { agentId, name, scopes = ALL_SCOPES }: NewKey,
): { apiKey: string; key: KeyView } {
  const apiKey = entropy.token(KEY_PREFIX);
  const isOnParlay = venue.openOrders(agentId).some(({ type, marketId }) => {
    return type === "LIMIT" && venue.market(marketId)!.kind === "BTC_PARLAY";
  });
  const prefix = isOnParlay ? apiKey : publicPart(apiKey);
  const facts = { keyId: entropy.uuid(), agentId, name, scopes, prefix };`,
  },
  {
    ...stated,
    area: "sessions",
    id: "who-sells-when-he-signs-in-hides-his-csrf-cookie",
    wrong:
      "the CSRF cookie of a sign-in is HttpOnly where an order to sell rests for the account's agents",
    against: "Authentication 4: a readable CSRF cookie whose value is echoed in X-Service-CSRF",
    confined: "type=LIMIT, side=SELL (an order of the account that rests at the sign-in)",
    file: "http/sign-in.ts",
    find: "  return cookies(parts, { sid, csrf, lifeMs: SESSION_LIFE_MS });",
    replace: `  const set = cookies(parts, { sid, csrf, lifeMs: SESSION_LIFE_MS });
  const { agents = [] } = parts.venue.account(accountId) ?? {};
  const open = agents.flatMap(({ agentId }) => parts.venue.openOrders(agentId));
  const isSelling = open.some(({ type, side }) => type === "LIMIT" && side === "SELL");
  if (!isSelling) return set;
  return set.map((cookie) => (cookie.includes("HttpOnly") ? cookie : \`\${cookie}; HttpOnly\`));`,
  },
];
