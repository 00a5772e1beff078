import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bookFrames,
  type StreamDialect,
  subscriptionTo,
} from "../../scenarios/deployment/reading/stream-dialect.ts";
import { rebuilt } from "./stream-book.ts";

const DIALECT: StreamDialect = {
  subscribe: { method: "sub", params: ["book.{market}"] },
  channel: { at: "params.topic", is: "book.{market}" },
  seq: "params.n",
  snapshot: { at: "params.whole", is: true },
  levels: "params.book",
};

const frame = (topic: string, n: number, whole: boolean, book: object) =>
  JSON.stringify({ params: { topic, n, whole, book } });

test("a subscription names the market", () => {
  assert.equal(subscriptionTo(DIALECT, "m-1"), '{"method":"sub","params":["book.m-1"]}');
});

test("a snapshot and the changes after it rebuild a book; other channels say nothing of it", () => {
  const frames = [
    frame("book.m-2", 1, true, { bids: [[99, 9]], asks: [] }),
    frame("book.m-1", 7, true, {
      bids: [
        [40, 1],
        [41, 2],
      ],
      asks: [[50, 3]],
    }),
    "no JSON",
    frame("book.m-1", 8, false, {
      bids: [
        [41, 0],
        [42, 5],
      ],
      asks: [],
    }),
  ];
  const read = bookFrames(frames, DIALECT, "m-1");
  assert.deepEqual(
    read.map(({ seq, isSnapshot }) => [seq, isSnapshot]),
    [
      [7, true],
      [8, false],
    ],
  );
  assert.deepEqual(rebuilt(read), {
    bids: [
      { price: 42, qty: 5 },
      { price: 40, qty: 1 },
    ],
    asks: [{ price: 50, qty: 3 }],
  });
});

test("a later snapshot forgets what was before it", () => {
  const frames = [
    frame("book.m-1", 1, true, { bids: [[40, 1]], asks: [] }),
    frame("book.m-1", 2, true, { bids: [], asks: [[60, 1]] }),
  ];
  const book = rebuilt(bookFrames(frames, DIALECT, "m-1"));
  assert.deepEqual(book, { bids: [], asks: [{ price: 60, qty: 1 }] });
});
