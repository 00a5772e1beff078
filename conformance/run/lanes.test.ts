import assert from "node:assert/strict";
import { test } from "node:test";
import type { Pool } from "../../scenarios/deployment/pool.ts";
import type { Check } from "../check/check.ts";
import type { Need } from "../check/need.ts";
import { lanesOf, ordersOf, sideBySide } from "./lanes.ts";
import { checkOf } from "./run-state.fixture.ts";

const needing = (...needs: Need[]): Check => checkOf(async () => {}, { needs });
const poolOf = (given: { own: boolean; movesClock: boolean }) => given as Pool;

const plain = needing("agent");
const load = needing("agent", "load");
const freezing = needing("kill-switch");
const waiting = needing("agent", "wait");
const holding = needing("stream", "wait");
const checks = [plain, load, freezing, waiting, holding];

test("where a minute is real, waiting checks wait beside the others", () => {
  const lanes = lanesOf(checks, poolOf({ own: false, movesClock: false }));
  assert.deepEqual(lanes.main, [plain, waiting]);
  assert.deepEqual([lanes.load, lanes.waiting, lanes.alone], [[load], [holding], [freezing]]);
});

test("where the clock is moved, whoever moves it runs alone", () => {
  const lanes = lanesOf(checks, poolOf({ own: true, movesClock: true }));
  assert.deepEqual(lanes.main, [plain]);
  assert.deepEqual([lanes.load, lanes.waiting], [[load], []]);
  assert.deepEqual(lanes.alone, [freezing, waiting, holding]);
});

test("what lets hours pass comes last: sessions end meanwhile", () => {
  const aging = needing("agent", "hours");
  const { alone } = lanesOf([aging, ...checks], poolOf({ own: false, movesClock: true }));
  assert.deepEqual(alone, [freezing, waiting, holding, aging]);
});

test("what takes both owners comes first, and of the rest each worker begins with another part", () => {
  const [both, session, last] = [needing("two-owners"), needing("browser"), needing("agent")];
  const tasks = [plain, session, both].map((check) => ({ check, cells: [{}] }));
  const orders = ordersOf(tasks, [{ check: last, cells: [{}] }]);
  assert.deepEqual(
    orders.map((order) => order.map(({ check }) => check)),
    [
      [both, session, plain, last],
      [both, plain, session, last],
    ],
  );
});

test("what takes many orders of an agent comes when the properties have placed some", () => {
  const [many, property] = [needing("agent", "many-orders"), needing("two-owners")];
  const tasks = [many, plain].map((check) => ({ check, cells: [{}] }));
  for (const order of ordersOf(tasks, [{ check: property, cells: [{}] }]))
    assert.deepEqual(
      order.map(({ check }) => check),
      [plain, property, many],
    );
});

test("every check is in exactly one lane", () => {
  for (const own of [true, false]) {
    for (const movesClock of [true, false]) {
      const { main, load, waiting, alone } = lanesOf(checks, poolOf({ own, movesClock }));
      const placed = [...main, ...load, ...waiting, ...alone];
      assert.deepEqual(new Set(placed), new Set(checks));
      assert.equal(placed.length, checks.length);
    }
  }
});

test("whole budgets are measured first, and the wait for one comes last", () => {
  const proving = (id: string) =>
    checkOf(async () => {}, { needs: ["agent", "load"], proves: [id] });
  const given = ["GEN-PREFIX-08", "LIM-WRITE-06", "LIM-WRITE-01", "LIM-READ-01"].map(proving);
  const { load } = lanesOf(given, poolOf({ own: false, movesClock: false }));
  const order = ["LIM-WRITE-01", "LIM-READ-01", "GEN-PREFIX-08", "LIM-WRITE-06"];
  assert.deepEqual(
    load.flatMap(({ proves }) => proves),
    order,
  );
});

test("side by side starts in order, never more than the width, and does all", async () => {
  const started: number[] = [];
  let running = 0;
  let most = 0;
  await sideBySide([1, 2, 3, 4, 5], 2, async (item) => {
    started.push(item);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resume) => setImmediate(resume));
    running -= 1;
  });
  assert.deepEqual(started, [1, 2, 3, 4, 5]);
  assert.equal(most, 2);
  await sideBySide([], 4, async () => assert.fail("nothing to do"));
});
