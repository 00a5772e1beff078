import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentClient } from "./agent-client.ts";
import { type Clients, carriedBy } from "./clients.ts";
import type { HumanClient } from "./human-client.ts";

test("headers carry whose key or session they have, and nobody's where they have none", () => {
  const agent = { credentials: { apiKey: "rk_live_one", secondApiKey: null } } as AgentClient;
  const human = { credentials: { sessionCookie: { name: "sid", value: "s3" } } } as HumanClient;
  const clients: Clients = { agent, human, closed: new Map() };
  const whose = (headers?: Record<string, string>) => carriedBy(headers, clients);
  assert.equal(whose({ authorization: "bearer rk_live_one" }), agent.credentials);
  assert.equal(whose({ cookie: "a=b; sid=s3" }), human.credentials);
  assert.equal(whose({ authorization: "Bearer rk_live_two", cookie: "sid=" }), undefined);
  assert.equal(whose(), undefined);
});
