import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { VenueClock } from "./clock.ts";
import { Cooldown } from "./cooldown.ts";
import { openRateLimit, type Traffic } from "./rate-limits.ts";

describe("a cooldown", () => {
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
});

describe("each rate limit", () => {
  for (const form of ["window", "bucket", "sliding"] as const) {
    test(`passes 600 writes at once and all again a minute later, as a ${form}`, () => {
      const limit = openRateLimit(form);
      const take = (atMs: number, traffic: Traffic = "write") => limit.take("a", traffic, atMs);
      for (let sent = 0; sent < 700; sent += 1) assert.equal(take(0, "read"), 0);
      for (let sent = 0; sent < 600; sent += 1) assert.equal(take(0), 0);
      const wait = take(0);
      assert.ok(wait >= 1 && wait <= 60);
      assert.equal(limit.take("b", "write", 0), 0);
      assert.equal(take(wait * 1_000), 0);
      for (let sent = 0; sent < 600; sent += 1) assert.equal(take(130_000), 0);
      assert.ok(take(130_000) > 0);
    });
  }

  test("asks to wait for what it is: the minute's end, a tenth, the oldest's minute", () => {
    const waits = (["window", "bucket", "sliding"] as const).map((form) => {
      const limit = openRateLimit(form);
      for (let sent = 0; sent < 600; sent += 1) limit.take("a", "write", 10_000);
      return limit.take("a", "write", 10_050);
    });
    assert.deepEqual(waits, [50, 1, 60]);
  });
});

test("a standing clock moves only when advanced, and never back", () => {
  const clock = new VenueClock("standing");
  const before = clock.now();
  clock.advance(60_000);
  clock.advance(-5);
  assert.equal(clock.now(), before + 60_000);
});
