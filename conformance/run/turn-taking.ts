/** Who may send: ordinary checks beside each other, or one that wants the target to itself. */

export class TurnTaking {
  readonly #together = new Set<Promise<unknown>>();
  #alone: Promise<void> = Promise.resolve();

  /** Runs a task beside others like it, once nobody is alone any more. */
  async together<T>(task: () => Promise<T>): Promise<T> {
    let held: Promise<void> | null = null;
    while (held !== this.#alone) {
      held = this.#alone;
      await held;
    }
    const running = task();
    this.#together.add(running);
    return running.finally(() => this.#together.delete(running));
  }

  /** Waits until what is under way has ended, and holds up the rest. Returns: what lets it go on. */
  async alone(): Promise<() => void> {
    const before = this.#alone;
    let release = () => {};
    this.#alone = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    await Promise.allSettled(this.#together);
    return release;
  }

  /** For one who stays alone over several tasks, however often each asks for it, until the rest may go on. */
  forOne(): { alone(): Promise<() => void>; goOn(): void } {
    let release: (() => void) | null = null;
    const goOn = () => {
      release?.();
      release = null;
    };
    const alone = async () => {
      release ??= await this.alone();
      return goOn;
    };
    return { alone, goOn };
  }
}
