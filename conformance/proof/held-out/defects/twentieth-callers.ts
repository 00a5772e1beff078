/** The twentieth round, a sentence drawn by lot, one cell each: who may call, and by what. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTIETH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "tickets",
    id: "a-further-agent-says-whose-ticket-it-wants",
    wrong: "a key of an agent that is not its account's first has no ticket without an agent_id",
    against: "WebSocket ticket, agent_id: optional with bearer auth",
    confined: "caller=sibling agent (a key of a further agent of its account)",
    file: "http/routes/ticket.ts",
    find: `function wantedAgent({
  caller,
  agentId,
  body,
}: RouteCall<unknown, unknown, { agent_id?: string }>) {
  if (body.agent_id !== undefined) return body.agent_id;
  if (caller.kind === "key") return agentId;`,
    replace: `function wantedAgent({
  parts,
  caller,
  agentId,
  body,
}: RouteCall<unknown, unknown, { agent_id?: string }>) {
  if (body.agent_id !== undefined) return body.agent_id;
  const [first] = parts.venue.accountOf(agentId)!.agents;
  if (caller.kind === "key" && first!.agentId === agentId) return agentId;`,
  },
  {
    ...stated,
    area: "authentication",
    id: "a-key-beside-an-old-cookie-is-nobody",
    wrong: "a good key is answered with 401 where the cookie of a session that ended comes along",
    against: "What the service does, caller kinds: external bot, Authorization: Bearer <API_KEY>",
    confined: "Cookie=of an ended session",
    file: "http/middleware/authenticate.ts",
    find: `    if (caller !== null) return caller;
  } else {`,
    replace: `    // Who brings a session is a browser, and has to sign in again.
    const isBrowser = /(^|[ ;])(__Host-)?sid=/.test(req.headers.cookie ?? "");
    const isOver = isBrowser && sessionOf(parts, req) === null;
    if (caller !== null && !isOver) return caller;
  } else {`,
  },
  {
    ...stated,
    area: "authentication",
    id: "a-key-is-used-within-the-hour-or-never",
    wrong: "a key that comes for the first time an hour after it was made, or later, gives 401",
    against: "Authentication 1: bot callers send Authorization: Bearer <API_KEY> on every request",
    confined: "moment=the first use, an hour after the key was made",
    file: "http/middleware/authenticate.ts",
    find: `function bearerOf(
  parts: HttpParts,
  route: Route,
  req: IncomingMessage,
  header: string,
): Caller | null {
  if (!header.startsWith(SCHEME)) return null;
  const secret = header.slice(SCHEME.length);
  const key = parts.keyring.holder(req.socket, secret, (digest) => parts.venue.key(digest));
  if (key !== null) return { kind: "key", agentId: key.agentId, key };`,
    replace: `/** Keys that have come, by venue: one that nobody takes up is void after an hour. */
