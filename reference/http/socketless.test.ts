import assert from "node:assert/strict";
import { test } from "node:test";
import { type Reference, startReference } from "../start.ts";
import { CALLERS_MAX, type SocketlessRequest } from "./socketless.ts";

const OPTIONS = { seed: 7, clock: "virtual", controlToken: "token" } as const;

/** The same request over a real connection. */
async function overSocket(url: string, { path, ...init }: SocketlessRequest) {
  const response = await fetch(url + path, init);
  return { status: response.status, body: await response.text() };
}

/** One request of each sort: an order, a read, a bad body, a wrong method, an operator's call. */
function requestsOf(reference: Reference): SocketlessRequest[] {
  const { agents, markets } = reference.profile() as {
    agents: { api_key: string }[];
    markets: { id: string }[];
  };
  const json = { "content-type": "application/json" };
  const headers = { ...json, authorization: `Bearer ${agents[0]!.api_key}` };
  const order = { market_id: markets[0]!.id, side: "BUY", type: "LIMIT", price: 40, qty: 5 };
  const operator = { ...json, authorization: "Bearer token" };
  return [
    { method: "POST", path: "/v1/orders", headers, body: JSON.stringify(order) },
    { method: "GET", path: "/orders?status=open", headers },
    { method: "POST", path: "/api/orders", headers, body: "{" },
    { method: "PUT", path: "/orders", headers },
    { method: "POST", path: "/_control/clock", headers: operator, body: '{"advance_ms":5}' },
    { method: "GET", path: "/_control/digest", headers: operator },
    { method: "GET", path: "/docs" },
  ];
}

// First, for a server that was closed is listed for some milliseconds more.
test("takes no port", async () => {
  const servers = () => process.getActiveResourcesInfo().filter((name) => /server/i.test(name));
  const silent = await startReference({ ...OPTIONS, listen: false });
  const whileSilent = servers();
  await silent.close();
  const heard = await startReference(OPTIONS);
  const whileHeard = servers();
  await heard.close();
  assert.deepEqual(whileSilent, []);
  assert.notDeepEqual(whileHeard, []);
});

test("answers as over a connection, byte for byte", async () => {
  const silent = await startReference({ ...OPTIONS, listen: false });
  const heard = await startReference(OPTIONS);
  try {
    for (const request of requestsOf(silent)) {
      const { status, body } = await silent.handle(request);
      assert.deepEqual({ status, body }, await overSocket(heard.url, request), request.path);
    }
  } finally {
    await Promise.all([silent.close(), heard.close()]);
  }
});

test("takes any number of callers for who they are", async () => {
  const silent = await startReference({ ...OPTIONS, listen: false });
  const statusFor = async (authorization: string) =>
    (await silent.handle({ method: "GET", path: "/account", headers: { authorization } })).status;
  const { agents } = silent.profile() as { agents: { api_key: string }[] };
  const keys = agents.map(({ api_key }) => `Bearer ${api_key}`);
  const known = () => Promise.all(keys.map(statusFor));
  const before = await known();
  for (let other = 0; other <= CALLERS_MAX; other += 1) {
    assert.equal(await statusFor(`Bearer ${other}`), 401);
  }
  assert.deepEqual(await known(), before);
  await silent.close();
});

test("gives the response headers in lower case", async () => {
  const silent = await startReference({ ...OPTIONS, listen: false });
  const { headers } = await silent.handle({ method: "GET", path: "/markets" });
  assert.equal(headers["content-type"], "application/json; charset=utf-8");
  assert.match(headers["x-request-id"] ?? "", /^[0-9a-f-]{36}$/);
  await silent.close();
});
