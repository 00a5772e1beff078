/** The stream's handshake: a ticket in, a socket out; refused before the upgrade. */
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { answerRaw } from "../http/raw-answer.ts";
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
      if (!(error instanceof Refused)) throw error;
      answerRaw(services, connection, error);
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
