/** The processes of a proof, by what their runs spend their time on. */
import { availableParallelism } from "node:os";
import { ProofProgress } from "./proof-progress.ts";
import { RunPool } from "./run-pool.ts";

/** Where runs are asked for. */
export interface Pools {
  /** Whole suites on a clock that is moved, which work all the time: one a core, for its memory. */
  whole: RunPool;
  /** A few checks on such a clock: a process for each core, which gives way to those that wait. */
  working: RunPool;
  /** Mutants without control: their checks wait in real time. */
  waiting: RunPool;
  /** Whole suites in real time, in processes for which the others make way: an answer is not delayed. */
  timed: RunPool;
  close(): void;
}

/** Starts no process before its first run. */
export function openPools(): Pools {
  const progress = new ProofProgress();
  const cores = { processes: availableParallelism(), givesWay: true };
  const whole = new RunPool({ ...cores, width: 1 }, progress);
  const working = new RunPool({ ...cores, width: 3 }, progress);
  const waiting = new RunPool({ processes: 1, width: 12 }, progress);
  const timed = new RunPool({ processes: availableParallelism(), width: 6 }, progress);
  const close = () => {
    for (const pool of [whole, working, waiting, timed]) pool.close();
  };
  return { whole, working, waiting, timed, close };
}
