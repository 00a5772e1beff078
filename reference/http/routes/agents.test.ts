import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestVenue } from "../../proof/seeded-venue.fixture.ts";

const { api, agent, bearer, human, get } = await startTestVenue();
const alice = await human("alice");

describe("/me/agents", () => {
  it("lists the account's agents for a session and for a key", async () => {
    const { body } = await alice.get("/v1/me/agents").expect(200);
    assert.deepEqual(body.agents, [
      { agent_id: agent("maker").agent_id, name: "maker" },
      { agent_id: agent("spare").agent_id, name: "spare" },
    ]);
    assert.deepEqual((await get("maker", "/v1/me/agents")).body, body);
  });

  it("opens an agent with a wallet of its own, once by each name", async () => {
    const { body } = await alice.post("/v1/me/agents", { name: " third " }).expect(201);
    assert.equal(body.name, "third");
    const wallet = await alice.get("/v1/me/wallet").set("X-Agent-Id", body.agent_id).expect(200);
    assert.equal(wallet.body.cash_cents, 1_000_000);
    const again = await alice.post("/v1/me/agents", { name: "third" });
    assert.deepEqual([again.status, again.body.code], [409, "AGENT_NAME_TAKEN"]);
    await (await human("bob")).post("/v1/me/agents", { name: "third" }).expect(201);
  });

  it("takes a session to open one, and a name", async () => {
    const byKey = api.post("/v1/me/agents").set("Authorization", bearer("maker"));
    assert.equal((await byKey.send({ name: "x" })).body.code, "SESSION_REQUIRED");
    for (const name of [undefined, " ", "x".repeat(81)]) {
      await alice.post("/v1/me/agents", { name }).expect(400);
    }
  });
});
