import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CONTROL_TOKEN, startTestVenue } from "../proof/seeded-venue.fixture.ts";
import { startReference } from "../start.ts";

const { api, control, get, place, reference, market } = await startTestVenue();
const UNKNOWN = "11111111-1111-4111-8111-111111111111";

describe("the control endpoint", () => {
  it("announces its capabilities and gates", async () => {
    const { body } = await control("get", "").expect(200);
    assert.equal(body.protocol, "touchstone-control/1");
    const capabilities = ["agents", "sessions", "markets", "clock"];
    capabilities.push("freeze", "upstream", "gates", "reset", "digest");
    assert.deepEqual(body.capabilities, capabilities);
    assert.deepEqual(body.gates, ["ladder", "amend", "signup"]);
  });

  it("has no clock in real time", async () => {
    const real = await startTestVenue({ clock: "system" });
    const { body } = await real.control("get", "").expect(200);
    assert.ok(!body.capabilities.includes("clock"));
    await real.control("post", "/clock", { advance_ms: 1 }).expect(404);
  });

  it("opens to its token alone", async () => {
    const key = CONTROL_TOKEN;
    for (const header of ["", key, `Bearer ${key}x`, "Bearer ", `bearer ${key}`]) {
      const { status, body } = await api.get("/_control").set("Authorization", header);
      assert.equal(status, 401);
      assert.equal(body.code, "UNAUTHENTICATED");
    }
  });

  it("makes who guesses its token wait, with 429", async () => {
    const own = await startTestVenue();
    const guess = () => own.api.get("/_control").set("Authorization", "Bearer guess");
    for (let guesses = 0; guesses < 5; guesses++) await guess().expect(401);
    const { headers } = await guess().expect(429);
    assert.equal(headers["retry-after"], "1");
    await own.control("get", "").expect(429);
  });

  it("is not there without a token", async () => {
    const bare = await startReference({ seed: 7 });
    try {
      assert.equal(bare.controlUrl, null);
      assert.ok(!("control" in bare.profile()));
      const { status } = await fetch(`${bare.url}/_control`);
      assert.equal(status, 404);
    } finally {
      await bare.close();
    }
  });

  const BAD: [method: "post" | "put" | "patch", path: string, body: object, field: string][] = [
    ["post", "/agents", {}, "owner"],
    ["post", "/agents", { owner: "carol", cash: "1" }, "cash"],
    ["post", "/agents", { owner: "carol", cash: -1 }, "cash"],
    ["post", "/agents", { owner: "carol", scopes: ["admin"] }, "scopes.0"],
    ["post", "/sessions", {}, "owner"],
    ["post", "/markets", {}, "kind"],
    ["post", "/markets", { kind: "BTC_BINARY", band: [1] }, "band"],
    ["patch", `/markets/${market("BTC_BINARY")}`, { outcome: "YES" }, "status"],
    ["post", "/clock", { advance_ms: -1 }, "advance_ms"],
    ["put", "/freeze", {}, "frozen"],
    ["put", "/upstream", { reachable: "no" }, "reachable"],
    ["put", "/gates/ladder", { closed: 1 }, "closed"],
    ["post", "/reset", { seed: 1.5 }, "seed"],
  ];
  for (const [method, path, body, field] of BAD) {
    it(`names ${field} of a bad ${method.toUpperCase()} ${path.replace(/[0-9a-f-]{36}/, "{id}")}`, async () => {
      const answer = await control(method, path, body);
      assert.equal(answer.status, 400);
      assert.equal(answer.body.code, "VALIDATION_ERROR");
      assert.equal(answer.body.details.errors[0].field, field);
    });
  }

  it("answers 404 for what it does not have", async () => {
    await control("get", "/nothing").expect(404);
    await control("post", "/freeze", { frozen: true }).expect(404);
    await control("put", "/gates/nothing", { closed: true }).expect(404);
    await control("patch", `/markets/${UNKNOWN}`, { status: "VOID" }).expect(404);
    await control("post", `/agents/${UNKNOWN}/keys`, {}).expect(404);
  });
});

describe("agents", () => {
  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

  it("are opened with cash, a key, and an account shared by owner name", async () => {
    const first = await control("post", "/agents", { owner: "carol", name: "one", cash: 77 });
    assert.equal(first.status, 200);
    assert.equal(first.body.owner, "carol");
    const wallet = await api.get("/v1/me/wallet").set(bearer(first.body.api_key)).expect(200);
    assert.equal(wallet.body.cash_cents, 77);
    const second = await control("post", "/agents", { owner: "carol", unknown: "field" });
    const account = await api.get("/v1/account").set(bearer(second.body.api_key)).expect(200);
    const ids = account.body.agents.map((entry: { agent_id: string }) => entry.agent_id);
    assert.deepEqual(ids, [first.body.agent_id, second.body.agent_id]);
    const again = await control("post", "/agents", { owner: "carol", name: "one" }).expect(409);
    assert.equal(again.body.code, "AGENT_NAME_TAKEN");
  });

  it("start with a million cents, and get more keys, narrower ones too", async () => {
    const { body: agent } = await control("post", "/agents", { owner: "dave" });
    const scopes = ["read"];
    const { body: key } = await control("post", `/agents/${agent.agent_id}/keys`, { scopes });
    assert.match(key.api_key, /^rk_live_/);
    const { body } = await api.get("/v1/me/wallet").set(bearer(key.api_key)).expect(200);
    assert.equal(body.agent_id, agent.agent_id);
    assert.equal(body.cash_cents, 1_000_000);
    await api.delete("/v1/orders").set(bearer(key.api_key)).expect(403);
    await api.delete("/v1/orders").set(bearer(agent.api_key)).expect(200);
  });
});

