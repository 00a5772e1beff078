import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { drawSecret, drawSeed, Entropy, isSeed } from "./entropy.ts";

const V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const ids = (seed: number, count: number): string[] => {
  const entropy = new Entropy(seed);
  return Array.from({ length: count }, () => entropy.uuid());
};

describe("entropy", () => {
  it("gives well-formed version 4 ids that do not repeat", () => {
    const drawn = ids(1, 20_000);
    for (const id of drawn) assert.match(id, V4);
    assert.equal(new Set(drawn).size, drawn.length);
  });

  it("repeats itself for a seed and differs for another, also beyond 32 bits", () => {
    assert.deepEqual(ids(7, 5), ids(7, 5));
    const first = [0, 1, 2 ** 32, 2 ** 32 + 1].map((seed) => ids(seed, 1)[0]);
    assert.equal(new Set(first).size, 4);
  });

  it("keeps the first id of seed 7, since recorded sessions hold it", () => {
    assert.equal(ids(7, 1)[0], "9b7bd50a-c84f-46f3-934e-aeded731cc42");
  });

  it("numbers requests apart, so that who only reads changes no id", () => {
    const [quiet, busy] = [new Entropy(7), new Entropy(7)];
    const requests = Array.from({ length: 1_000 }, () => busy.requestId());
    for (const id of requests) assert.match(id, V4);
    const own = Array.from({ length: 1_000 }, () => busy.uuid());
    assert.equal(new Set([...requests, ...own]).size, 2_000);
    assert.equal(quiet.uuid(), own[0]);
  });

  it("makes URL-safe secrets of 32 bytes that ids have no part in", () => {
    const [quiet, busy] = [new Entropy(7), new Entropy(7)];
    busy.uuid();
    const token = quiet.token("rk_live_");
    assert.match(token, /^rk_live_[A-Za-z0-9_-]{43}$/);
    assert.equal(busy.token("rk_live_"), token);
    assert.notEqual(quiet.token("rk_live_"), token);
  });

  it("draws secrets that the seed does not tell where nothing need be repeated", () => {
    const [one, two] = [new Entropy(7, drawSecret), new Entropy(7, drawSecret)];
    assert.notEqual(one.token("rk_live_"), two.token("rk_live_"));
    assert.equal(one.uuid(), two.uuid());
  });

  it("repeats no id or secret of an earlier run of the venue", () => {
    const [first, second] = [new Entropy(7), new Entropy(7, null, 1)];
    const drawn = Array.from({ length: 1_000 }, () => [first, second].map((run) => run.uuid()));
    assert.equal(new Set(drawn.flat()).size, 2_000);
    assert.notEqual(first.token(""), second.token(""));
  });

  it("takes integers from 0 to 2^53 - 1 as seeds and nothing else", () => {
    assert.ok(isSeed(drawSeed()));
    assert.doesNotThrow(() => new Entropy(Number.MAX_SAFE_INTEGER));
    for (const seed of [-1, 1.5, Number.NaN, 2 ** 53]) assert.throws(() => new Entropy(seed));
  });
});
