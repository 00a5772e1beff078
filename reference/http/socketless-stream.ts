/** Serves the stream without a socket: frames are handed over instead of being written. */
import { EventEmitter } from "node:events";
import type { WebSocket } from "ws";
import type { HandshakeParts } from "../stream/upgrade.ts";

/** What a client holds of a stream that it follows. */
export interface Followed {
  /** Says something to the venue, such as a subscription. */
  say(text: string): void;
  end(): void;
}

/** Follows the stream with a ticket. Errors: throws for a ticket that is none. @internal */
export function follow(
  { identity, streams }: Pick<HandshakeParts, "identity" | "streams">,
  ticket: string,
  hear: (text: string) => void,
): Followed {
  const grant = identity.tickets.consume(ticket);
  if (grant === null) throw new Error("a fresh ticket is required");
  const socket = new HandedSocket(hear);
  streams.add(socket as unknown as WebSocket, grant);
  return {
    say: (text) => void socket.emit("message", Buffer.from(text), false),
    end: () => socket.close(),
  };
}

/** As much of a WebSocket as the stream uses. */
class HandedSocket extends EventEmitter {
  readyState: number = 1;
  readonly #hear: (text: string) => void;

  constructor(hear: (text: string) => void) {
    super();
    this.#hear = hear;
  }

  send(text: string, sent: () => void): void {
    this.#hear(text);
    sent();
  }

  ping(_payload: unknown, _mask: boolean, sent: () => void): void {
    sent();
    this.emit("pong");
  }

  pong(_payload: Buffer, _mask: boolean, sent: () => void): void {
    sent();
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.emit("close");
  }

  terminate(): void {
    this.close();
  }
}
