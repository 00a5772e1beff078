/** The process that holds the changed venue: learns what trials pass through, or judges by them. */
import type { JudgedQuestion, MutationCoverage, Said } from "./mutation.ts";
import { passedAtLoad, passedBy, turnOn } from "./switches.ts";
import { allTrials, firstFault, startAlone, type TrialFailure } from "./run-checks.ts";

/** Trials tried first: nearly every mutation that dies does so here. */
const LIKELY = 12;

const say = (said: Said) => process.send?.(said);
const alive = (of: string) => say({ say: "alive", of });

process.on("message", (question: JudgedQuestion) => {
  const answer = question.ask === "cover" ? covered() : judged(question);
  answer.then(say);
});

async function covered(): Promise<Said> {
  const trials: MutationCoverage["trials"] = {};
  const atLoad = passedAtLoad();
  const atStart = await passedBy("the start of a venue", startAlone);
  for (const name of allTrials()) {
    const start = performance.now();
    let fault: TrialFailure | null = null;
    const passed = await passedBy(name, async () => {
      fault = await firstFault([name], () => {});
    });
    const mutations = Object.keys(passed).filter((id) => passed[id]! > (atStart[id] ?? 0));
    // What fails on the venue as it is proves nothing about a change of it.
    if (fault === null) trials[name] = { ms: performance.now() - start, mutations };
    alive(name);
  }
  return { say: "covered", coverage: { atLoad, atStart: Object.keys(atStart), trials } };
}

async function judged({ id, trials, fresh }: JudgedQuestion & { ask: "judge" }): Promise<Said> {
  turnOn(id);
  const fault = await faultOf(trials).finally(() => turnOn(null));
  if (fault === null) return { say: "judged", by: null, trials: [] };
  const isNoise = !fresh && (await firstFault(fault.trials, alive)) !== null;
  return isNoise ? { say: "noise" } : { say: "judged", ...fault };
}

/** A venue that cannot even be started is found broken by any run. */
async function faultOf(trials: readonly string[]): Promise<TrialFailure | null> {
  try {
    const likely = await firstFault(trials.slice(0, LIKELY), alive);
    return likely ?? (await firstFault(trials.slice(LIKELY), alive));
  } catch {
    return { by: "no run", trials: [] };
  }
}
