/** How far a proof is, and about how long it still takes. */
import type { RunName } from "./named-runs.ts";

/** What one run takes, as far as it keeps a core busy; for the time left. Seconds. */
const SECONDS: Record<RunName, number> = {
  ...{ mutant: 0.2, cell: 0.1, whole: 25, dialects: 24, noOp: 24, independent: 30 },
};

const PRINT_EVERY_MS = 15_000;
/** The share of the work that has to be done before the rest is guessed. */
const TOLD_FROM = 0.1;

export class ProofProgress {
  readonly #start = performance.now();
  #printedAt = this.#start;
  #runs = 0;
  #done = 0;
  #work = 0;
  #workDone = 0;

  /** A run that is to be made, now or later. */
  begin(run: RunName): void {
    this.#runs += 1;
    this.#work += SECONDS[run];
  }

  /** It has ended; says so on a terminal, elsewhere now and then. */
  end(run: RunName, name: string): void {
    this.#done += 1;
    this.#workDone += SECONDS[run];
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${this.#text()}  ${name}`);
    else if (performance.now() - this.#printedAt > PRINT_EVERY_MS) {
      this.#printedAt = performance.now();
      process.stderr.write(`${this.#text()}  ${name}\n`);
    }
  }

  #text(): string {
    const seconds = Math.round((performance.now() - this.#start) / 1_000);
    const left = Math.round(seconds * (this.#work / this.#workDone - 1));
    const isEarly = this.#workDone < TOLD_FROM * this.#work;
    const rest = isEarly ? "" : `, about ${left} s of work left`;
    return `${this.#done} of ${this.#runs} runs, ${seconds} s${rest}`;
  }
}
