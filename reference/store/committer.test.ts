import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { Committer, StoreUnavailable } from "./committer.ts";
import { FaultyStore } from "./faulty-store.fixture.ts";
import { MemoryStore } from "./memory-store.ts";
import type { Store } from "./store.ts";

/** Says nothing of the troubles that these tests make. */
const { error } = console;
console.error = () => {};
after(() => {
  console.error = error;
});

function committerOn(store: Store = new FaultyStore()) {
  const committer = new Committer({ store });
  after(async () => {
    await committer.close();
    await store.close();
  });
  return { committer, store: store as FaultyStore };
}

const linesIn = async (store: Store): Promise<string[]> => {
  const lines: string[] = [];
  for await (const { records } of store.pages(0)) lines.push(...JSON.parse(records));
  return lines;
};

describe("a committer", () => {
  it("writes what is recorded in one turn with one commit, in order", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] }); // however slow the machine is
    const { committer, store } = committerOn();
    for (let n = 0; n < 100; n++) committer.record(String(n));
    await committer.settled();
    assert.equal(store.commits, 1);
    assert.deepEqual(
      await linesIn(store),
      Array.from({ length: 100 }, (_, n) => n),
    );
    assert.equal(committer.settled(), null);
  });

  it("tells nobody before the commit, and then everybody in order", async () => {
    const { committer, store } = committerOn();
    let release = () => {};
    store.stalled = new Promise((resolve) => {
      release = resolve;
    });
    const told: string[] = [];
    committer.record("1");
    committer.whenSettled(() => told.push("first"));
    const settled = committer.settled()!.then(() => told.push("answer"));
    await new Promise((resolve) => setImmediate(resolve));
    committer.record("2");
    committer.whenSettled(() => told.push("second"));
    assert.equal(told.length, 0);
    release();
    await settled;
    await committer.settled();
    committer.whenSettled(() => told.push("at once"));
    assert.deepEqual(told, ["first", "answer", "second", "at once"]);
  });

  it("stays available while a commit that nobody waits for takes its time", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    for (const isDurable of [true, false]) {
      const { committer, store } = committerOn(new FaultyStore({ isDurable }));
      let release = () => {};
      store.stalled = new Promise((resolve) => {
        release = resolve;
      });
      committer.record("1");
      const flushed = committer.flushed().catch(() => {});
      t.mock.timers.tick(10_000);
      assert.equal(committer.isAvailable, !isDurable);
      release();
      await flushed;
    }
  });

  it("refuses those who wait when the store fails, and commits once it is back", async () => {
    const { committer, store } = committerOn();
    store.failure = new Error("no space left on device");
    committer.record("1");
    await assert.rejects(committer.settled()!, StoreUnavailable);
    assert.equal(committer.isAvailable, false);
    await assert.rejects(committer.settled()!, /no space left on device/);
    const told: number[] = [];
    committer.whenSettled(() => told.push(1));
    store.failure = null;
    await new Promise<void>((resolve) => committer.whenSettled(resolve));
    assert.equal(committer.isAvailable, true);
    assert.deepEqual(told, [1]);
    committer.record("2");
    await committer.settled();
    assert.deepEqual(await linesIn(store), [1, 2]);
  });

  it("writes a batch once whose answer was lost", async () => {
    const { committer, store } = committerOn();
    store.failure = new Error("connection terminated");
    store.losesAnswers = true;
    committer.record("1");
    await assert.rejects(committer.settled()!, StoreUnavailable);
    store.failure = null;
    await new Promise<void>((resolve) => committer.whenSettled(resolve));
    assert.deepEqual(await linesIn(store), [1]);
  });

  it("forgets what was before when the venue is started over", async () => {
    const { committer, store } = committerOn();
    committer.record("1");
    await committer.settled();
    committer.record("2");
    committer.startOver();
    committer.record("3");
    await committer.settled();
    assert.deepEqual(await linesIn(store), [3]);
    assert.equal(committer.seq, 1);
  });

  it("answers who waited while the venue was started over", async () => {
    const { committer, store } = committerOn();
    committer.record("1");
    const settled = committer.settled();
    committer.startOver();
    committer.record("2");
    await settled;
    assert.deepEqual(await linesIn(store), [2]);
  });

  it("waits for nothing where nothing outlives the process, yet lets it be read", async () => {
    const { committer, store } = committerOn(new MemoryStore());
    committer.record("1");
    assert.equal(committer.settled(), null);
    let isTold = false;
    committer.whenSettled(() => {
      isTold = true;
    });
    assert.ok(isTold);
    await committer.flushed();
    assert.deepEqual(await linesIn(store), [1]);
  });
});
