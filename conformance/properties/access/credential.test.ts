import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import { Broken } from "../broken.ts";
import { type AnswersOf, answersOf, type Credential, demand } from "./credential.ts";

const answered = (status: number, body: unknown = {}): Exchange => {
  const request = { method: "GET", path: "/", query: {}, headers: {}, bodyText: null };
  const response = { status, headers: {}, bodyText: JSON.stringify(body), body };
  const common = { at: 0, took: 0, actor: null, failure: null, class: null };
  return { ...common, request, response } as Exchange;
};

/** A venue that knows no order, and tells a session nothing of itself. */
const caller = {
  request: async ({ path, key }: ApiRequest) =>
    answered(/\/orders\/./.test(path) ? 404 : path === "/auth/me" && key === null ? 403 : 200),
} as AgentClient;

const key: Credential = { is: "key", caller, how: {}, may: "all", ended: false };
const session: Credential = { ...key, is: "session", how: { key: null } };

describe("what a credential is answered", () => {
  let answers: AnswersOf;
  before(async () => {
    let count = 0;
    answers = await answersOf({ key, session }, () => `order-${count++}`);
  });
  const wants = (credential: Credential, route: string, status: number) => {
    const want = answers(credential, route);
    assert.ok(want, "shown");
    return want.says.judge(answered(status)).ok;
  };

  it("is what it was answered at first", () => {
    assert.ok(wants(key, "GET /orders", 200));
    assert.ok(!wants(key, "GET /orders", 404));
    assert.ok(wants(key, "GET /orders/{order_id}", 404));
  });

  it("is 401 once it has ended", () => {
    assert.ok(wants({ ...key, ended: true }, "GET /orders", 401));
    assert.ok(!wants({ ...session, ended: true }, "GET /orders", 200));
  });

  it("is a refusal where a key may only read", () => {
    const reader: Credential = { ...key, may: "read" };
    assert.ok(wants(reader, "DELETE /orders", 403));
    assert.ok(!wants(reader, "DELETE /orders", 200));
  });

  it("is not shown for a key of one scope, in what that scope is for", () => {
    assert.equal(answers({ ...key, may: "read" }, "GET /orders"), null);
    assert.equal(answers({ ...key, may: "trade" }, "DELETE /orders"), null);
  });

  it("is not shown for what a key may not read, nor where it was refused at first", () => {
    assert.equal(answers({ ...key, may: "trade" }, "GET /orders"), null);
    assert.equal(answers({ ...key, may: "read" }, "POST /auth/ws-ticket"), null);
    assert.equal(answers(session, "GET /auth/me"), null);
  });

  it("breaks the property under the aspect that it is of", () => {
    const want = answers({ ...key, ended: true }, "GET /orders")!;
    const isRefusal = (error: unknown) => error instanceof Broken && error.aspect === "refusal";
    assert.throws(() => demand(answered(200), want), isRefusal);
    assert.doesNotThrow(() => demand(answered(401), want));
  });
});
