import assert from "node:assert/strict";
import { test } from "node:test";
import { Facts } from "./facts.ts";

const session = (n: number, endsAtMs: number) =>
  ({ type: "session", at: 0, digest: `d${n}`, csrfDigest: "", accountId: "a", endsAtMs }) as const;

test("sessions that have ended are forgotten with the next snapshot, and nobody who signed up", () => {
  const facts = new Facts();
  const member = { email: "a@x.example", accountId: "a", salt: "", hash: "" };
  facts.take({ type: "member", at: 0, ...member });
  for (let n = 0; n < 1_000; n++) facts.take(session(n, n));
  assert.equal(facts.of("session").length, 1_000);
  assert.equal(facts.at(989).length, 11);
  assert.equal(facts.of("session").length, 10);
  assert.equal(facts.of("member").length, 1);
});
