/** The open sockets of the stream, and on which credential each of them hangs. */
import type { WebSocket } from "ws";
import type { TicketGrant } from "../identity/tickets.ts";

/** The key or session of the socket is no more. D-158. */
export const CLOSE_CREDENTIAL_ENDED = 4401;
/** The venue stops (RFC 6455, 7.4.1). */
export const CLOSE_GOING_AWAY = 1001;

/** How long a peer may take to close. Units: ms. */
const CLOSE_WAIT_MS = 1_000;

/** All sockets of one venue. */
export class Hub {
  readonly #grants = new Map<WebSocket, TicketGrant>();

  /** Holds a socket until it closes. */
  add(socket: WebSocket, grant: TicketGrant): void {
    this.#grants.set(socket, grant);
    socket.on("close", () => this.#grants.delete(socket));
    socket.on("error", () => socket.terminate()); // a broken frame ends its socket, nothing else
  }

  /** Closes the sockets that hang on a credential. */
  closeOf(credential: string): void {
    for (const [socket, grant] of this.#grants) {
      if (grant.credential === credential) end(socket, CLOSE_CREDENTIAL_ENDED);
    }
  }

  /** Closes every socket. */
  closeAll(): void {
    for (const socket of this.#grants.keys()) end(socket, CLOSE_GOING_AWAY);
  }
}

function end(socket: WebSocket, code: number): void {
  socket.close(code);
  const timer = setTimeout(() => socket.terminate(), CLOSE_WAIT_MS);
  socket.once("close", () => clearTimeout(timer));
}
