/** A JSON server for the tests of this folder: answers by route, remembers what was asked. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

/** A request as the server saw it; `query` is the part after the question mark. */
export interface SeenRequest {
  route: string;
  query: string;
  body: string;
  authorization: string | undefined;
}

/** Answers by `METHOD /path`: a body with 200, or status and body, or a function of the request. */
export type CannedRoutes = Record<string, unknown>;

/** Starts it on a free port for the time of one test; an unknown route is a JSON 404. */
export async function jsonServer(
  t: TestContext,
  routes: CannedRoutes,
): Promise<{ url: string; seen: SeenRequest[] }> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const [path = "", query = ""] = (request.url ?? "").split("?");
    const asked = {
      route: `${request.method} ${path}`,
      query,
      body: Buffer.concat(chunks).toString(),
      authorization: request.headers.authorization,
    };
    seen.push(asked);
    const [status, body] = answerTo(asked, routes);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

function answerTo(asked: SeenRequest, routes: CannedRoutes): [number, unknown] {
  const found = routes[asked.route];
  const answer = typeof found === "function" ? found(asked) : found;
  if (answer === undefined) return [404, { code: "NOT_FOUND" }];
  return isStatusAndBody(answer) ? answer : [200, answer];
}

function isStatusAndBody(answer: unknown): answer is [number, unknown] {
  return Array.isArray(answer) && answer.length === 2 && typeof answer[0] === "number";
}
