/** A process of a proof: makes the runs that it is asked for, several at once. */
import { RUNS } from "./named-runs.ts";
import type { RunAnswer, RunQuestion } from "./run-process.ts";

process.on("message", async ({ id, run, what }: RunQuestion) => {
  const make = RUNS[run] as (...what: unknown[]) => Promise<unknown>;
  const answer = await make(...what).then(
    (result): RunAnswer => ({ id, result }),
    (error: Error): RunAnswer => ({ id, error: error.stack ?? String(error) }),
  );
  process.send?.(answer);
});
// A proof that has ended, however it did, needs no more runs.
process.once("disconnect", () => process.exit());
