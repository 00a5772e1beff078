/** What one key may have and ask for on the stream, over all its sockets. */

/** Sockets by key. @bound {SOCKETS_A_KEY} sockets a key or session: the next handshake is answered 429; reference/stream/bounds.test.ts */
export const SOCKETS_A_KEY = 128;
/** Each channel of a subscription counts, as does any other message. @bound {ASKED_AT_ONCE} at once: one more, and its socket is closed with 4429; reference/stream/bounds.test.ts */
export const ASKED_AT_ONCE = 1_000;
/** What is given back. @bound {ASKED_A_SECOND} a second: what is asked beyond is taken from what may be asked at once; reference/stream/bounds.test.ts */
export const ASKED_A_SECOND = 100;

/** The allowance of one key or session. */
export class StreamAllowance {
  /** How many are open. */
  sockets = 0;
  #left = ASKED_AT_ONCE;
  #atMs = 0;

  /** Whether one more socket may open. */
  get hasSocket(): boolean {
    return this.sockets < SOCKETS_A_KEY;
  }

  /** Whether so much may be asked now. Units: epoch ms. */
  take(asked: number, nowMs: number): boolean {
    this.#refill(nowMs);
    if (asked > this.#left) return false;
    this.#left -= asked;
    return true;
  }

  /** Whether there is nothing to remember of it. */
  isIdle(nowMs: number): boolean {
    this.#refill(nowMs);
    return this.sockets === 0 && this.#left === ASKED_AT_ONCE;
  }

  #refill(nowMs: number): void {
    const back = (Math.max(nowMs - this.#atMs, 0) * ASKED_A_SECOND) / 1_000;
    this.#left = Math.min(ASKED_AT_ONCE, this.#left + back);
    this.#atMs = nowMs;
  }
}
