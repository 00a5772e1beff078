import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { isListed } from "./listed-routes.ts";

const ID = "7c0e5a44-4b3f-4f0e-9a1b-2c4d5e6f0d9c";

function sent(method: string, path: string): Exchange {
  const request = { method, path, query: {}, headers: {}, bodyText: null };
  return { at: 0, took: 0, actor: null, request, response: null, failure: null, class: null };
}

for (const prefix of ["", "/v1", "/api", "/api/v1"]) {
  test(`knows listed routes under the prefix "${prefix}"`, () => {
    assert.ok(isListed(sent("GET", `${prefix}/orders/open`)));
    assert.ok(isListed(sent("DELETE", `${prefix}/orders/${ID}`)));
    assert.ok(isListed(sent("DELETE", `${prefix}/me/agents/${ID}/keys/${ID}`)));
  });
}

test("does not take other routes, methods or a browser's sign-in for listed", () => {
  assert.ok(!isListed(sent("GET", "/v1/nothing-here")));
  assert.ok(!isListed(sent("PATCH", `/v1/orders/${ID}`)));
  assert.ok(!isListed(sent("GET", "/v1/auth/idp/login")));
  assert.ok(!isListed(sent("GET", "/v2/orders")));
});