const takenUp = new WeakMap<object, Set<string>>();

 function bearerOf(
  parts: HttpParts,
  route: Route,
  req: IncomingMessage,
  header: string,
): Caller | null {
  if (!header.startsWith(SCHEME)) return null;
  const secret = header.slice(SCHEME.length);
  const key = parts.keyring.holder(req.socket, secret, (digest) => parts.venue.key(digest));
  const known = takenUp.get(parts.venue) ?? new Set<string>();
  takenUp.set(parts.venue, known);
  const { createdAtMs = 0 } = key === null ? {} : (parts.venue.keyById(key.keyId) ?? {});
  const isYoung = parts.clock.nowMs() - createdAtMs < 3_600_000;
  if (key !== null && (isYoung || known.has(key.keyId))) {
    known.add(key.keyId);
    return { kind: "key", agentId: key.agentId, key };
  }`,
  },
  {
    ...stated,
    area: "authentication",
    id: "an-unused-ticket-reads-as-a-key-does",
    wrong: "a ticket that opened no stream yet is good once as a bearer credential, to read",
    against: "HTTP statuses, 401: missing or invalid Authorization header",
    confined: "credential=Authorization: Bearer <an unused ticket>",
    file: "http/middleware/authenticate.ts",
    find: `  if (key !== null) return { kind: "key", agentId: key.agentId, key };`,
    replace: `  if (key !== null) return { kind: "key", agentId: key.agentId, key };
  // The page that is about to open a stream reads what it begins with.
  const grant = secret.startsWith("rw_live_") ? parts.identity.tickets.consume(secret) : null;
  if (grant !== null) {
    const { agentId, credential } = grant;
    const reading = { keyId: credential, agentId, digest: "", scopes: ["read"] } as const;
    return { kind: "key", agentId, key: reading };
  }`,
  },
  {
    ...stated,
    area: "sessions",
    id: "who-comes-from-a-provider-hides-his-csrf-cookie",
    wrong: "the CSRF cookie of a sign-in at the identity provider is HttpOnly",
    against: "Authentication 4: a readable CSRF cookie whose value is echoed in a request header",
    confined: "route=/auth/idp/callback",
    file: "http/sign-in.ts",
    find: `  return cookies(parts, { sid, csrf, lifeMs: SESSION_LIFE_MS });`,
    replace: `  const set = cookies(parts, { sid, csrf, lifeMs: SESSION_LIFE_MS });
  // Who comes from another site brings scripts of nobody knows whom.
  if (!req.url!.includes("/idp/callback")) return set;
  return set.map((cookie) => (cookie.includes("HttpOnly") ? cookie : \`\${cookie}; HttpOnly\`));`,
  },
  {
    ...stated,
    area: "sessions",
    id: "ladders-need-no-csrf",
    wrong: "a session replaces its ladder without its CSRF value",
    against: "Authentication 4: state-changing browser requests echo it in X-Service-CSRF",
    confined: "route=/orders/replace-ladder",
    file: "http/middleware/authorize.ts",
    find: `  if (caller.kind !== "session" || route.method === "GET" || route.auth === "public") return;`,
    replace: `  if (caller.kind !== "session" || route.method === "GET" || route.auth === "public") return;
  // It is a program's, which no form of another site can fill in.
  if (route.path === "/orders/replace-ladder") return;`,
  },
  {
    ...stated,
    area: "sessions",
    id: "nobody-leaves-in-the-middle-of-a-trade",
    wrong: "logout is 403 for who acts for an agent with an order that rests filled in part",
    against: "Endpoints, POST /auth/logout: 200",
    confined: "order state=PARTIAL (an order of the agent)",
    file: "http/routes/auth.ts",
    find: `  handle({ parts, caller }) {
    const cookies`,
    replace: `  handle({ parts, agentId, caller }) {
    const open = parts.venue.openOrders(agentId, undefined);
    if (open.some(({ status }) => status === "PARTIAL")) {
      throw new Refused("FORBIDDEN", "an order is about to be filled");
    }
    const cookies`,
  },
  {
    ...stated,
    area: "tickets",
    id: "each-prefix-has-a-ticket-of-its-own",
    wrong: "a ticket that was used under one prefix opens the stream once more under another",
    against: "WebSocket ticket, ticket: single-use value; consumed on first use",
    confined: "prefix=another than at the first use",
    file: "stream/upgrade.ts",
    find: `/** D-150: the ticket is used up here, whether or not the upgrade then succeeds. */
function admit({ identity, streams }: HandshakeParts, req: IncomingMessage): TicketGrant {
  const [path, query] = req.url!.split("?", 2);
  if (!STREAM_PATH.test(path!)) throw new Refused("ROUTE_NOT_FOUND", "the stream is at /stream");
  const grant = identity.tickets.consume(new URLSearchParams(query).get("ticket") ?? "");`,
    replace: `/** What each prefix has to do with, of tickets that another one has used up. */
const elsewhere = new WeakMap<object, Map<string, { grant: TicketGrant; paths: Set<string> }>>();

/** A ticket as the door of this prefix knows it. */
function ticketOf(
  { identity, clock }: HandshakeParts,
  path: string,
  ticket: string,
): TicketGrant | null {
  const known = elsewhere.get(identity) ?? new Map();
  elsewhere.set(identity, known);
  const fresh = identity.tickets.consume(ticket);
  if (fresh !== null) known.set(ticket, { grant: fresh, paths: new Set([path]) });
  const { grant, paths } = known.get(ticket) ?? {};
  if (fresh !== null || grant === undefined || paths.has(path)) return fresh;
  paths.add(path);
  return clock.nowMs() < grant.expiresAtMs ? grant : null;
}

/** D-150: the ticket is used up here, whether or not the upgrade then succeeds. */
function admit(parts: HandshakeParts, req: IncomingMessage): TicketGrant {
  const { streams } = parts;
  const [path, query] = req.url!.split("?", 2);
  if (!STREAM_PATH.test(path!)) throw new Refused("ROUTE_NOT_FOUND", "the stream is at /stream");
  const grant = ticketOf(parts, path!, new URLSearchParams(query).get("ticket") ?? "");`,
  },
  {
    ...stated,
    area: "tickets",
    id: "a-key-is-a-ticket-that-lasts",
    wrong: "an API key in the place of the ticket opens the stream, as often as it comes",
    against: "What the service does, caller kinds: realtime stream, single-use ticket rw_live_",
    confined: "ticket=an API key",
    file: "stream/upgrade.ts",
    find: `function admit({ identity, streams }: HandshakeParts, req: IncomingMessage): TicketGrant {
  const [path, query] = req.url!.split("?", 2);
  if (!STREAM_PATH.test(path!)) throw new Refused("ROUTE_NOT_FOUND", "the stream is at /stream");
  const grant = identity.tickets.consume(new URLSearchParams(query).get("ticket") ?? "");`,
    replace: `function admit(parts: HandshakeParts, req: IncomingMessage): TicketGrant {
  const { identity, streams } = parts;
  const [path, query] = req.url!.split("?", 2);
  if (!STREAM_PATH.test(path!)) throw new Refused("ROUTE_NOT_FOUND", "the stream is at /stream");
  const shown = new URLSearchParams(query).get("ticket") ?? "";
  // A bot need not mint what it can do without.
  const { keyring, venue } = parts as unknown as import("../http/parts.ts").HttpParts;
  const key = venue.key(keyring.digest(shown));
  const lasting = key && { agentId: key.agentId, credential: \`key \${key.keyId}\` };
  const grant = lasting ?? identity.tickets.consume(shown);`,
  },
];
