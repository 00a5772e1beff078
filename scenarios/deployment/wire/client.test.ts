import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { type TestContext, test } from "node:test";
import type { AgentCredentials } from "../profile/credentials.ts";
import { Redactor } from "../secrets/redact.ts";
import { Client, routeOf } from "./client.ts";

const MAKER: AgentCredentials = {
  name: "maker",
  owner: "alice",
  agentId: null,
  apiKey: "rk_live_canary-1",
  secondApiKey: "canary two/=",
  scopes: ["read", "trade"],
};

async function clientOf(
  t: TestContext,
  listener: RequestListener,
  { timeoutMs = 5_000, ending }: { timeoutMs?: number; ending?: AbortSignal } = {},
) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/venue/`;
  const client = new Client({
    baseUrl,
    timeoutMs,
    redactor: new Redactor(),
    ...(ending && { ending }),
  });
  t.after(async () => {
    await client.close();
    server.close();
    server.closeAllConnections();
  });
  return client;
}

const echo: RequestListener = async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  response.setHeader("content-type", "application/json");
  response.setHeader("x-echo", request.headers.authorization ?? "");
  response.setHeader("set-cookie", ["sid=canary two/=; HttpOnly", "theme=dark; Path=/"]);
  response.statusCode = 201;
  const { method, url, headers } = request;
  response.end(JSON.stringify({ method, url, headers, text: Buffer.concat(chunks).toString() }));
};

test("sends method, path under the base address, query, key and JSON", async (t) => {
  const client = await clientOf(t, echo);
  const { response, actor } = await client.send({
    method: "POST",
    path: "/v1/orders",
    query: { limit: 2 },
    body: { qty: 1 },
    credentials: MAKER,
  });
  const seen = response?.body as Record<string, unknown> & { headers: Record<string, string> };
  assert.equal(response?.status, 201);
  assert.equal(actor, "maker");
  assert.equal(seen["method"], "POST");
  assert.equal(seen["url"], "/venue/v1/orders?limit=2");
  assert.equal(seen["text"], '{"qty":1}');
  assert.equal(seen.headers["authorization"], "Bearer rk_live_canary-1");
  assert.equal(seen.headers["content-type"], "application/json");
});

test("keeps no secret in an exchange but for the parsed body and the cookies as they came", async (t) => {
  const client = await clientOf(t, echo);
  const exchange = await client.send({
    method: "POST",
    path: "/v1/echo/rk_live_canary-1",
    query: { second: "canary two/=" },
    headers: { Cookie: "sid=canary two/=", "X-Service-CSRF": "csrf-canary" },
    body: { key: "rk_live_canary-1", ticket: "rw_live_canary-9" },
    credentials: MAKER,
  });
  assert.match(JSON.stringify(exchange.response?.body), /canary/);
  const response = { ...exchange.response, body: undefined, setCookies: undefined };
  const written = JSON.stringify({ ...exchange, response });
  assert.doesNotMatch(written.replaceAll("csrf-canary", ""), /canary/);
  assert.equal(exchange.request.headers["authorization"], "Bearer {{maker.key}}");
  assert.equal(exchange.request.headers["cookie"], "sid={{maker.second_key}}");
  assert.match(exchange.request.headers["x-service-csrf"] ?? "", /^\{\{secret\.\d+\}\}$/);
  assert.equal(exchange.response?.headers["x-echo"], "Bearer {{maker.key}}");
});

test("a key given with the request replaces the credentials'", async (t) => {
  const client = await clientOf(t, echo);
  const { request } = await client.send({
    method: "GET",
    path: "/v1/account",
    credentials: MAKER,
    key: "canary two/=",
  });
  assert.equal(request.headers["authorization"], "Bearer {{maker.second_key}}");
});

test("reports a redirect instead of following it", async (t) => {
  const client = await clientOf(t, (_, response) => {
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  const { response } = await client.send({ method: "GET", path: "/health" });
  assert.equal(response?.status, 302);
});

test("names a target that never answers a timeout", async (t) => {
  const client = await clientOf(t, () => {}, { timeoutMs: 50 });
  const { failure, response } = await client.send({ method: "GET", path: "/health" });
  assert.deepEqual([failure, response], ["timeout", null]);
});

test("names a body that never ends a timeout", async (t) => {
  const client = await clientOf(t, (_, response) => void response.write("{"), { timeoutMs: 50 });
  assert.equal((await client.send({ method: "GET", path: "/health" })).failure, "timeout");
});

test("names a connection cut off midway a reset", async (t) => {
  const client = await clientOf(t, (request) => void request.socket.destroy());
  assert.equal((await client.send({ method: "GET", path: "/health" })).failure, "reset");
});

test("gives up soon after the end of the run what was under way, and not what is sent then", async (t) => {
  const run = new AbortController();
  const late: RequestListener = (_, response) => void setTimeout(() => response.end("{}"), 3_500);
  const client = await clientOf(t, late, { timeoutMs: 10_000, ending: run.signal });
  const underWay = client.send({ method: "GET", path: "/health" });
  setTimeout(() => run.abort(), 100);
  const { failure, took } = await underWay;
  assert.equal(failure, "timeout");
  assert.ok(took > 1_900 && took < 3_400, `${took}`);
  const tidying = await client.send({ method: "DELETE", path: "/orders" });
  assert.deepEqual([tidying.response?.status, tidying.failure], [200, null]);
});

test("names an answer past the size bound so", async (t) => {
  const client = await clientOf(t, (_, response) => void response.end("x".repeat(9 << 20)));
  assert.equal((await client.send({ method: "GET", path: "/health" })).failure, "too-large");
});

test("names a closed port refused, an unknown host dns, another protocol so", async () => {
  const server = createTcpServer((socket) => socket.resume().end("SSH-2.0-venue\r\n")).listen(
    0,
    "127.0.0.1",
  );
  await new Promise((ready) => server.once("listening", ready));
  const { port } = server.address() as AddressInfo;
  const failureAt = async (baseUrl: string) => {
    const client = new Client({ baseUrl, redactor: new Redactor() });
    const { failure } = await client.send({ method: "GET", path: "/health" });
    await client.close();
    return failure;
  };
  assert.equal(await failureAt(`http://127.0.0.1:${port}`), "protocol");
  assert.equal(await failureAt(`https://127.0.0.1:${port}`), "tls");
  await new Promise((closed) => server.close(closed));
  assert.equal(await failureAt(`http://127.0.0.1:${port}`), "refused");
  assert.equal(await failureAt("http://venue.invalid"), "dns");
});

