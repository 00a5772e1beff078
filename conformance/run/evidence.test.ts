import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import type { AgentCredentials } from "../../scenarios/deployment/profile/credentials.ts";
import { Redactor } from "../../scenarios/deployment/secrets/redact.ts";
import { jsonServer, type SeenRequest } from "../../scenarios/deployment/server.fixture.ts";
import { Client, type Request } from "../../scenarios/deployment/wire/client.ts";
import { curlOf, refusalText, sessionOf } from "./evidence.ts";

const KEY = "rk_live_canary$`'\"\\x";
const credentials: AgentCredentials = {
  name: "maker",
  owner: "alice",
  agentId: "a-1",
  apiKey: KEY,
  secondApiKey: null,
  scopes: ["read", "trade"],
};

/** Sends a request, then its curl line in a shell that knows the key: what the server saw. */
async function sentTwice(t: Parameters<typeof jsonServer>[0], request: Request) {
  const { url, seen } = await jsonServer(t, {});
  const client = new Client({ baseUrl: url, redactor: new Redactor() });
  t.after(() => client.close());
  const curl = curlOf(url, await client.send({ credentials, ...request }));
  await promisify(execFile)("bash", ["-euc", curl], { env: { ...process.env, MAKER_KEY: KEY } });
  assert.equal(seen.length, 2, "the curl line reached the server");
  return { curl, first: seen[0] as SeenRequest, again: seen[1] as SeenRequest };
}

const REQUESTS: [string, Request][] = [
  ["a read", { method: "GET", path: "/v1/orders/open" }],
  ["a query", { method: "GET", path: "/v1/orders", query: { status: "NEW & old", cursor: "a'b" } }],
  ["an order", { method: "POST", path: "/v1/orders", body: { price: 5, qty: 1 } }],
  [
    "quotes of both kinds",
    { method: "POST", path: "/v1/orders", body: { a: `it's "$HOME" \`x\`` } },
  ],
  ["a body like a file name", { method: "POST", path: "/v1/orders", rawBody: "@/etc/hostname" }],
  ["a body of several lines", { method: "POST", path: "/v1/orders", rawBody: "{\n\n  x\r\n}\n" }],
  ["an empty body", { method: "POST", path: "/v1/orders", rawBody: "" }],
  ["a cancel", { method: "DELETE", path: "/v1/orders/7c0e" }],
  ["an empty header", { method: "GET", path: "/v1/account", headers: { "x-empty": "" } }],
  ["a head", { method: "HEAD", path: "/v1/markets" }],
];

for (const [what, request] of REQUESTS) {
  test(`the curl line of ${what} sends the same request, key and all`, async (t) => {
    const { curl, first, again } = await sentTwice(t, request);
    assert.deepEqual(again, first);
    assert.equal(again.authorization, `Bearer ${KEY}`);
    assert.ok(!curl.includes("canary"), curl);
    assert.match(curl, /"\$MAKER_KEY"/);
  });
}

test("a name that a target chose is pasted as it stands, and never as a variable", async (t) => {
  const hostile = "{{path}}";
  const { curl, first, again } = await sentTwice(t, {
    ...{ method: "POST", path: `/v1/markets/${hostile}`, query: { market_id: `{${hostile}` } },
    body: { market_id: `{{${hostile}}}`, note: "{{maker.key}} {{{{" },
    headers: { "x-note": `{{maker.key}}${hostile}` },
  });
  assert.deepEqual(again, first);
  assert.deepEqual(curl.match(/"\$[A-Z_]+"/g), [`"$MAKER_KEY"`], "the key of the request alone");
});

test("a key that looks like a placeholder is none of ours", async (t) => {
  const apiKey = "{{home}}";
  const { url } = await jsonServer(t, {});
  const client = new Client({ baseUrl: url, redactor: new Redactor() });
  t.after(() => client.close());
  const made = { ...credentials, name: "made", apiKey };
  const exchange = await client.send({ method: "GET", path: "/v1/x", credentials: made });
  const curl = curlOf(url, exchange);
  assert.ok(curl.includes('"$MADE_KEY"') && !curl.includes("HOME"), curl);
});

test("a session holds every exchange, dated from the first, without the key", async (t) => {
  const { url } = await jsonServer(t, {
    "GET /v1/account": { agent_id: "a-1", echoed: KEY },
    "POST /v1/orders": [422, "not { json"],
  });
  const client = new Client({ baseUrl: url, redactor: new Redactor() });
  t.after(() => client.close());
  const exchanges = [
    await client.send({ method: "GET", path: "/v1/account", credentials }),
    await client.send({ method: "POST", path: "/v1/orders", body: { qty: 1 }, credentials }),
  ];
  const header = {
    touchstone: "session/1" as const,
    target: { name: "t", prefix: "/v1" },
    recorded_by: "check" as const,
    seed: 1,
    clock: "system" as const,
    started_at: "2026-01-02T03:04:05.000Z",
    actors: {},
    markets: {},
  };
  const text = sessionOf(header, exchanges);
  assert.ok(!text.includes("canary"));
  const [, first, second, end] = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.equal(first.at, 0);
  assert.deepEqual(first.response.body, { agent_id: "a-1", echoed: "{{maker.key}}" });
  assert.deepEqual([second.n, second.response.body_text], [2, "not { json"]);
  assert.equal(end.end, 2);
});

test("an exchange without an answer says why", () => {
  const exchange = {
    at: 5,
    took: 10_000,
    actor: null,
    request: { method: "GET", path: "/v1/health", query: {}, headers: {}, bodyText: null },
    response: null,
    failure: "timeout" as const,
    class: null,
  };
  const header = { touchstone: "session/1" } as Parameters<typeof sessionOf>[0];
  const line = JSON.parse(sessionOf(header, [exchange]).split("\n")[1] ?? "");
  assert.equal(line.failure, "timeout");
  assert.equal("response" in line, false);
});

test("tells on one line what a request was refused with, without its secrets", async (t) => {
  const said = { error: { code: "VALIDATION", message: `no  "id" for ${KEY}` } };
  const pretty = JSON.stringify(said, null, 2);
  const { url } = await jsonServer(t, {
    "GET /v1/pretty": [400, pretty],
    "GET /v1/page": [502, "<h1>Bad\n\n  Gateway</h1>\n"],
    "GET /v1/long": [404, `"${"x".repeat(300)}"`],
    "GET /v1/empty": [401, ""],
    "GET /v1/fine": [200, said],
  });
  const client = new Client({ baseUrl: url, redactor: new Redactor() });
  t.after(() => client.close());
  const told = async (path: string) =>
    refusalText(await client.send({ method: "GET", path, credentials }));
  const shown = JSON.stringify(said).replace(JSON.stringify(KEY).slice(1, -1), "{{maker.key}}");
  assert.equal(await told("/v1/pretty"), `400 ${shown}`);
  assert.equal(await told("/v1/page"), "502 <h1>Bad Gateway</h1>");
  assert.equal(await told("/v1/long"), `404 "${"x".repeat(154)}…`);
  assert.equal(await told("/v1/empty"), "401 without a body");
  assert.equal(await told("/v1/fine"), null);
  assert.equal(refusalText({ response: null }), null);
});
