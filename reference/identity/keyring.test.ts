import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { KeyHolder } from "../core/outcomes.ts";
import { Keyring } from "./keyring.ts";

describe("keyring", () => {
  const keyring = new Keyring(Buffer.alloc(32, 1));
  const digest = keyring.digest("rk_live_a");
  const stored = new Map<string, KeyHolder>();
  const lookUp = (each: string) => stored.get(each) ?? null;
  stored.set(digest, { keyId: "k", agentId: "a", digest, scopes: ["read"] });

  it("keeps digests that differ by key and by pepper, and hold no key", () => {
    assert.match(digest, /^[0-9a-f]{64}$/);
    assert.notEqual(keyring.digest("rk_live_b"), digest);
    assert.notEqual(new Keyring(Buffer.alloc(32, 2)).digest("rk_live_a"), digest);
  });

  it("finds the holder of a good key, on the first request of a connection and on later ones", () => {
    const connection = {};
    for (let i = 0; i < 3; i++) {
      assert.equal(keyring.holder(connection, "rk_live_a", lookUp)?.agentId, "a");
    }
  });

  it("takes no other key for the one a connection sent before", () => {
    const connection = {};
    assert.ok(keyring.holder(connection, "rk_live_a", lookUp));
    for (const key of ["", "rk_live_", "rk_live_b", "rk_live_aa"]) {
      assert.equal(keyring.holder(connection, key, lookUp), null);
    }
    assert.ok(keyring.holder(connection, "rk_live_a", lookUp));
  });

  it("looks a remembered key up again, so that a revoked one ends at once", () => {
    const connection = {};
    assert.ok(keyring.holder(connection, "rk_live_a", lookUp));
    assert.equal(
      keyring.holder(connection, "rk_live_a", () => null),
      null,
    );
  });
});
