import assert from "node:assert/strict";
import { it } from "node:test";
import type { OrderEvent } from "../core/events.ts";
import { MidHistory } from "./mid-history.ts";

/** A history of one market whose best prices are set by hand. */
function history() {
  let touch: { bestBid: number | null; bestAsk: number | null } = { bestBid: null, bestAsk: null };
  const mids = new MidHistory(() => touch);
  return {
    change(updatedAtMs: number, bestBid: number | null, bestAsk: number | null) {
      touch = { bestBid, bestAsk };
      const order = { marketId: "m", updatedAtMs } as OrderEvent["order"];
      mids.record({ type: "order-changed", order });
    },
    points: (nowMs: number, everyS = 1, limit = 3_600) =>
      mids.points("m", { nowMs, everyS }, limit).map(({ tsMs, mid }) => [tsMs / 1_000, mid]),
  };
}

it("tells the mid that stood when the second began, of several changes the last", () => {
  const { change, points } = history();
  change(1_000, 40, 42);
  change(1_001, 40, 44);
  change(1_999, 40, 46);
  change(3_000, 40, 48);
  assert.deepEqual(points(4_500), [
    [1, 41],
    [2, 43],
    [3, 44],
    [4, 44],
  ]);
});

it("has no point while a side is missing, and none for a gap within a second", () => {
  const { change, points } = history();
  change(0, 40, 42);
  change(1_500, null, 42);
  change(3_200, 40, 44);
  change(5_100, 40, null);
  change(5_200, 40, 44);
  assert.deepEqual(points(6_000), [
    [0, 41],
    [1, 41],
    [4, 42],
    [5, 42],
    [6, 42],
  ]);
});

it("gives points as far apart as asked, on whole multiples", () => {
  const { change, points } = history();
  change(1_000, 40, 42);
  assert.deepEqual(points(200_000, 60), [
    [60, 41],
    [120, 41],
    [180, 41],
  ]);
  assert.deepEqual(points(200_000, 60, 1), [[180, 41]]);
});

it("answers for the last hour, though a side came and went every second of a day", () => {
  const { change, points } = history();
  const lastS = 24 * 3_600;
  for (let second = 0; second <= lastS; second += 2) {
    change(second * 1_000, 40, 42);
    change(second * 1_000 + 1_000, null, 42);
  }
  const told = points(lastS * 1_000);
  assert.equal(told.length, 3_600);
  assert.deepEqual(
    [told.at(-1), told[0]],
    [
      [lastS, 41],
      [lastS - 2 * 3_599, 41],
    ],
  );
});
