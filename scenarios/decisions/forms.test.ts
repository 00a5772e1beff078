import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { httpOf, oddOf, sameDecline, sameStatus, statusesOf, TOO_MUCH } from "./forms.ts";
import type { StatusFacts } from "./situation.ts";

const FACTS: StatusFacts = {
  ...{ route: "GET /account", recorded: 200, live: 200, query: {}, code: null },
  ...{ hasCredentials: true, isOver: false },
};

describe("the statuses of a decision", () => {
  it("come with the usual one first", () => {
    assert.deepEqual(statusesOf("D-002"), [400, 422]);
    assert.deepEqual(statusesOf("D-092"), [200]);
    assert.deepEqual(oddOf("D-092"), [202, 204]);
  });

  it("are not to be had from a decision that lists none", () => {
    assert.throws(() => statusesOf("D-026"), /D-026 lists no statuses/);
    assert.throws(() => statusesOf("D-092", "over"), /D-092 lists no statuses over/);
  });
});

describe("two statuses", () => {
  const same = (route: string, recorded: number, live: number, more: Partial<StatusFacts> = {}) =>
    sameStatus({ ...FACTS, route, recorded, live, ...more });

  it("stand for each other by a decision, or not at all", () => {
    assert.equal(same("POST /auth/logout", 400, 422), "D-002");
    assert.equal(same("DELETE /orders/{id}", 200, 204), "D-092");
    assert.equal(same("GET /account", 200, 404), null);
  });

  it("do so by what holds on every route first", () => {
    assert.equal(same("PATCH /orders/{id}", 404, 405), "D-161");
  });

  const SITUATIONS: [string, number, number, Partial<StatusFacts>, string][] = [
    ["DELETE /orders/{id}", 200, 409, { isOver: true }, "D-028"],
    ["GET /account", 403, 401, { code: "INSUFFICIENT_SCOPE" }, "D-130"],
    ["POST /auth/logout", 403, 419, { code: "CSRF_FAILED" }, "D-137"],
    ["GET /markets", 200, 401, { hasCredentials: false }, "D-112"],
    ["GET /orders", 200, 422, { query: { status: "SLEEPING" } }, "D-091"],
    ["GET /orders/{id}", 404, 403, { code: "ORDER_NOT_FOUND" }, "D-009"],
  ];
  for (const [route, recorded, live, situation, id] of SITUATIONS) {
    it(`stand for each other in a situation alone: ${id}`, () => {
      assert.equal(same(route, recorded, live, situation), id);
      assert.equal(same(route, recorded, live, { code: "FORBIDDEN" }), null);
    });
  }
});

describe("a decline", () => {
  it("is another of its group, or of the many that nobody names", () => {
    assert.ok(sameDecline("POSITION_CAP", "FAT_FINGER"));
    assert.ok(sameDecline("STALE", "TIMESTAMP_OUT_OF_WINDOW"));
    assert.ok(!sameDecline("POSITION_CAP", "MARKET_CLOSED"));
    assert.ok(!sameDecline("POSITION_CAP", "STALE"));
  });

  it("is said by the statuses the spec has for it, or by any where it has no code", () => {
    assert.deepEqual(httpOf("MARKET_CLOSED"), [409]);
    assert.deepEqual(httpOf("POST_ONLY_WOULD_CROSS"), []);
    assert.ok(httpOf("STALE").includes(404));
  });

  it("may be for size", () => {
    assert.deepEqual(TOO_MUCH, ["FAT_FINGER", "POSITION_CAP"]);
  });
});
