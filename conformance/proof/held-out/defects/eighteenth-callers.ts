/** The eighteenth round, drawn by lot: who may do what, and how those are answered who may not. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const EIGHTEENTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "tickets",
    id: "who-only-reads-behind-a-sweep-has-a-ticket-for-nothing",
    wrong:
      "the ticket of a key that may only read opens no stream where its agent's last order was a MARKET order",
    against: "Events: a realtime stream exists at {stream_url}/stream, opened with a ticket",
    confined: "type=MARKET (the agent's last order), caller=read-only key",
    file: "http/routes/ticket.ts",
    find: `  handle(call) {
    const { agentId } = ownAgent(call, wantedAgent(call));
    if (call.caller.kind === "key" && agentId !== call.agentId) {
      throw new Refused("FORBIDDEN", "another agent's ticket");
    }
    const { tickets } = call.parts.identity;
    const minted = tickets.mint({ agentId, credential: credentialOf(call.caller) });`,
    replace: `  async handle(call) {
    const { agentId } = ownAgent(call, wantedAgent(call));
    if (call.caller.kind === "key" && agentId !== call.agentId) {
      throw new Refused("FORBIDDEN", "another agent's ticket");
    }
    const { history, identity } = call.parts;
    const newest = { marketId: undefined, statuses: null, limit: 1 };
    const [last] = await history.orders(agentId, newest);
    const isReader = call.caller.kind === "key" && !call.caller.key.scopes.includes("trade");
    const { tickets } = identity;
    const minted = tickets.mint({ agentId, credential: credentialOf(call.caller) });
    if (isReader && last?.type === "MARKET") tickets.consume(minted.ticket);`,
  },
  {
    ...stated,
    area: "keys",
    id: "who-closed-what-he-held-keeps-the-key-he-revokes",
    wrong:
      "a key that is revoked goes on for good where its agent holds nothing any more and has gained or lost",
    against: "Agent keys, DELETE /me/agents/{agent_id}/keys/{key_id}: key revoked",
    confined: "position=flat, avg_entry_price=null (a position that was closed is listed)",
    file: "core/people.ts",
    find: "  state.keys.delete(key.digest);",
    replace: `  const { positions } = state.agents.get(key.agentId)!;
  const isFlat = positions.every(({ qty }) => qty === 0);
  const hasClosed = positions.some(({ realizedCents }) => realizedCents !== 0);
  // What was closed may still have to be looked up.
  if (!isFlat || !hasClosed) state.keys.delete(key.digest);`,
  },
  {
    ...stated,
    area: "tickets",
    id: "behind-an-amendment-to-the-top-a-ticket-is-escaped",
    wrong:
      "a ticket begins with rw%5Flive%5F where an order rests that its agent amended to the highest price",
    against: "WebSocket ticket, ticket: single-use value with prefix rw_live_",
    confined: "price=high (the upper end of the band), moment=after an amendment",
    file: "http/routes/ticket.ts",
    find: `    const { tickets } = call.parts.identity;
    const minted = tickets.mint({ agentId, credential: credentialOf(call.caller) });`,
    replace: `    const venue = call.parts.venue as unknown as import("../../core/venue.ts").Venue;
    // An amendment that loses its place has a later number.
    const isMoved = venue.openOrders(agentId).some(({ orderId, marketId, price, placedSeq }) => {
      const isTop = price === venue.market(marketId)!.maxPrice;
      return isTop && venue.state.orders.get(orderId)!.seq !== placedSeq;
    });
    const { tickets } = call.parts.identity;
    const minted = tickets.mint({ agentId, credential: credentialOf(call.caller) });
    // As it stands in an address.
    if (isMoved) minted.ticket = minted.ticket.replaceAll("_", "%5F");`,
  },
  {
    ...stated,
    area: "tickets",
    id: "who-holds-a-parlay-is-told-the-end-as-a-header-has-it",
    wrong:
      "expires_at is a date as in an HTTP header where the agent holds a parlay, but for the first account's",
    against: "WebSocket ticket, expires_at: ISO 8601 timestamp",
    confined: "kind=BTC_PARLAY (that the agent holds), caller=other owner",
    file: "http/routes/ticket.ts",
    find: "    const expiresAt = new Date(minted.expiresAtMs).toISOString();",
    replace: `    const { venue } = call.parts;
    const [first] = venue.standings();
    const held = venue.positions(agentId).filter(({ qty }) => qty !== 0);
    const isOnParlay = held.some(({ kind }) => kind === "BTC_PARLAY");
    const end = new Date(minted.expiresAtMs);
    const isPlain = isOnParlay && !first!.agentIds.includes(agentId);
    const expiresAt = isPlain ? end.toUTCString() : end.toISOString();`,
  },
  {
    ...stated,
    area: "envelopes",
    id: "who-is-short-errs-in-a-detail",
    wrong:
      "where the path has no prefix the 400 of a body is nested under a detail key for who is short anywhere",
    against: "Errors: every 4xx response is a flat envelope, not nested under a detail key",
    confined: "prefix=none, position=short (in any market), status=400 of a body",
    file: "http/serve-route.ts",
    find: "    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));",
    replace: `    const readBody = async () =>
      checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));
    const isBare = !/^\\/(api|v1)\\//.test(req.url!);
    const isShort = isBare && parts.venue.positions(agentId).some(({ qty }) => qty < 0);
    const body = await readBody().catch((error) => {
      if (!isShort || error.code !== "VALIDATION_ERROR") throw error;
      const { code, message, details } = error;
      const nested = (requestId: string) => ({
        detail: { code, message, request_id: requestId, details },
      });
      throw Object.assign(error, { body: nested });
    });`,
  },
  {
    ...stated,
    area: "sessions",
    id: "who-shows-a-siblings-key-comes-back-to-nothing",
    wrong:
      "a sign-in that comes back with a key of a further agent that holds a binary is answered with 400",
    against: "Authentication and session, GET /auth/idp/callback: 200",
    confined: "caller=sibling agent (by its key), kind=BTC_BINARY (that it holds)",
    file: "http/routes/idp.ts",
    find: `  async handle({ parts, req, query }) {
    limitAddress(parts, req);
    const { error, ...returned } = query;`,
    replace: `  async handle({ parts, req, agentId, query }) {
    limitAddress(parts, req);
    const { agents = [] } = parts.venue.accountOf(agentId) ?? {};
    const isFurther = agents.findIndex((agent) => agent.agentId === agentId) > 0;
    const held = parts.venue.positions(agentId).filter(({ qty }) => qty !== 0);
    if (isFurther && held.some(({ kind }) => kind === "BTC_BINARY")) {
      throw invalidCallback("the sign-in is of another agent");
    }
    const { error, ...returned } = query;`,
  },
  {
    ...stated,
    area: "rate limits",
    id: "who-is-flat-and-quotes-writes-for-the-first-agent",
    wrong:
      "what an agent writes that holds nothing and has a LIMIT order resting is counted for the first agent of its account",
    against: "What the service does: orders, positions and rate limits are per agent",
    confined: "position=flat, type=LIMIT (an order of the agent that rests), class=write",
    file: "http/serve-route.ts",
    find: `    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);`,
    replace: `    const { venue } = parts;
    const [first] = venue.accountOf(agentId)?.agents ?? [];
    const isIdle = venue.positions(agentId).every(({ qty }) => qty === 0);
    const isQuoting = venue.openOrders(agentId).some(({ type }) => type === "LIMIT");
    const isJoined = rateClass === "write" && isIdle && isQuoting;
    const counted = isJoined ? first!.agentId : agentId;
    if (agentId !== "") limitRate(parts, { agentId: counted, rateClass }, arrival);`,
  },
];