describe("sessions", () => {
  it("sign an owner in, and nobody who has no agent", async () => {
    const { body } = await control("post", "/sessions", { owner: "bob" }).expect(200);
    const { name, value } = body.session_cookie;
    const { body: me } = await api.get("/v1/auth/me").set("Cookie", `${name}=${value}`).expect(200);
    assert.equal(me.display_name, "bob");
    assert.equal(body.csrf_cookie.name, "csrf");
    await control("post", "/sessions", { owner: "nobody" }).expect(404);
  });
});

describe("markets", () => {
  it("are created as asked and shown so", async () => {
    const asked = { kind: "BTC_PERP", band: [500, 900], tick: 5, mark_price: null };
    const caps = { position_cap: 9, leverage_cap: 3, maintenance_margin_bps: 3_333 };
    const { body: created } = await control("post", "/markets", { ...asked, ...caps });
    const { body } = await api.get(`/v1/markets/${created.market_id}`).expect(200);
    assert.equal(body.kind, "BTC_PERP");
    const { min_price, max_price, tick_size } = body.geometry;
    assert.deepEqual([min_price, max_price, tick_size], [500, 900, 5]);
    assert.deepEqual([body.mark_price, body.max_position, body.max_leverage], [null, 9, 3]);
    assert.equal(body.maintenance_margin_bps, 3_333);
  });

  it("move to another status with their orders, and only forward", async () => {
    const { body: created } = await control("post", "/markets", { kind: "BTC_BINARY" });
    const fields = { market_id: created.market_id, price: 10, qty: 1 };
    const { body: order } = await place("maker", fields).expect(201);
    const path = `/markets/${created.market_id}`;
    const resolved = await control("patch", path, { status: "RESOLVED", outcome: "YES" });
    assert.deepEqual(resolved.body, { market_id: created.market_id, status: "RESOLVED" });
    const { body: record } = await get("maker", `/v1/orders/${order.order_id}`);
    assert.equal(record.status, "CANCELLED");
    const { body: declined } = await place("maker", fields).expect(200);
    assert.equal(declined.reject_reason, "MARKET_CLOSED");
    await control("patch", path, { status: "OPEN" }).expect(400);
  });

  it("take a mark price, which null removes", async () => {
    const { body: created } = await control("post", "/markets", { kind: "BTC_PERP" });
    const shown = async () => (await api.get(`/v1/markets/${created.market_id}`)).body.mark_price;
    const set = (mark_price: number | null) =>
      control("patch", `/markets/${created.market_id}`, { mark_price }).expect(200);
    assert.equal(await shown(), 6_500_000);
    await set(7_000_000);
    assert.equal(await shown(), 7_000_000);
    await set(null);
    assert.equal(await shown(), null);
  });
});

describe("clock, digest and reset", () => {
  it("advances virtual time, which the Date header shows", async () => {
    const before = await control("post", "/clock", { advance_ms: 0 });
    const after = await control("post", "/clock", { advance_ms: 90_000 }).expect(200);
    assert.equal(after.body.now_ms - before.body.now_ms, 90_000);
    const { headers } = await api.get("/health");
    assert.equal(Date.parse(headers["date"]!), after.body.now_ms);
  });

  it("digests the state: a read leaves it, an order changes it", async () => {
    const digest = async () => (await control("get", "/digest").expect(200)).body;
    const before = await digest();
    assert.match(before.sha256, /^[0-9a-f]{64}$/);
    await get("maker", "/v1/account");
    assert.deepEqual(await digest(), before);
    await place("maker", { price: 3 }).expect(201);
    assert.notEqual((await digest()).sha256, before.sha256);
  });

  it("starts over from a seed: new ids and keys, the same ones for the same seed", async () => {
    const { profile } = reference;
    const before = JSON.stringify(profile());
    await control("put", "/freeze", { frozen: true }).expect(200);
    await control("put", "/gates/amend", { closed: true }).expect(200);
    const { body } = await control("post", "/reset", { seed: 8 }).expect(200);
    assert.deepEqual(body, { seed: 8 });
    await get("maker", "/v1/account").expect(401);
    assert.notEqual(JSON.stringify(profile()), before);
    await control("post", "/reset", { seed: 7 }).expect(200);
    assert.equal(JSON.stringify(profile()), before);
    const { body: listed } = await get("maker", "/v1/orders").expect(200);
    assert.equal(listed.count, 0);
    await place("maker").expect(201);
  });
});
