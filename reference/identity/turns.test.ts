import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WorkTurns } from "./turns.ts";

/** WorkTurns whose work ends when it is told to. */
function started() {
  const turns = new WorkTurns({ atOnce: 2, waiting: 4, waitingOfAddress: 3 });
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const take = (name: string, address = "a") =>
    turns.take(address, () => {
      begun.push(name);
      return new Promise<void>((resolve) => void ends.push(resolve));
    });
  return { take, ends, begun };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const isTooMany = { code: "RATE_LIMITED", headers: { "Retry-After": "5" } };

describe("turns", () => {
  it("work a few at a time, the others in the order they came", async () => {
    const { take, ends, begun } = started();
    const all = ["1", "2", "3", "4"].map((name) => take(name));
    await settled();
    assert.deepEqual(begun, ["1", "2"]);
    ends[1]!();
    await settled();
    assert.deepEqual(begun, ["1", "2", "3"]);
    for (let n = 0; n < 4; n++) {
      ends[n]!();
      await settled();
    }
    await Promise.all(all);
    assert.deepEqual(begun, ["1", "2", "3", "4"]);
  });

  it("refuse who comes when enough of an address wait, or enough of all", async () => {
    const { take } = started();
    for (const name of ["1", "2", "3", "4", "5"]) void take(name);
    await assert.rejects(take("6"), isTooMany);
    void take("7", "b");
    await assert.rejects(take("8", "b"), isTooMany);
  });

  it("are free again after work that failed", async () => {
    const turns = new WorkTurns({ atOnce: 1, waiting: 1, waitingOfAddress: 1 });
    await assert.rejects(
      turns.take("a", () => Promise.reject(new Error("it broke"))),
      /broke/,
    );
    assert.equal(await turns.take("a", async () => 7), 7);
  });
});
