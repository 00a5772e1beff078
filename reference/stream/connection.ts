/** One client of the stream: what it says, what it follows, and when it is let go. */
import type { RawData, WebSocket } from "ws";
import type { TicketGrant } from "../identity/tickets.ts";
import type { Follower } from "./broadcast.ts";
import type { Broadcasts } from "./broadcasts.ts";
import { type Address, PRIVATE_CHANNELS } from "./channels/index.ts";
import { CLOSE_NO_SENSE, CLOSE_NOT_TEXT, CLOSE_TIMEOUT, CLOSE_TOO_MANY } from "./close-codes.ts";
import { HEARTBEAT_MS, Heartbeat } from "./heartbeat.ts";
import { Outbox, type WhenSettled } from "./outbox.ts";
import { BadRequest, type ClientRequest, type RequestId, readRequest } from "./requests.ts";

/** Channels one client may follow, its own four among them. @bound {SUBSCRIPTIONS_MAX} channels: a subscription beyond is answered with an error; reference/stream/bad-input.test.ts */
export const SUBSCRIPTIONS_MAX = 100;
/** Messages without sense after which a client is let go. @bound {ERRORS_MAX} messages: the socket is closed with 4400; reference/stream/bad-input.test.ts */
export const ERRORS_MAX = 20;
/** How long a peer may take to close. Units: ms. */
const CLOSE_WAIT_MS = 1_000;

/** What a connection lives in. */
export interface ConnectionParts {
  broadcasts: Broadcasts;
  /** Units: epoch ms. */
  nowMs: () => number;
  /** Nobody is told what could still be lost. */
  whenSettled: WhenSettled;
  /** Bytes that wait for this client now and did not before; less than 0 where some are gone. */
  waits: (bytes: number) => void;
  /** Whether its key may ask for so much now. */
  mayAsk: (asked: number) => boolean;
  /** It sends and follows nothing any more. */
  ended: (connection: StreamConnection) => void;
}

/** One open socket. */
export class StreamConnection implements Follower {
  readonly grant: TicketGrant;
  readonly #socket: WebSocket;
  readonly #parts: ConnectionParts;
  readonly #outbox: Outbox;
  readonly #heartbeat: Heartbeat;
  /** @bound {SUBSCRIPTIONS_MAX} channels: one more is an error message; reference/stream/bad-input.test.ts */
  readonly #following = new Map<string, Address>();
  #cut: NodeJS.Timeout | undefined;
  #errors = 0;
  #isEnding = false;

  constructor(socket: WebSocket, grant: TicketGrant, parts: ConnectionParts) {
    this.grant = grant;
    this.#socket = socket;
    this.#parts = parts;
    const { whenSettled, waits } = parts;
    const overflow = () => this.end(CLOSE_TIMEOUT);
    this.#outbox = new Outbox({ socket, whenSettled, waits, overflow });
    this.#heartbeat = new Heartbeat({
      ping: () => this.#outbox.ping(),
      beat: () => this.#say("heartbeat", {}),
      giveUp: () => this.end(CLOSE_TIMEOUT),
    });
    this.#listen();
    this.#greet();
  }

  /** Sends a frame; to one that does not read, none but the close. */
  send(text: string): void {
    this.#heartbeat.spoke();
    this.#outbox.send(text);
  }

  /** How much waits to be sent to it. Units: bytes. */
  get waitingBytes(): number {
    return this.#outbox.bytes;
  }

  /** Time passed. Units: ms. */
  pass(ms: number): void {
    this.#heartbeat.pass(ms);
  }

  /** Closes the socket, and cuts it if the peer does not follow. */
  end(code: number): void {
    this.#socket.close(code);
    this.#letGo();
  }

  /** Cuts the socket at once: what waits for it is needed elsewhere. */
  cutOff(): void {
    this.#leaveAll();
    this.#outbox.clear();
    this.#socket.terminate();
  }

  #listen(): void {
    const socket = this.#socket;
    socket.on("message", (data, isBinary) => this.#hear(data, isBinary));
    socket.on("pong", () => this.#heartbeat.heard());
    socket.on("ping", (payload) => {
      this.#heartbeat.heard();
      if (this.#mayAsk(1)) this.#outbox.pong(payload);
    });
    socket.on("close", () => {
      clearTimeout(this.#cut);
      this.#outbox.clear();
      this.#leaveAll();
    });
    socket.on("error", () => this.#letGo()); // a broken frame closes its socket, nothing else
  }

  #greet(): void {
    const { agentId } = this.grant;
    const channels = PRIVATE_CHANNELS;
    this.#say("hello", { agent_id: agentId, channels, heartbeat_ms: HEARTBEAT_MS });
    for (const name of channels) this.#join(this.#parts.broadcasts.find(name, agentId)!);
  }

  #hear(data: RawData, isBinary: boolean): void {
    if (this.#isEnding) return;
    this.#heartbeat.heard();
    if (isBinary) this.end(CLOSE_NOT_TEXT);
    else this.#answer(String(data));
  }

  #answer(text: string): void {
    try {
      const request = readRequest(text);
      if (this.#mayAsk(request.op === "subscribe" ? request.channels.length : 1)) this.#do(request);
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      const { id, code, message } = error;
      this.#say("error", { id, code, message });
      if (++this.#errors >= ERRORS_MAX) this.end(CLOSE_NO_SENSE);
    }
  }

  /** Lets the client go where its key asks for too much. */
  #mayAsk(asked: number): boolean {
    if (this.#isEnding) return false;
    const isAllowed = this.#parts.mayAsk(asked);
    if (!isAllowed) this.end(CLOSE_TOO_MANY);
    return isAllowed;
  }

  #do(request: ClientRequest): void {
    const { id } = request;
    if (request.op === "ping") this.#say("pong", { id });
    else if (request.op === "subscribe") this.#subscribe(id, request.channels);
    else this.#unsubscribe(id, request.channels);
  }

  /** All or nothing. */
  #subscribe(id: RequestId, channels: string[]): void {
    const addresses = channels.map((name) => {
      const address = this.#parts.broadcasts.find(name, this.grant.agentId);
      if (address !== null) return address;
      throw new BadRequest("UNKNOWN_CHANNEL", id, `no channel ${name.slice(0, 64)}`);
    });
    if (new Set([...this.#following.keys(), ...channels]).size > SUBSCRIPTIONS_MAX) {
      throw new BadRequest("TOO_MANY_SUBSCRIPTIONS", id, `at most ${SUBSCRIPTIONS_MAX} channels`);
    }
    this.#say("subscribed", { id, channels });
    for (const address of addresses) this.#join(address);
  }

  #unsubscribe(id: RequestId, channels: string[]): void {
    for (const name of channels) this.#leave(name);
    this.#say("unsubscribed", { id, channels });
  }

  #join(address: Address): void {
    if (this.#isEnding) return;
    this.#following.set(address.name, address);
    this.#parts.broadcasts.join(address, this);
  }

  #leave(name: string): void {
    const address = this.#following.get(name);
    this.#following.delete(name);
    if (address !== undefined) this.#parts.broadcasts.leave(address, this);
  }

  /** The socket is closing: nothing more for it, and no waiting for a peer that is gone. */
  #letGo(): void {
    this.#leaveAll();
    this.#cut ??= setTimeout(() => this.#socket.terminate(), CLOSE_WAIT_MS);
  }

  #leaveAll(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    for (const name of [...this.#following.keys()]) this.#leave(name);
    this.#parts.ended(this);
  }

  #say(type: string, members: object): void {
    this.send(JSON.stringify({ type, ...members, ts_ms: this.#parts.nowMs() }));
  }
}
