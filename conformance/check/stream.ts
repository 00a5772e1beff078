/** The stream as a check opens it; every socket is closed when the check ends. */
import { jsonIn } from "../../scenarios/deployment/reading/json-in.ts";
import {
  subscriptionFor,
  subscriptionTo,
} from "../../scenarios/deployment/reading/stream-dialect.ts";
import { escaped } from "../../scenarios/deployment/secrets/placeholders.ts";
import { interference } from "../../scenarios/deployment/send-policy.ts";
import { given, Inconclusive, Missing, StandsOn } from "../../scenarios/deployment/stops.ts";
import type { Client } from "../../scenarios/deployment/wire/client.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import {
  type Handshake,
  type StreamAddress,
  type StreamSocket,
  shakeHands,
} from "../../scenarios/deployment/wire/stream-socket.ts";
import { StreamBook } from "./stream-book.ts";

/** How an attempt ended: refused before the upgrade, closed after it, or open. */
export interface Opening {
  form: "open" | "refused" | "closed";
  /** HTTP status of the handshake. */
  status: number;
  /** Close code of a socket that is closed. */
  closeCode: number | null;
  /** What came over the socket so far. */
  frames: readonly string[];
  socket: StreamSocket | null;
}

/** What the stream of one check is made of. */
export interface StreamParts {
  address: StreamAddress;
  client: Client;
  /** The end of the run. */
  ending: AbortSignal;
  record(exchange: Exchange): void;
}

/** A venue that upgrades first and looks at the ticket then has closed by now (D-151). */
const REFUSAL_MS_MAX = 5_000;
/** A socket that is silent but open for so long is taken for open. */
const OPEN_MS = 500;
/** Answers that only a venue which knows the stream gives. */
const OF_A_STREAM = [101, 401, 403];

export class Stream {
  readonly #parts: StreamParts;
  readonly #sockets: StreamSocket[] = [];

  constructor(parts: StreamParts) {
    this.#parts = parts;
  }

  /**
   * Tries a ticket that should open a connection, with headers `beside` it. Errors: Missing where the
   * address is a guess and nothing there looks like a stream; Inconclusive without an answer.
   */
  async open(ticket: string, beside: Readonly<Record<string, string>> = {}): Promise<Opening> {
    const { url } = this.#parts.address;
    const handshake = await shakeHands(url, ticket, this.#parts.ending, beside);
    const { guessed } = this.#parts.address;
    if (guessed && !OF_A_STREAM.includes(handshake.status ?? 0)) {
      throw new Missing(`needs stream_url: no stream answers at the address of base_url`);
    }
    return this.#settled(this.#answered(handshake, ticket), { ms: OPEN_MS, orFrame: true });
  }

  /**
   * Tries what should not open a connection, with headers `beside` it: waits as long as a refusal may
   * take.
   */
  async knock(
    ticket: string | null,
    beside: Readonly<Record<string, string>> = {},
  ): Promise<Opening> {
    const { address, ending } = this.#parts;
    const handshake = await shakeHands(address.url, ticket, ending, beside);
    const answered = this.#answered(handshake, ticket);
    return this.#settled(answered, { ms: REFUSAL_MS_MAX, orFrame: false });
  }

  /**
   * Tries one ticket that many times at once: how many connections stay open. Waits only while
   * there is more than one, as long as a refusal may take.
   */
  async race(ticket: string, count: number): Promise<number> {
    const { address, ending } = this.#parts;
    const tries = Array.from({ length: count }, () => shakeHands(address.url, ticket, ending));
    const answers = (await Promise.all(tries)).map((one) => this.#answered(one, ticket).socket);
    const deadline = performance.now() + REFUSAL_MS_MAX;
    for (;;) {
      const open = answers.filter((socket) => socket?.isOpen);
      const leftMs = deadline - performance.now();
      if (open.length <= 1 || leftMs <= 0) return open.length;
      await Promise.race(open.map((socket) => socket?.quiet(leftMs, { orFrame: false })));
    }
  }

  /** Arranges an open connection. Errors: StandsOn when it does not open. */
  async opens(ticket: string): Promise<StreamSocket> {
    const { form, status, socket } = await this.open(ticket);
    if (form === "open" && socket !== null) return socket;
    throw new StandsOn("STRM-CONN-01", `a fresh ticket was answered ${status}, ${form}`);
  }

  /** Follows the book of a market. Errors: Missing where the profile does not say how. */
  async book(ticket: string, marketId: string): Promise<StreamBook> {
    const dialect = given(this.#parts.address.dialect, "stream");
    const socket = await this.opens(ticket);
    socket.say(subscriptionTo(dialect, marketId));
    return new StreamBook(socket, dialect, marketId);
  }

  /** Asks a socket for a channel of that name, in the words that the profile has for a book's. */
  asksFor(socket: StreamSocket, channel: string): void {
    const { dialect } = this.#parts.address;
    if (dialect !== null) socket.say(subscriptionFor(dialect, channel));
  }

  /** Closes whatever is open. */
  async close(): Promise<void> {
    await Promise.all(this.#sockets.map((socket) => socket.close()));
  }

  #answered(handshake: Handshake, ticket: string | null): Handshake & { status: number } {
    const { status, socket, failure } = handshake;
    if (socket !== null) this.#sockets.push(socket);
    const exchange = this.#exchange(handshake, ticket);
    this.#parts.record(exchange);
    if (status === null) throw new Inconclusive(`no response to the stream handshake: ${failure}`);
    if (status >= 500) throw interference(exchange);
    if (status === 429) throw new Inconclusive("the stream handshake was rate limited");
    return { ...handshake, status };
  }

  async #settled(
    { status, socket }: Handshake & { status: number },
    wait: { ms: number; orFrame: boolean },
  ): Promise<Opening> {
    if (socket === null) return { form: "refused", status, closeCode: null, frames: [], socket };
    await socket.quiet(wait.ms, wait);
    const { closeCode, frames } = socket;
    return { form: closeCode === null ? "open" : "closed", status, closeCode, frames, socket };
  }

  #exchange(handshake: Handshake, ticket: string | null): Exchange {
    const { client, address } = this.#parts;
    const { status, headers, bodyText, failure } = handshake;
    if (ticket !== null) client.redactor.learn(ticket);
    const query: Record<string, string> =
      ticket === null ? {} : { ticket: client.redactor.text(ticket) };
    const path = `${new URL(address.url).pathname.replace(/\/+$/, "")}/stream`;
    const written = Object.entries(headers).map(
      ([name, value]) => [name, client.redactor.header(name, value)] as const,
    );
    const text = client.redactor.text(escaped(bodyText));
    const request = { method: "GET", path, query, headers: {}, bodyText: null };
    const common = { at: client.elapsedMs, took: 0, actor: null, request, failure, class: null };
    if (status === null) return { ...common, response: null };
    const response = { status, headers: Object.fromEntries(written), bodyText: text };
    return { ...common, response: { ...response, body: jsonIn(text) } };
  }
}
