/** In what order tasks are run of which some would have to wait until earlier traces have faded. */

/** Put off that often, a task waits where it stands unless that is for long. */
const TIMES_MOST = 4;
/** A wait that is not worth giving way. */
export const SHORT_MS = 500;
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

/** Tasks in an order, or each worker in one of several, but what was put off comes as soon as it is due. */
export class TaskQueue<T> {
  readonly #fresh: Set<T>;
  readonly #orders: T[][];
  readonly #now: () => number;
  #later: { task: T; dueAt: number; times: number }[] = [];

  /** Shape: every order has all tasks. Units: `now` in ms. */
  constructor(orders: readonly (readonly T[])[], now: () => number) {
    this.#fresh = new Set(orders[0]);
    this.#orders = orders.map((tasks) => [...tasks]);
    this.#now = now;
  }

  /** The next task for a worker by its number; null when none is left. */
  next(worker = 0): Next<T> | null {
    const [soonest] = this.#later;
    const waitMs = soonest === undefined ? 0 : Math.max(soonest.dueAt - this.#now(), 0);
    if (soonest === undefined || waitMs > 0) {
      const task = this.#nextFresh(worker);
      if (task !== undefined) return { task, waitMs: 0, times: 0, waitsMostMs: SHORT_MS };
    }
    if (soonest === undefined) return null;
    const { task, times } = soonest;
    this.#later.shift();
    return { task, times, waitMs, waitsMostMs: times < TIMES_MOST ? SHORT_MS : LONG_MS };
  }

  #nextFresh(worker: number): T | undefined {
    const order = this.#orders[worker % this.#orders.length] ?? [];
    let task = order.shift();
    while (task !== undefined && !this.#fresh.delete(task)) task = order.shift();
    return task;
  }

  /** What is left of a task comes again after so many ms. */
  putOff(left: T, { times }: Next<T>, afterMs: number): void {
    const one = { task: left, dueAt: this.#now() + afterMs, times: times + 1 };
    this.#later = [...this.#later, one].toSorted((a, b) => a.dueAt - b.dueAt);
  }
}
