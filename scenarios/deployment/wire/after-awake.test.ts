import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAwake } from "./after-awake.ts";

test("is late after its time, and not before", async () => {
  let late = 0;
  afterAwake(700, () => late++);
  await sleep(550);
  assert.equal(late, 0);
  await sleep(400);
  assert.equal(late, 1);
});

test("is never late once called off, in a later tick too", async () => {
  let late = 0;
  const early = afterAwake(50, () => late++);
  const later = afterAwake(600, () => late++);
  early();
  await sleep(520);
  later();
  await sleep(200);
  assert.equal(late, 0);
});

test("a process that did not run for longer than the time is not late by it", async () => {
  let late = 0;
  const callOff = afterAwake(1200, () => late++);
  const untilMs = performance.now() + 1500;
  while (performance.now() < untilMs);
  await sleep(100);
  assert.equal(late, 0);
  await sleep(1000);
  assert.equal(late, 1);
  callOff();
});
