/** Passes a stream on byte by byte, handshake, frames and close, and reports what passed. */
import type { ClientRequest, IncomingMessage } from "node:http";
import { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import type { Duplex } from "node:stream";
import { FrameReader } from "./frames.ts";
import type { KeepingRoom } from "./kept-body.ts";
import type { PassedExchange, StreamEnd, StreamWitness, Witness } from "./passed.ts";
import { relay } from "./relay.ts";

/** No close was said: the connection went away. */
const CUT = 1006;

/** A handshake, its connection, and the handshake with the target that stands for it. */
export interface RelayUpgrade {
  req: IncomingMessage;
  connection: Duplex;
  head: Buffer;
  upstream: ClientRequest;
  room: KeepingRoom;
}

/** Passes the handshake on; what the target refuses is answered as the target does. */
export function relayStream(
  { req, connection, head, upstream, room }: RelayUpgrade,
  witness: Pick<Witness, "handshake">,
): void {
  const settled = witness.handshake();
  const res = new ServerResponse(req);
  res.assignSocket(connection as Socket);
  res.once("finish", () => connection.end());
  connection.on("error", () => connection.destroy());
  const beganMs = performance.now();
  relay({ req, res, upstream, room }, (passed) => void settled(passed));
  upstream.once("upgrade", (answer, venue, venueHead) => {
    res.detachSocket(connection as Socket);
    const opened = openedBy(req, answer, beganMs);
    const stream = settled(opened);
    connection.write(headText(answer));
    const ends = { client: { connection, head }, venue: { connection: venue, head: venueHead } };
    join(ends, stream, room);
  });
}

interface RelayEnd {
  connection: Duplex;
  /** What came with the handshake. */
  head: Buffer;
}

function join(
  { client, venue }: Record<StreamEnd, RelayEnd>,
  witness: StreamWitness,
  room: KeepingRoom,
): void {
  let closed = false;
  const closeOnce = (by: StreamEnd, code: number, reason: string) => {
    if (!closed) witness.closed({ by, code, reason, atMs: performance.now() });
    closed = true;
  };
  const ends: [by: StreamEnd, from: RelayEnd, to: RelayEnd][] = [
    ["client", client, venue],
    ["venue", venue, client],
  ];
  for (const [by, from, to] of ends) {
    const reader = new FrameReader(room, {
      message: (message, isBinary) =>
        witness.said({ by, message, isBinary, atMs: performance.now() }),
      close: (code, reason) => closeOnce(by, code, reason),
    });
    reader.read(from.head);
    to.connection.write(from.head);
    from.connection.on("data", (chunk: Buffer) => reader.read(chunk));
    from.connection.pipe(to.connection);
    from.connection.once("error", () => to.connection.destroy());
    from.connection.once("close", () => {
      closeOnce(by, CUT, "");
      reader.end();
      to.connection.destroy();
    });
  }
}

function openedBy(req: IncomingMessage, answer: IncomingMessage, beganMs: number): PassedExchange {
  const { method = "", url = "", rawHeaders: headers } = req;
  const { statusCode: status = 0, rawHeaders: answered } = answer;
  const endedMs = performance.now();
  const none = Buffer.alloc(0);
  const opened = { status, headers: answered, body: none };
  return { beganMs, endedMs, method, url, headers, body: none, answer: opened, loss: null };
}

function headText({ statusCode, statusMessage, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  }
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}
