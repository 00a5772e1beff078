import assert from "node:assert/strict";
import { test } from "node:test";
import type { BookFrame } from "../../scenarios/deployment/reading/stream-dialect.ts";
import {
  speaksOfAll,
  speaksOfNone,
  streamedAsShown,
  tellsNoOthersHolding,
  withoutGaps,
} from "./stream.ts";

const ORDER = "5be1d3a4-92c7-4f08-b6e5-0d7a41c83f29";
const NOTHING = { bids: [], asks: [] };

test("an id is found as a value, within a link, in any case, and in frames that are not JSON", () => {
  const FRAMES = [
    JSON.stringify({ data: [{ order: ORDER.toUpperCase() }] }),
    JSON.stringify({ link: `/orders/${ORDER}` }),
    `fill ${ORDER};1`,
  ];
  for (const frame of FRAMES) {
    assert.ok(!speaksOfNone.judge({ frames: [frame], ids: [ORDER] }).ok, frame);
  }
});

test("an id that another one starts with is not found in it", () => {
  for (const frame of [JSON.stringify({ client_order_id: "run-12" }), "ack run-12"]) {
    assert.ok(speaksOfNone.judge({ frames: [frame], ids: ["run-1"] }).ok, frame);
    assert.ok(!speaksOfAll.judge({ frames: [frame], ids: ["run-12", "run-1"] }).ok, frame);
  }
});

test("a position is another agent's where its own list shows none in that market", () => {
  const [HERE, THERE] = [ORDER, ORDER.replace("5", "6")];
  const nothing = { cash: null, position: null };
  const judged = (frame: unknown, listed: unknown) =>
    tellsNoOthersHolding.judge({
      ...{ frames: [JSON.stringify(frame)], listed },
      ...{ marketId: HERE, own: nothing, others: [] },
    }).ok;
  const told = { channel: "positions", data: [{ market_id: THERE, qty: 3 }] };
  assert.ok(!judged(told, []));
  assert.ok(judged(told, [{ market_id: THERE, qty: 3 }]));
  assert.ok(judged({ ...told, channel: "trades" }, []));
  assert.ok(judged(told, null));
  assert.ok(judged({ positions: [{ market_id: THERE, qty: 0 }] }, []));
});

const frame = (seq: number | null, isSnapshot = false): BookFrame => ({
  ...{ seq, isSnapshot, levels: NOTHING },
});
const streamed = (frames: BookFrame[]) => ({ frames, streamed: NOTHING, shown: NOTHING });

test("numbers grow by one from a snapshot, and start anew with another", () => {
  const GOOD = [[frame(7, true)], [frame(7, true), frame(8), frame(3, true), frame(4)]];
  for (const frames of GOOD) assert.ok(withoutGaps.judge(streamed(frames)).ok);
  const BAD = [
    [],
    [frame(1)],
    [frame(null, true)],
    [frame(1, true), frame(3)],
    [frame(1, true), frame(1)],
    [frame(1, true), frame(null), frame(2)],
  ];
  for (const frames of BAD)
    assert.ok(!withoutGaps.judge(streamed(frames)).ok, JSON.stringify(frames));
});

test("a streamed book equals the shown one level by level, as deep as that goes", () => {
  const level = (price: number) => ({ price, qty: 1 });
  const bids = Array.from({ length: 60 }, (_, index) => level(99 - index));
  const judged = (deep: object[], shallow: object[]) =>
    streamedAsShown.judge({
      ...{ frames: [], streamed: { bids: deep as typeof bids, asks: [] } },
      shown: { bids: shallow as typeof bids, asks: [] },
    }).ok;
  assert.ok(judged(bids, bids.slice(0, 50)));
  assert.ok(!judged(bids, bids.slice(0, 49)));
  assert.ok(!judged([{ price: 99, qty: 2 }], [level(99)]));
});
