import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WebSocket } from "ws";
import { Outbox, QUEUE_BYTES_MAX, QUEUE_MESSAGES_MAX } from "./outbox.ts";

/** An outbox on a socket that sends only when told to. */
function stuck() {
  const writes: (() => void)[] = [];
  const socket = {
    readyState: WebSocket.OPEN as number,
    bufferedAmount: 0,
    send: (_text: string, sent: () => void) => void writes.push(sent),
    pong: (_payload: Buffer, _mask: boolean, sent: () => void) => void writes.push(sent),
  };
  let overflows = 0;
  const outbox = new Outbox(socket as unknown as WebSocket, () => overflows++);
  return { outbox, socket, writes, overflows: () => overflows };
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
    const { outbox, socket, writes, overflows } = stuck();
    socket.bufferedAmount = QUEUE_BYTES_MAX - 1;
    outbox.send("m");
    assert.equal(overflows(), 0);
    socket.bufferedAmount = QUEUE_BYTES_MAX;
    outbox.send("m");
    assert.deepEqual([overflows(), writes.length], [1, 1]);
  });

  it("is nothing once the socket closes", () => {
    const { outbox, socket, writes, overflows } = stuck();
    socket.readyState = WebSocket.CLOSING;
    outbox.send("m");
    assert.deepEqual([overflows(), writes.length], [0, 0]);
  });
});
