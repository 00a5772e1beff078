/** Listens, and stops without cutting off what is being answered. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A server that accepts requests. */
export interface Listening {
  /** Such as `http://127.0.0.1:9000`. */
  url: string;
  server: Server;
  /** Requests in flight are answered, idle connections end at once, and all of them soon. */
  close(): Promise<void>;
}

/** How long a stop waits for requests in flight. Units: ms. @bound {DRAIN_MS} ms: connections are cut; reference/wire/listen.test.ts */
export const DRAIN_MS = 6_000;
/** How long a request may take to arrive. Units: ms. @bound {ARRIVAL_MS} ms: it is answered 408; reference/wire/listen.test.ts */
const ARRIVAL_MS = 30_000;
/** @bound {CONNECTIONS_MAX} connections: the next is closed at once; reference/wire/listen.test.ts */
const CONNECTIONS_MAX = 10_000;

/** Longer than proxies and clients keep an idle connection. @bound {KEEP_ALIVE_MS} ms of rest: the connection ends; reference/wire/listen.test.ts */
const KEEP_ALIVE_MS = 75_000;

/** Starts to listen; port 0 takes a free one. Errors: rejects when the address is not to be had. */
export function listen(
  listener: RequestListener,
  address: { host: string; port: number },
): Promise<Listening> {
  // Node's five seconds end connections that clients with a pool are just about to use again.
  const times = { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: ARRIVAL_MS };
  const server = createServer({ ...times, headersTimeout: ARRIVAL_MS }, listener);
  server.maxConnections = CONNECTIONS_MAX;
  // An expectation that nobody knows is let pass, as RFC 9110 allows: Node's own 417 has no envelope.
  server.on("checkExpectation", listener);
  /** @bound {CONNECTIONS_MAX} connections: one more is cut; reference/wire/listen.test.ts */
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(address.port, address.host, () => {
      server.removeListener("error", reject);
      resolve({ url: urlOf(server), server, close: () => close(server, sockets) });
    });
  });
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

function close(server: Server, sockets: Set<Socket>): Promise<void> {
  const cut = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, DRAIN_MS);
  return new Promise<void>((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeIdleConnections();
    // A browser opens connections ahead of need; those that never spoke do not count as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    // A connection that was busy above would idle on until its keep-alive ends.
    server.keepAliveTimeout = 1;
  }).finally(() => clearTimeout(cut));
}
