import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { CheckContext } from "../../check/check-context.ts";
import type { Expectation } from "../../check/expectation.ts";
import { openRateLimit } from "../../proof/independent-venue/pace/rate-limits.ts";
import { passesAfterTheWait } from "./checks-answers.ts";

function answer(waitSeconds: number): Exchange {
  const request = { method: "DELETE", path: "/orders", query: {}, headers: {}, bodyText: null };
  const headers = { "retry-after": String(waitSeconds) };
  const status = waitSeconds === 0 ? 200 : 429;
  const response = { status, headers, bodyText: "", body: undefined };
  return { at: 0, took: 1, actor: "maker", request, response, failure: null, class: "write" };
}

/** What the check judges of a venue that answers a write at a time with the seconds to wait, or 0. */
async function judged(
  waitAt: (atMs: number) => number,
  { moves, msEach }: { moves: boolean; msEach: number },
): Promise<boolean[]> {
  let nowMs = 1_000_000;
  const verdicts: boolean[] = [];
  const pass = async (ms: number) => {
    nowMs += ms;
  };
  const burst = async () => {
    nowMs += msEach;
    return answer(waitAt(nowMs));
  };
  const t = {
    agent: { burst, keepsBack: () => {}, holdsNothingBack: () => {}, rested: () => pass(61_000) },
    market: { id: "m" },
    clock: { moves, pass },
    run: { alone: async () => () => {} },
    expect: (_: string, seen: readonly Exchange[], demand: Expectation<readonly Exchange[]>) =>
      verdicts.push(demand.judge(seen).ok),
  };
  await passesAfterTheWait.body(t as unknown as CheckContext);
  return verdicts;
}

for (const form of ["window", "bucket", "sliding"] as const) {
  for (const moves of [true, false]) {
    // At 30 ms a bucket has regained a token before the first probe.
    for (const msEach of [0, 7, 30]) {
      test(`who waits passes by a ${form}, moved ${moves}, every ${msEach} ms`, async () => {
        const limit = openRateLimit(form);
        const seen = await judged((atMs) => limit.take("a", "write", atMs), { moves, msEach });
        assert.deepEqual(seen, moves ? [true, true] : [true]);
      });
    }
  }
}

/** A log of the last minute; `counts` says whether what it refuses counts, too. */
function log(round: (seconds: number) => number, counts = false): (atMs: number) => number {
  let times: number[] = [];
  return (atMs) => {
    times = times.filter((time) => time > atMs - 60_000);
    const isFull = times.length >= 600;
    if (!isFull || counts) times.push(atMs);
    return isFull ? Math.max(1, round((times[0]! + 60_000 - atMs) / 1_000)) : 0;
  };
}

test("a wait that is too short by less than a second is not enough", async () => {
  for (const round of [Math.floor, Math.round]) {
    assert.deepEqual(await judged(log(round), { moves: true, msEach: 0 }), [false, false]);
  }
  assert.deepEqual(await judged(log(Math.ceil), { moves: true, msEach: 0 }), [true, true]);
});

test("a wait that refused requests make longer is not enough", async () => {
  assert.deepEqual(await judged(log(Math.ceil, true), { moves: true, msEach: 0 }), [false, false]);
});

test("a write that took what was promised is no second 429", async () => {
  // The first probe is told of what the last one gets: what comes then is a minute away.
  let sent = 0;
  const venue = () => (++sent <= 601 ? Number(sent === 601) : [1, 0][sent % 2]!);
  const waits = [20, 0];
  const last = () => (sent < 640 ? venue() : (waits.shift() ?? 0));
  assert.deepEqual(await judged(last, { moves: false, msEach: 0 }), [true]);
});
