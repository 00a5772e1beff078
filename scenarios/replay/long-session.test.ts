import assert from "node:assert/strict";
import { it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { IdPairs } from "./id-pairs.ts";
import { replayedLong } from "./long-session.fixture.ts";

const GROWTH_MB_MAX = 12;

it("replays a session three times as long in hardly more memory", async () => {
  await replayedLong(4_000);
  const short = memoryMb();
  const { counts } = await replayedLong(12_000);
  assert.equal(counts.equivalent, 12_000);
  const growthMb = memoryMb() - short;
  assert.ok(growthMb < GROWTH_MB_MAX, `${growthMb} MB more`);
});

it("remembers half a million pairs of ids, and those that were asked for since", () => {
  const pairs = new IdPairs();
  const id = (n: number) => `${n.toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`;
  const count = 2 ** 20 + 10;
  for (let n = 1; n <= count; n += 1) {
    pairs.add(id(n), id(count + n));
    if (n % 100_000 === 0) assert.equal(pairs.find(id(1), 0), id(count + 1));
  }
  assert.equal(pairs.find(id(count - 2 ** 19), 0), id(2 * count - 2 ** 19));
  assert.equal(pairs.find(id(2 * count), 1), id(count));
  assert.equal(pairs.find(id(2), 0), undefined);
  assert.equal(pairs.find(id(1), 0), id(count + 1));
});

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function memoryMb(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}
