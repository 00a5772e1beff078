/** What happens on the venue by itself: duties that fall due as its clock goes on. */

/** Something done again and again, at whole multiples of its period. Units: ms. */
export interface Duty {
  everyMs: number;
  /** How much of a jump of time is made up for; what fell due before that is left out. */
  catchUpMs: number;
  /** Units: epoch ms, of when it fell due. */
  run(atMs: number): void;
}

interface ScheduledDuty {
  duty: Duty;
  nextMs: number;
}

/** Runs duties in order of time, and those of one time in the order they were added. */
export class Schedule {
  /**
   * @bound the duties of the series: none is added while it runs; reference/series/schedule.test.ts
   */
  readonly #entries: ScheduledDuty[] = [];
  #soonestMs = Number.POSITIVE_INFINITY;

  /** Runs a duty now and from now on. Units: epoch ms. */
  add(duty: Duty, nowMs: number): void {
    duty.run(nowMs);
    this.#entries.push({ duty, nextMs: after(nowMs, duty) });
    this.#soonestMs = this.#soonest().nextMs;
  }

  /** Does all that fell due up to now, each at its own time. Errors: throws only on a defect. */
  runDue(nowMs: number): void {
    if (nowMs < this.#soonestMs) return;
    for (const entry of this.#entries) {
      const { duty } = entry;
      entry.nextMs = Math.max(entry.nextMs, floor(nowMs - duty.catchUpMs, duty));
    }
    for (let entry = this.#soonest(); entry.nextMs <= nowMs; entry = this.#soonest()) {
      const { duty, nextMs } = entry;
      entry.nextMs = after(nextMs, duty);
      duty.run(nextMs);
    }
    this.#soonestMs = this.#soonest().nextMs;
  }

  #soonest(): ScheduledDuty {
    return this.#entries.reduce((first, entry) => (entry.nextMs < first.nextMs ? entry : first));
  }
}

const floor = (ms: number, { everyMs }: Duty): number => ms - (ms % everyMs);
const after = (ms: number, duty: Duty): number => floor(ms, duty) + duty.everyMs;
