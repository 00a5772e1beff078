import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";
import { ROUTES } from "./routes/index.ts";

const { api, bearer, get } = await startTestVenue();
const PREFIXES = ["", "/v1", "/api", "/api/v1"];

describe("prefixes", () => {
  for (const prefix of PREFIXES) {
    it(`serves every plain GET under "${prefix}"`, async () => {
      for (const { method, path } of ROUTES) {
        if (method !== "GET" || path.includes(":")) continue;
        const { status } = await get("maker", prefix + path);
        const expected = path === "/auth/idp/callback" ? 400 : 200;
        assert.equal(status, expected, prefix + path);
      }
    });
  }

  it("are those four and no others", async () => {
    for (const prefix of ["/v1/api", "/v1/v1", "/api/api", "/v2", "/API"]) {
      await api.get(`${prefix}/health`).expect(404);
    }
  });
});

describe("health", () => {
  for (const path of ["/health", "/live", "/ready"]) {
    it(`answers ${path} without credentials`, async () => {
      const { headers, body } = await api.get(path).expect(200);
      assert.match(headers["content-type"]!, /^application\/json/);
      assert.equal(typeof body.status, "string");
    });
  }
});

describe("what is not served", () => {
  for (const path of ["/nothing", "/v1", "/v1/orders/a/b", "//orders", "/%", "/orders%2fopen"]) {
    it(`answers ${path} with ROUTE_NOT_FOUND`, async () => {
      const { status, body, headers } = await api.get(path);
      assert.equal(status, 404);
      assert.equal(body.code, "ROUTE_NOT_FOUND");
      assert.equal(body.request_id, headers["x-request-id"]);
    });
  }

  it("answers a wrong method with 405 and the methods that would do", async () => {
    const { status, body, headers } = await api.put("/v1/orders").send({});
    assert.equal(status, 405);
    assert.equal(body.code, "METHOD_NOT_ALLOWED");
    assert.equal(headers["allow"], "DELETE, GET, HEAD, POST");
  });

  it("answers OPTIONS with the methods, and HEAD like GET without a body", async () => {
    const options = await api.options("/v1/markets").expect(200);
    assert.equal(options.headers["allow"], "GET, HEAD");
    const head = await api.head("/v1/markets").expect(200);
    assert.equal(head.text, undefined);
  });
});

describe("every response", () => {
  it("carries a request id of its own and the venue's date", async () => {
    const answers = [await api.get("/health"), await api.get("/nothing")];
    const ids = answers.map(({ headers }) => headers["x-request-id"]);
    assert.equal(new Set(ids).size, 2);
    for (const { headers } of answers) {
      assert.equal(headers["date"], "Mon, 05 Jan 2026 00:00:00 GMT");
    }
  });

  it("is kept by nobody on its way, and taken for nothing but what it is", async () => {
    for (const path of ["/health", "/nothing", "/v1/markets"]) {
      const { headers } = await get("maker", path);
      assert.equal(headers["cache-control"], "no-store");
      assert.equal(headers["x-content-type-options"], "nosniff");
    }
  });

  for (const query of [
    "orders?market_id=%00",
    "orders/open?market_id=a%00b",
    "markets?status=%00",
  ]) {
    it(`to NUL in ${query} is 422`, async () => {
      const { body } = await get("maker", `/v1/${query}`).expect(422);
      assert.equal(body.detail[0].loc[0], "query");
    });
  }

  it("to NUL in a path is 404 or 422", async () => {
    await get("maker", "/v1/orders/%00").expect(422);
    await get("maker", "/v1/leaderboard/account/%00").expect(422);
    await get("maker", "/v1/series/%00/context").expect(422);
  });

  it("to an unexpected failure is 500 INTERNAL that leaks nothing", async (t) => {
    const logged = t.mock.method(console, "error", () => {});
    const broken = await startTestVenue({
      gates: () => [{ name: "broken", check: () => assert.fail("secret of the gate") }],
    });
    const { status, body } = await broken.place("maker");
    assert.equal(status, 500);
    assert.equal(body.code, "INTERNAL");
    assert.ok(!JSON.stringify(body).includes("secret"));
    const line = String(logged.mock.calls[0]?.arguments[0]);
    assert.ok(line.includes(body.request_id) && line.includes("secret of the gate"));
    assert.ok(!line.includes(bearer("maker").slice(7)));
  });
});
