/** Makes a simulation small where its tape alone shows nothing: what broke is the clients' side. */
import { FAULT_NAMES, type FaultName } from "./faults.ts";
import { drawParameters, type Overrides } from "./parameters.ts";
import { type RunResult, run } from "./run.ts";
import type { TapeEntry } from "./tape.ts";
import type { Law } from "./violation.ts";

/** How many simulations are tried. */
export const RUNS_MAX = 40;
const AGENTS_MIN = 2;

/** A simulation and the law that it breaks. */
export interface FailingSimulation {
  seed: number;
  law: Law;
  overrides: Overrides;
}

/** A smaller simulation that breaks the same law; `overrides` with its seed make it again. */
export interface SmallSimulation {
  overrides: Overrides;
  tape: TapeEntry[];
  message: string;
}

/** Lives through a simulation. */
type Live = (
  parameters: ReturnType<typeof drawParameters>,
) => Promise<Pick<RunResult, "failure" | "tape">>;

type Whole = Overrides & { steps: number; agents: number; faults: readonly FaultName[] };

/** Fewer commands, faults and agents, as long as the law breaks; null when no smaller one does. */
export async function shrinkSimulation(
  { seed, law, overrides }: FailingSimulation,
  live: Live = run,
): Promise<SmallSimulation | null> {
  const { steps, agents, faults } = drawParameters(seed, overrides);
  const names = FAULT_NAMES.filter((name) => faults[name] !== undefined);
  let now: Whole = { ...overrides, steps, agents, faults: names };
  let best: SmallSimulation | null = null;
  let left = RUNS_MAX;
  for (const cut of [fewerSteps, fewerFaults, fewerAgents, fewerSteps]) {
    let candidates = cut(now);
    for (; left > 0; left--) {
      const { value } = candidates.next();
      if (value === undefined) break;
      const { failure, tape } = await live(drawParameters(seed, value));
      if (failure?.law !== law) continue;
      best = { overrides: value, tape: tape.slice(0, failure.step), message: failure.message };
      now = value;
      candidates = cut(now);
    }
  }
  return best;
}

/** The boldest cuts first, here and below. */
function* fewerSteps(simulation: Whole): Generator<Whole, undefined> {
  for (const part of [0.1, 0.5, 0.8]) {
    const steps = Math.floor(simulation.steps * part);
    if (steps > 0) yield { ...simulation, steps };
  }
}

function* fewerFaults(simulation: Whole): Generator<Whole, undefined> {
  const { faults } = simulation;
  for (let size = faults.length; size >= 1; size >>= 1) {
    for (let start = 0; start < faults.length; start += size) {
      yield { ...simulation, faults: faults.toSpliced(start, size) };
    }
  }
}

function* fewerAgents(simulation: Whole): Generator<Whole, undefined> {
  const { agents } = simulation;
  if (agents > AGENTS_MIN) yield { ...simulation, agents: Math.max(AGENTS_MIN, agents >> 1) };
  if (agents > AGENTS_MIN) yield { ...simulation, agents: agents - 1 };
}
