import assert from "node:assert/strict";
import { test } from "node:test";
import { secretsIn } from "./secrets-in.ts";

test("finds secrets by the names venues give them, at any depth", () => {
  const body = { key: { apiKey: "a" }, list: [{ ticket: "b" }], csrf_token: ["c"], password: "d" };
  assert.deepEqual(secretsIn(body), ["a", "b", "c", "d"]);
});

test("finds keys and tickets by their looks, with characters no key should have too", () => {
  assert.deepEqual(secretsIn(["rk_live_a+b/=", { note: "rw_live_x" }]), [
    "rk_live_a+b/=",
    "rw_live_x",
  ]);
});

test("leaves names, ids and the bare prefixes alone", () => {
  const body = { name: "token", key: "3f1c", prefix: "rk_live_", csrf_header: "X-Service-CSRF" };
  assert.deepEqual(secretsIn(body), []);
});
