import assert from "node:assert/strict";
import { test } from "node:test";
import { keyIdIn, plaintextsIn } from "./made-key.ts";

const KEY = "rk_live_0123456789abcdef";

test("finds one key beside its own beginning, its mask and its repetition", () => {
  const body = {
    api_key: KEY,
    data: { token: KEY, prefix: "rk_live_0123", hint: "rk_live_01…ef" },
  };
  assert.deepEqual(plaintextsIn(body), [KEY]);
});

test("finds no key where only the prefix is told, and two where two are", () => {
  assert.deepEqual(plaintextsIn({ key_prefix: "rk_live_0123", masked: "rk_live_****" }), []);
  assert.equal(plaintextsIn([KEY, "rk_live_other"]).length, 2);
});

test("takes the key's id, never the agent's", () => {
  assert.equal(keyIdIn({ agent: { id: "agent-1" }, key: { id: "key-1" } }, "agent-1"), "key-1");
  assert.equal(keyIdIn({ id: "x", apiKeyId: 7 }, "agent-1"), "7");
  assert.equal(keyIdIn({ id: "agent-1", api_key: KEY }, "agent-1"), null);
});
