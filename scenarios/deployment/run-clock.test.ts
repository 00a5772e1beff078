import assert from "node:assert/strict";
import { test } from "node:test";
import { RunClock } from "./run-clock.ts";
import { Inconclusive } from "./stops.ts";

test("the first reason to end stays", () => {
  const clock = new RunClock();
  assert.equal(clock.ended, null);
  clock.end("interrupted");
  clock.end("the target stopped answering");
  assert.equal(clock.ended, "interrupted");
});

test("sleepers are woken by the end, however many, and later ones do not fall asleep", async () => {
  const clock = new RunClock();
  const sleepers = Array.from({ length: 30 }, () => clock.sleep(60_000));
  clock.end("interrupted");
  for (const sleeper of [...sleepers, clock.sleep(60_000)]) {
    await assert.rejects(sleeper, (error) => {
      return error instanceof Inconclusive && error.message === "not finished: interrupted";
    });
  }
});

test("of the waits with a reason the one that ends last is told, until it has ended", async () => {
  const clock = new RunClock();
  const short = clock.sleep(5, "until the write limit leaves room");
  const long = clock.sleep(60_000, "until a cooldown ends");
  const silent = clock.sleep(90_000);
  assert.equal(clock.longestWait?.why, "until a cooldown ends");
  assert.ok(Math.abs(clock.longestWait.until - clock.now() - 60_000) < 1_000);
  await short;
  clock.end("interrupted");
  await Promise.allSettled([long, silent]);
  assert.equal(clock.longestWait, null);
});

test("a sleep that nothing ends takes its time", async () => {
  const clock = new RunClock();
  const start = clock.now();
  await clock.sleep(20);
  assert.ok(clock.now() - start >= 19);
});
