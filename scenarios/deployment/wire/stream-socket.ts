/** One attempt to open the stream: the handshake's answer and the socket, if there is one. */

import { WebSocket } from "ws";
import type { Profile } from "../profile/profile.ts";
import type { StreamDialect } from "../reading/stream-dialect.ts";
import { Deadlines } from "./after-awake.ts";
import type { TransportFailure } from "./exchange.ts";
import { transportFailure } from "./transport.ts";
import { trustOptions } from "./trust.ts";

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

/**
 * A handshake with the whole answer of one that is refused.
 * @bound {HANDSHAKE_MS_MAX} ms: what came so far is its answer, the connection is cut; scenarios/deployment/wire/stream-socket.test.ts
 */
const HANDSHAKE_MS_MAX = 10_000;
/**
 * The payload of one frame.
 * @bound {FRAME_BYTES_MAX} bytes: the socket is closed with 1009; scenarios/deployment/wire/stream-socket.test.ts
 */
const FRAME_BYTES_MAX = 1024 * 1024;
const FRAMES_KEPT_MAX = 1_000;
const FRAME_CHARS_KEPT_MAX = 8 * 1024 * 1024;
/**
 * The body of a refused handshake.
 * @bound {BODY_CHARS_MAX} characters: it is cut there, and so is the connection; scenarios/deployment/wire/stream-socket.test.ts
 */
const BODY_CHARS_MAX = 64 * 1024;
/** How long a venue may take to close what is closed. Units: ms. */
const CLOSE_MS_MAX = 1_000;

/** An open stream; pings are answered. */
export class StreamSocket {
  /**
   * What the venue has sent, as text.
   * @bound {FRAMES_KEPT_MAX} frames, {FRAME_CHARS_KEPT_MAX} characters together: later ones are not kept, and `keepsAll` says so; scenarios/deployment/wire/stream-socket.test.ts
   */
  readonly frames: string[] = [];
  /** Close code once it is closed. */
  closeCode: number | null = null;
  /** Pings of the protocol that the venue has sent. */
  pings = 0;
  readonly #socket: WebSocket;
  readonly #ending: AbortSignal | undefined;
  #keepsAll = true;

  /** @internal */
  constructor(socket: WebSocket, ending?: AbortSignal) {
    this.#socket = socket;
    this.#ending = ending;
    socket.on("message", (data) => this.#came(String(data)));
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

  /** Whether every frame that came is among `frames`, or was taken out of them. */
  get keepsAll(): boolean {
    return this.#keepsAll;
  }

  /** Says something to the venue; to a closed socket nothing. */
  say(text: string): void {
    if (this.isOpen) this.#socket.send(text);
  }

  /**
   * Resolves when the socket closes, when a frame comes (if `orFrame`), or after `ms`.
   * Errors: Inconclusive once the run has ended.
   */
  async quiet(ms: number, { orFrame }: { orFrame: boolean }): Promise<void> {
    if (orFrame && this.frames.length > 0) return;
    await this.#whileOpen(ms, orFrame ? ["close", "message"] : ["close"]);
  }

  /** Resolves when a further frame comes, whatever lies there, when the socket closes, or after `ms`. */
  furtherFrame(ms: number): Promise<void> {
    return this.#whileOpen(ms, ["close", "message"]);
  }

  /** Closes the socket and waits until that is done; one that will not close is cut. */
  async close(): Promise<void> {
    this.#socket.close();
    if (this.isOpen) await this.#wait(CLOSE_MS_MAX, ["close"]);
    this.#socket.terminate();
  }

  #came(frame: string): void {
    const held = this.frames.reduce((sum, { length }) => sum + length, frame.length);
    const isKept = this.frames.length < FRAMES_KEPT_MAX && held <= FRAME_CHARS_KEPT_MAX;
    if (isKept) this.frames.push(frame);
    else this.#keepsAll = false;
  }

  async #whileOpen(ms: number, events: readonly string[]): Promise<void> {
    if (!this.isOpen) return;
    await this.#wait(ms, events, this.#ending);
    if (this.isOpen) this.#ending?.throwIfAborted();
  }

  async #wait(ms: number, events: readonly string[], ending?: AbortSignal): Promise<void> {
    if (ending?.aborted) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        for (const event of events) this.#socket.off(event, done);
        ending?.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      for (const event of events) this.#socket.once(event, done);
      ending?.addEventListener("abort", done);
    });
  }
}

/**
 * Opens `{address}/stream`; null sends no ticket, `ending` is the end of the run, `beside` are headers
 * that come along. Never throws for what a target does.
 */
export function shakeHands(
  address: string,
  ticket: string | null,
  ending?: AbortSignal,
  beside: Readonly<Record<string, string>> = {},
): Promise<Handshake> {
  const query = ticket === null ? "" : `?${new URLSearchParams({ ticket })}`;
  const socket = new WebSocket(`${address}/stream${query}`, {
    maxPayload: FRAME_BYTES_MAX,
    headers: { "user-agent": "touchstone", ...beside },
    ...trustOptions(),
  });
  const stream = new StreamSocket(socket, ending);
  const shaken = new Promise<Handshake>((resolve) => {
    let headers: Record<string, string> = {};
    socket.once("upgrade", (answer) => {
      headers = plain(answer.headers);
    });
    socket.once("open", () => resolve({ ...NO_ANSWER, status: 101, headers, socket: stream }));
    socket.once("unexpected-response", (_request, answer) => {
      const { statusCode: status = 0, socket: connection } = answer;
      /** @bound {BODY_CHARS_MAX} characters: it is cut there; scenarios/deployment/wire/stream-socket.test.ts */
      let bodyText = "";
      answer.on("data", (chunk) => {
        bodyText += String(chunk).slice(0, BODY_CHARS_MAX - bodyText.length);
        if (bodyText.length === BODY_CHARS_MAX) answer.destroy();
      });
      answer.once("error", () => {});
      answer.once("close", () => {
        resolve({ ...NO_ANSWER, status, headers: plain(answer.headers), bodyText });
        // A connection that the target keeps alive outlasts its request, and the run with it.
        connection.destroy();
      });
      cut = () => answer.destroy();
    });
    socket.once("error", (error) =>
      resolve({ ...NO_ANSWER, failure: transportFailure(error, isLate) }),
    );
  });
  // The library's own time-out begins anew with every byte.
  let isLate = false;
  let cut = () => socket.terminate();
  const deadlines = new Deadlines(HANDSHAKE_MS_MAX, ending);
  const deadline = deadlines.start(() => {
    isLate = true;
    cut();
  });
  return shaken.finally(() => {
    deadlines.met(deadline);
    deadlines.close();
  });
}

const NO_ANSWER = { status: null, headers: {}, bodyText: "", socket: null, failure: null };

function plain(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join("\n")]),
  );
}
