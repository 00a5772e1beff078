import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { connectTo } from "./connect.ts";
import { profileOf } from "./profile/profile.ts";
import type { ProfileFile } from "./profile/profile-schema.ts";
import { type CannedRoutes, jsonServer, type SeenRequest } from "./server.fixture.ts";
import { survey } from "./survey.ts";
import { UNKNOWN_UUID } from "./wire/uuid.ts";

const UNKNOWN = { code: "UNAUTHENTICATED" };

/** Answers who has one of these keys; anybody else is refused. */
const keyed = (answer: unknown, keys: RegExp) => (asked: SeenRequest) =>
  keys.test(asked.authorization ?? "") ? answer : [401, UNKNOWN];

const READ: CannedRoutes = {
  "GET /v1/health": {},
  "GET /v1/markets": { markets: [] },
  "GET /v1/account": keyed({ account_id: "x" }, /good|reads/),
};
const WRITES = {
  [`DELETE /v1/orders/${UNKNOWN_UUID}`]: keyed([404, {}], /good/),
  "POST /v1/orders": keyed([400, {}], /good/),
};

const maker = { name: "maker", owner: "alice", api_key: "good-key" };
const reading = { name: "taker", owner: "bob", api_key: "reads-key" };

async function looked(t: TestContext, routes: CannedRoutes, file: Partial<ProfileFile>) {
  const venue = await jsonServer(t, routes);
  const control = file.control && { ...file.control, url: venue.url + file.control.url };
  const profile = profileOf({ base_url: venue.url, ...file, ...(control && { control }) });
  const deployment = await survey(await connectTo(profile));
  t.after(() => deployment.close());
  const problems = deployment.problems.map(
    ({ field, message, fatal }) => `${fatal ? "fatal " : ""}${field}: ${message}`,
  );
  return { problems, pool: deployment.pool, seen: venue.seen };
}

test("a key that no route ever takes is refused, however many routes are not there", async (t) => {
  const halfBuilt = {
    "GET /v1/health": {},
    "GET /v1/markets": { markets: [] },
    "GET /v1/orders": keyed([], /good/),
    "POST /v1/orders": keyed([400, {}], /good/),
  };
  const { problems } = await looked(t, halfBuilt, { agents: [{ ...maker, api_key: "stale-key" }] });
  assert.deepEqual(problems, [
    "agents[0].api_key: the target refused this key (401)",
    "fatal agents: no key works; nothing of theirs can be judged",
  ]);
});

test("a second key that is refused is named, and not used", async (t) => {
  const agents = [{ ...maker, second_api_key: "stale-key" }];
  const { problems, pool } = await looked(t, { ...READ, ...WRITES }, { agents });
  assert.deepEqual(problems, ["agents[0].second_api_key: the target refused this key (401)"]);
  assert.ok(pool.offers({ agent: true }));
  assert.ok(!pool.offers({ agent: true, secondKey: true }));
});

const REFUSES_WRITES =
  "the target refuses this key's writes (401); one for reading has scopes: [read]";

test("a key that is refused on writes alone reads on, while another trades", async (t) => {
  const { problems, pool } = await looked(
    t,
    { ...READ, ...WRITES },
    { agents: [maker, reading, { ...reading, name: "reader", scopes: ["read"] }] },
  );
  assert.deepEqual(problems, [`agents[1].api_key: ${REFUSES_WRITES}`]);
  assert.ok(pool.offers({ agent: true, reader: true }));
  assert.ok(!pool.offers({ agent: true, other: true }));
});

test("where no key may write nothing is tried", async (t) => {
  const { problems } = await looked(t, { ...READ, ...WRITES }, { agents: [reading] });
  assert.deepEqual(problems, [
    `agents[0].api_key: ${REFUSES_WRITES}`,
    "fatal agents: no key may trade; nothing of orders can be judged",
  ]);
});

test("a write that is forbidden is pointed out, and left to the rules", async (t) => {
  const forbidden = Object.fromEntries(Object.keys(WRITES).map((route) => [route, [403, {}]]));
  const { problems, pool } = await looked(t, { ...READ, ...forbidden }, { agents: [maker] });
  assert.match(problems.join(), /^agents\[0\]\.api_key: .+ writes \(403\); .+$/);
  assert.ok(pool.offers({ agent: true }));
});

test("one write that is refused is the target's defect", async (t) => {
  const { problems } = await looked(
    t,
    { ...READ, ...WRITES, [`DELETE /v1/orders/${UNKNOWN_UUID}`]: [401, UNKNOWN] },
    { agents: [maker] },
  );
  assert.deepEqual(problems, []);
});

test("a key that control made and the target refuses ends the run before it begins", async (t) => {
  const routes = {
    ...READ,
    "GET /control": { protocol: "touchstone-control/1", capabilities: ["agents"] },
    "POST /control/agents": { agent_id: "a-1", api_key: "stale-key", owner: "o" },
  };
  const control = { url: "/control", token: "an-operator" };
  const { problems } = await looked(t, routes, { control });
  assert.deepEqual(problems, [
    "fatal control.url: of an agent that the endpoint made: the target refused this key (401)",
  ]);
});
