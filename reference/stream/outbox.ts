/** What waits to be sent to one client: bounded, so that who does not read costs nobody else. */
import type { WebSocket } from "ws";

/** D-157. @bound {QUEUE_MESSAGES_MAX} messages wait: one more, and the client is let go with 4408; reference/stream/outbox.test.ts */
export const QUEUE_MESSAGES_MAX = 1_000;
/** A few deep books at once fit; a thousand do not. Units: bytes. @bound {QUEUE_BYTES_MAX} bytes wait: one message more, and the client is let go with 4408; reference/stream/outbox.test.ts */
export const QUEUE_BYTES_MAX = 8 * 1024 * 1024;

/** Of a socket that can be sent to, as browsers number its states. */
const OPEN = 1;

/** Calls back, in order, once what has happened so far cannot be lost any more. */
export type WhenSettled = (listener: () => void) => void;

/** What a queue works with. */
export interface OutboxParts {
  socket: WebSocket;
  /** Nobody is told what could still be lost; what waits for that waits in the queue. */
  whenSettled: WhenSettled;
  /** Bytes that wait now and did not before; less than 0 where some are gone. */
  waits: (bytes: number) => void;
  /** Called instead of queueing one message too many. */
  overflow: () => void;
}

/** The queue of one socket. */
export class Outbox {
  readonly #parts: OutboxParts;
  /** Said, and not yet safe to tell. @bound {QUEUE_MESSAGES_MAX} messages: as all that wait; reference/stream/outbox.test.ts */
  readonly #unsettled: string[] = [];
  #messages = 0;
  #bytes = 0;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** How much waits. Units: bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Sends a text when it is safe to tell. */
  send(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (!this.#hold(bytes)) return;
    this.#unsettled.push(text);
    this.#parts.whenSettled(() => {
      const settled = this.#unsettled.shift();
      if (settled !== undefined) this.#parts.socket.send(settled, () => this.#free(bytes));
    });
  }

  ping(): void {
    if (this.#hold(0)) this.#parts.socket.ping(undefined, false, () => this.#free(0));
  }

  /** A client that pings and does not read waits in the same queue. */
  pong(payload: Buffer): void {
    const { length } = payload;
    if (this.#hold(length)) this.#parts.socket.pong(payload, false, () => this.#free(length));
  }

  /** Nothing more is sent: the socket is gone. */
  clear(): void {
    this.#unsettled.length = 0;
    this.#parts.waits(-this.#bytes);
    this.#bytes = 0;
    this.#messages = Infinity;
  }

  #hold(bytes: number): boolean {
    if (this.#parts.socket.readyState !== OPEN) return false;
    if (this.#messages >= QUEUE_MESSAGES_MAX || this.#bytes >= QUEUE_BYTES_MAX) {
      this.#parts.overflow();
      return false;
    }
    this.#messages++;
    this.#bytes += bytes;
    this.#parts.waits(bytes);
    return true;
  }

  #free(bytes: number): void {
    if (this.#messages === Infinity) return;
    this.#messages--;
    this.#bytes -= bytes;
    this.#parts.waits(-bytes);
  }
}
