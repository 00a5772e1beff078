/** Lets time pass once for all tasks that are under way, as soon as every one of them waits for it. */
import { setImmediate } from "node:timers/promises";

/** Somebody who waits. */
interface Waiting {
  goOn(): void;
  fail(error: unknown): void;
}

export class Barrier {
  readonly #pass: () => Promise<unknown>;
  #waiting: Waiting[] = [];
  #underWay = 0;

  /** `pass` lets the time pass. */
  constructor(pass: () => Promise<unknown>) {
    this.#pass = pass;
  }

  /** Runs a task that may wait here: time passes for no other before it waits or has ended. */
  async around<T>(task: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await task();
    } finally {
      this.#underWay -= 1;
      void this.#passOnceAllWait();
    }
  }

  /** Comes once time has passed. Errors: those of what lets it pass. */
  wait(): Promise<void> {
    return new Promise((goOn, fail) => {
      this.#waiting.push({ goOn, fail });
      void this.#passOnceAllWait();
    });
  }

  /** What follows a task that has ended begins first. */
  async #passOnceAllWait(): Promise<void> {
    await setImmediate();
    const waiting = this.#waiting;
    if (waiting.length === 0 || waiting.length < this.#underWay) return;
    this.#waiting = [];
    try {
      await this.#pass();
      for (const { goOn } of waiting) goOn();
    } catch (error) {
      for (const { fail } of waiting) fail(error);
    }
  }
}
