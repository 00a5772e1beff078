import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { it } from "node:test";
import { listen } from "./listen.ts";

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
