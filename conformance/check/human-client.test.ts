import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApiRequest } from "../../scenarios/deployment/send.ts";
import { Missing, StandsOn } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { ClientParts } from "./agent-client.ts";
import { HumanClient } from "./human-client.ts";

const CREDENTIALS = {
  name: "browser",
  owner: "alice",
  agentId: "agent-1",
  sessionCookie: { name: "sid", value: "s-1" },
  csrfCookie: { name: "csrf", value: "c-1" },
};

/** A human whose requests are answered with `body`, and what was asked. */
function humanOf(body: unknown, given: Partial<typeof CREDENTIALS> | { agentId: null } = {}) {
  const asked: ApiRequest[] = [];
  const sender = {
    async send(_: unknown, ask: ApiRequest) {
      asked.push(ask);
      return { response: { status: 201, body } } as Exchange;
    },
  };
  const parts = {
    sender,
    freshId: () => "run-1",
  };
  const human = new HumanClient({ ...CREDENTIALS, ...given }, parts as unknown as ClientParts);
  return { human, asked };
}

test("reads carry both cookies and no CSRF header", async () => {
  const { human, asked } = humanOf({});
  await human.get("/account");
  assert.deepEqual(asked[0]?.headers, { cookie: "sid=s-1; csrf=c-1" });
});

test("a request that changes something echoes the CSRF cookie", async () => {
  const { human, asked } = humanOf({});
  await human.post("/auth/logout", undefined);
  await human.revoke("key-1");
  for (const { headers } of asked) assert.equal(headers?.["x-service-csrf"], "c-1");
});

test("leaves out or replaces what a check says", async () => {
  const { human, asked } = humanOf({});
  await human.post("/x", {}, { csrf: false });
  await human.post("/x", {}, { csrf: "wrong", session: false });
  assert.deepEqual(asked[0]?.headers, { cookie: "sid=s-1; csrf=c-1" });
  assert.deepEqual(asked[1]?.headers, { cookie: "csrf=c-1", "x-service-csrf": "wrong" });
});

test("a new key calls for the human's agent", async () => {
  const { human } = humanOf({ key_id: "key-1", api_key: "rk_live_abc" });
  const { keyId, plaintext, caller } = await human.newKey();
  assert.deepEqual([keyId, plaintext], ["key-1", "rk_live_abc"]);
  assert.equal(caller.agentId, "agent-1");
});

test("a key that does not come, and an agent nobody names, are told apart", async () => {
  await assert.rejects(humanOf({}).human.newKey(), StandsOn);
  await assert.rejects(humanOf({}, { agentId: null }).human.newKey(), Missing);
  await assert.rejects(humanOf({ api_key: "rk_live_abc" }).human.newKey(), /id of a key/);
});
