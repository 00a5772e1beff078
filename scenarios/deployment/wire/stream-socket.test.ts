import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
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
