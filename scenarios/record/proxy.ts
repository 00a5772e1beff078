/** A reverse proxy that has no behaviour of its own, and lets a witness see what passes. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { KeepingRoom } from "./kept-body.ts";
import { HEAD_BYTES_MAX, Origin } from "./origin.ts";
import type { RawHeaders, Witness } from "./passed.ts";
import { relay } from "./relay.ts";
import { relayStream } from "./stream-relay.ts";

/** @bound {SOCKETS_MAX} connections: one more is closed at once; scenarios/record/proxy-sockets.test.ts */
export const SOCKETS_MAX = 2_000;

type SettledAnswer = ReturnType<Witness["handshake"]>;

/** Where to listen and what stands behind. */
export interface ProxyOptions {
  target: string;
  /** Where the stream is, if not beside the routes. */
  streamUrl?: string | null;
  port: number;
  host: string;
  /** One exchange at a time, so that the order of requests is the order of their effects. */
  serialize?: boolean;
  /** Without it all passes as it comes. */
  passage?: Passage;
}

/** What a proxy changes of what passes, and what it keeps to itself. */
export interface Passage {
  /** Whether a request or a handshake may pass; what may not is refused with a 403. */
  admits(headers: IncomingHttpHeaders): boolean;
  /** Answers a request that is not for the target; false where it is. */
  own(req: IncomingMessage, res: ServerResponse): boolean;
  /** The headers of a request for the target. */
  request(headers: RawHeaders): RawHeaders;
  /** The headers of an answer of the target. */
  answer(headers: RawHeaders): RawHeaders;
}

/** A running proxy. */
export interface RunningProxy {
  url: string;
  /** Cuts what is under way. */
  close(): Promise<void>;
}

/** Starts it. Errors: rejects when the address is not to be had. */
export async function startProxy(options: ProxyOptions, witness: Witness): Promise<RunningProxy> {
  const target = new Origin(options.target);
  const stream = options.streamUrl ? new Origin(options.streamUrl) : target;
  const { passage } = options;
  const turns = new RelayTurns();
  const room = new KeepingRoom();
  const exchange = (req: IncomingMessage, res: ServerResponse, over: () => void) => {
    const ended = witness.exchange();
    const edit = passage?.answer;
    const upstream = target.request(forTarget(req, passage));
    relay({ req, res, upstream, room, ...(edit && { edit }) }, (passed) => {
      over();
      ended(passed);
    });
  };
  const pass = (req: IncomingMessage, res: ServerResponse) => {
    if (passage?.admits(req.headers) === false) return void res.writeHead(403).end();
    if (passage?.own(req, res)) return;
    // Who hung up before their turn came is passed over: nothing of theirs reached the target yet.
    const inTurn = (over: () => void) => (req.destroyed ? over() : exchange(req, res, over));
    if (options.serialize) turns.take(inTurn);
    else exchange(req, res, () => {});
  };
  // The target decides how long a head may be, how long a request may take, and what Host is good.
  const server = createServer(
    { maxHeaderSize: HEAD_BYTES_MAX, requireHostHeader: false, requestTimeout: 0 },
    pass,
  );
  Object.assign(server, { headersTimeout: 0, keepAliveTimeout: 0, maxConnections: SOCKETS_MAX });
  server.on("checkContinue", pass);
  server.on("checkExpectation", pass);
  server.on("upgrade", (req, connection, head) => {
    if (req.headers.upgrade?.toLowerCase() !== "websocket") {
      return passOver(server, { req, connection, head });
    }
    if (passage?.admits(req.headers) === false) {
      return void connection.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
    }
    const knock = (over: () => void) =>
      relayStream(
        { req, connection, head, upstream: stream.handshake(forTarget(req, passage)), room },
        { handshake: () => afterwards(witness.handshake(), over) },
      );
    if (options.serialize) turns.take(knock);
    else knock(() => {});
  });
  const sockets = keepSockets(server);
  const url = await listening(server, options);
  return {
    url,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      target.close();
      stream.close();
      await closed;
      // What was cut just now is reported in the next round of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** What is asked of the target. */
function forTarget({ method, url, rawHeaders }: IncomingMessage, passage: Passage | undefined) {
  return { method, url, rawHeaders: passage?.request(rawHeaders) ?? rawHeaders };
}

/** The same, told that the handshake is over when it is. */
function afterwards(settled: SettledAnswer, over: () => void): SettledAnswer {
  return (passed) => {
    over();
    return settled(passed);
  };
}

/** Lets exchanges take turns. */
class RelayTurns {
  #last = Promise.resolve();

  take(begin: (over: () => void) => void): void {
    this.#last = this.#last.then(() => new Promise<void>((resolve) => begin(resolve)));
  }
}

function keepSockets(server: Server): ReadonlySet<Socket> {
  /** @bound {SOCKETS_MAX} connections: one more is closed at once; scenarios/record/proxy-sockets.test.ts */
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

function listening(server: Server, { port, host }: ProxyOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const { address, family, port: taken } = server.address() as AddressInfo;
      resolve(`http://${family === "IPv6" ? `[${address}]` : address}:${taken}`);
    });
  });
}

/**
 * Some clients offer another protocol with ordinary requests, and Node takes the offer for an
 * upgrade. The request is read again without it.
 */
function passOver(
  server: Server,
  { req, connection, head }: { req: IncomingMessage; connection: Duplex; head: Buffer },
): void {
  const lines = [`${req.method} ${req.url} HTTP/1.1`];
  for (let at = 0; at < req.rawHeaders.length; at += 2) {
    const [name = "", value] = req.rawHeaders.slice(at, at + 2);
    if (!/^(connection|upgrade|http2-settings)$/i.test(name)) lines.push(`${name}: ${value}`);
  }
  const again = Buffer.from([...lines, "Connection: close", "", ""].join("\r\n"), "latin1");
  connection.unshift(Buffer.concat([again, head]));
  server.emit("connection", connection);
}
