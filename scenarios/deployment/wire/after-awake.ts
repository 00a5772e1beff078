/** A timeout that a process does not run into by being starved itself. */

/** Longest time that one tick counts for, however late it comes. Units: ms. */
const TICK_MS = 500;
/**
 * What is under way when a run ends.
 * @bound {GRACE_MS} ms: it is given up, and its answer is not known; scenarios/deployment/wire/client.test.ts
 */
const GRACE_MS = 2_000;

/**
 * Calls `late` after so many milliseconds in which this process was there to hear an answer: time
 * for which it did not run at all is nobody's delay. Returns how to call it off.
 */
export function afterAwake(ms: number, late: () => void): () => void {
  const ticking = new Ticking(ms, late);
  return () => clearTimeout(ticking.timer);
}

/** Time that passes in ticks. */
class Ticking {
  timer: NodeJS.Timeout;
  #leftMs: number;
  readonly #late: () => void;

  constructor(ms: number, late: () => void) {
    this.#leftMs = ms;
    this.#late = late;
    this.timer = this.#next();
  }

  #next(): NodeJS.Timeout {
    const tickMs = Math.min(TICK_MS, this.#leftMs);
    return setTimeout(tick, tickMs, this, tickMs);
  }

  /** So much of it has passed. */
  passed(tickMs: number): void {
    this.#leftMs -= tickMs;
    if (this.#leftMs > 0) this.timer = this.#next();
    else this.#late();
  }
}

function tick(ticking: Ticking, tickMs: number): void {
  ticking.passed(tickMs);
}

/** What is under way at one target: each is late after its own time, or soon after the run's end. */
export class Deadlines {
  readonly #ms: number;
  readonly #ending: AbortSignal | undefined;
  /** @bound what is under way: each goes when it is met or late; scenarios/deployment/wire/client.test.ts */
  readonly #underWay = new Set<Deadline>();

  /** One listener for all that is sent: a signal looks through those it has for each new one. */
  constructor(ms: number, ending: AbortSignal | undefined) {
    this.#ms = ms;
    this.#ending = ending;
    ending?.addEventListener("abort", this.#hurry, { once: true });
  }

  /** Something is sent; `late` is called where it is not met in time. */
  start(late: () => void): Deadline {
    const deadline = { late, callOff: afterAwake(this.#ms, late) };
    this.#underWay.add(deadline);
    return deadline;
  }

  /** It is over, in time or not. */
  met(deadline: Deadline): void {
    deadline.callOff();
    this.#underWay.delete(deadline);
  }

  /** Nothing is sent any more. */
  close(): void {
    this.#ending?.removeEventListener("abort", this.#hurry);
  }

  // What is sent in a run that has ended tidies up, and has its whole time.
  readonly #hurry = (): void => {
    for (const deadline of this.#underWay) {
      deadline.callOff();
      deadline.callOff = afterAwake(Math.min(GRACE_MS, this.#ms), deadline.late);
    }
  };
}

/** Something that has to be over in time. */
export interface Deadline {
  readonly late: () => void;
  callOff: () => void;
}
