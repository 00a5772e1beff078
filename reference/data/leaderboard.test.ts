import assert from "node:assert/strict";
import { it } from "node:test";
import type { StandingView } from "../core/outcomes.ts";
import { COUNTED_AT_ONCE, Leaderboard } from "./leaderboard.ts";

/** A leaderboard of so many accounts, and how often they were counted. */
function started(accounts: number, keptMs = 1_000) {
  let counts = 0;
  let seq = 1;
  let equityCents = 100;
  function* standings(): Generator<StandingView> {
    counts++;
    for (let n = 0; n < accounts; n++) {
      const publicId = String(n).padStart(8, "0");
      yield { publicId, displayName: "x", agentIds: [], fundedCents: 100, equityCents };
    }
  }
  const volumes = { volumeCents: () => 0 };
  const board = new Leaderboard({ venue: { standings }, volumes, seq: () => seq, keptMs });
  return {
    scoreAt: async (nowMs: number) => (await board.sorted("score", "desc", nowMs))[0]!.score,
    sorted: board.sorted.bind(board),
    trade() {
      seq++;
      equityCents++;
    },
    counts: () => counts,
  };
}

it("counts anew when something has happened, and not otherwise", async () => {
  const { scoreAt, trade, counts } = started(3);
  assert.deepEqual([await scoreAt(0), await scoreAt(60_000), counts()], [0, 0, 1]);
  trade();
  assert.deepEqual([await scoreAt(60_000), counts()], [100, 2]);
});

it("keeps the figures of many accounts for a while", async () => {
  const { scoreAt, trade, counts } = started(COUNTED_AT_ONCE + 1);
  await scoreAt(0);
  trade();
  assert.deepEqual([await scoreAt(999), counts()], [0, 1]);
  assert.deepEqual([await scoreAt(1_000), counts()], [100, 2]);
  trade();
  assert.deepEqual([await scoreAt(500), counts()], [200, 3]);
});

it("keeps none where time may stand still", async () => {
  const { scoreAt, trade } = started(COUNTED_AT_ONCE + 1, 0);
  await scoreAt(0);
  trade();
  assert.equal(await scoreAt(0), 100);
});

it("lets others be served while it counts many, and counts once for all who ask", async () => {
  const { scoreAt, counts } = started(10 * COUNTED_AT_ONCE);
  let served = 0;
  const others = (async () => {
    for (let turn = 0; turn < 10; turn++) {
      await new Promise(setImmediate);
      served++;
    }
  })();
  await Promise.all(Array.from({ length: 20 }, () => scoreAt(0)));
  assert.ok(served >= 9, `${served} turns`);
  assert.equal(counts(), 1);
  await others;
});

it("sorts each way once for as long as the figures stay", async () => {
  const { sorted } = started(3);
  for (const by of ["score", "pnlCents", "volumeCents", "roi"] as const) {
    for (const order of ["asc", "desc"] as const) {
      assert.equal(await sorted(by, order, 0), await sorted(by, order, 0));
    }
  }
});
