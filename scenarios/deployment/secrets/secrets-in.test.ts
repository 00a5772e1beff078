import assert from "node:assert/strict";
import { test } from "node:test";
import { Redactor } from "./redact.ts";
import { secretsSaid } from "./search.ts";
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

test("takes no word of a schema for the secret that it describes, in JSON and in text", () => {
  const schema = {
    type: ["string", "null"],
    format: "date-time",
    description: "the key",
    maxLength: 200,
  };
  const token = { ...schema, required: ["expires_at"], properties: { of_it: schema } };
  const documented = { components: { token }, securitySchemes: { apiKey: { in: "header" } } };
  assert.deepEqual(secretsIn(documented), []);
  const text = JSON.stringify(documented);
  assert.deepEqual([...secretsSaid(Buffer.from(text))], []);
  assert.equal(new Redactor().text(text), text);
  const told = { token: { type: "a", value: "b", format: { c: "d" }, required: [{ e: "f" }] } };
  assert.deepEqual(secretsIn(told), ["b", "d", "f"]);
  assert.deepEqual([...secretsSaid(Buffer.from(JSON.stringify(told)))], ["b", "d", "f"]);
});
