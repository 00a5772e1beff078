import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { signInAt } from "../../identity/browser.fixture.ts";
import { CONTROL_TOKEN, startTestVenue } from "../../proof/seeded-venue.fixture.ts";
import { ROUTES } from "../routes/index.ts";
import { assertDescribed, seen } from "./described.fixture.ts";
import { API_VERSION, openapi } from "./openapi.ts";
import { pathOf } from "./operation.ts";

const venue = await startTestVenue();
const { api, get, place, agent, market, bearer, human } = venue;
const account = { email: "zoe@venue.test", password: "a long password" };

describe("the OpenAPI document", () => {
  it("is served under every prefix, as version 0.1.0", async () => {
    for (const prefix of ["", "/v1", "/api", "/api/v1"]) {
      const { body } = await api.get(`${prefix}/openapi.json`).expect(200);
      assert.deepEqual([body.openapi, body.info.version], ["3.1.0", API_VERSION]);
      assert.deepEqual(body, JSON.parse(JSON.stringify(openapi(ROUTES))));
    }
  });

  it("has each route once", async () => {
    const { paths } = openapi(ROUTES);
    const listed = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(
      listed.sort(),
      ROUTES.map((route) => `${route.method} ${pathOf(route)}`).sort(),
    );
  });

  it("has nothing that a strict linter objects to", async () => {
    // Closing the schema, as it does by default, closes each condition in it against the rest.
    const examples = { severity: "error", allowAdditionalProperties: true } as const;
    const rules = { "no-invalid-media-type-examples": examples };
    const config = await createConfig({ extends: ["recommended-strict"], rules });
    const source = JSON.stringify(openapi(ROUTES), null, 1);
    const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
    assert.deepEqual(
      problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
      [],
    );
  });
});

describe("what answers are held against", () => {
  const answered = { method: "GET", url: "/v1/health", headers: {}, body: { status: "ok" } };

  it("takes a described answer", () => assertDescribed({ ...answered, status: 200 }));

  const wrong = {
    "a status of its own": { ...answered, status: 418 },
    "a missing member": { ...answered, status: 200, body: {} },
    "a member too many": { ...answered, status: 200, body: { status: "ok", more: 1 } },
    "another value": { ...answered, status: 200, body: { status: "fine" } },
    "a 429 without Retry-After": { ...answered, status: 429 },
  };
  for (const [what, answer] of Object.entries(wrong)) {
    it(`objects to ${what}`, () => assert.throws(() => assertDescribed(answer), /GET \/health/));
  }
});

describe("answers of the venue", () => {
  before(async () => {
    await data();
    await orders();
    await people();
    await signIns();
  });

  for (const route of ROUTES) {
    for (const status of Object.keys(route.responses)) {
      const title = `${route.method} ${pathOf(route)} ${status}`;
      it(`are as described: ${title}`, () => assert.ok(seen.has(title), "nothing asked for it"));
    }
  }
});

async function data(): Promise<void> {
  await place("maker", { side: "SELL", price: 60, qty: 2 }).expect(201);
  await place("taker", { side: "BUY", price: 60, qty: 1 }).expect(201);
  await place("taker", { side: "BUY", price: 50, qty: 1 }).expect(201);
  await venue.control("post", "/clock", { advance_ms: 61_000 });
  const id = market("BTC_BINARY");
  const ofMarket = ["", "/book", "/trades", "/candles", "/mid-history"];
  const { body } = await api.get("/markets").expect(200);
  const { series_id } = body.markets.find((each: { series_id: unknown }) => each.series_id);
  const event = body.markets.find((each: { event_id: unknown }) => each.event_id)?.event_id;
  const { body: places } = await api.get("/leaderboard").expect(200);
  const paths = [
    ...ofMarket.map((path) => `/markets/${id}${path}`),
    ...["history", "candles", "health"].map((path) => `/feed/btc-spot/${path}`),
    ...[
      "/health",
      "/live",
      "/ready",
      "/openapi.json",
      "/asyncapi.json",
      "/auth/config",
      "/auth/session",
    ],
    ...["/markets/active", `/markets/event-history?event_id=${event}`],
    ...[`/series/${series_id}/context`, `/leaderboard/account/${places.entries[0].public_id}`],
  ];
  for (const path of paths) await api.get(path).expect(200);
}

async function orders(): Promise<void> {
  const key = bearer("maker");
  await place("maker", { qty: 0 }).expect(200);
  const { order_id } = (await place("maker", { price: 30 }).expect(201)).body;
  for (const path of ["/orders", "/orders/open", `/orders/${order_id}`]) {
    await get("maker", path).expect(200);
  }
  const ladder = { market_id: market("BTC_PARLAY"), orders: [venue.order({ price: 10 })] };
  for (const rung of ladder.orders) rung.market_id = ladder.market_id;
  await api.patch(`/orders/${order_id}`).set("Authorization", key).send({ qty: 4 }).expect(200);
  await api.post("/orders/replace-ladder").set("Authorization", key).send(ladder).expect(200);
  await api.delete(`/orders/${order_id}`).set("Authorization", key).expect(200);
  await api.delete("/orders").set("Authorization", key).expect(200);
  await place("maker", { market_id: market("BTC_PERP"), side: "SELL", price: 6_500_000, qty: 1 });
  await place("taker", { market_id: market("BTC_PERP"), side: "BUY", price: 6_500_000, qty: 1 });
  for (const path of ["/account", "/positions", "/me/wallet", "/me/agents", "/auth/me"]) {
    await get("taker", path).expect(200);
  }
}

async function people(): Promise<void> {
  const alice = await human("alice");
  const { agent_id } = agent("maker");
  const operator = (method: "get" | "post" | "delete", path: string) =>
    api[method](path).set("Authorization", `Bearer ${CONTROL_TOKEN}`);
  await alice.get("/auth/session").expect(200);
  await alice.post("/me/agents", { name: "second" }).expect(201);
  const keys = `/agents/${agent_id}/keys`;
  const own = (await alice.post(`/me${keys}`, { name: "key" }).expect(201)).body.key_id;
  const other = (await operator("post", keys).send({ name: "key" }).expect(201)).body.key_id;
  await alice.get(`/me${keys}`).expect(200);
  await operator("get", keys).expect(200);
  await alice.delete(`/me${keys}/${own}`).expect(200);
  await operator("delete", `${keys}/${other}`).expect(200);
  await alice.post("/auth/ws-ticket", { agent_id }).expect(201);
  await alice.post("/auth/logout").expect(200);
}

async function signIns(): Promise<void> {
  const names = { display_name: "Zoë", agent_name: "main" };
  await api
    .post("/auth/signup")
    .send({ ...account, ...names })
    .expect(201);
  await api.post("/auth/login").send(account).expect(200);
  for (const [accept, status] of [
    ["application/json", 200],
    ["text/html", 302],
  ] as const) {
    await api.get("/auth/idp/login").set("Accept", accept).expect(status);
    const begun = await api.get("/auth/idp/login").expect(200);
    const cookie = (begun.headers["set-cookie"] as unknown as string[])[0]!.split(";")[0]!;
    const { search } = await signInAt(begun.body.authorization_url, "Zoë");
    const back = api.get(`/auth/idp/callback${search}`).set("Cookie", cookie);
    await back.set("Accept", accept).expect(status);
  }
}
