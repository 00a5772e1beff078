/** The process that holds the changed venue: learns what checks pass through, or judges by them. */
import type { JudgedQuestion, MutationCoverage, WorkerMessage } from "./mutation.ts";
import { allTitles, type CheckFailure, firstFailure, startAlone } from "./run-checks.ts";
import { passedAtLoad, passedBy, turnOn } from "./switches.ts";

/** Checks tried first: nearly every mutation that dies does so here. */
const LIKELY = 12;

const say = (said: WorkerMessage) => process.send?.(said);
const alive = (of: string) => say({ say: "alive", of });

process.on("message", (question: JudgedQuestion) => {
  const answer = question.ask === "cover" ? covered() : judged(question);
  answer.then(say);
});

async function covered(): Promise<WorkerMessage> {
  const checks: MutationCoverage["checks"] = {};
  const atLoad = passedAtLoad();
  const atStart = await passedBy("the start of a venue", startAlone);
  for (const name of allTitles()) {
    const start = performance.now();
    let failure: CheckFailure | null = null;
    const passed = await passedBy(name, async () => {
      failure = await firstFailure([name], () => {});
    });
    const mutations = Object.keys(passed).filter((id) => passed[id]! > (atStart[id] ?? 0));
    // What fails on the venue as it is proves nothing about a change of it.
    if (failure === null) checks[name] = { ms: performance.now() - start, mutations };
    alive(name);
  }
  return { say: "covered", coverage: { atLoad, atStart: Object.keys(atStart), checks } };
}

async function judged({
  id,
  checks,
  fresh,
}: JudgedQuestion & { ask: "judge" }): Promise<WorkerMessage> {
  turnOn(id);
  const failure = await failureOf(checks).finally(() => turnOn(null));
  if (failure === null) return { say: "judged", by: null, checks: [] };
  const isNoise = !fresh && (await firstFailure(failure.checks, alive)) !== null;
  return isNoise ? { say: "noise" } : { say: "judged", ...failure };
}

/** A venue that cannot even be started is found broken by any run. */
async function failureOf(checks: readonly string[]): Promise<CheckFailure | null> {
  try {
    const likely = await firstFailure(checks.slice(0, LIKELY), alive);
    return likely ?? (await firstFailure(checks.slice(LIKELY), alive));
  } catch {
    return { by: "no run", checks: [] };
  }
}
