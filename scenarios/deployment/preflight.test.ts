import assert from "node:assert/strict";
import { createServer } from "node:net";
import { type TestContext, test } from "node:test";
import { preflight } from "./preflight.ts";
import { profileOf } from "./profile/profile.ts";
import type { ProfileFile } from "./profile/profile-schema.ts";
import { Redactor } from "./secrets/redact.ts";
import { type CannedRoutes, jsonServer, type SeenRequest } from "./server.fixture.ts";
import { Client } from "./wire/client.ts";

const AGENTS = [
  { name: "maker", owner: "alice", agent_id: "a-1", api_key: "good-1" },
  { name: "taker", owner: "bob", agent_id: "b-1", api_key: "bad-2", second_api_key: "good-3" },
];

const keyed = (answer: unknown) => (asked: SeenRequest) =>
  asked.authorization?.includes("good") ? answer : [401, { code: "UNAUTHENTICATED" }];

const VENUE: CannedRoutes = {
  "GET /v1/health": { ok: true },
  "GET /v1/markets": [401, { code: "UNAUTHENTICATED" }],
  "GET /v1/account": keyed({ account_id: "x" }),
  "GET /v1/orders": keyed({ orders: [] }),
  "GET /v1/orders/open": keyed({ orders: [] }),
};

async function look(t: TestContext, url: string, file: Partial<ProfileFile> = {}) {
  const client = new Client({ baseUrl: url, timeoutMs: 2_000, redactor: new Redactor() });
  t.after(() => client.close());
  return preflight(profileOf({ base_url: url, ...file }), client);
}

test("finds nothing wrong with a venue that answers", async (t) => {
  const { url } = await jsonServer(t, VENUE);
  const found = await look(t, url, { agents: AGENTS.slice(0, 1) });
  assert.deepEqual(found.problems, []);
});

test("names the key that the target refuses", async (t) => {
  const { url } = await jsonServer(t, VENUE);
  const { problems } = await look(t, url, { agents: AGENTS });
  assert.deepEqual(problems, [
    { field: "agents[1].api_key", message: "the target refused this key (401)", fatal: false },
  ]);
});

test("is fatal when every key is refused, unless control opens agents", async (t) => {
  const refusing = { "GET /v1/account": [401, {}], "GET /v1/orders": [401, {}] };
  const { url } = await jsonServer(t, { ...VENUE, ...refusing });
  const { problems } = await look(t, url, { agents: AGENTS });
  assert.equal(problems.at(-1)?.field, "agents");
  assert.equal(problems.at(-1)?.fatal, true);
  const client = new Client({ baseUrl: url, redactor: new Redactor() });
  t.after(() => client.close());
  const profile = profileOf({ base_url: url, agents: AGENTS });
  const helped = await preflight(profile, client, { can: () => true });
  assert.ok(helped.problems.every(({ fatal }) => !fatal));
});

test("blames the target, not the key, when one route alone refuses it", async (t) => {
  const { url } = await jsonServer(t, { ...VENUE, "GET /v1/account": [401, {}] });
  const { problems, agents } = await look(t, url, { agents: AGENTS.slice(0, 1) });
  assert.deepEqual(problems, []);
  assert.equal(agents.length, 1);
});

test("names an agent_id the key's account does not have", async (t) => {
  const account = keyed({ agents: [{ agent_id: "other" }] });
  const { url } = await jsonServer(t, { ...VENUE, "GET /v1/account": account });
  const { problems } = await look(t, url, { agents: AGENTS.slice(0, 1) });
  assert.equal(problems[0]?.field, "agents[0].agent_id");
});

test("counts the open orders an agent already has, once an agent", async (t) => {
  const open = keyed([{ id: "o-1" }, { id: "o-2" }]);
  const { url } = await jsonServer(t, { ...VENUE, "GET /v1/orders/open": open });
  const reader = { ...AGENTS[0]!, name: "reader", api_key: "good-4" };
  const { problems } = await look(t, url, { agents: [AGENTS[0]!, reader] });
  const message =
    "maker has 2 open orders from before this run, which may cancel them: " +
    "it cancels all orders of its agents, in every market";
  assert.deepEqual(problems, [{ field: "agents[0]", message, fatal: false }]);
  const one = await jsonServer(t, { ...VENUE, "GET /v1/orders/open": keyed([{ id: "o-1" }]) });
  const told = await look(t, one.url, { agents: [AGENTS[0]!] });
  assert.match(told.problems[0]?.message ?? "", /^maker has 1 open order .* may cancel it: /);
});

test("names markets that do not exist or have another status", async (t) => {
  const market = { id: "m-1", kind: "BTC_BINARY", status: "OPEN" } as const;
  const { url } = await jsonServer(t, {
    ...VENUE,
    "GET /v1/markets/m-1": { market: { id: "m-1", status: "RESOLVED" } },
  });
  const { problems } = await look(t, url, { markets: [market, { ...market, id: "m-2" }] });
  assert.deepEqual(
    problems.map(({ field, message }) => `${field}: ${message}`),
    [
      "markets[0].status: says OPEN, the target says RESOLVED",
      "markets[1].id: the target has no such market (404)",
    ],
  );
});

test("is fatal when nothing but HTML answers", async (t) => {
  const page = "<!doctype html><title>Sign in</title>";
  const { url, seen } = await jsonServer(t, { "GET /v1/health": page, "GET /v1/markets": page });
  const { problems } = await look(t, url, { agents: AGENTS });
  assert.match(problems[0]?.message ?? "", /answers HTML instead of JSON/);
  assert.equal(problems[0]?.fatal, true);
  assert.equal(seen.length, 2);
});

test("accepts a health route without JSON", async (t) => {
  const { url } = await jsonServer(t, { ...VENUE, "GET /v1/health": "ok" });
  assert.deepEqual((await look(t, url)).problems, []);
});

test("is fatal when nothing listens, or what listens is no HTTP server", async (t) => {
  const server = createServer((socket) => socket.resume().end("SSH-2.0-venue\r\n"));
  server.listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  const { port } = server.address() as { port: number };
  const spoken = await look(t, `http://127.0.0.1:${port}`);
  await new Promise((closed) => server.close(closed));
  const closed = await look(t, `http://127.0.0.1:${port}`);
  assert.deepEqual(
    [spoken, closed].map(({ problems: [only] }) => [only?.field, only?.message, only?.fatal]),
    [
      ["base_url", "what answers there does not speak HTTP", true],
      ["base_url", "nothing listens at this address (connection refused)", true],
    ],
  );
});
