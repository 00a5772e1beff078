/** The nineteenth round, a sentence drawn by lot, one cell each: who may call, and what is refused. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const NINETEENTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "keys",
    id: "nobody-loses-his-only-key",
    wrong: "the one key that an agent still has is told as revoked, and goes on authenticating",
    against: "Endpoints, DELETE /me/agents/{agent_id}/keys/{key_id}: the key is revoked",
    confined: "key=the only one of its agent that works",
    file: "core/people.ts",
    find: `  key.revokedAtMs ??= at;
  state.keys.delete(key.digest);`,
    replace: `  key.revokedAtMs ??= at;
  const working = [...state.keys.values()].filter(({ agentId }) => agentId === key.agentId);
  // An agent without a key could not be reached any more.
  if (working.length > 1) state.keys.delete(key.digest);`,
  },
  {
    ...stated,
    area: "errors",
    id: "what-is-no-number-is-nought",
    wrong: "a qty of a wrong type is taken for 0: 200, REJECTED with INVALID_QTY",
    against: "Behaviour rules 4: a malformed body returns the envelope with VALIDATION_ERROR",
    confined: "qty=of a wrong type",
    file: "http/serve-route.ts",
    find: `    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));`,
    replace: `    const sent = checkBody && withoutNulls(bodyOf(route, req, await readBytes(req)));
    const { qty } = (sent ?? {}) as { qty?: unknown };
    const isOdd = route.path === "/orders" && qty !== undefined && typeof qty !== "number";
    const body = checkBody?.(isOdd ? { ...(sent as object), qty: 0 } : sent);`,
  },
  {
    ...stated,
    area: "keys",
    id: "api-knows-a-key-for-a-minute",
    wrong: "under /api a key that was used there goes on for up to a minute when it is revoked",
    against: "Authentication 5: revocation is immediate",
    confined: "prefix=/api",
    file: "http/middleware/authenticate.ts",
    find: `  if (!header.startsWith(SCHEME)) return null;
  const secret = header.slice(SCHEME.length);
  const key = parts.keyring.holder(req.socket, secret, (digest) => parts.venue.key(digest));`,
    replace: `  if (!header.startsWith(SCHEME)) return null;
  const secret = header.slice(SCHEME.length);
  /** Whom a key belonged to when it was last looked up. */
  type Holder = import("../../core/outcomes.ts").KeyHolder;
  const gateway = parts.keyring as unknown as { known?: Map<string, { holder: Holder; atMs: number }> };
  const known = (gateway.known ??= new Map());
  const nowMs = parts.clock.nowMs();
  const isBehindGateway = /^\\/api\\/(?!v1\\/)/.test(req.url!);
  const seen = isBehindGateway ? known.get(secret) : undefined;
  const isFresh = seen !== undefined && nowMs - seen.atMs < 60_000;
  const lookUp = () =>
    parts.keyring.holder(req.socket, secret, (digest) => parts.venue.key(digest));
  const key: Holder | null = isFresh ? seen.holder : lookUp();
  if (isBehindGateway && !isFresh && key !== null) known.set(secret, { holder: key, atMs: nowMs });`,
  },
  {
    ...stated,
    area: "idempotency",
    id: "a-malformed-order-uses-its-id-up",
    wrong: "the order that is sent aright under the id of a malformed one is refused with 409",
    against:
      "Behaviour rules 4: a malformed body never reaches the engine, so that it binds nothing",
    confined: "moment=the second time (after a malformed body under the id)",
    file: "http/serve-route.ts",
    find: `  const checkBody = route.body && bodyCheck(route.body);
  return async (ctx: Context): Promise<void> => {
    const arrival = arrivalOf(ctx);
    const { at, headers, parts } = arrival;
    const { req } = ctx;
    const caller = authenticate(parts, route, req);
    authorize(caller, route, req);
    const agentId = "agentId" in caller ? caller.agentId : "";
    if (agentId === "" && route.isDear) limitDearRead(parts, req);
    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);
    checkOpen(parts, route);
    const params = readParams?.((name) => ctx["params"][name]);
    const query = readQuery?.(queryOf(req.url!));
    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));`,
    replace: `  const checkBody = route.body && bodyCheck(route.body);
  /** Ids under which something has come, by venue and agent. */
  const spent = new WeakMap<object, Set<string>>();
  return async (ctx: Context): Promise<void> => {
    const arrival = arrivalOf(ctx);
    const { at, headers, parts } = arrival;
    const { req } = ctx;
    const caller = authenticate(parts, route, req);
    authorize(caller, route, req);
    const agentId = "agentId" in caller ? caller.agentId : "";
    if (agentId === "" && route.isDear) limitDearRead(parts, req);
    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);
    checkOpen(parts, route);
    const params = readParams?.((name) => ctx["params"][name]);
    const query = readQuery?.(queryOf(req.url!));
    const sent = checkBody && withoutNulls(bodyOf(route, req, await readBytes(req)));
    const { client_order_id: id } = (sent ?? {}) as { client_order_id?: unknown };
    const ids = spent.get(parts.venue) ?? new Set<string>();
    spent.set(parts.venue, ids);
    const name = route.path === "/orders" && typeof id === "string" ? \`\${agentId} \${id}\` : "";
    const checked = () => {
      try {
        return checkBody?.(sent);
      } catch (error) {
        if (name !== "") ids.add(name);
        throw error;
      }
    };
    const body = checked();
    if (ids.has(name)) {
      const { Refused } = await import("../wire/refused.ts");
      throw new Refused("CLIENT_ORDER_ID_CONFLICT", "this id was used already");
    }`,
  },
  {
    ...stated,
    area: "sessions",
    id: "nobody-knows-this-address",
    wrong: "a login with an e-mail that nobody has is answered with 404",
    against: "HTTP statuses, 401: a failed login",
    confined: "email=unknown",
    file: "http/routes/auth.ts",
    find: `    if (!right || member === NOBODY) {`,
    replace: `    if (member === NOBODY) throw new Refused("ACCOUNT_NOT_FOUND", "nobody has this e-mail");
    if (!right) {`,
  },
  {
    ...stated,
    area: "rate limits",
    id: "who-is-signed-in-reads-a-tenth",
    wrong: "what a session reads is counted as what it writes, so 600 reads pass in a minute",
    against: "Limits: 6,000 requests per 60 seconds per agent",
    confined: "caller=session",
    file: "http/serve-route.ts",
    find: `    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);`,
    replace: `    const counted = caller.kind === "session" ? "write" : rateClass;
    if (agentId !== "") limitRate(parts, { agentId, rateClass: counted }, arrival);`,
  },
  {
    ...stated,
    area: "order fields",
    id: "the-longest-window-is-too-long",
    wrong: "a recv_window_ms of 60000 is refused as malformed",
    against: "Limits: recv_window_ms from 1 to 60000",
    confined: "recv_window_ms=60000",
    file: "wire/schemas.ts",
    find: `Type.Integer({ minimum: 1, maximum: 60_000 })`,
    replace: `Type.Integer({ minimum: 1, exclusiveMaximum: 60_000 })`,
  },
  {
    ...stated,
    area: "tickets",
    id: "a-key-may-ask-for-any-agent-that-is-none",
    wrong: "a key that asks for a ticket with an agent_id that is no UUID is given one",
    against: "WebSocket ticket, agent_id: a UUID",
    confined: "caller=key",
    file: "http/routes/ticket.ts",
    find: `  body: Type.Object({ agent_id: Type.Optional(Uuid) }, { title: "TicketRequest" }),
  bodyMayBeAbsent: true,
  responses: {
    201: { means: "a ticket for one connection within 60 seconds", body: TicketRecord },
  },
  rules: ["TKT-MINT-*"],
  section: "Authentication and session",
  handle(call) {
    const { agentId } = ownAgent(call, wantedAgent(call));`,
    replace: `  body: Type.Object({ agent_id: Type.Optional(Type.String()) }, { title: "TicketRequest" }),
  bodyMayBeAbsent: true,
  responses: {
    201: { means: "a ticket for one connection within 60 seconds", body: TicketRecord },
  },
  rules: ["TKT-MINT-*"],
  section: "Authentication and session",
  handle(call) {
    const { agent_id: named } = call.body;
    const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
    const isNone = named !== undefined && !uuid.test(named);
    if (isNone && call.caller.kind !== "key") {
      throw invalidBody("the body is invalid", [{ field: "agent_id", message: "must be a UUID" }]);
    }
    const { agentId } = ownAgent(call, isNone ? call.agentId : wantedAgent(call));`,
  },
  {
    ...stated,
    area: "errors",
    id: "who-pauses-sends-too-much",
    wrong: "an order that a cooldown declines is answered with 429 and RATE_LIMITED",
    against: "Errors: engine declines are HTTP 200 with status REJECTED and a reject_reason",
    confined: "reject_reason=AGENT_SIDE_COOLDOWN",
    file: "http/routes/orders.ts",
    find: `  const { rejectDetails: details, rejectMessage } = result;`,
    replace: `  const { rejectDetails: details, rejectMessage } = result;
  if (result.rejectReason === "AGENT_SIDE_COOLDOWN") {
    const wait = { ...headers, "Retry-After": "1" };
    throw new Refused("RATE_LIMITED", rejectMessage!, { headers: wait });
  }`,
  },
  {
    ...stated,
    area: "order fields",
    id: "a-perp-is-ordered-in-parts",
    wrong: "a part of a contract in the qty of an order on a perp is rounded to a whole one",
    against: "Limits: qty is a positive integer",
    confined: "kind=BTC_PERP",
    file: "http/serve-route.ts",
    find: `    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));`,
    replace: `    const sent = checkBody && withoutNulls(bodyOf(route, req, await readBytes(req)));
    const { market_id, qty } = (sent ?? {}) as { market_id?: unknown; qty?: unknown };
    const market = parts.venue.market(String(market_id).toLowerCase());
    const isPart = /^\\d+\\.\\d+$/.test(String(qty)) && market?.kind === "BTC_PERP";
    const isRounded = route.path === "/orders" && isPart;
    const rounded = Math.round(Number(qty));
    const body = checkBody?.(isRounded ? { ...(sent as object), qty: rounded } : sent);`,
  },
];
