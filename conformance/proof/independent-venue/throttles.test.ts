import assert from "node:assert/strict";
import { test } from "node:test";
import { Cooldown, RateWindow } from "./throttles.ts";

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

test("passes 600 writes a minute, then asks to wait for the next one", () => {
  const limits = new RateWindow();
  const take = (atMs: number, kind: "read" | "write" = "write") => limits.take("a", kind, atMs);
  for (let sent = 0; sent < 700; sent += 1) assert.equal(take(0, "read"), 0);
  for (let sent = 0; sent < 600; sent += 1) assert.equal(take(0), 0);
  assert.equal(take(500), 60);
  assert.equal(take(59_999), 1);
  assert.equal(limits.take("b", "write", 59_999), 0);
  assert.equal(take(60_000), 0);
});
