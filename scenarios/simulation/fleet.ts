/** Runs many seeds in as many processes as the machine has cores. */
import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { UsageError } from "../deployment/usage-error.ts";
import type { Overrides } from "./parameters.ts";
import { judgeSeed, type SeedVerdict } from "./verdict.ts";

const WORKER = fileURLToPath(new URL("fleet-worker.mjs", import.meta.url));
/** Below it another process costs more than it saves. */
const SEEDS_PER_PROCESS_MIN = 8;

/** Which seeds, and how; `judged` returns false to begin no more of them. */
export interface Fleet {
  first: number;
  last: number;
  overrides: Overrides;
  judged: (verdict: SeedVerdict) => boolean;
}

/**
 * Runs the seeds. Shape: verdicts come in any order, one for each seed that was begun; seeds are
 * begun in order and ended, so that the first to be broken is the same on any machine.
 * Errors: UsageError where a process cannot work: that says nothing of the venue.
 */
export async function runFleet(fleet: Fleet): Promise<void> {
  const count = fleet.last - fleet.first + 1;
  const crew = Math.min(availableParallelism(), Math.floor(count / SEEDS_PER_PROCESS_MIN));
  if (crew > 1) return runCrew(fleet, crew);
  for (let seed = fleet.first; seed <= fleet.last; seed++) {
    if (!fleet.judged(await judgeSeed(seed, fleet.overrides))) return;
  }
}

async function runCrew({ first, last, overrides, judged }: Fleet, crew: number): Promise<void> {
  const workers: ChildProcess[] = [];
  let next = first;
  const employ = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = fork(WORKER, { execArgv: [], serialization: "advanced" });
      workers.push(worker);
      const give = (): void => {
        if (next > last) worker.disconnect();
        else worker.send({ seed: next++, overrides });
      };
      worker.on("message", (verdict: SeedVerdict) => {
        if (!judged(verdict)) next = last + 1;
        give();
      });
      worker.on("error", reject);
      worker.on("exit", (code, signal) => (code === 0 ? resolve() : reject(lost(code ?? signal))));
      give();
    });
  try {
    await Promise.all(Array.from({ length: crew }, employ));
  } finally {
    for (const worker of workers) worker.kill();
  }
}

function lost(how: number | string | null): UsageError {
  const mend = "the installation is damaged, or memory ran out";
  return new UsageError(`a process of the simulation ended (${how}) with nothing judged: ${mend}`);
}
