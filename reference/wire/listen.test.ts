import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { describe, it } from "node:test";
import { DRAIN_MS, listen } from "./listen.ts";

const HERE = { host: "127.0.0.1", port: 0 };

it("a server stops at once, though a connection was opened and never used", async () => {
  const server = await listen((_req, res) => res.end(), HERE);
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  await once(socket, "connect");
  await fetch(server.url); // so that the server has seen the connection before it stops
  const ended = once(socket, "close");
  socket.resume();
  await server.close();
  await ended;
  assert.ok(socket.destroyed);
});

const HALVES: [title: string, text: string][] = [
  ["half a head", "POST / HTTP/1.1\r\nHost: x\r\n"],
  ["half a body", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"],
];

function answerReads(req: IncomingMessage, res: ServerResponse): void {
  req.resume();
  if (req.method === "GET") res.end();
}

describe("a stop", { concurrency: true }, () => {
  for (const [title, text] of HALVES) {
    it(`waits ${DRAIN_MS} ms and no longer for ${title}`, async () => {
      const server = await listen(answerReads, HERE);
      const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
      socket.on("error", () => {});
      socket.write(text);
      await once(socket, "ready");
      await fetch(server.url); // so that the server has seen the half before it stops
      const begun = performance.now();
      await server.close();
      const tookMs = performance.now() - begun;
      assert.ok(tookMs > DRAIN_MS - 100 && tookMs < DRAIN_MS + 3_000, `${tookMs} ms`);
    });
  }
});

it("connections beyond the most there may be are closed at once, others are served", async () => {
  const { server, url, close } = await listen((_req, res) => res.end(), HERE);
  assert.equal(server.maxConnections, 10_000);
  server.maxConnections = 2;
  const { port } = new URL(url);
  const sockets = [1, 2, 3].map(() => connect(Number(port), "127.0.0.1"));
  for (const socket of sockets) socket.on("error", () => {});
  await once(sockets[2]!.resume(), "close");
  assert.ok(!sockets[0]!.destroyed);
  for (const socket of sockets) socket.destroy();
  await close();
});

it("requests have half a minute to arrive, and idle connections rest longer than proxies do", async () => {
  const { server, close } = await listen((_req, res) => res.end(), HERE);
  const { requestTimeout, headersTimeout, keepAliveTimeout } = server;
  assert.deepEqual([requestTimeout, headersTimeout, keepAliveTimeout], [30_000, 30_000, 75_000]);
  await close();
});

it("a request with an expectation that nobody knows is answered like any other", async () => {
  const { url, close } = await listen((_req, res) => res.end("served"), HERE);
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n");
  const [answer] = await once(socket, "data");
  assert.match(String(answer), /^HTTP\/1.1 200 /);
  socket.destroy();
  await close();
});
