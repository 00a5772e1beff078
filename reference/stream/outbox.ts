/** What waits to be sent to one client: bounded, so that who does not read costs nobody else. */
import { WebSocket } from "ws";

/** D-157. */
export const QUEUE_MESSAGES_MAX = 1_000;
/** A few deep books at once fit; a thousand do not. Units: bytes. */
export const QUEUE_BYTES_MAX = 8 * 1024 * 1024;

/** The queue of one socket. */
export class Outbox {
  readonly #socket: WebSocket;
  readonly #overflow: () => void;
  #waiting = 0;

  /** `overflow` is called instead of queueing one message too many. */
  constructor(socket: WebSocket, overflow: () => void) {
    this.#socket = socket;
    this.#overflow = overflow;
  }

  send(text: string): void {
    this.#queue((sent) => this.#socket.send(text, sent));
  }

  ping(): void {
    this.#queue((sent) => this.#socket.ping(undefined, false, sent));
  }

  /** A client that pings and does not read waits in the same queue. */
  pong(payload: Buffer): void {
    this.#queue((sent) => this.#socket.pong(payload, false, sent));
  }

  #queue(write: (sent: () => void) => void): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    const { bufferedAmount } = this.#socket;
    if (this.#waiting >= QUEUE_MESSAGES_MAX || bufferedAmount >= QUEUE_BYTES_MAX) {
      this.#overflow();
      return;
    }
    this.#waiting++;
    write(() => {
      this.#waiting--;
    });
  }
}
