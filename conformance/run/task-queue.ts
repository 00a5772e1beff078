/** In what order tasks are run of which some would have to wait until earlier traces have faded. */

/** Put off that often, a task waits where it stands unless that is for long. */
const TIMES_MOST = 4;
/** A wait that is not worth giving way. */
const SHORT_MS = 500;
/** A wait in which something else can be done. */
export const LONG_MS = 10_000;

/** A task whose turn it is. Units: ms. */
export interface Next<T> {
  task: T;
  /** How long nothing can go before it. */
  waitMs: number;
  /** How often it was put off. */
  times: number;
  /** Where it would have to wait longer it is put off. */
  waitsMostMs: number;
}

/** Tasks in their order, but what was put off comes as soon as it is due. */
export class TaskQueue<T> {
  readonly #fresh: T[];
  readonly #now: () => number;
  #later: { task: T; dueAt: number; times: number }[] = [];

  /** Units: `now` in ms. */
  constructor(tasks: readonly T[], now: () => number) {
    this.#fresh = [...tasks];
    this.#now = now;
  }

  /** The next task; null when none is left. */
  next(): Next<T> | null {
    const [soonest] = this.#later;
    const waitMs = soonest === undefined ? 0 : Math.max(soonest.dueAt - this.#now(), 0);
    if (this.#fresh.length > 0 && (soonest === undefined || waitMs > 0)) {
      return { task: this.#fresh.shift() as T, waitMs: 0, times: 0, waitsMostMs: SHORT_MS };
    }
    if (soonest === undefined) return null;
    const { task, times } = soonest;
    this.#later.shift();
    return { task, times, waitMs, waitsMostMs: times < TIMES_MOST ? SHORT_MS : LONG_MS };
  }

  /** What is left of a task comes again after so many ms. */
  putOff(left: T, { times }: Next<T>, afterMs: number): void {
    const one = { task: left, dueAt: this.#now() + afterMs, times: times + 1 };
    this.#later = [...this.#later, one].toSorted((a, b) => a.dueAt - b.dueAt);
  }
}
