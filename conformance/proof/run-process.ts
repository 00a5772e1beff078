/** The handle of a process that makes runs of a proof, several at once. */
import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import type { RunName } from "./named-runs.ts";

/** What a process is asked. */
export interface RunQuestion {
  id: number;
  run: RunName;
  what: readonly unknown[];
}

/** What it answers: what the run came to, or the stack of what it threw. */
export type RunAnswer = { id: number; result: unknown } | { id: number; error: string };

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

const WORKER = fileURLToPath(new URL("./run-worker.ts", import.meta.url));

export class RunProcess {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  /** One that `givesWay` takes what of the cores the others leave. */
  constructor({ givesWay }: { givesWay: boolean }) {
    this.#process = fork(WORKER, { execArgv: ["--import", "tsx"] });
    const { pid } = this.#process;
    if (givesWay && pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
    this.#process.on("message", (answer: RunAnswer) => this.#hear(answer));
    this.#process.once("exit", (code, signal) => this.#gone(`ended with ${code ?? signal}`));
  }

  /** How many runs are under way. */
  get underWay(): number {
    return this.#waiting.size;
  }

  /** Errors: rejects with what the run threw, and where the process ends before it answers. */
  ask(run: RunName, what: readonly unknown[]): Promise<unknown> {
    this.#asked += 1;
    const question: RunQuestion = { id: this.#asked, run, what };
    return new Promise((resolve, reject) => {
      this.#waiting.set(question.id, { resolve, reject });
      this.#process.send(question);
    });
  }

  end(): void {
    // One that has ended by itself has told so already.
    if (this.#process.connected) this.#process.disconnect();
  }

  #hear(answer: RunAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ("error" in answer) waiting?.reject(new Error(answer.error));
    else waiting?.resolve(answer.result);
  }

  #gone(how: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(`a process of runs ${how}`));
    this.#waiting.clear();
  }
}
