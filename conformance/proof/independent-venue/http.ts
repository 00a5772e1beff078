/** The HTTP side: prefixes, credentials, limits, jitter, and the one place that answers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Agent } from "./account.ts";
import { ACCOUNT_ROUTES, UNLAUNCHED_ROUTES } from "./account-routes.ts";
import { type Answer, limited, refuse } from "./answer.ts";
import type { Call, Needs, Route, VenueParts } from "./call.ts";
import { MARKET_ROUTES } from "./market-routes.ts";
import { ORDER_ROUTES } from "./order-routes.ts";
import { envelope, Refused } from "./refusal.ts";
import { RateWindow } from "./throttles.ts";

const BODY_BYTES_MAX = 64 * 1024;
const ROUTES = [...UNLAUNCHED_ROUTES, ...ORDER_ROUTES, ...MARKET_ROUTES, ...ACCOUNT_ROUTES].map(
  (route) => ({ ...route, pattern: new RegExp(`^${route.path.replace(/{\w+}/g, "([^/]+)")}$`) }),
);
const NOBODY = {} as Agent;

/** A server that answers for a house; it does not listen yet. */
export function serveVenue(house: VenueParts): Server {
  const limits = new RateWindow();
  let requests = 0;
  return createServer(async (request, response) => {
    requests += 1;
    const requestId = `req-${requests}`;
    const answer = await answerFor(request, house, limits).catch((error: unknown) => {
      if (error instanceof Refused) return refuse(error.problem, house.settings, requestId);
      console.error(error);
      return { status: 500, body: { code: "broken", message: "broken", request_id: requestId } };
    });
    send(response, answer);
  });
}

async function answerFor(
  request: IncomingMessage,
  house: VenueParts,
  limits: RateWindow,
): Promise<Answer> {
  const receivedAtMs = Date.now();
  const text = await readText(request);
  await delay(house.draw.next() * house.settings.jitterMs);
  const [path = "/", search] = (request.url ?? "/").split("?");
  const found = findRoute(request.method ?? "GET", path.replace(/^(\/api)?(\/v1)?(?=\/)/, ""));
  if ("status" in found) return found;
  const agent = callerOf(request, house, found.route.needs);
  const kind = request.method === "GET" ? "read" : "write";
  const wait = agent === NOBODY ? 0 : limits.take(agent.id, kind, receivedAtMs);
  if (wait > 0) return limited(wait);
  const seenAtMs = Date.now() - house.settings.readLagMs;
  const query = new URLSearchParams(search);
  const call: Call = { house, agent, id: found.id, query, text, receivedAtMs, seenAtMs };
  return found.route.handle(call);
}

function findRoute(method: string, path: string): Answer | { route: Route; id: string } {
  const matches = ROUTES.filter((route) => route.pattern.test(path));
  const route = matches.find((candidate) => candidate.method === method);
  if (!route) {
    const known = matches.length > 0;
    return {
      status: known ? 405 : 404,
      body: { detail: known ? "Method Not Allowed" : "Not Found" },
    };
  }
  return { route, id: route.pattern.exec(path)?.[1] ?? "" };
}

/** Who sends the request; throws `Refused` without a good key, or with one that may not trade. */
function callerOf(request: IncomingMessage, house: VenueParts, needs: Needs): Agent {
  if (needs === "nothing") return NOBODY;
  const presented = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const key = house.people.keys.get(presented ?? "");
  if (!key) throw new Refused(envelope(401, "not_authenticated", "a valid key is needed"));
  if (needs === "trade" && !key.trades) {
    throw new Refused(envelope(403, "read_only_key", "this key may only read"));
  }
  return key.agent;
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
  response.end(JSON.stringify(body));
}
