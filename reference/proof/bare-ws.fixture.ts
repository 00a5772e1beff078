/** The peer of the stream: bare `ws` that sends one frame to all its sockets whenever it is told. */
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";

const frame = process.argv[2]!;
const server = new WebSocketServer({ port: 0, host: "127.0.0.1" }, () => {
  process.send!(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on("message", (asked) => {
  if (asked === "tell") {
    for (const socket of server.clients) socket.send(frame);
    return;
  }
  const { user, system } = process.cpuUsage();
  process.send!(user + system);
});
