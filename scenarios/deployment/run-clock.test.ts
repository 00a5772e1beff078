import assert from "node:assert/strict";
import { test } from "node:test";
import { RunClock } from "./run-clock.ts";
import { Inconclusive } from "./stops.ts";

test("the first reason to end stays", () => {
  const ending = new RunClock();
  assert.equal(ending.why, null);
  ending.end("interrupted");
  ending.end("the target stopped answering");
  assert.equal(ending.why, "interrupted");
});

test("sleepers are woken by the end, however many, and later ones do not fall asleep", async () => {
  const ending = new RunClock();
  const sleepers = Array.from({ length: 30 }, () => ending.clock.sleep(60_000));
  ending.end("interrupted");
  for (const sleeper of [...sleepers, ending.clock.sleep(60_000)]) {
    await assert.rejects(sleeper, (error) => {
      return error instanceof Inconclusive && error.message === "not finished: interrupted";
    });
  }
});

test("a sleep that nothing ends takes its time", async () => {
  const { clock } = new RunClock();
  const start = clock.now();
  await clock.sleep(20);
  assert.ok(clock.now() - start >= 19);
});
