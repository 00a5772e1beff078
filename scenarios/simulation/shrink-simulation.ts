/** Makes a failing world small where its tape alone shows nothing: what broke is the clients' side. */
import { FAULT_NAMES, type FaultName } from "./faults.ts";
import { drawParameters, type Overrides } from "./parameters.ts";
import { type RunResult, run } from "./run.ts";
import type { TapeEntry } from "./tape.ts";
import type { Law } from "./violation.ts";

/** How many worlds are tried. */
export const WORLDS_MAX = 40;
const AGENTS_MIN = 2;

/** A world and the law that it breaks. */
export interface FailingWorld {
  seed: number;
  law: Law;
  overrides: Overrides;
}

/** A smaller world that breaks the same law; `overrides` with its seed make it again. */
export interface SmallWorld {
  overrides: Overrides;
  tape: TapeEntry[];
  message: string;
}

/** Lives through a world. */
type Live = (
  parameters: ReturnType<typeof drawParameters>,
) => Promise<Pick<RunResult, "failure" | "tape">>;

type Whole = Overrides & { steps: number; agents: number; faults: readonly FaultName[] };

/** Fewer commands, faults and agents, as long as the law breaks; null when no smaller one does. */
export async function shrinkWorld(
  { seed, law, overrides }: FailingWorld,
  live: Live = run,
): Promise<SmallWorld | null> {
  const { steps, agents, faults } = drawParameters(seed, overrides);
  const names = FAULT_NAMES.filter((name) => faults[name] !== undefined);
  let now: Whole = { ...overrides, steps, agents, faults: names };
  let best: SmallWorld | null = null;
  let left = WORLDS_MAX;
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
function* fewerSteps(world: Whole): Generator<Whole, undefined> {
  for (const part of [0.1, 0.5, 0.8]) {
    const steps = Math.floor(world.steps * part);
    if (steps > 0) yield { ...world, steps };
  }
}

function* fewerFaults(world: Whole): Generator<Whole, undefined> {
  const { faults } = world;
  for (let size = faults.length; size >= 1; size >>= 1) {
    for (let start = 0; start < faults.length; start += size) {
      yield { ...world, faults: faults.toSpliced(start, size) };
    }
  }
}

function* fewerAgents(world: Whole): Generator<Whole, undefined> {
  const { agents } = world;
  if (agents > AGENTS_MIN) yield { ...world, agents: Math.max(AGENTS_MIN, agents >> 1) };
  if (agents > AGENTS_MIN) yield { ...world, agents: agents - 1 };
}
