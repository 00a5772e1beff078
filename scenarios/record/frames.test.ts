import assert from "node:assert/strict";
import { test } from "node:test";
import { constants, deflateRawSync } from "node:zlib";
import { FrameReader } from "./frames.ts";
import { BODY_BYTES_MAX, KeepingRoom, TOO_LONG } from "./kept-body.ts";

interface FrameParts {
  opcode?: number;
  isLast?: boolean;
  isDeflated?: boolean;
  mask?: Buffer;
}

function frame(payload: Buffer, parts: FrameParts = {}): Buffer {
  const { opcode = 1, isLast = true, isDeflated = false, mask } = parts;
  const head = Buffer.alloc(10);
  head[0] = (isLast ? 0x80 : 0) | (isDeflated ? 0x40 : 0) | opcode;
  head[1] = 127 | (mask === undefined ? 0 : 0x80);
  head.writeBigUInt64BE(BigInt(payload.length), 2);
  const masked = mask && payload.map((byte, at) => byte ^ mask[at & 3]!);
  return Buffer.concat([head, mask ?? Buffer.alloc(0), masked ?? payload]);
}

function read(pieces: Iterable<Buffer>): unknown[] {
  const told: unknown[] = [];
  const reader = new FrameReader(new KeepingRoom(), {
    message: (bytes) => void told.push(Buffer.isBuffer(bytes) ? String(bytes) : bytes),
    close: (code, reason) => void told.push([code, reason]),
  });
  for (const piece of pieces) reader.read(piece);
  return told;
}

test("puts messages together from frames that are cut anywhere, pings in between", () => {
  const bytes = Buffer.concat([
    frame(Buffer.from("one"), { isLast: false, mask: Buffer.from([1, 2, 3, 4]) }),
    frame(Buffer.from("ping"), { opcode: 9 }),
    frame(Buffer.from(" two"), { opcode: 0, mask: Buffer.from([5, 6, 7, 8]) }),
    frame(Buffer.alloc(0)),
    frame(Buffer.from([3, 232, 98, 121, 101]), { opcode: 8 }),
  ]);
  const expected = ["one two", "", [1000, "bye"]];
  assert.deepEqual(read([bytes]), expected);
  assert.deepEqual(read([...bytes].map((byte) => Buffer.from([byte]))), expected);
});

test("passes over a message that is too long, in one frame or many, and reads on", () => {
  const part = Buffer.alloc(BODY_BYTES_MAX / 2 + 1);
  const many = [frame(part, { isLast: false }), frame(part, { opcode: 0 })];
  const told = read([frame(Buffer.alloc(BODY_BYTES_MAX + 1)), ...many, frame(Buffer.from("on"))]);
  assert.deepEqual(told, [TOO_LONG, TOO_LONG, "on"]);
});

const WINDOW_BYTES = 32 * 1024;

/** Compressed with what was said before at hand, as a peer that keeps its window does. */
function deflated(text: string, before: string): Buffer {
  const dictionary = Buffer.from(before).subarray(-WINDOW_BYTES);
  const bytes = deflateRawSync(text, {
    finishFlush: constants.Z_SYNC_FLUSH,
    ...(dictionary.length > 0 && { dictionary }),
  });
  return frame(bytes.subarray(0, -4), { isDeflated: true });
}

test("inflates what refers to messages before, up to the window and not beyond", () => {
  const words = Array.from({ length: 6_000 }, (_, n) => `word ${n}`).join(" ");
  const told = read([deflated(words, ""), deflated(words.slice(-900), words)]);
  assert.deepEqual(told, [words, words.slice(-900)]);
});

test("tells of a message that cannot be inflated, and of one that is too long inflated", () => {
  const bomb = deflateRawSync(Buffer.alloc(BODY_BYTES_MAX + 1), {
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  const lost = "what was said before, which nobody kept";
  const told = read([
    frame(bomb.subarray(0, -4), { isDeflated: true }),
    deflated(lost, lost),
    frame(Buffer.from("no deflate"), { isDeflated: true }),
    frame(Buffer.from("on")),
  ]);
  const left = { leftOut: "compressed, and what it refers to was not kept" };
  assert.deepEqual(told, [TOO_LONG, left, left, "on"]);
});
