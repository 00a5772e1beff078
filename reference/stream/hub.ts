/** Who is connected to the stream; events, time and ends reach them through here. */
import type { WebSocket } from "ws";
import type { VenueEvent } from "../core/events.ts";
import type { TicketGrant } from "../identity/tickets.ts";
import { Broadcasts } from "./broadcasts.ts";
import type { ChannelSource } from "./channels/channel.ts";
import { CLOSE_CREDENTIAL_ENDED, CLOSE_GOING_AWAY } from "./close-codes.ts";
import { StreamConnection } from "./connection.ts";

/** Calls back every so often, until it is stopped. Units: ms. */
export type Timer = (ms: number, step: () => void) => () => void;

/** Real time; it keeps no process alive. */
export const systemTimer: Timer = (ms, step) => {
  const interval = setInterval(step, ms).unref();
  return () => clearInterval(interval);
};

/** Calls back, in order, once what has happened so far cannot be lost any more. */
export type WhenSettled = (listener: () => void) => void;

/** How exact heartbeats are. Units: ms. */
const HEARTBEAT_STEP_MS = 1_000;

/** The stream of one venue. */
export class Hub {
  readonly #source: ChannelSource;
  readonly #broadcasts: Broadcasts;
  readonly #connections = new Set<StreamConnection>();
  readonly #timer: Timer | null;
  readonly #whenSettled: WhenSettled;
  #stopTimer: (() => void) | null = null;

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

  /** Serves a socket until it closes. */
  add(socket: WebSocket, grant: TicketGrant): void {
    const connection = new StreamConnection(socket, grant, {
      broadcasts: this.#broadcasts,
      nowMs: () => this.#source.clock.nowMs(),
      whenSettled: this.#whenSettled,
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

  #remove(connection: StreamConnection): void {
    this.#connections.delete(connection);
    if (this.#connections.size > 0) return;
    this.#stopTimer?.();
    this.#stopTimer = null;
  }
}
