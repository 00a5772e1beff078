/** When a socket is pinged, told that the venue lives, or given up. D-154. */

/** Between protocol pings, and the longest a client hears nothing. Units: ms. */
export const HEARTBEAT_MS = 15_000;
/**
 * Longest a client gives no sign of life. Units: ms.
 * @bound {SILENCE_MS_MAX} ms of silence: closed with 4408; reference/stream/heartbeat.test.ts
 */
export const SILENCE_MS_MAX = 45_000;

/** What a socket does when its time has come. */
export interface HeartbeatActs {
  ping(): void;
  /** Nothing was sent for a while. */
  beat(): void;
  giveUp(): void;
}

/** The heartbeat of one socket; it is told of time, and has no timer of its own. */
export class Heartbeat {
  readonly #acts: HeartbeatActs;
  #sincePingMs = 0;
  #idleMs = 0;
  #silentMs = 0;

  constructor(acts: HeartbeatActs) {
    this.#acts = acts;
  }

  /** The client spoke, or answered a ping. */
  heard(): void {
    this.#silentMs = 0;
  }

  /** The client was sent something. */
  spoke(): void {
    this.#idleMs = 0;
  }

  /**
   * Time passed. Units: ms.
   * Shape: a jump counts as one heartbeat at most, as nobody could have answered in between.
   */
  pass(ms: number): void {
    const step = Math.min(ms, HEARTBEAT_MS);
    this.#sincePingMs += step;
    this.#idleMs += step;
    this.#silentMs += step;
    if (this.#silentMs >= SILENCE_MS_MAX) {
      this.#acts.giveUp();
      return;
    }
    if (this.#sincePingMs >= HEARTBEAT_MS) {
      this.#sincePingMs = 0;
      this.#acts.ping();
    }
    if (this.#idleMs >= HEARTBEAT_MS) this.#acts.beat();
  }
}
