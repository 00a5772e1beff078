/** Records on their way to one commit, and those who wait for it. */

/** Shape: `onSettled` are called in order; `settled` may be refused and waited for anew. */
export class Group {
  /** @bound what is asked until a commit stalls, 2,000 ms: from then on no command is taken; reference/store/outage.test.ts */
  readonly lines: string[] = [];
  /** @bound what waits for those lines: called with them; reference/store/outage.test.ts */
  readonly onSettled: (() => void)[] = [];
  startsOver = false;
  /** Whether somebody waits to read it in the store's tables. */
  isWanted = false;
  settled!: Promise<void>;
  resolve!: () => void;
  #reject!: (error: Error) => void;

  constructor() {
    this.#await();
  }

  /** Lets those down who wait now; who comes later waits anew. */
  refuse(error: Error): void {
    this.#reject(error);
    this.#await();
  }

  #await(): void {
    this.settled = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.#reject = reject;
    });
    this.settled.catch(() => {}); // nobody need wait
  }
}
