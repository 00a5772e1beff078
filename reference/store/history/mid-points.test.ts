import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { HistoryRow } from "../batch.ts";
import { connectScratch } from "../sqlite.ts";
import { insertRows } from "./insert.ts";
import type { KeptHistory } from "./kept-history.ts";
import { LiveMarket } from "./live-market.ts";
import { MemoryHistory } from "./memory-history.ts";
import { pointsOf } from "./mid-points.ts";
import { SqlHistory } from "./sql-history.ts";

/** What holds the steps, and is asked for them. */
interface StepStore {
  kept: KeptHistory;
  add(rows: HistoryRow[]): Promise<void>;
}

async function inMemory(): Promise<StepStore> {
  const kept = new MemoryHistory();
  return { kept, add: async (rows) => kept.take({ rows }) };
}

async function inSql(): Promise<StepStore> {
  const scratch = await connectScratch();
  after(() => scratch.destroy());
  return { kept: new SqlHistory(scratch), add: (rows) => insertRows(scratch, rows) };
}

/** A market whose best prices are set by hand. */
async function marketIn({ kept, add }: StepStore) {
  const live = new LiveMarket("m", 1_000);
  return {
    change: (atMs: number, bestBid: number | null, bestAsk: number | null) =>
      live.touched({ bestBid, bestAsk }, atMs),
    async points(nowMs: number, everyS = 1, limit = 3_600) {
      const rows = [...live.take().steps].map(({ fromS, mid }) => ["m", fromS, mid, 1]);
      await add(rows.map((values) => ({ table: "mids", values })));
      const spacing = { nowMs, everyS };
      const points = await pointsOf(kept.steps("m", { ...spacing, limit }), spacing, limit);
      return points.map(({ tsMs, mid }) => [tsMs / 1_000, mid]);
    },
  };
}

for (const open of [inMemory, inSql]) {
  const market = async () => marketIn(await open());
  describe(`mids ${open.name}`, () => {
    it("tells the mid that stood when the second began, of several changes the last", async () => {
      const { change, points } = await market();
      change(1_000, 40, 42);
      change(1_001, 40, 44);
      change(1_999, 40, 46);
      change(3_000, 40, 48);
      assert.deepEqual(await points(4_500), [
        [1, 41],
        [2, 43],
        [3, 44],
        [4, 44],
      ]);
    });

    it("has no point while a side is missing, and none for a gap within a second", async () => {
      const { change, points } = await market();
      change(0, 40, 42);
      change(1_500, null, 42);
      change(3_200, 40, 44);
      change(5_100, 40, null);
      change(5_200, 40, 44);
      assert.deepEqual(await points(6_000), [
        [0, 41],
        [1, 41],
        [4, 42],
        [5, 42],
        [6, 42],
      ]);
    });

    it("gives points as far apart as asked, on whole multiples, up to the moment asked for", async () => {
      const { change, points } = await market();
      change(1_000, 40, 42);
      change(130_000, 40, 48);
      assert.deepEqual(await points(200_000, 60), [
        [60, 41],
        [120, 41],
        [180, 44],
      ]);
      assert.deepEqual(await points(200_000, 60, 1), [[180, 44]]);
      assert.deepEqual(await points(129_000, 60, 1), [[120, 41]]);
    });

    it("answers for the last hour, though a side came and went every second of a day", async () => {
      const { change, points } = await market();
      const lastS = 24 * 3_600;
      for (let second = 0; second <= lastS; second += 2) {
        change(second * 1_000, 40, 42);
        change(second * 1_000 + 1_000, null, 42);
      }
      const told = await points(lastS * 1_000);
      assert.equal(told.length, 3_600);
      assert.deepEqual(
        [told.at(-1), told[0]],
        [
          [lastS, 41],
          [lastS - 2 * 3_599, 41],
        ],
      );
    });
  });
}
