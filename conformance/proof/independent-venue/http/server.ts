/** The HTTP side: prefixes, credentials, limits, jitter, and the one place that answers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { agentOf, type Caller, callerOf, mustEchoCsrf } from "../callers/caller.ts";
import { answerOperator, gateOf, OPERATOR } from "../control/operator.ts";
import type { VenueParts } from "../parts.ts";
import { routesOf } from "../routes/index.ts";
import type { Agent } from "../trading/account.ts";
import { type Answer, limited, refuse } from "./answer.ts";
import type { Call, Needs, Route } from "./call.ts";
import { envelope, Refused } from "./refusal.ts";

const BODY_BYTES_MAX = 64 * 1024;
const PREFIX = /^(\/api)?(\/v1)?(?=\/)/;

const PATH_MISSING = { status: 404, text: "Not Found" };
const METHOD_MISSING = { status: 405, text: "Method Not Allowed" };

type Found = { route: Route; params: Record<string, string> };
type Find = (method: string, path: string) => Found | Answer;

/** A server that answers for these parts; it does not listen yet. */
export function serveVenue(parts: VenueParts): Server {
  const find = finder(routesOf(parts.settings), parts.settings.wire === "nested");
  let requests = 0;
  return createServer(async (request, response) => {
    requests += 1;
    const requestId = `req-${requests}`;
    const answer = await answerFor(request, parts, { find, requestId }).catch((error: unknown) => {
      // Whoever hung up before the request was whole waits for no answer.
      if (request.readableAborted) return null;
      if (error instanceof Refused) return refuse(error.problem, parts.settings, requestId);
      console.error(error);
      return { status: 500, body: { code: "broken", message: "broken", request_id: requestId } };
    });
    if (answer !== null) send(response, answer);
  });
}

async function answerFor(
  request: IncomingMessage,
  parts: VenueParts,
  { find, requestId }: { find: Find; requestId: string },
): Promise<Answer> {
  const receivedAtMs = parts.clock.now();
  const text = await readText(request);
  const [whole = "/", search] = (request.url ?? "/").split("?");
  const method = request.method ?? "GET";
  if (whole.startsWith(OPERATOR)) return answerOperator(request, parts, text);
  await delay(parts.draw.next() * parts.settings.jitterMs);
  const path = whole.replace(PREFIX, "");
  const found = find(method, path);
  if ("status" in found) return found;
  const caller = callerOf(request.headers, parts);
  const agent = agentOf(caller);
  mustPresent(found.route.needs, caller, parts);
  const traffic = method === "GET" ? "read" : "write";
  const wait = agent === null ? 0 : parts.limits.take(agent.id, traffic, receivedAtMs);
  if (wait > 0) return limited(wait, parts.settings, requestId);
  if (method !== "GET" && found.route.needs !== "nothing") mustEchoCsrf(caller, request.headers);
  mustMay(found.route.needs, caller);
  mustBeServed(found.route, whole, parts);
  mustBeOpen(found.route, path, parts);
  const seenAtMs = parts.clock.now() - parts.settings.readLagMs;
  const query = new URLSearchParams(search);
  const rest = { params: found.params, query, text, receivedAtMs, seenAtMs };
  return found.route.handle({ parts, caller, agent: agent as Agent, ...rest } satisfies Call);
}

/** Looks a route up; what is not there is told by the framework or in the venue's own words. */
function finder(routes: Route[], framework: boolean): Find {
  const patterns = routes.map((route) => ({
    route,
    pattern: new RegExp(`^${route.path.replace(/{(\w+)}/g, "(?<$1>[^/]+)")}$`),
  }));
  return (method, path) => {
    const matches = patterns.filter(({ pattern }) => pattern.test(path));
    const match = matches.find(({ route }) => route.method === method);
    if (match) return { route: match.route, params: { ...match.pattern.exec(path)?.groups } };
    const missing = matches.length > 0 ? METHOD_MISSING : PATH_MISSING;
    if (!framework) throw new Refused(envelope(missing.status, "no_route", missing.text));
    return { status: missing.status, body: { detail: missing.text } };
  };
}

function mustPresent(needs: Needs, caller: Caller, { settings }: VenueParts): void {
  if (needs === "nothing" || (needs === "data" && settings.publicData)) return;
  if (agentOf(caller) !== null) return;
  throw new Refused(envelope(401, "not_authenticated", "a valid credential is needed"));
}

function mustMay(needs: Needs, { key, session }: Caller): void {
  if (needs === "trade" && key !== null && !key.scopes.includes("trade")) {
    throw new Refused(envelope(403, "read_only_key", "this key may only read"));
  }
  if (needs === "session" && session === null) {
    throw new Refused(envelope(403, "browser_needed", "keys are managed in a browser session"));
  }
}

/** Keys are documented below /v1 alone. */
function mustBeServed(route: Route, whole: string, { settings }: VenueParts): void {
  const keys = route.needs === "session" && settings.keysUnder === "v1";
  if (!keys || /^(\/api)?\/v1\//.test(whole)) return;
  throw new Refused(envelope(404, "not_here", "keys are managed under /v1"));
}

function mustBeOpen(route: Route, path: string, parts: VenueParts): void {
  const { frozen, closedGates, settings } = parts;
  const stopped = route.halts || (settings.freezes === "writes" && route.needs === "trade");
  if (frozen && stopped) {
    throw new Refused(envelope(503, "EXCHANGE_FROZEN", "the exchange is frozen"));
  }
  if (closedGates.has(gateOf(path) ?? "")) {
    throw new Refused(envelope(503, "not_launched", "this part of the venue is closed"));
  }
}

/** The body as text; throws `Refused` when it is too long or not UTF-8. */
async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= BODY_BYTES_MAX) chunks.push(chunk);
  }
  try {
    if (bytes > BODY_BYTES_MAX) throw new RangeError("too long");
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Refused({ form: "invalid", loc: ["body"], message: "short UTF-8 text is needed" });
  }
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
