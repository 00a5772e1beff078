import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { TaskQueue } from "./task-queue.ts";

describe("a queue of tasks", () => {
  it("gives them in their order, then null", () => {
    const queue = new TaskQueue([["a", "b"]], () => 0);
    assert.deepEqual([queue.next()?.task, queue.next()?.task, queue.next()], ["a", "b", null]);
  });

  it("gives each worker the next in its own order that no other one has", () => {
    const queue = new TaskQueue(
      [
        ["a", "b", "c"],
        ["a", "c", "b"],
      ],
      () => 0,
    );
    assert.deepEqual(
      [0, 1, 0, 1].map((worker) => queue.next(worker)?.task),
      ["a", "c", "b", undefined],
    );
  });

  it("gives what was put off when it is due, before the others", () => {
    let now = 0;
    const queue = new TaskQueue([["a", "b", "c"]], () => now);
    queue.putOff("rest of a", queue.next()!, 30);
    assert.equal(queue.next()?.task, "b");
    now = 31;
    assert.equal(queue.next()?.task, "rest of a");
    assert.equal(queue.next()?.task, "c");
  });

  it("says how long to wait where nothing else is left, for the soonest", () => {
    const queue = new TaskQueue([["a", "b"]], () => 100);
    queue.putOff("a", queue.next()!, 30);
    queue.putOff("b", queue.next()!, 20);
    assert.deepEqual(queue.next(), { task: "b", waitMs: 20, times: 1, waitsMostMs: 500 });
    assert.deepEqual(queue.next(), { task: "a", waitMs: 30, times: 1, waitsMostMs: 500 });
  });

  it("puts a task off four times at most", () => {
    const queue = new TaskQueue([["a"]], () => 0);
    let next = queue.next()!;
    for (let times = 0; times < 4; times += 1) {
      assert.equal(next.waitsMostMs, 500);
      queue.putOff("a", next, 1);
      next = queue.next()!;
    }
    assert.equal(next.waitsMostMs, 10_000);
  });
});
