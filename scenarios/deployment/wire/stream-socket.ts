/** One attempt to open the stream: the handshake's answer and the socket, if there is one. */
import { WebSocket } from "ws";
import type { Profile } from "../profile/profile.ts";
import type { StreamDialect } from "../reading/stream-dialect.ts";
import type { TransportFailure } from "./exchange.ts";
import { transportFailure } from "./transport.ts";

/** Where the stream is; `guessed` when the profile does not say so. */
export interface StreamAddress {
  url: string;
  guessed: boolean;
  /** How it shows a book; null where the profile does not say. */
  dialect: StreamDialect | null;
}

/** Where the profile says the stream is, else where the service is. */
export function streamAddressOf({ streamUrl, baseUrl, stream: dialect }: Profile): StreamAddress {
  if (streamUrl !== null) return { url: streamUrl, guessed: false, dialect };
  return { url: baseUrl.replace(/^http/, "ws"), guessed: true, dialect };
}

/** What a handshake came to. Shape: status 101 with a socket; null for no answer at all. */
export interface Handshake {
  status: number | null;
  headers: Record<string, string>;
  bodyText: string;
  socket: StreamSocket | null;
  failure: TransportFailure | null;
}

const HANDSHAKE_MS_MAX = 10_000;
const FRAME_BYTES_MAX = 1024 * 1024;
const FRAMES_KEPT_MAX = 1_000;
const BODY_CHARS_MAX = 64 * 1024;

/** An open stream; pings are answered. */
export class StreamSocket {
  /** What the venue has sent, as text. */
  readonly frames: string[] = [];
  /** Close code once it is closed. */
  closeCode: number | null = null;
  /** Pings of the protocol that the venue has sent. */
  pings = 0;
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => {
      if (this.frames.length < FRAMES_KEPT_MAX) this.frames.push(String(data));
    });
    socket.on("ping", () => {
      this.pings += 1;
    });
    socket.on("close", (code) => {
      this.closeCode = code;
    });
    // A frame that breaks the protocol closes the socket, and the close says so.
    socket.on("error", () => {});
  }

  get isOpen(): boolean {
    return this.closeCode === null;
  }

  /** Whether every frame that came is among `frames`. */
  get keepsAll(): boolean {
    return this.frames.length < FRAMES_KEPT_MAX;
  }

  /** Says something to the venue; to a closed socket nothing. */
  say(text: string): void {
    if (this.isOpen) this.#socket.send(text);
  }

  /** Resolves when the socket closes, when a frame comes (if `orFrame`), or after `ms`. */
  async quiet(ms: number, { orFrame }: { orFrame: boolean }): Promise<void> {
    if (!this.isOpen || (orFrame && this.frames.length > 0)) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#socket.off("close", done).off("message", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#socket.once("close", done);
      if (orFrame) this.#socket.once("message", done);
    });
  }

  /** Closes the socket and waits until that is done; one that will not close is cut. */
  async close(): Promise<void> {
    this.#socket.close();
    await this.quiet(1_000, { orFrame: false });
    this.#socket.terminate();
  }
}

/** Opens `{address}/stream`; null sends no ticket. Never throws for what a target does. */
export function shakeHands(address: string, ticket: string | null): Promise<Handshake> {
  const query = ticket === null ? "" : `?${new URLSearchParams({ ticket })}`;
  const socket = new WebSocket(`${address}/stream${query}`, {
    handshakeTimeout: HANDSHAKE_MS_MAX,
    maxPayload: FRAME_BYTES_MAX,
    headers: { "user-agent": "touchstone" },
  });
  const stream = new StreamSocket(socket);
  return new Promise((resolve) => {
    const none = { status: null, headers: {}, bodyText: "", socket: null, failure: null };
    let headers: Record<string, string> = {};
    socket.once("upgrade", (answer) => {
      headers = plain(answer.headers);
    });
    socket.once("open", () => resolve({ ...none, status: 101, headers, socket: stream }));
    socket.once("unexpected-response", (_request, answer) => {
      // A connection that the target keeps alive outlasts its request, and the run with it.
      const connection = answer.socket;
      let bodyText = "";
      const refused = () =>
        resolve({
          ...none,
          status: answer.statusCode ?? 0,
          headers: plain(answer.headers),
          bodyText,
        });
      answer.on("data", (chunk) => {
        if (bodyText.length < BODY_CHARS_MAX) bodyText += String(chunk);
      });
      answer.once("close", () => {
        refused();
        connection.destroy();
      });
    });
    socket.once("error", (error) => resolve({ ...none, failure: failureOf(error) }));
  });
}

function failureOf(error: Error): TransportFailure {
  return transportFailure(error, /handshake has timed out/.test(error.message));
}

function plain(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join("\n")]),
  );
}
