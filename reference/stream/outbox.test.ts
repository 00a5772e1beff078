import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WebSocket } from "ws";
import { Outbox, QUEUE_BYTES_MAX, QUEUE_MESSAGES_MAX } from "./outbox.ts";

/** An outbox on a socket that sends only when told to, of a store that answers or not. */
function stuck(isSettled = true) {
  const writes: (() => void)[] = [];
  const socket = {
    readyState: WebSocket.OPEN as number,
    send: (_text: string, sent: () => void) => void writes.push(sent),
    pong: (_payload: Buffer, _mask: boolean, sent: () => void) => void writes.push(sent),
  };
  let overflows = 0;
  let waiting = 0;
  const settles: (() => void)[] = [];
  const outbox = new Outbox({
    socket: socket as unknown as WebSocket,
    whenSettled: (tell) => (isSettled ? tell() : void settles.push(tell)),
    waits: (bytes) => {
      waiting += bytes;
    },
    overflow: () => overflows++,
  });
  return { outbox, socket, writes, settles, overflows: () => overflows, waiting: () => waiting };
}

describe("what waits for a client", () => {
  it(`is at most ${QUEUE_MESSAGES_MAX} messages`, () => {
    const { outbox, writes, overflows } = stuck();
    for (let sent = 0; sent < QUEUE_MESSAGES_MAX; sent++) outbox.send("m");
    assert.equal(overflows(), 0);
    outbox.send("m");
    assert.deepEqual([overflows(), writes.length], [1, QUEUE_MESSAGES_MAX]);
  });

  it("makes room as it is sent", () => {
    const { outbox, writes, overflows } = stuck();
    for (let sent = 0; sent < 3 * QUEUE_MESSAGES_MAX; sent++) {
      outbox.send("m");
      writes.pop()!();
    }
    assert.equal(overflows(), 0);
  });

  it("counts answers to pings", () => {
    const { outbox, overflows } = stuck();
    for (let sent = 0; sent <= QUEUE_MESSAGES_MAX; sent++) outbox.pong(Buffer.from("p"));
    assert.equal(overflows(), 1);
  });

  it("is at most so many bytes, however few messages they are", () => {
    const { outbox, writes, overflows, waiting } = stuck();
    outbox.send("m".repeat(QUEUE_BYTES_MAX - 1));
    outbox.send("m");
    assert.deepEqual([overflows(), waiting()], [0, QUEUE_BYTES_MAX]);
    outbox.send("m");
    assert.deepEqual([overflows(), writes.length, waiting()], [1, 2, QUEUE_BYTES_MAX]);
    for (const sent of writes) sent();
    assert.equal(waiting(), 0);
  });

  it("counts what is not yet safe to tell", () => {
    const { outbox, writes, settles, overflows } = stuck(false);
    for (let sent = 0; sent <= QUEUE_MESSAGES_MAX; sent++) outbox.send("m");
    assert.deepEqual([overflows(), writes.length], [1, 0]);
    for (const settle of settles) settle();
    assert.equal(writes.length, QUEUE_MESSAGES_MAX);
  });

  it("is given back with the socket, and nothing is told after it", () => {
    const { outbox, writes, settles, waiting } = stuck(false);
    outbox.send("message");
    assert.equal(waiting(), 7);
    outbox.clear();
    for (const settle of settles) settle();
    assert.deepEqual([waiting(), writes.length], [0, 0]);
  });

  it("is nothing once the socket closes", () => {
    const { outbox, socket, writes, overflows } = stuck();
    socket.readyState = WebSocket.CLOSING;
    outbox.send("m");
    assert.deepEqual([overflows(), writes.length], [0, 0]);
  });
});
