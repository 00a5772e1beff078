import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApiRequest } from "../../scenarios/deployment/send.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient } from "../check/agent-client.ts";
import type { HumanClient } from "../check/human-client.ts";
import { Revocations } from "./revocations.ts";

function answered(line: string, status: number, body: unknown = {}): Exchange {
  const [method = "", path = ""] = line.split(" ");
  const request = { method, path, query: {}, headers: {}, bodyText: null };
  const response = { status, headers: {}, bodyText: "", body };
  return { at: 0, took: 0, actor: null, request, response, failure: null, class: "write" };
}

const MADE = { key_id: "key-1", api_key: "rk_live_abc" };

/** Somebody whose requests are answered with `status`, and seen by `revocations`. */
function somebody(revocations: Revocations, status: number) {
  const asked: string[] = [];
  const request = async ({ method, path }: ApiRequest) => {
    asked.push(`${method} ${path}`);
    const exchange = answered(`${method} /v1${path}`, status);
    revocations.saw(exchange);
    return exchange;
  };
  return { asked, human: { request } as unknown as HumanClient };
}

test("revokes a key once, by the first who may", async () => {
  const revocations = new Revocations();
  revocations.saw(answered("POST /v1/me/agents/agent-1/keys", 201, MADE));
  const [other, owner, third] = [403, 204, 204].map((one) => somebody(revocations, one));
  await revocations.run({
    human: other!.human,
    otherHuman: owner!.human,
    agent: third!.human as unknown as AgentClient,
  });
  assert.deepEqual(owner!.asked, ["DELETE /me/agents/agent-1/keys/key-1"]);
  assert.equal(other!.asked.length, 1);
  assert.equal(third!.asked.length, 0);
});

test("tells of the keys that stay, and what their revocation came to", async () => {
  const revocations = new Revocations();
  revocations.saw(answered("POST /v1/me/agents/agent-1/keys", 201, MADE));
  revocations.saw(answered("POST /v1/me/agents/agent-2/keys", 201, { ...MADE, key_id: "key-2" }));
  const silent = { request: () => Promise.reject(new Error("no response")) };
  const [key] = revocations.left;
  assert.deepEqual(key, {
    ...{ what: "key", id: "key-1", agent: "agent-1" },
    why: "nobody who may revoke it was at hand",
  });
  await revocations.run({ human: somebody(revocations, 500).human });
  assert.deepEqual(
    revocations.left.map(({ id, why }) => [id, why]),
    [
      ["key-1", "its revocation was answered 500"],
      ["key-2", "its revocation was answered 500"],
    ],
  );
  await revocations.run({ human: silent as unknown as HumanClient });
  assert.equal(revocations.left[1]?.why, "no response");
  await revocations.run({ human: somebody(revocations, 204).human });
  assert.deepEqual(revocations.left, []);
});

test("leaves alone what the check revoked itself, and what was no key", async () => {
  const revocations = new Revocations();
  revocations.saw(answered("POST /api/v1/me/agents/agent-1/keys", 200, MADE));
  revocations.saw(answered("DELETE /api/v1/me/agents/agent-1/keys/key-1", 200));
  revocations.saw(answered("POST /v1/me/agents/agent-1/keys", 403, MADE));
  revocations.saw(answered("POST /v1/orders", 201, MADE));
  const owner = somebody(revocations, 200);
  await revocations.run({ human: owner.human });
  assert.deepEqual(owner.asked, []);
});

test("revokes what an operator's path gave away", async () => {
  const revocations = new Revocations();
  revocations.saw(answered("POST /v1/agents/agent-1/keys", 201, MADE));
  const owner = somebody(revocations, 200);
  await revocations.run({ human: owner.human });
  assert.equal(owner.asked.length, 1);
});
