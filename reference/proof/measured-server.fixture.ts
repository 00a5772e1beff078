/** Serves an app in a process of its own, and tells the parent what it has used. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type Koa from "koa";

/** Sends its address first, and then at each question the processor time. Units: microseconds. */
export function serveMeasured(app: Koa): void {
  const server = createServer(app.callback());
  server.listen(0, "127.0.0.1", () => {
    process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send!(user + system);
  });
}
