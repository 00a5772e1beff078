import assert from "node:assert/strict";
import { test } from "node:test";
import { knownCost, knownCosts, readsIn, writesIn } from "./costs.ts";

test("a property sends less on agents that others use, any other check as much", () => {
  const shorter = Object.entries(knownCosts()).filter(([, { shared }]) => shared !== undefined);
  assert.ok(shorter.length > 0);
  for (const [title, { shared }] of shorter) assert.equal(knownCost(title, false), shared);
  const [access] = shorter.filter(([title]) => title.startsWith("among keys, sessions"));
  const [own, shared] = [true, false].map((own) => writesIn(knownCost(access![0], own)!.requests));
  assert.ok(shared! < own! / 2);
  const alike = "GET /markets with a documented kind gives markets of that kind alone";
  assert.equal(knownCost(alike, false), knownCost(alike, true));
  assert.equal(readsIn(knownCost(alike, true)!.requests), 4);
  assert.equal(knownCost("nobody measured this", true), undefined);
});
