import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentCredentials } from "../profile/credentials.ts";
import { declinePaceOf, Pacer } from "./pacing.ts";

function credentials(name: string, agentId: string | null): AgentCredentials {
  return { name, owner: "alice", agentId, apiKey: `${name}-key`, secondApiKey: null, scopes: [] };
}

const MAKER = credentials("maker", "a-1");
const READER = credentials("reader", "a-1");
const TAKER = credentials("taker", "b-1");

function paced(writesPerMinute = 10, readsPerMinute = 20) {
  const clock = {
    at: 0,
    now: () => clock.at,
    sleep: async (ms: number) => {
      clock.at += ms;
    },
  };
  return { clock, pacer: new Pacer({ writesPerMinute, readsPerMinute }, clock) };
}

test("admits 90% of the limit at once and the next when the first is 60 s old", async () => {
  const { clock, pacer } = paced();
  for (let n = 0; n < 9; n += 1) await pacer.admit(MAKER, "write");
  assert.equal(clock.at, 0);
  await pacer.admit(MAKER, "write");
  assert.equal(clock.at, 60_000);
});

test("never admits more than 90% in any trailing 60 s", async () => {
  const { clock, pacer } = paced();
  const sent: number[] = [];
  for (let n = 0; n < 60; n += 1) {
    clock.at += (n * 7_919) % 5_000;
    await pacer.admit(MAKER, "write");
    sent.push(clock.at);
  }
  for (const end of sent) {
    assert.ok(sent.filter((at) => at > end - 60_000 && at <= end).length <= 9);
  }
});

test("counts keys of one agent together, agents and classes apart", async () => {
  const { clock, pacer } = paced();
  for (let n = 0; n < 9; n += 1) await pacer.admit(n % 2 ? MAKER : READER, "write");
  await pacer.admit(TAKER, "write");
  await pacer.admit(MAKER, "read");
  assert.equal(clock.at, 0);
  await pacer.admit(READER, "write");
  assert.equal(clock.at, 60_000);
});

test("waits out what a 429 demanded, for that agent and class alone", async () => {
  const { clock, pacer } = paced();
  pacer.limited(MAKER, "write", 7_000);
  pacer.limited(MAKER, "write", 2_000);
  await pacer.admit(TAKER, "write");
  await pacer.admit(MAKER, "read");
  assert.equal(clock.at, 0);
  await pacer.admit(MAKER, "write");
  assert.equal(clock.at, 7_000);
});

test("goes on at once where what was held back has passed", async () => {
  const { clock, pacer } = paced();
  pacer.limited(MAKER, "write", 7_000);
  pacer.limited(MAKER, "read", 5_000);
  pacer.lifted(MAKER, "write");
  await pacer.admit(MAKER, "write");
  assert.equal(clock.at, 0);
  await pacer.admit(MAKER, "read");
  assert.equal(clock.at, 5_000);
});

test("admits one a minute where the limit is one", async () => {
  const { clock, pacer } = paced(1);
  await pacer.admit(MAKER, "write");
  await pacer.admit(MAKER, "write");
  assert.equal(clock.at, 60_000);
});

test("leaves room for three declines in 30 s per agent, market and side", () => {
  const { clock, pacer } = paced();
  for (const at of [0, 5_000, 10_000]) {
    clock.at = at;
    assert.equal(pacer.declineRoom(MAKER, "m", "BUY"), 0);
    pacer.declined(MAKER, "m", "BUY");
  }
  assert.equal(pacer.declineRoom(MAKER, "m", "BUY"), 20_000);
  assert.equal(pacer.declineRoom(READER, "m", "BUY"), 20_000);
  assert.equal(pacer.declineRoom(MAKER, "m", "SELL"), 0);
  assert.equal(pacer.declineRoom(MAKER, "n", "BUY"), 0);
  assert.equal(pacer.declineRoom(TAKER, "m", "BUY"), 0);
  clock.at = 30_000;
  assert.equal(pacer.declineRoom(MAKER, "m", "BUY"), 0);
});

test("counts what may have come there in the last minute, and waits until little of it is left", async () => {
  const { clock, pacer } = paced();
  assert.equal(pacer.quietAfter(MAKER, "write", 0), 61_000, "what came before is not known");
  clock.at = 90_000;
  assert.equal(pacer.quietAfter(MAKER, "write", 0), 0);
  for (const at of [100_000, 110_000, 120_000]) {
    clock.at = at;
    pacer.sends(MAKER, "write");
  }
  assert.equal(pacer.lately(READER, "write"), 3);
  assert.equal(pacer.lately(MAKER, "read"), 0);
  assert.equal(pacer.quietAfter(MAKER, "write", 0), 61_000);
  assert.equal(pacer.quietAfter(MAKER, "write", 1), 51_000);
  clock.at = 160_900;
  assert.equal(pacer.lately(MAKER, "write"), 3, "the first may have been on its way for a second");
  clock.at = 165_000;
  assert.equal(pacer.lately(MAKER, "write"), 2);
});

test("leaves room for half of the declines that start a claimed cooldown", () => {
  assert.deepEqual(declinePaceOf(undefined), { most: 3, withinMs: 30_000 });
  const claimed = { rejects: 10, within_ms: 10_000, rest_ms: 5_000 };
  assert.deepEqual(declinePaceOf(claimed), { most: 5, withinMs: 10_000 });
  assert.equal(declinePaceOf({ rejects: 1, within_ms: 50, rest_ms: 50 }).most, 1);
  const clock = { now: () => 0, sleep: async () => {} };
  const limits = { writesPerMinute: 10, readsPerMinute: 20 };
  const pacer = new Pacer(limits, clock, declinePaceOf(claimed));
  for (let n = 0; n < 5; n += 1) pacer.declined(MAKER, "m", "BUY");
  assert.equal(pacer.declineRoom(MAKER, "m", "BUY"), 10_000);
});
