import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Barrier } from "./barrier.ts";

test("time passes once for all who wait, and not before the slowest of them does", async () => {
  const told: string[] = [];
  const barrier = new Barrier(async () => told.push("time passes"));
  const task = (name: string, ms: number) =>
    barrier.around(async () => {
      await sleep(ms);
      told.push(`${name} waits`);
      await barrier.wait();
      told.push(`${name} goes on`);
    });
  await Promise.all([task("one", 0), task("other", 20)]);
  const expected = ["one waits", "other waits", "time passes", "one goes on", "other goes on"];
  assert.deepEqual(told, expected);
});

test("who ends without waiting holds nobody up, and who follows him is waited for", async () => {
  const told: string[] = [];
  const barrier = new Barrier(async () => told.push("time passes"));
  const waiting = barrier.around(() => barrier.wait());
  await barrier.around(() => sleep(10));
  await barrier.around(async () => {
    await sleep(10);
    told.push("the next one waits");
    await barrier.wait();
  });
  await waiting;
  assert.deepEqual(told, ["the next one waits", "time passes"]);
});

test("who waits is told why no time passes, and later ones begin anew", async () => {
  const refusals = [new Error("no clock")];
  const barrier = new Barrier(async () => {
    const refusal = refusals.pop();
    if (refusal) throw refusal;
  });
  const wait = () => barrier.around(() => barrier.wait());
  await assert.rejects(wait(), /no clock/);
  await wait();
});