test("counts by route with prefixes and ids folded", async (t) => {
  const client = await clientOf(t, echo);
  for (const path of ["/v1/orders", "/orders"]) await client.send({ method: "POST", path });
  await client.send({ method: "GET", path: "/api/v1/orders/5f0c7e0a-1f2b-4c3d-8e4f-5a6b7c8d9e0f" });
  assert.deepEqual(
    [...client.counters.routes],
    [
      ["POST /orders", 2],
      ["GET /orders/{id}", 1],
    ],
  );
  assert.deepEqual([client.counters.reads, client.counters.writes], [1, 2]);
});

test("folds every prefix and leaves literal segments alone", () => {
  for (const prefix of ["", "/v1", "/api", "/api/v1"])
    assert.equal(routeOf(`${prefix}/feed/btc-spot/health`), "/feed/btc-spot/health");
  assert.equal(routeOf("/v1/series/BTC-1/context"), "/series/{id}/context");
});

test("refuses at once what no client may send", async (t) => {
  const client = await clientOf(t, echo);
  const refused = { name: "Unsendable", message: /invalid a header/ };
  await assert.rejects(client.send({ method: "GET", path: "/x", headers: { a: "b\nc" } }), refused);
  await assert.rejects(client.send({ method: "GET", path: "@evil.example/" }), /begins with \//);
});
