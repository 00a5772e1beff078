/** The stream's handshake: a ticket in, a socket out; refused before the upgrade. */
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocketServer } from "ws";
import type { Identity } from "../identity/identity.ts";
import type { TicketGrant } from "../identity/tickets.ts";
import type { OwnHosts } from "../wire/own-hosts.ts";
import { answerRaw, type StampParts } from "../wire/raw-answer.ts";
import { Refused, tooMany } from "../wire/refused.ts";
import type { Hub } from "./hub.ts";

/** What a handshake needs. */
export interface HandshakeParts extends StampParts {
  identity: Identity;
  streams: Hub;
  ownHosts: OwnHosts;
}

/** Largest frame a client may send. D-157. Units: bytes. @bound {FRAME_BYTES_MAX} bytes: the socket is closed with 1009; reference/stream/bad-input.test.ts */
export const FRAME_BYTES_MAX = 16 * 1024;

const STREAM_PATH = /^(\/api)?(\/v1)?\/stream$/;

/** Serves the stream beside the routes, under the same four prefixes. Authentication 7; D-151. */
export function serveStream(server: Server, current: () => HandshakeParts): void {
  let opened: Promise<WebSocketServer> | undefined;
  server.on("upgrade", async (req: IncomingMessage, connection: Duplex, head: Buffer) => {
    if (req.headers.upgrade?.toLowerCase() !== "websocket") {
      return passOver(server, req, connection, head);
    }
    connection.on("error", () => connection.destroy());
    opened ??= openSockets();
    const sockets = await opened;
    const parts = current();
    try {
      parts.ownHosts.assertOwn(req.headers);
      const grant = admit(parts, req);
      sockets.handleUpgrade(req, connection, head, (socket) => parts.streams.add(socket, grant));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      answerRaw(parts, connection, error);
    }
  });
}

/** Loaded when the first socket is asked for: a venue answers before it is there. */
async function openSockets(): Promise<WebSocketServer> {
  const { WebSocketServer } = await import("ws");
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: FRAME_BYTES_MAX,
    autoPong: false, // pongs wait in the connection's bounded queue
  });
}

/**
 * Some clients offer HTTP/2 with every request, and Node takes each such offer for an upgrade. The
 * request is read again without it, and the connection ends with the answer.
 */
function passOver(server: Server, req: IncomingMessage, connection: Duplex, head: Buffer): void {
  const lines = [`${req.method} ${req.url} HTTP/1.1`];
  for (let at = 0; at < req.rawHeaders.length; at += 2) {
    const [name, value] = req.rawHeaders.slice(at, at + 2);
    if (!/^(connection|upgrade)$/i.test(name!)) lines.push(`${name}: ${value}`);
  }
  const again = Buffer.from([...lines, "Connection: close", "", ""].join("\r\n"), "latin1");
  connection.unshift(Buffer.concat([again, head]));
  server.emit("connection", connection);
}

/** What a key with too many sockets is told to wait. Units: seconds. */
const RETRY_SECONDS = 5;

/** D-150: the ticket is used up here, whether or not the upgrade then succeeds. */
function admit({ identity, streams }: HandshakeParts, req: IncomingMessage): TicketGrant {
  const [path, query] = req.url!.split("?", 2);
  if (!STREAM_PATH.test(path!)) throw new Refused("ROUTE_NOT_FOUND", "the stream is at /stream");
  const grant = identity.tickets.consume(new URLSearchParams(query).get("ticket") ?? "");
  if (grant !== null && streams.hasRoomFor(grant.credential)) return grant;
  if (grant !== null) throw tooMany("too many open streams", { resetSeconds: RETRY_SECONDS });
  throw new Refused("UNAUTHENTICATED", "a fresh ticket is required", {
    headers: { "WWW-Authenticate": "Bearer" },
  });
}
