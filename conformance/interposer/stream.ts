/** The interposer's part in the stream: decides on each handshake, and relays what is opened. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer } from "ws";

/** One handshake, and what is known of its ticket. */
export interface StreamUpgrade {
  ticket: string;
  /** Whether a session came along. */
  cookies: boolean;
  /** Whether a key came along. */
  bearer: boolean;
  /** Whether the venue has minted it. */
  minted: boolean;
  /** Since it was minted, by the venue's clock; null for one that nobody minted. Units: ms. */
  ageMs: number | null;
  /** Earlier handshakes with it. */
  earlier: number;
  /** Sockets it has open. */
  open: number;
  /** Handshakes with it that are under way. */
  pending: number;
}

/** What stands between caller and stream; without members it changes nothing. */
export interface StreamVariant {
  /** `accept` opens a socket the venue knows nothing of. */
  decide?: (knock: StreamUpgrade) => "pass" | "accept" | "refuse";
  /** The venue's own name of a ticket that callers know by another one. */
  ticketOf?: (told: string) => string;
  /** How a refusal looks: a status before the upgrade, or a close after it. */
  refusesBy?: "status" | "close";
  /** The frames of a ticket's socket on their way to the caller, changed; null loses one. */
  toCaller?: (ticket: string) => (frame: string) => string | null;
  /** The caller's frames on their way to the venue, changed. */
  toVenue?: (frame: string) => string;
  /** Which frames to any caller every one of them is sent. */
  spreads?: (frame: string) => boolean;
}

/** Takes over the upgrades of `server`. Returns how to cut every socket. */
export function interposeStream(
  server: Server,
  venue: { behindUrl: string; minted: Minted },
  variant: StreamVariant,
): () => void {
  const doorkeeper = new Doorkeeper(venue, variant);
  server.on("upgrade", (req, connection, head) => void doorkeeper.answer(req, connection, head));
  return () => doorkeeper.hangUp();
}

/** When the venue minted each ticket, by its Date header. Units: epoch ms. */
export type Minted = ReadonlyMap<unknown, number>;

interface SeenTicket {
  earlier: number;
  open: number;
  pending: number;
}

class Doorkeeper {
  readonly #door = new WebSocketServer({ noServer: true });
  readonly #tickets = new Map<string, SeenTicket>();
  readonly #behindUrl: string;
  readonly #minted: Minted;
  readonly #variant: StreamVariant;

  constructor(
    { behindUrl, minted }: { behindUrl: string; minted: Minted },
    variant: StreamVariant,
  ) {
    this.#behindUrl = behindUrl.replace(/^http/, "ws");
    this.#minted = minted;
    this.#variant = variant;
  }

  async answer(req: IncomingMessage, connection: Duplex, head: Buffer): Promise<void> {
    connection.on("error", () => connection.destroy());
    const { decide = () => "pass", ticketOf = (told: string) => told } = this.#variant;
    const { refusesBy = "status" } = this.#variant;
    const ticket = new URL(req.url ?? "/", "http://venue.invalid").searchParams.get("ticket") ?? "";
    const known = this.#tickets.get(ticket) ?? { earlier: 0, open: 0, pending: 0 };
    this.#tickets.set(ticket, known);
    const path = (req.url ?? "/").replace(ticket, ticketOf(ticket));
    const ageMs = await this.#ageOf(ticket);
    const { cookie, authorization } = req.headers;
    const carried = { cookies: cookie !== undefined, bearer: authorization !== undefined };
    const verdict = decide({ ticket, ...carried, minted: ageMs !== null, ageMs, ...known });
    known.earlier += 1;
    known.pending += 1;
    const venue = verdict === "pass" ? await reach(this.#behindUrl + path) : null;
    known.pending -= 1;
    const refused = verdict === "refuse" || (verdict === "pass" && venue === null);
    if (refused && refusesBy === "status") return refuse(connection);
    this.#door.handleUpgrade(req, connection, head, (socket) => {
      if (refused) return socket.close(4401);
      known.open += 1;
      socket.on("close", () => {
        known.open -= 1;
      });
      if (venue !== null) this.#relay(socket, venue, ticket);
    });
  }

  async #ageOf(ticket: string): Promise<number | null> {
    const mintedAt = this.#minted.get(ticket);
    if (mintedAt === undefined) return null;
    const { headers } = await fetch(`${this.#behindUrl.replace(/^ws/, "http")}/health`);
    return Date.parse(headers.get("date") ?? "") - mintedAt;
  }

  /** Both ways, until either ends. */
  #relay(caller: WebSocket, venue: WebSocket, ticket: string): void {
    const { toCaller, toVenue = (frame: string) => frame, spreads } = this.#variant;
    const changed = toCaller?.(ticket) ?? ((frame: string) => frame);
    caller.on("message", (data) => venue.send(toVenue(String(data))));
    venue.on("message", (data) => {
      const frame = changed(String(data));
      if (frame === null) return;
      for (const one of spreads?.(frame) ? this.#door.clients : [caller]) one.send(frame);
    });
    caller.on("close", () => venue.terminate());
    venue.on("close", (code) => caller.close(code >= 3000 ? code : 1000));
    venue.resume();
  }

  hangUp(): void {
    for (const socket of this.#door.clients) socket.terminate();
  }
}

/** The venue's own socket, paused: what it says at once is for the caller; null where it refuses. */
function reach(url: string): Promise<WebSocket | null> {
  const socket = new WebSocket(url);
  return new Promise((resolve) => {
    socket.once("open", () => {
      socket.pause();
      resolve(socket);
    });
    socket.on("error", () => resolve(null));
  });
}

function refuse(connection: Duplex): void {
  const said = { code: "UNAUTHENTICATED", message: "no", request_id: randomUUID() };
  const body = JSON.stringify(said);
  const head = ["HTTP/1.1 401 Unauthorized", `Content-Length: ${body.length}`, "Connection: close"];
  connection.end([...head, "", body].join("\r\n"));
}
