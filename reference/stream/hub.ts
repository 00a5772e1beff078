/** Who is connected to the stream; events, time and ends reach them through here. */
import type { WebSocket } from "ws";
import type { VenueEvent } from "../core/events.ts";
import type { TicketGrant } from "../identity/tickets.ts";
import { StreamAllowance } from "./allowance.ts";
import { Broadcasts } from "./broadcasts.ts";
import type { ChannelSource } from "./channels/channel.ts";
import { CLOSE_CREDENTIAL_ENDED, CLOSE_GOING_AWAY } from "./close-codes.ts";
import { StreamConnection } from "./connection.ts";
import type { WhenSettled } from "./outbox.ts";

/** Calls back every so often, until it is stopped. Units: ms. */
export type Timer = (ms: number, step: () => void) => () => void;

/** Real time; it keeps no process alive. */
export const systemTimer: Timer = (ms, step) => {
  const interval = setInterval(step, ms).unref();
  return () => clearInterval(interval);
};

/** How exact heartbeats are. Units: ms. */
const HEARTBEAT_STEP_MS = 1_000;

/** What may wait for all clients together. Units: bytes. @bound {WAITING_BYTES_MAX} bytes: the client for whom most waits is cut off; reference/stream/bounds.test.ts */
export const WAITING_BYTES_MAX = 128 * 1024 * 1024;

/** The stream of one venue. */
export class Hub {
  readonly #source: ChannelSource;
  readonly #broadcasts: Broadcasts;
  /** @bound 10,000 sockets: as all connections of the server, one more is cut; reference/wire/listen.test.ts */
  readonly #connections = new Set<StreamConnection>();
  /** By key or session. @bound those with open sockets, and those that asked within ten seconds: others are forgotten; reference/stream/bounds.test.ts */
  readonly #allowances = new Map<string, StreamAllowance>();
  readonly #timer: Timer | null;
  readonly #whenSettled: WhenSettled;
  #stopTimer: (() => void) | null = null;
  #waitingBytes = 0;

  /** Without a timer, time passes only when `pass` says so. */
  constructor(
    source: ChannelSource,
    timer: Timer | null,
    whenSettled: WhenSettled = (listener) => listener(),
  ) {
    this.#source = source;
    this.#broadcasts = new Broadcasts(source);
    this.#timer = timer;
    this.#whenSettled = whenSettled;
  }

  /** Whether a key or session may open one more socket. */
  hasRoomFor(credential: string): boolean {
    return this.#allowances.get(credential)?.hasSocket ?? true;
  }

  /** Serves a socket until it closes. */
  add(socket: WebSocket, grant: TicketGrant): void {
    const allowance = this.#allowances.get(grant.credential) ?? new StreamAllowance();
    this.#allowances.set(grant.credential, allowance);
    allowance.sockets++;
    const connection = new StreamConnection(socket, grant, {
      broadcasts: this.#broadcasts,
      nowMs: () => this.#source.clock.nowMs(),
      whenSettled: this.#whenSettled,
      waits: (bytes) => this.#wait(bytes),
      // In virtual time a second need never end.
      mayAsk: (asked) => this.#timer === null || allowance.take(asked, this.#source.clock.nowMs()),
      ended: (gone) => this.#remove(gone),
    });
    this.#connections.add(connection);
    if (this.#timer !== null)
      this.#stopTimer ??= this.#timer(HEARTBEAT_STEP_MS, () => this.pass(HEARTBEAT_STEP_MS));
  }

  /** Tells followers of an event of the core. */
  take(event: VenueEvent): void {
    this.#broadcasts.take(event);
  }

  /** Time passed. Units: ms. */
  pass(ms: number): void {
    this.#broadcasts.pass();
    for (const connection of this.#connections) connection.pass(ms);
    for (const credential of this.#allowances.keys()) this.#forgetIdle(credential);
  }

  /** Closes the sockets that hang on a credential. D-158. */
  closeOf(credential: string): void {
    for (const connection of this.#connections) {
      if (connection.grant.credential === credential) connection.end(CLOSE_CREDENTIAL_ENDED);
    }
  }

  /** Closes every socket. */
  closeAll(): void {
    for (const connection of this.#connections) connection.end(CLOSE_GOING_AWAY);
  }

  #wait(bytes: number): void {
    this.#waitingBytes += bytes;
    if (this.#waitingBytes <= WAITING_BYTES_MAX) return;
    const byWaiting = [...this.#connections].sort(
      (one, two) => two.waitingBytes - one.waitingBytes,
    );
    byWaiting[0]?.cutOff();
  }

  #forgetIdle(credential: string): void {
    const nowMs = this.#source.clock.nowMs();
    if (this.#allowances.get(credential)?.isIdle(nowMs)) this.#allowances.delete(credential);
  }

  #remove(connection: StreamConnection): void {
    this.#connections.delete(connection);
    const { credential } = connection.grant;
    this.#allowances.get(credential)!.sockets--;
    this.#forgetIdle(credential);
    if (this.#connections.size > 0) return;
    this.#stopTimer?.();
    this.#stopTimer = null;
  }
}
