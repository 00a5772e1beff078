import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";
import { ROUTES } from "./routes/index.ts";

const { api, bearer, agent, place, order, market, get } = await startTestVenue();

const guardedRoutes = ROUTES.filter((route) => route.auth !== "public");
const publicRoutes = ROUTES.filter((route) => route.auth === "public");
const concrete = (path: string) =>
  path
    .replace(":order_id", "00000000-0000-4000-8000-000000000000")
    .replace(":market_id", market("BTC_BINARY"))
    .replace(":agent_id", agent("maker").agent_id)
    .replace(":key_id", "00000000-0000-4000-8000-000000000000");
const call = (method: string, path: string) =>
  api[method.toLowerCase() as "get"](`/v1${concrete(path)}`);

describe("credentials", () => {
  for (const { method, path } of guardedRoutes) {
    it(`are required for ${method} ${path}`, async () => {
      const { status, body, headers } = await call(method, path);
      assert.equal(status, 401);
      assert.equal(body.code, "UNAUTHENTICATED");
      assert.equal(body.request_id, headers["x-request-id"]);
      assert.equal(headers["www-authenticate"], "Bearer");
    });
  }

  for (const { method, path } of publicRoutes) {
    it(`are not required for ${method} ${path}, but bad ones are refused`, async () => {
      assert.ok([200, 400, 404].includes((await call(method, path)).status));
      await call(method, path).set("Authorization", "Bearer rk_live_wrong").expect(401);
    });
  }

  const key = agent("maker").api_key;
  const bad: [title: string, header: string][] = [
    ["a made-up key", `Bearer rk_live_${"A".repeat(43)}`],
    ["a key without scheme", key],
    ["the Basic scheme", `Basic ${Buffer.from(`${key}:`).toString("base64")}`],
    ["an empty token", "Bearer "],
    ["the scheme alone", "Bearer"],
    ["a key with something behind it", `Bearer ${key}x`],
    ["a key cut short", `Bearer ${key.slice(0, -1)}`],
  ];
  for (const [title, header] of bad) {
    it(`are refused: ${title}`, async () => {
      await api.get("/v1/account").set("Authorization", header).expect(401);
    });
  }

  it("are accepted from either key of an agent", async () => {
    for (const good of [key, agent("maker").second_api_key]) {
      const { body } = await api.get("/account").set("Authorization", `Bearer ${good}`).expect(200);
      assert.equal(body.display_name, "alice");
    }
  });

  it("are looked at before the body", async () => {
    await api.post("/v1/orders").send({}).expect(401);
    await api.post("/v1/orders").set("Authorization", bearer("maker")).send({}).expect(400);
  });

  it("are not taken from a cookie", async () => {
    await api.get("/v1/account").set("Cookie", `api_key=${key}`).expect(401);
  });
});

describe("a key that may only read", () => {
  it("reads what the agent's other key reads", async () => {
    const { body } = await get("reader", "/v1/me/wallet").expect(200);
    assert.equal(body.agent_id, agent("taker").agent_id);
  });

  it("does not trade, where the agent's other key does", async () => {
    const { status, body } = await place("reader");
    assert.equal(status, 403);
    assert.equal(body.code, "INSUFFICIENT_SCOPE");
    await place("taker").expect(201);
    await api.delete("/v1/orders").set("Authorization", bearer("reader")).expect(403);
    const open = await get("reader", "/v1/orders/open");
    assert.equal(open.body.count, 1);
  });

  it("is told so before its body is read", async () => {
    const request = api.post("/v1/orders").set("Authorization", bearer("reader"));
    await request.send({ ...order(), side: "HOLD" }).expect(403);
  });
});

describe("a failing address", async () => {
  const real = await startTestVenue({ clock: "system" });

  it("is told to wait after 60 failures in a second, while a good key passes", async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 4; round++) {
      const burst = Array.from({ length: 60 }, () => real.api.get("/v1/account"));
      for (const { status } of await Promise.all(burst)) statuses.push(status);
    }
    assert.ok(statuses.includes(429));
    assert.deepEqual([...new Set(statuses)].sort(), [401, 429]);
    await real.get("maker", "/v1/account").expect(200);
  });

  it("is told to wait after 30 dear reads in a second without a key, while one with a key passes", async () => {
    const read = () => real.api.get("/v1/feed/btc-spot/history");
    const answers = await Promise.all(Array.from({ length: 100 }, read));
    const statuses = answers.map(({ status }) => status);
    assert.ok(statuses.includes(429), [...new Set(statuses)].join());
    const limited = answers.find(({ status }) => status === 429)!;
    assert.deepEqual([limited.headers["retry-after"], limited.body.code], ["1", "RATE_LIMITED"]);
    await real.get("maker", "/v1/feed/btc-spot/history").expect(200);
    await real.api.get("/v1/health").expect(200);
  });

  it("guesses the operator's token no faster", async () => {
    const path = `/v1/agents/${agent("maker").agent_id}/keys`;
    const guess = () => real.api.get(path).set("Authorization", "Bearer guess");
    const answers = await Promise.all(Array.from({ length: 120 }, guess));
    assert.ok(answers.some(({ status }) => status === 429));
  });
});
