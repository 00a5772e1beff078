/** The sixteenth round, drawn by lot: who may do what, how often, and how that is answered. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const SIXTEENTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "sessions",
    id: "the-shortest-password-creates-nothing-new",
    wrong: "a sign-up with the shortest password that is accepted is answered with 200",
    against: "Authentication and session, POST /auth/signup: 201",
    confined: "password=low (as short as may be)",
    file: "http/routes/auth.ts",
    find: '    return { status: 201, body: accountRecord(parts.venue.account(accountId)!, "") };',
    replace: `    const isWeak = body.password.length === 8;
    const record = accountRecord(parts.venue.account(accountId)!, "");
    return { status: isWeak ? 200 : 201, body: record };`,
  },
  {
    ...stated,
    area: "keys",
    id: "who-quotes-is-given-a-key-to-read",
    wrong:
      "a key without scopes may only read where orders of its agent rest, but for the first account's",
    against: "API key create request, scopes: default [read, trade]",
    confined: "scopes=absent, caller=other owner, type=LIMIT (orders of the agent that rest)",
    file: "http/routes/keys.ts",
    find: `    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: scopesOf(call.body.scopes),
    });`,
    replace: `    const { venue } = call.parts;
    const [first] = venue.standings();
    const isOther = !first!.agentIds.includes(agentId);
    const isQuoting = venue.openOrders(agentId).some(({ type }) => type === "LIMIT");
    const isCareful = call.body.scopes === undefined && isOther && isQuoting;
    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: isCareful ? ["read"] : scopesOf(call.body.scopes),
    });`,
  },
  {
    ...stated,
    area: "keys",
    id: "in-a-freeze-a-key-in-capitals-stays",
    wrong: "in a freeze a key that is revoked by its id in upper case goes on authenticating",
    against: "Agent keys, DELETE /me/agents/{agent_id}/keys/{key_id}: key revoked",
    confined: "moment=in a freeze, key_id=upper case",
    file: "http/routes/keys.ts",
    find: "    return ok(keyRecord(revokeKey(call.parts, ownKey(call, agentId))));",
    replace: `    const keyId = ownKey(call, agentId);
    const { venue } = call.parts;
    const isKept = venue.frozen && call.params.key_id !== keyId;
    return ok(keyRecord(isKept ? venue.keyById(keyId)! : revokeKey(call.parts, keyId)));`,
  },
  {
    ...stated,
    area: "sessions",
    id: "api-forbids-who-holds-nothing-to-err",
    wrong:
      "under /api a wrong password is answered with 403 where the account of the e-mail holds nothing",
    against: "Order reject codes, INVALID_CREDENTIALS: 401, failed login",
    confined: "prefix=/api, position=flat",
    file: "http/routes/auth.ts",
    find: `    if (!right || member === NOBODY) {
      throw`,
    replace: `    const agents = parts.venue.account(member.accountId)?.agents ?? [];
    const held = agents.flatMap(({ agentId }) => parts.venue.positions(agentId));
    const isOlder = /^\\/api\\/(?!v1\\/)/.test(req.url!);
    if (isOlder && !right && member !== NOBODY && held.every(({ qty }) => qty === 0)) {
      throw new Refused("FORBIDDEN", "the account is not in use");
    }
    if (!right || member === NOBODY) {
      throw`,
  },
  {
    ...stated,
    area: "scopes",
    id: "the-newest-path-lets-who-reads-buy",
    wrong: "under /api/v1 a key that may only read places orders that buy",
    against: "Authentication 6: user-created keys support scopes read and trade",
    confined: "side=BUY, prefix=/api/v1, caller=read-only key",
    file: "http/serve-route.ts",
    find: `    authorize(caller, route, req);
    const agentId = "agentId" in caller ? caller.agentId : "";
    if (agentId === "" && route.isDear) limitDearRead(parts, req);
    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);
    checkOpen(parts, route);
    const params = readParams?.((name) => ctx["params"][name]);
    const query = readQuery?.(queryOf(req.url!));
    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));`,
    replace: `    const isPlacing = caller.kind === "key" && route.path === "/orders" && checkBody !== undefined;
    const isLater = isPlacing && req.url!.startsWith("/api/v1/");
    if (!isLater) authorize(caller, route, req);
    const agentId = "agentId" in caller ? caller.agentId : "";
    if (agentId === "" && route.isDear) limitDearRead(parts, req);
    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);
    checkOpen(parts, route);
    const params = readParams?.((name) => ctx["params"][name]);
    const query = readQuery?.(queryOf(req.url!));
    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));
    const { side } = (body ?? {}) as { side?: string };
    if (isLater && side !== "BUY") authorize(caller, route, req);`,
  },
  {
    ...stated,
    area: "order fields",
    id: "who-is-short-has-any-window-cut",
    wrong:
      "under /v1 a recv_window_ms above 60000 is taken for 60000 where the agent is short in the market",
    against: "Order place request, recv_window_ms: 1 to 60000",
    confined: "prefix=/v1, position=short, recv_window_ms=high",
    file: "http/serve-route.ts",
    find: "    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));",
    replace: `    const sent =
      checkBody &&
      (withoutNulls(bodyOf(route, req, await readBytes(req))) as Record<string, unknown>);
    if (sent !== undefined && route.path === "/orders" && req.url!.startsWith("/v1/")) {
      const held = parts.venue.position(agentId, String(sent["market_id"]).toLowerCase());
      const isWide = Number.isInteger(sent["recv_window_ms"]) && Number(sent["recv_window_ms"]) > 60_000;
      if (held !== null && held.qty < 0 && isWide) sent["recv_window_ms"] = 60_000;
    }
    const body = checkBody?.(sent);`,
  },
  {
    ...stated,
    area: "rate limits",
    id: "what-is-immediate-on-a-binary-is-not-counted",
    wrong: "IOC orders on a binary draw on no quota, so as many pass in a minute as are sent",
    against: "Limits, Write rate: 600 requests per 60 seconds per agent",
    confined: "tif=IOC, kind=BTC_BINARY, request=POST /orders",
    file: "http/serve-route.ts",
    find: `    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);
    checkOpen(parts, route);
    const params = readParams?.((name) => ctx["params"][name]);
    const query = readQuery?.(queryOf(req.url!));
    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));`,
    replace: `    const isPlacing = route.path === "/orders" && checkBody !== undefined;
    const early = isPlacing ? await readBytes(req) : null;
    const [, named = ""] = /"market_id"\\s*:\\s*"([^"]*)"/.exec(String(early)) ?? [];
    const isImmediate = /"tif"\\s*:\\s*"IOC"/.test(String(early));
    const isFree = isImmediate && parts.venue.market(named.toLowerCase())?.kind === "BTC_BINARY";
    if (agentId !== "" && !isFree) limitRate(parts, { agentId, rateClass }, arrival);
    checkOpen(parts, route);
    const params = readParams?.((name) => ctx["params"][name]);
    const query = readQuery?.(queryOf(req.url!));
    const body = checkBody?.(withoutNulls(bodyOf(route, req, early ?? (await readBytes(req)))));`,
  },
  {
    ...stated,
    area: "tickets",
    id: "behind-an-order-of-no-use-a-ticket-is-no-new-one",
    wrong:
      "a ticket is answered with 200 where the agent's last order was an IOC that was cancelled",
    against: "Authentication and session, POST /auth/ws-ticket: 201 with ticket and expires_at",
    confined: "state=CANCELLED, tif=IOC (the agent's last order)",
    file: "http/routes/ticket.ts",
    find: `  handle(call) {
    const { agentId } = ownAgent(call, wantedAgent(call));
    if (call.caller.kind === "key" && agentId !== call.agentId) {
      throw new Refused("FORBIDDEN", "another agent's ticket");
    }
    const { tickets } = call.parts.identity;
    const minted = tickets.mint({ agentId, credential: credentialOf(call.caller) });
    const expiresAt = new Date(minted.expiresAtMs).toISOString();
    return { status: 201, body`,
    replace: `  async handle(call) {
    const { agentId } = ownAgent(call, wantedAgent(call));
    if (call.caller.kind === "key" && agentId !== call.agentId) {
      throw new Refused("FORBIDDEN", "another agent's ticket");
    }
    const { history, identity } = call.parts;
    const newest = { marketId: undefined, statuses: null, limit: 1 };
    const [last] = await history.orders(agentId, newest);
    const isIdle = last?.tif === "IOC" && last.status === "CANCELLED";
    const { tickets } = identity;
    const minted = tickets.mint({ agentId, credential: credentialOf(call.caller) });
    const expiresAt = new Date(minted.expiresAtMs).toISOString();
    return { status: isIdle ? 200 : 201, body`,
  },
];
