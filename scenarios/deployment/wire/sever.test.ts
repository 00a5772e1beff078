import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { test } from "node:test";
import { type ConnectionFault, sever, wireOf } from "./sever.ts";

/** How many whole requests arrive for each fault. */
const ARRIVING: [ConnectionFault, number][] = [
  ["cut", 1],
  ["torn", 0],
  ["half-closed", 1],
  ["late", 1],
  ["twice", 2],
];

for (const [fault, count] of ARRIVING) {
  test(`of a request that is ${fault}, ${count} arrive whole`, async (t) => {
    const bodies: string[] = [];
    const server = createServer(async (req, res) => {
      let text = "";
      const ended = (async () => {
        for await (const chunk of req) text += chunk;
        bodies.push(text);
      })();
      await ended.catch(() => {});
      res.end("{}");
      server.emit("seen");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const base = new URL(`http://127.0.0.1:${port}`);
    const seen = once(server, "seen");
    const wire = wireOf({ method: "POST", path: "/orders", body: { qty: 1 } }, { host: base.host });
    await sever(base, wire, fault);
    await seen;
    assert.deepEqual(
      bodies,
      Array.from({ length: count }, () => '{"qty":1}'),
    );
  });
}

/** Less than it waits for answers that do not come. Units: ms. */
const SOON_MS = 1_800;

test("the second answer is heard behind many bytes, its head in two pieces", async (t) => {
  const server = createTcpServer((socket) => {
    socket.on("error", () => {});
    socket.write(Buffer.alloc(2 ** 20, "x"));
    socket.write("HTTP/1.1 200 OK\r\n\r\nHTTP/", () => setTimeout(() => socket.write("1.1 "), 50));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const base = new URL(`http://127.0.0.1:${port}`);
  const begun = performance.now();
  await sever(base, wireOf({ method: "GET", path: "/" }, { host: base.host }), "twice");
  assert.ok(performance.now() - begun < SOON_MS);
});
