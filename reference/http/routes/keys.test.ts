import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CONTROL_TOKEN, startTestVenue } from "../../proof/seeded-venue.fixture.ts";

const { api, agent, bearer, human, order } = await startTestVenue();
const alice = await human("alice");
const bob = await human("bob");
const UNKNOWN = "11111111-1111-4111-8111-111111111111";
const keysOf = (name: string) => `/v1/me/agents/${agent(name).agent_id}/keys`;
const MAKER = keysOf("maker");
const wallet = (key: string) => api.get("/v1/me/wallet").set("Authorization", `Bearer ${key}`);
const issue = async (body: object = { name: "n" }) => (await alice.post(MAKER, body)).body;

describe("creating a key", () => {
  it("shows the plaintext once, under every prefix, and it works", async () => {
    for (const prefix of ["", "/v1", "/api", "/api/v1"]) {
      const path = MAKER.replace("/v1", prefix);
      const { body, text } = await alice.post(path, { name: " bot " }).expect(201);
      assert.match(body.api_key, /^rk_live_[\w-]{43}$/);
      assert.equal(text.match(/"rk_live_/g)?.length, 1);
      assert.deepEqual(
        [body.name, body.agent_id, body.scopes, body.created_at],
        ["bot", agent("maker").agent_id, ["read", "trade"], "2026-01-05T00:00:00.000Z"],
      );
      assert.ok(body.api_key.slice(8).startsWith(body.prefix));
      assert.equal((await wallet(body.api_key).expect(200)).body.agent_id, body.agent_id);
      const listed = await alice.get(path).expect(200);
      assert.ok(!listed.text.includes(body.api_key));
      assert.equal(listed.body.keys.at(-1).key_id, body.key_id);
    }
  });

  it("takes names of 1 to 80 Unicode characters after trimming", async () => {
    for (const name of ["x", "é".repeat(80), "😀".repeat(80), ` ${"x".repeat(80)} `]) {
      await alice.post(MAKER, { name }).expect(201);
    }
    for (const name of [undefined, null, "", "   ", "x".repeat(81), "😀".repeat(81), 5, "\ud83d"]) {
      const { status, body } = await alice.post(MAKER, { name });
      assert.equal(status, 400, String(name));
      assert.equal(body.details.errors[0].field, "name");
    }
  });

  it("grants read and trade, refuses privileged scopes, unknown ones and none", async () => {
    const scopes = async (asked: unknown) => {
      const { status, body } = await alice.post(MAKER, { name: "n", scopes: asked });
      return status === 201 ? body.scopes : [status, body.code ?? body.detail[0].loc];
    };
    assert.deepEqual(await scopes(["read"]), ["read"]);
    assert.deepEqual(await scopes(["trade", "read", "trade"]), ["read", "trade"]);
    for (const name of ["admin", "operator", "fleet"]) {
      assert.deepEqual(await scopes(["read", name]), [403, "SCOPE_NOT_ALLOWED"]);
    }
    for (const asked of [[], ["write"], ["READ"], ["__proto__"]]) {
      assert.deepEqual(await scopes(asked), [422, ["body", "scopes"]]);
    }
    assert.deepEqual(await scopes("read"), [400, "VALIDATION_ERROR"]);
  });

  it("makes a key that may only read unable to trade", async () => {
    const { api_key } = await issue({ name: "n", scopes: ["read"] });
    const place = api.post("/v1/orders").set("Authorization", `Bearer ${api_key}`);
    assert.equal((await place.send(order())).body.code, "INSUFFICIENT_SCOPE");
    await wallet(api_key).expect(200);
  });

  it("is for the owner's session alone", async () => {
    const body = { name: "n" };
    await api.post(MAKER).send(body).expect(401);
    const byKey = await api.post(MAKER).set("Authorization", bearer("maker")).send(body);
    assert.deepEqual([byKey.status, byKey.body.code], [403, "SESSION_REQUIRED"]);
    const foreign = await bob.post(MAKER, body);
    assert.deepEqual([foreign.status, foreign.body.code], [403, "FORBIDDEN"]);
    await bob.get(MAKER).expect(403);
    const unknown = await alice.post(`/v1/me/agents/${UNKNOWN}/keys`, body);
    assert.deepEqual([unknown.status, unknown.body.code], [404, "AGENT_NOT_FOUND"]);
    await alice.post("/v1/me/agents/maker/keys", body).expect(422);
  });
});

describe("revoking a key", () => {
  it("ends it at once, stays so, and leaves the agent's other keys alone", async () => {
    const [gone, kept] = [await issue(), await issue()];
    await wallet(gone.api_key).expect(200);
    const path = `${MAKER}/${gone.key_id}`;
    const { body } = await alice.delete(path).expect(200);
    assert.equal(body.key_id, gone.key_id);
    assert.match(body.revoked_at, /Z$/);
    await wallet(gone.api_key).expect(401);
    assert.deepEqual((await alice.delete(path).expect(200)).body, body);
    await wallet(kept.api_key).expect(200);
  });

  it("leaves the orders placed with it", async () => {
    const { api_key, key_id } = await issue();
    const placed = await api
      .post("/v1/orders")
      .set("Authorization", `Bearer ${api_key}`)
      .send(order());
    await alice.delete(`${MAKER}/${key_id}`).expect(200);
    const { body } = await alice.get(`/v1/orders/${placed.body.order_id}`).expect(200);
    assert.equal(body.status, "NEW");
  });

  it("is 404 for an unknown key, 403 for another owner's, which goes on working", async () => {
    const { api_key, key_id } = await issue();
    await alice.delete(`${MAKER}/${UNKNOWN}`).expect(404);
    await alice.delete(`${keysOf("spare")}/${key_id}`).expect(404);
    await bob.delete(`${MAKER}/${key_id}`).expect(403);
    await bob.delete(`${keysOf("taker")}/${key_id}`).expect(403);
    await alice.forge("delete", `${MAKER}/${key_id}`).expect(403);
    await api.delete(`${MAKER}/${key_id}`).expect(401);
    await wallet(api_key).expect(200);
  });
});

describe("the operator path", () => {
  const path = `/v1/agents/${agent("taker").agent_id}/keys`;
  const asOperator = { Authorization: `Bearer ${CONTROL_TOKEN}` };

  it("is closed to keys, sessions and other owners", async () => {
    for (const each of [path, `/v1/agents/${agent("maker").agent_id}/keys`]) {
      await api.post(each).set("Authorization", bearer("maker")).send({ name: "n" }).expect(403);
      await alice.post(each, { name: "n" }).expect(403);
    }
    await api.post(path).send({ name: "n" }).expect(401);
    await api.post(path).set("Authorization", "Bearer wrong").send({ name: "n" }).expect(401);
  });

  it("creates, lists and revokes with the operator's token, which opens nothing else", async () => {
    const { body } = await api.post(path).set(asOperator).send({ name: "fleet" }).expect(201);
    await wallet(body.api_key).expect(200);
    const { body: listed } = await api.get(path).set(asOperator).expect(200);
    assert.equal(listed.keys.at(-1).key_id, body.key_id);
    await api.delete(`${path}/${body.key_id}`).set(asOperator).expect(200);
    await wallet(body.api_key).expect(401);
    await api.delete(`${path}/${UNKNOWN}`).set(asOperator).expect(404);
    await api.get(`/v1/agents/${UNKNOWN}/keys`).set(asOperator).expect(404);
    await wallet(CONTROL_TOKEN).expect(401);
  });
});
