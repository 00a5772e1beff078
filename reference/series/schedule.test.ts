import assert from "node:assert/strict";
import { it } from "node:test";
import { Schedule } from "./schedule.ts";

const MINUTES = 60_000;

function logged() {
  const log: string[] = [];
  const duty = (name: string, everyMs: number, catchUpMs: number) => ({
    everyMs,
    catchUpMs,
    run: (atMs: number) => void log.push(`${name} ${atMs}`),
  });
  return { log, duty, taken: () => log.splice(0) };
}

it("runs what fell due in order of time, the duty added first before the other", () => {
  const { duty, taken } = logged();
  const schedule = new Schedule();
  schedule.add(duty("slow", 3_000, MINUTES), 500);
  schedule.add(duty("fast", 1_000, MINUTES), 500);
  assert.deepEqual(taken(), ["slow 500", "fast 500"]);
  schedule.runDue(3_999);
  assert.deepEqual(taken(), ["fast 1000", "fast 2000", "slow 3000", "fast 3000"]);
  schedule.runDue(3_999);
  assert.deepEqual(taken(), []);
});

it("does the same whether time jumps or creeps, within what a duty makes up for", () => {
  const runs = (steps: readonly number[]) => {
    const { duty, log } = logged();
    const schedule = new Schedule();
    schedule.add(duty("a", 700, MINUTES), 0);
    schedule.add(duty("b", 1_100, MINUTES), 0);
    for (const atMs of steps) schedule.runDue(atMs);
    return log;
  };
  const creeping = Array.from({ length: 501 }, (_, step) => step * 100);
  assert.deepEqual(runs([50_000]), runs(creeping));
});

it("leaves out what lies too far back", () => {
  const { duty, taken } = logged();
  const schedule = new Schedule();
  schedule.add(duty("latest", 1_000, 0), 0);
  schedule.add(duty("recent", 1_000, 2_000), 0);
  taken();
  schedule.runDue(10_500);
  assert.deepEqual(taken(), ["recent 8000", "recent 9000", "latest 10000", "recent 10000"]);
});
