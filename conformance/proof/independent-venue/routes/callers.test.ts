import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { callAs, callWith, type Opened, openVenue } from "../callers.fixture.ts";

const EMAIL = { email: "Ann@venue.example", password: "correct horse" };

describe("people of an independent venue", () => {
  let venue: Opened;
  let keys: string;
  before(async () => {
    venue = await openVenue({ people: "password", wire: "bare" });
    keys = `/v1/me/agents/${venue.agent("maker").agent_id}/keys`;
  });
  after(() => venue.close());

  test("sign up once, in and out by password", async () => {
    const anybody = callAs(venue.url, {});
    assert.equal((await anybody("POST", "/auth/signup", EMAIL)).status, 201);
    assert.equal((await anybody("POST", "/auth/signup", EMAIL)).status, 409);
    const wrong = await anybody("POST", "/auth/login", { ...EMAIL, password: "wrong" });
    assert.deepEqual([wrong.status, wrong.body.code], [401, "INVALID_CREDENTIALS"]);
    const { headers } = await anybody("POST", "/auth/login", EMAIL);
    const [session, csrf] = [headers["set-cookie"]].flat() as [string, string];
    assert.match(session, /HttpOnly/);
    assert.doesNotMatch(csrf, /HttpOnly/);
    const [one, other] = [session, csrf].map((line) => line.split(";")[0]!);
    const sent = { cookie: `${one}; ${other}`, "x-service-csrf": other!.split("=")[1]! };
    const ann = callAs(venue.url, sent);
    assert.equal((await ann("GET", "/auth/me")).status, 200);
    assert.equal((await ann("POST", "/auth/logout")).status, 200);
    assert.equal((await ann("GET", "/auth/me")).status, 401);
  });

  test("come through the provider, once a code", async () => {
    const anybody = callAs(venue.url, {});
    const begun = await anybody("GET", "/auth/idp/login");
    const { headers } = await anybody("GET", `${begun.body.go_to}&name=zoe`);
    const back = String(headers.location);
    assert.equal((await anybody("GET", back)).body.user, "embassy:zoe");
    assert.equal((await anybody("GET", back)).status, 401);
    assert.equal((await anybody("GET", "/auth/idp/callback?error=denied")).status, 401);
  });

  test("make and revoke keys in a browser that echoes its cookie", async () => {
    assert.equal((await venue.forger("POST", keys, { name: "k" })).status, 403);
    assert.equal((await venue.caller("maker")("POST", keys, { name: "k" })).status, 403);
    assert.equal((await callAs(venue.url, {})("POST", keys, { name: "k" })).status, 401);
    assert.equal((await venue.human("POST", keys, { name: "k".repeat(81) })).status, 422);
    assert.equal((await venue.human("POST", keys, { name: "k", scopes: ["fleet"] })).status, 422);
    const made = await venue.human("POST", keys, { name: "k".repeat(80) });
    const bot = callWith(venue.url, made.body.api_key);
    assert.equal((await bot("GET", "/account")).status, 200);
    assert.equal((await venue.human("DELETE", `${keys}/${made.body.key_id}`)).status, 200);
    assert.equal((await bot("GET", "/account")).status, 401);
    assert.equal((await venue.human("DELETE", `${keys}/${made.body.key_id}`)).status, 404);
  });

  test("manage no other owner's agents", async () => {
    const other = `/v1/me/agents/${venue.agent("taker").agent_id}/keys`;
    assert.equal((await venue.human("POST", other, { name: "k" })).status, 403);
    const operators = `/v1/agents/${venue.agent("maker").agent_id}/keys`;
    assert.equal((await venue.human("POST", operators, { name: "k" })).status, 403);
  });

  test("get tickets for their own agents, a key for its own alone", async () => {
    const ticket = (caller: Opened["human"], name: string) =>
      caller("POST", "/auth/ws-ticket", { agent_id: venue.agent(name).agent_id });
    assert.equal((await ticket(venue.human, "sibling")).status, 201);
    assert.equal((await ticket(venue.human, "taker")).status, 403);
    assert.equal((await ticket(venue.caller("maker"), "sibling")).status, 403);
    assert.equal((await venue.human("POST", "/auth/ws-ticket")).status, 422);
  });
});

test("keys can be left to /v1, and passwords to nobody", async () => {
  const venue = await openVenue({ keysUnder: "v1", people: "provider" });
  const path = `/me/agents/${venue.agent("maker").agent_id}/keys`;
  assert.equal((await venue.human("POST", path, { name: "k" })).status, 404);
  assert.equal((await venue.human("POST", `/api/v1${path}`, { name: "k" })).status, 201);
  assert.equal((await venue.human("POST", "/auth/signup", EMAIL)).status, 503);
  await venue.close();
});
