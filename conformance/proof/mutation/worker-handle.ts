/** The handle of a worker: it is asked one thing at a time, and ended when it stands still. */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { JudgedQuestion, WorkerMessage } from "./mutation.ts";

/** Longer than any single check takes on a busy machine. Milliseconds. */
const SILENCE_MS = 45_000;

/** An answer, or why there is none. */
export type WorkerReply =
  | Exclude<WorkerMessage, { say: "alive" }>
  | { say: "silent" }
  | { say: "gone" };

export class WorkerHandle {
  readonly #process: ChildProcess;
  #isGone = false;

  /** `active` is a mutation that is on from the first line the process runs. */
  constructor(folder: string, active?: string) {
    this.#process = fork(join("conformance", "proof", "mutation", "worker.ts"), {
      cwd: folder,
      execArgv: ["--import", "tsx"],
      env: { ...process.env, ...(active && { __STRYKER_ACTIVE_MUTANT__: active }) },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#process.once("exit", () => {
      this.#isGone = true;
    });
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Never rejects; a silent worker is ended. `hear` is called with what it works on. */
  ask(question: JudgedQuestion, hear: (of: string) => void = () => {}): Promise<WorkerReply> {
    const worker = this.#process;
    return new Promise((resolve) => {
      const reply = (answer: WorkerReply) => {
        clearTimeout(timer);
        worker.off("message", listen).off("exit", gone);
        resolve(answer);
      };
      const gone = () => reply({ say: "gone" });
      const timer = setTimeout(() => {
        this.end();
        reply({ say: "silent" });
      }, SILENCE_MS);
      const listen = (said: WorkerMessage) => {
        if (said.say !== "alive") return reply(said);
        timer.refresh();
        hear(said.of);
      };
      if (this.#isGone) return gone();
      worker.on("message", listen).once("exit", gone);
      worker.send(question);
    });
  }

  end(): void {
    this.#isGone = true;
    this.#process.kill("SIGKILL");
  }
}
