/** The thirteenth round, drawn by lot: keys, sessions, tickets, and what is another's. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const THIRTEENTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "tickets",
    id: "who-asks-again-gets-the-ticket-he-had",
    wrong: "a ticket asked for twice within two seconds is the same ticket, used or not",
    against: "WebSocket ticket, ticket: single-use value; Authentication 7: consumed on first use",
    confined: "agent_id=absent, moment=second time within two seconds",
    file: "http/routes/ticket.ts",
    find: "export const ticketRoutes = [ticket];",
    replace: `type Answered = Map<string, { atMs: number; reply: import("./route.ts").Reply }>;
const answeredBy = new WeakMap<object, Answered>();

/** A request that is sent twice, as by an impatient client, is answered once. */
const ticketOnce: import("./route.ts").Route = {
  ...ticket,
  async handle(call) {
    const { agent_id } = call.body as { agent_id?: string };
    if (agent_id !== undefined) return ticket.handle(call);
    const { tickets } = call.parts.identity;
    const answered: Answered = answeredBy.get(tickets) ?? new Map();
    answeredBy.set(tickets, answered);
    const credential = credentialOf(call.caller);
    const last = answered.get(credential);
    if (last !== undefined && call.at - last.atMs < 2_000) return last.reply;
    const reply = await ticket.handle(call);
    answered.set(credential, { atMs: call.at, reply });
    return reply;
  },
};

export const ticketRoutes = [ticketOnce];`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-new-key-comes-with-its-scheme",
    wrong: "a key that is created under /api/v1 is told as it stands in the header, with Bearer",
    against: "Authentication 2: API keys start with rk_live_",
    confined: "prefix=/api/v1, request=POST /me/agents/{agent_id}/keys",
    file: "http/routes/keys.ts",
    find: "    return { status: 201, body: { ...keyRecord(key), api_key: apiKey } };",
    replace: `    const isOfApi = call.req.url!.startsWith("/api/v1/");
    const told = isOfApi ? \`Bearer \${apiKey}\` : apiKey;
    return { status: 201, body: { ...keyRecord(key), api_key: told } };`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-for-a-second-agent-only-reads",
    wrong: "a key that a session creates for an agent it does not act for has the scope read alone",
    against: "API key create request, scopes: default [read, trade]",
    confined: "scopes=absent, agent=sibling of the one the session acts for",
    file: "http/routes/keys.ts",
    find: "      scopes: scopesOf(call.body.scopes),",
    replace: `      scopes: scopesOf(
        call.body.scopes ?? (agentId === call.agentId ? undefined : ["read"]),
      ),`,
  },
  {
    ...stated,
    area: "sessions",
    id: "an-app-under-api-reads-its-session",
    wrong: "the session cookie of a sign-in under /api is not HttpOnly",
    against: "Authentication 3: browser callers use an HttpOnly session cookie",
    confined: "prefix=/api",
    file: "http/sign-in.ts",
    find: "  return cookies(parts, { sid, csrf, lifeMs: SESSION_LIFE_MS });",
    replace: `  const [session, ...others] = cookies(parts, { sid, csrf, lifeMs: SESSION_LIFE_MS });
  const isOfApp = /^\\/api\\/(?!v1\\/)/.test(req.url!);
  return [isOfApp ? session!.replace("; HttpOnly", "") : session!, ...others];`,
  },
  {
    ...stated,
    area: "sessions",
    id: "a-session-is-a-bearer-token",
    wrong: "the value of a session cookie is taken as a bearer credential",
    against: "Authentication 3: the session cookie is separate from API-key authentication",
    confined: "credential=Authorization: Bearer <value of the session cookie>",
    file: "http/middleware/authenticate.ts",
    find: `  if (route.auth !== "operator" || parts.operator === null) return null;`,
    replace: `  const session = route.auth === "operator" ? null : parts.identity.sessions.find(secret);
  if (session !== null) return actingFor(parts, session, req);
  if (route.auth !== "operator" || parts.operator === null) return null;`,
  },
  {
    ...stated,
    area: "credentials",
    id: "a-long-key-is-malformed",
    wrong: "a bearer key of more than 128 characters is answered with 400",
    against: "HTTP statuses: 401 for a missing or invalid Authorization header",
    confined: "Authorization=edge high",
    file: "http/middleware/authenticate.ts",
    find: "  const secret = header.slice(SCHEME.length);",
    replace: `  const secret = header.slice(SCHEME.length);
  if (secret.length > 128) throw new Refused("VALIDATION_ERROR", "the API key is too long");`,
  },
  {
    ...stated,
    area: "credentials",
    id: "the-second-key-is-nobody",
    wrong: "who asks who he is by any key but the agent's first is told 404",
    against: "Endpoints, GET /auth/me: 200",
    confined: "caller=second key",
    file: "http/routes/auth.ts",
    find: "  handle: (call) => ok({ caller: call.caller.kind, ...ownAccount(call) }),",
    replace: `  handle(call) {
    const { caller, parts } = call;
    const [first] = parts.venue.keys(call.agentId);
    if (caller.kind === "key" && caller.key.keyId !== first?.keyId) {
      throw new Refused("KEY_NOT_FOUND", "no such key");
    }
    return ok({ caller: caller.kind, ...ownAccount(call) });
  },`,
  },
  {
    ...stated,
    area: "ownership",
    id: "what-another-has-filled-is-not-open",
    wrong: "who cancels another agent's order that is filled is told 409, not 403",
    against: "Authentication 9: a resource owned by another agent gives 403",
    confined: "order state=FILLED, caller=another agent, request=DELETE /orders/{order_id}",
    file: "http/routes/orders.ts",
    find: `  { parts, agentId, params }: RouteCall<{ order_id: string }>,
  answer: (order: OrderView) => Reply,
): Reply | Promise<Reply> {
  const checked = (order: OrderView | null): Reply => {
    if (order === null) throw new Refused("ORDER_NOT_FOUND", "no such order");`,
    replace: `  { parts, req, agentId, params }: RouteCall<{ order_id: string }>,
  answer: (order: OrderView) => Reply,
): Reply | Promise<Reply> {
  const checked = (order: OrderView | null): Reply => {
    if (order === null) throw new Refused("ORDER_NOT_FOUND", "no such order");
    if (req.method === "DELETE" && order.status === "FILLED") {
      throw new Refused("ORDER_NOT_OPEN", "the order is filled");
    }`,
  },
];
