import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createTcpServer, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { type WebSocket, WebSocketServer } from "ws";
import { RunClock } from "../run-clock.ts";
import { shakeHands } from "./stream-socket.ts";

test("a refused handshake leaves no connection open, though the target would keep it", async (t) => {
  const server = createServer((_request, response) => {
    response.writeHead(404, { "content-length": 2 }).end("{}");
  });
  const connected = once(server, "connection");
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const shaken = await shakeHands(`ws://127.0.0.1:${port}`, null);
  assert.deepEqual([shaken.status, shaken.bodyText], [404, "{}"]);
  const [connection] = await connected;
  if (!connection.destroyed) await once(connection, "close");
});

const FRAMES_KEPT_MAX = 1_000;
const FRAME_BYTES_MAX = 1024 * 1024;
const FRAME_CHARS_KEPT_MAX = 8 * 1024 * 1024;
const BODY_CHARS_MAX = 64 * 1024;

/** The address of a server that does this with whoever connects. */
async function tcpServer(t: TestContext, serves: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    socket.once("data", () => serves(socket));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Writes that again and again, as often as it may. */
function trickles(socket: Socket, head: string, piece: string, everyMs: number): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(piece), everyMs);
  socket.once("close", () => clearInterval(timer));
}

const REFUSED = "HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain\r\n\r\n";

test("a refusal whose body never ends is what came of it by the deadline", async (t) => {
  const address = await tcpServer(t, (socket) => trickles(socket, REFUSED, "x", 200));
  const start = performance.now();
  const shaken = await shakeHands(address, null);
  assert.deepEqual([shaken.status, shaken.failure], [403, null]);
  assert.match(shaken.bodyText, /^x{30,60}$/);
  assert.ok(performance.now() - start < 12_000);
});

test("a head that never ends is a timeout", async (t) => {
  const head = "HTTP/1.1 101 Switching Protocols\r\n";
  const address = await tcpServer(t, (socket) => trickles(socket, head, "x-a: b\r\n", 200));
  const start = performance.now();
  const shaken = await shakeHands(address, null);
  assert.deepEqual([shaken.status, shaken.failure], [null, "timeout"]);
  assert.ok(performance.now() - start < 12_000);
});

test("a refusal in full flood is cut at its limit", async (t) => {
  const piece = "x".repeat(48 * 1024);
  const address = await tcpServer(t, (socket) => trickles(socket, REFUSED, piece, 5));
  const shaken = await shakeHands(address, null);
  assert.deepEqual([shaken.status, shaken.bodyText.length], [403, BODY_CHARS_MAX]);
});

test("the end of the run is heard while a refusal drips, and while nothing is said", async (t) => {
  const address = await tcpServer(t, (socket) => trickles(socket, REFUSED, "x", 200));
  const clock = new RunClock();
  const start = performance.now();
  setTimeout(() => clock.end("interrupted"), 100);
  assert.equal((await shakeHands(address, null, clock.ending)).status, 403);
  assert.ok(performance.now() - start < 4_000);
});

/** The address of a venue that greets every socket so. */
async function greeting(t: TestContext, greet: (socket: WebSocket) => void): Promise<string> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" }).on("connection", greet);
  await once(server, "listening");
  t.after(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a wait on an open stream ends with the run, and closing it is waited for", async (t) => {
  const address = await greeting(t, () => {});
  const clock = new RunClock();
  const { socket } = await shakeHands(address, null, clock.ending);
  setTimeout(() => clock.end("interrupted"), 50);
  await assert.rejects(socket!.quiet(5_000, { orFrame: true }), /not finished: interrupted/);
  await assert.rejects(socket!.quiet(5_000, { orFrame: true }), /not finished: interrupted/);
  await socket!.close();
  assert.equal(socket!.closeCode, 1005);
});

for (const [what, frame, kept] of [
  ["number", "x", FRAMES_KEPT_MAX],
  ["size", "x".repeat(FRAME_BYTES_MAX), FRAME_CHARS_KEPT_MAX / FRAME_BYTES_MAX],
] as const) {
  test(`frames are kept up to a ${what}, and a socket that kept not all says so`, async (t) => {
    let venue: WebSocket | undefined;
    const address = await greeting(t, (socket) => {
      venue = socket;
      for (let n = 0; n < kept; n += 1) socket.send(frame);
      socket.ping();
    });
    const { socket } = await shakeHands(address, null);
    while (socket!.pings === 0) await socket!.quiet(10, { orFrame: false });
    assert.deepEqual([socket!.frames.length, socket!.keepsAll], [kept, true]);
    venue!.send(frame);
    venue!.ping();
    while (socket!.pings === 1) await socket!.quiet(10, { orFrame: false });
    assert.deepEqual([socket!.frames.length, socket!.keepsAll], [kept, false]);
    await socket!.close();
  });
}

test("a frame over its limit closes the socket", async (t) => {
  const address = await greeting(t, (socket) => socket.send("x".repeat(FRAME_BYTES_MAX + 1)));
  const { socket } = await shakeHands(address, null);
  await socket!.quiet(2_000, { orFrame: false });
  assert.deepEqual([socket!.frames.length, socket!.isOpen], [0, false]);
});
