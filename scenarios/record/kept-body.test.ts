import assert from "node:assert/strict";
import { test } from "node:test";
import { BODY_BYTES_MAX, KeepingRoom, KeptBytes, NO_ROOM, TOO_LONG } from "./kept-body.ts";

const MB = 1024 * 1024;

function kept(room: KeepingRoom, bytes: number): KeptBytes {
  const body = new KeptBytes(room);
  for (let left = bytes; left > 0; left -= MB) body.add(Buffer.alloc(Math.min(left, MB)));
  return body;
}

test("keeps what is as long as may be, and nothing of what is longer", () => {
  const room = new KeepingRoom();
  const whole = kept(room, BODY_BYTES_MAX).bytes;
  assert.ok(Buffer.isBuffer(whole) && whole.length === BODY_BYTES_MAX);
  assert.deepEqual(kept(room, BODY_BYTES_MAX + 1).bytes, TOO_LONG);
});

test("keeps no more at once than there is room for, and has room again afterwards", () => {
  const room = new KeepingRoom();
  const bodies = Array.from({ length: 12 }, () => kept(room, 15 * MB));
  const sizes = bodies.map(({ bytes }) => (Buffer.isBuffer(bytes) ? bytes.length : bytes));
  assert.deepEqual(sizes, [...Array(8).fill(15 * MB), ...Array(4).fill(NO_ROOM)]);
  for (const body of bodies) body.drop();
  assert.ok(room.take(128 * MB));
  assert.ok(!room.take(1));
});

test("keeps a body that comes byte by byte in one piece", () => {
  const body = new KeptBytes(new KeepingRoom());
  for (const char of "byte by byte") body.add(Buffer.from(char));
  assert.equal(String(body.bytes), "byte by byte");
});
