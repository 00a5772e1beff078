import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { START_MS, TestVenue } from "./small-venue.fixture.ts";

const KEY = {
  keyId: "k",
  agentId: "ann",
  digest: "d",
  prefix: "abc",
  scopes: ["read"],
  name: "n",
} as const;

describe("a key", () => {
  const given = new TestVenue();
  const add = (facts = {}) =>
    given.apply({ type: "add-key", ...KEY, scopes: [...KEY.scopes], ...facts });

  it("is found by its digest until it is revoked, and listed afterwards too", () => {
    const { digest: _, ...shown } = KEY;
    const live = { ...shown, createdAtMs: START_MS, revokedAtMs: null };
    assert.deepEqual(add(), { kind: "key", key: live });
    assert.equal(given.venue.key("d")?.agentId, "ann");
    given.nowMs += 5;
    const revoked = given.apply({ type: "revoke-key", keyId: "k" });
    assert.deepEqual(revoked, { kind: "key", key: { ...live, revokedAtMs: START_MS + 5 } });
    assert.equal(given.venue.key("d"), null);
    assert.deepEqual(given.venue.keys("ann"), [{ ...live, revokedAtMs: START_MS + 5 }]);
  });

  it("keeps the time of its first revocation", () => {
    given.nowMs += 5;
    given.apply({ type: "revoke-key", keyId: "k" });
    assert.equal(given.venue.keyById("k")?.revokedAtMs, START_MS + 5);
  });

  it("needs an agent, and to be known to be revoked", () => {
    const refusals = [
      add({ agentId: "nobody" }),
      given.apply({ type: "revoke-key", keyId: "unknown" }),
    ];
    const codes = refusals.map((refusal) => refusal.kind === "refused" && refusal.code);
    assert.deepEqual(codes, ["AGENT_NOT_FOUND", "KEY_NOT_FOUND"]);
  });

  it("counts in the digest, revoked or not", () => {
    const digests = [given.venue.digest().sha256];
    add({ keyId: "k2", digest: "d2" });
    digests.push(given.venue.digest().sha256);
    given.apply({ type: "revoke-key", keyId: "k2" });
    digests.push(given.venue.digest().sha256);
    assert.equal(new Set(digests).size, 3);
  });
});

describe("an account", () => {
  it("is read under its display name, which is the owner's where none is given", () => {
    const { venue, ...given } = new TestVenue();
    assert.equal(venue.accountOf("ann")?.displayName, "ann");
    const ids = { agentId: "dee", accountId: "dee-1", publicId: "dee", owner: "dee-1" };
    const facts = { ...ids, displayName: "Dee", name: "main", cashCents: 0 };
    venue.apply({ type: "open-agent", ...facts }, given.nowMs);
    assert.equal(venue.accountOfOwner("dee-1")?.displayName, "Dee");
    assert.equal(venue.accountOfOwner("Dee"), null);
  });
});
