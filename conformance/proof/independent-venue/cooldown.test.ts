import assert from "node:assert/strict";
import { test } from "node:test";
import { Cooldown } from "./cooldown.ts";

test("starts with the fourth decline within ten seconds and ends after three", () => {
  const cooldown = new Cooldown();
  for (const atMs of [0, 4_000, 8_000]) cooldown.declined("side", atMs);
  assert.equal(cooldown.active("side", 8_000), false);
  cooldown.declined("side", 9_000);
  assert.equal(cooldown.active("side", 9_000), true);
  assert.equal(cooldown.active("other side", 9_000), false);
  assert.equal(cooldown.active("side", 11_999), true);
  assert.equal(cooldown.active("side", 12_000), false);
});

test("forgets declines older than ten seconds", () => {
  const cooldown = new Cooldown();
  for (const atMs of [0, 4_000, 8_000, 10_000]) cooldown.declined("side", atMs);
  assert.equal(cooldown.active("side", 10_000), false);
});
