import assert from "node:assert/strict";
import { test } from "node:test";
import type { Check } from "../check/check.ts";
import type { RunProgress } from "./checks-under-way.ts";
import { progressText } from "./progress.ts";
import { checkOf } from "./run-state.fixture.ts";

/** A check that nobody has measured takes as much as any other such. */
const named = (title: string): Check => checkOf(async () => {}, { title });

/** Ten checks of which so many have ended. */
function progressOf(done: number, given: Partial<RunProgress> = {}): RunProgress {
  const ahead = new Set(Array.from({ length: 10 - done }, (_, n) => named(`check ${n}`)));
  const running = new Set([...ahead].slice(0, 1));
  return {
    ...{ done, total: 10, failed: 0, check: named("ended"), ahead, running },
    ...{ cells: 1, requests: 0, provoked: 0, tookMs: 0 },
    ...given,
  };
}

const moment = {
  seconds: 20,
  doneSeconds: 20,
  doneWork: 4,
  latest: progressOf(4),
  waits: null,
  waitMs: 0,
  msARead: null,
};

test("a line says how much is done and left, and what runs", () => {
  assert.equal(progressText(moment), "[###-----]  40%; ~30 s left; 4/10 checks; now: check 0");
});

test("before anything has ended a line says how long it takes", () => {
  assert.equal(progressText({ ...moment, latest: undefined, seconds: 3 }), "3 s");
});

test("until the pace says much, the time left is what was planned, if it was", () => {
  const early = { ...moment, doneWork: 0.1, latest: progressOf(1) };
  assert.match(progressText(early), /%; 20 s; 1\/10/);
  assert.match(progressText({ ...early, msARead: 5_000 }), /%; ~45 s left; 1\/10/);
});

test("what failed and what is waited for stand before what runs", () => {
  const waits = "waits 41 s until the write limit leaves room";
  const latest = progressOf(4, { failed: 2 });
  const text = progressText({ ...moment, latest, waits, waitMs: 41_000 });
  assert.match(
    text,
    /; ~41 s left; 2 failing so far; waits 41 s until .* room; 4\/10 checks; now: check 0$/,
  );
});

test("long times are told in minutes", () => {
  assert.match(progressText({ ...moment, seconds: 400, doneSeconds: 400 }), /~10 min left/);
});

test("the time left shrinks while nothing ends, and is not told once that is over", () => {
  assert.match(progressText({ ...moment, seconds: 28 }), /40%; ~22 s left; 4\/10/);
  assert.match(progressText({ ...moment, seconds: 50 }), /40%; 50 s; 4\/10/);
  const waits = "waits 9 s for: a bot goes on";
  const waiting = { ...moment, seconds: 50, waits, waitMs: 9_000 };
  assert.match(progressText(waiting), /40%; ~9 s left; waits 9 s for: a bot goes on; 4\/10/);
});
