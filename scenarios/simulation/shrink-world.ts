/** Makes a failing world small where its tape alone shows nothing: what broke is the clients' side. */
import { FAULT_NAMES, type FaultName } from "./faults.ts";
import { drawParameters, type Overrides } from "./parameters.ts";
import { run } from "./run.ts";
import type { TapeEntry } from "./tape.ts";
import type { Law } from "./violation.ts";

/** How many worlds are tried. */
const WORLDS_MAX = 40;

/** A smaller world that breaks the same law; `overrides` with its seed make it again. */
export interface SmallWorld {
  overrides: Overrides;
  tape: TapeEntry[];
  message: string;
}

/** Fewer commands, agents and faults, as long as the law breaks; null when no smaller one does. */
export async function shrinkWorld(
  seed: number,
  law: Law,
  overrides: Overrides,
): Promise<SmallWorld | null> {
  const { steps, agents, faults } = drawParameters(seed, overrides);
  const names = FAULT_NAMES.filter((name) => faults[name] !== undefined);
  let left = WORLDS_MAX;
  let best: SmallWorld | null = null;
  let now: Whole = { ...overrides, steps, agents, faults: names };
  for (let candidates = smallerThan(now); left > 0; left--) {
    const { value } = candidates.next();
    if (value === undefined) break;
    const { failure, tape } = await run(drawParameters(seed, value));
    if (failure?.law !== law) continue;
    best = { overrides: value, tape: tape.slice(0, failure.step), message: failure.message };
    now = value;
    candidates = smallerThan(now);
  }
  return best;
}

type Whole = Overrides & { steps: number; agents: number; faults: readonly FaultName[] };

/** The boldest cuts first. */
function* smallerThan(world: Whole): Generator<Whole, undefined> {
  const { steps, agents, faults } = world;
  for (const part of [0.1, 0.5, 0.8]) {
    const fewer = Math.floor(steps * part);
    if (fewer > 0) yield { ...world, steps: fewer };
  }
  if (faults.length > 1) yield { ...world, faults: [] };
  for (const gone of faults) yield { ...world, faults: faults.filter((name) => name !== gone) };
  if (agents > 2) yield { ...world, agents: Math.max(2, agents >> 1) };
  if (agents > 2) yield { ...world, agents: agents - 1 };
}
