import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestVenue } from "../../proof/seeded-venue.fixture.ts";

const { api, agent, bearer, human } = await startTestVenue();
const PATH = "/v1/auth/ws-ticket";
const mint = (name: string, body?: object) =>
  api.post(PATH).set("Authorization", bearer(name)).send(body);

describe("POST /auth/ws-ticket with a key", () => {
  for (const [title, body] of [
    ["no body", undefined],
    ["an empty object", {}],
    ["unknown fields", { note: "x" }],
    ["the own agent", { agent_id: agent("maker").agent_id }],
  ] as const) {
    it(`mints a ticket of 32 bytes for 60 seconds: ${title}`, async () => {
      const { body: minted, headers } = await mint("maker", body).expect(201);
      assert.match(minted.ticket, /^rw_live_[A-Za-z0-9_-]{43}$/);
      assert.equal(Date.parse(minted.expires_at) - Date.parse(headers["date"]!), 60_000);
      assert.match(minted.expires_at, /Z$/);
    });
  }

  it("mints another one each time, a key that may only read too", async () => {
    const tickets = [await mint("maker"), await mint("maker"), await mint("reader")];
    assert.equal(new Set(tickets.map(({ body }) => body.ticket)).size, 3);
  });

  it("refuses another agent, of the same account too", async () => {
    const { status, body } = await mint("maker", { agent_id: agent("spare").agent_id });
    assert.deepEqual([status, body.code], [403, "FORBIDDEN"]);
  });

  it("refuses another owner's agent, no UUID, an unknown agent, and no credentials", async () => {
    const foreign = await mint("maker", { agent_id: agent("taker").agent_id });
    assert.deepEqual([foreign.status, foreign.body.code], [403, "FORBIDDEN"]);
    await mint("maker", { agent_id: "maker" }).expect(400);
    await mint("maker", { agent_id: 5 }).expect(400);
    await mint("maker", { agent_id: "11111111-1111-4111-8111-111111111111" }).expect(404);
    await api.post(PATH).send({}).expect(401);
  });
});

describe("POST /auth/ws-ticket with a session", async () => {
  const alice = await human("alice");

  it("mints for any agent of the account, and must be told which", async () => {
    for (const name of ["maker", "spare"]) {
      const { body } = await alice.post(PATH, { agent_id: agent(name).agent_id }).expect(201);
      assert.match(body.ticket, /^rw_live_/);
    }
    for (const body of [undefined, {}, { agent_id: null }, { agent_id: "x" }]) {
      const { body: refusal } = await alice.post(PATH, body).expect(400);
      assert.equal(refusal.details.errors[0].field, "agent_id");
    }
    await alice.post(PATH, { agent_id: agent("taker").agent_id }).expect(403);
  });
});
