/** The stream's handshake: a ticket in, a socket out; refused before the upgrade. */
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { Refused } from "../http/refused.ts";
import type { Services } from "../http/services.ts";
import type { TicketGrant } from "../identity/tickets.ts";

/** Largest frame a client may send. D-157. Units: bytes. */
const FRAME_BYTES_MAX = 16 * 1024;

const STREAM_PATH = /^(\/api)?(\/v1)?\/stream$/;

/** Serves the stream beside the routes, under the same four prefixes. Authentication 7; D-151. */
export function serveStream(server: Server, services: Services): void {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: FRAME_BYTES_MAX,
  });
  server.on("upgrade", (req: IncomingMessage, connection: Duplex, head: Buffer) => {
    connection.on("error", () => connection.destroy());
    try {
      const grant = admit(services, req);
      sockets.handleUpgrade(req, connection, head, (socket) => services.streams.add(socket, grant));
    } catch (error) {
      refuse(services, connection, error as Error);
    }
  });
}

/** D-150: the ticket is used up here, whether or not the upgrade then succeeds. */
function admit({ identity }: Services, req: IncomingMessage): TicketGrant {
  const [path, query] = req.url!.split("?", 2);
  if (!STREAM_PATH.test(path!)) throw new Refused("ROUTE_NOT_FOUND", "the stream is at /stream");
  const grant = identity.tickets.consume(new URLSearchParams(query).get("ticket") ?? "");
  if (grant !== null) return grant;
  throw new Refused("UNAUTHENTICATED", "a fresh ticket is required", {
    headers: { "WWW-Authenticate": "Bearer" },
  });
}

function refuse(services: Services, connection: Duplex, error: Error): void {
  // Anything unexpected is told as such, and never with the URL, which may hold a ticket.
  const refused =
    error instanceof Refused ? error : new Refused("INTERNAL", "the handshake failed");
  const requestId = services.entropy.uuid();
  const body = JSON.stringify(refused.body(requestId));
  const headers = {
    "X-Request-Id": requestId,
    Date: new Date(services.clock.nowMs()).toUTCString(),
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
    ...refused.headers,
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  connection.end([`HTTP/1.1 ${refused.status} Refused`, ...head, "", body].join("\r\n"));
}
