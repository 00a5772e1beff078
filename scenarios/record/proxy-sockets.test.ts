import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { test } from "node:test";
import { SOCKETS_MAX, startProxy } from "./proxy.ts";

test("a connection beyond the most there may be is closed at once, others are served", async (t) => {
  const venue = createServer((_req, res) => res.end("served")).listen(0, "127.0.0.1");
  t.after(() => venue.close());
  await once(venue, "listening");
  const target = `http://127.0.0.1:${(venue.address() as AddressInfo).port}`;
  const nobody = { exchange: () => () => {}, handshake: () => ({ said() {}, closed() {} }) };
  const proxy = await startProxy({ target, port: 0, host: "127.0.0.1" }, nobody as never);
  t.after(() => proxy.close());
  const port = Number(new URL(proxy.url).port);
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  const another = () => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    sockets.push(socket);
    return socket;
  };
  // As many at once as a listener has waiting for it.
  while (sockets.length < SOCKETS_MAX) {
    const next = Array.from({ length: 100 }, another);
    await Promise.all(next.map((socket) => once(socket, "connect")));
  }
  await once(another().resume(), "close");
  sockets[0]!.write("GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n");
  const [answer] = await once(sockets[0]!, "data");
  assert.match(String(answer), /^HTTP\/1.1 200 /);
});
