/** Runs of a proof on several processes, so that they take more than one core. */
import type { NamedRuns, RunName } from "./named-runs.ts";
import type { ProofProgress } from "./proof-progress.ts";
import { RunProcess } from "./run-process.ts";

/** How many processes there are at most, runs at once in each, and whether others go first. */
export interface PoolSize {
  processes: number;
  width: number;
  givesWay?: boolean;
}

type AskedResult<N extends RunName> = Awaited<ReturnType<NamedRuns[N]>>;

/** Runs start in the order in which they are asked for; a process starts when it is needed. */
export class RunPool {
  readonly #most: number;
  readonly #givesWay: boolean;
  readonly #progress: ProofProgress;
  readonly #processes: RunProcess[] = [];
  readonly #queue: (() => void)[] = [];
  #free: number;

  constructor({ processes, width, givesWay = false }: PoolSize, progress: ProofProgress) {
    this.#most = processes;
    this.#givesWay = givesWay;
    this.#free = processes * width;
    this.#progress = progress;
  }

  /** What the run comes to. Errors: rejects with what it throws. */
  async ask<N extends RunName>(run: N, ...what: Parameters<NamedRuns[N]>): Promise<AskedResult<N>> {
    this.#progress.begin(run);
    await this.#place();
    try {
      return (await this.#process().ask(run, what)) as AskedResult<N>;
    } finally {
      this.#progress.end(run, what.flat().join(" "));
      this.#leave();
    }
  }

  close(): void {
    for (const one of this.#processes) one.end();
  }

  async #place(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
  }

  #leave(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }

  #process(): RunProcess {
    const [idlest] = this.#processes.toSorted((one, other) => one.underWay - other.underWay);
    const isFull = this.#processes.length === this.#most;
    if (idlest !== undefined && (isFull || idlest.underWay === 0)) return idlest;
    const started = new RunProcess({ givesWay: this.#givesWay });
    this.#processes.push(started);
    return started;
  }
}
