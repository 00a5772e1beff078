import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";

const { agent, bearer, order, human, get } = await startTestVenue();
const alice = await human("alice");
const bob = await human("bob");

describe("a request with a session cookie", () => {
  const KEYS = `/v1/me/agents/${agent("maker").agent_id}/keys`;
  const WRITES: [title: string, path: string, body: object, good: number][] = [
    ["placing an order", "/v1/orders", order(), 201],
    ["minting a ticket", "/v1/auth/ws-ticket", { agent_id: agent("maker").agent_id }, 201],
    ["creating a key", KEYS, { name: "n" }, 201],
    ["opening an agent", "/v1/me/agents", { name: "second" }, 201],
  ];
  for (const [title, path, body, good] of WRITES) {
    it(`needs the CSRF value for ${title}, and its own`, async () => {
      const wrong = ["", "x", alice.csrf.slice(1), `${alice.csrf} x`, alice.sid, bob.csrf];
      const none = await alice.forge("post", path).send(body);
      assert.deepEqual([none.status, none.body.code], [403, "CSRF_FAILED"]);
      for (const value of wrong) {
        await alice.forge("post", path).set("X-Service-CSRF", value).send(body).expect(403);
      }
      await alice.post(path, body).expect(good);
    });
  }

  it("changes nothing when refused", async () => {
    const before = (await alice.get("/v1/orders").expect(200)).body.count;
    await alice.forge("delete", "/v1/orders").expect(403);
    await alice.forge("post", "/v1/orders").send(order()).expect(403);
    assert.equal((await alice.get("/v1/orders/open")).body.count, before);
    await alice.delete("/v1/orders").expect(200);
    assert.equal((await alice.get("/v1/orders/open")).body.count, 0);
  });

  it("needs none for a GET, nor beside a key, whose agent then acts", async () => {
    await alice.get("/v1/account").expect(200);
    const asBob = () => alice.forge("post", "/v1/orders").set("Authorization", bearer("taker"));
    await asBob()
      .send(order({ price: 3 }))
      .expect(201);
    assert.equal((await get("taker", "/v1/orders/open")).body.orders[0].price, 3);
  });

  it("is refused for a bad key beside it", async () => {
    await alice.get("/v1/account").set("Authorization", "Bearer rk_live_bad").expect(401);
  });
});
